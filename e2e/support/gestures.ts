/** What a hand does on a wheel, a screen or a key, in its own time: the pauses are part of what is tested. */
import type { Page } from "@playwright/test";
import { scroller } from "./feed";

/** The hand rests: what it does next is another gesture. */
export async function rest(page: Page, ms = 300): Promise<void> {
  await page.waitForTimeout(ms);
}

/** One turn of the wheel over the rows. */
export async function wheel(page: Page, by: number): Promise<void> {
  await scroller(page).hover();
  await page.mouse.wheel(0, by);
}

/** Of the browser's events in one gesture, in ms; they carry it, however slow the machine is. */
const FRAME_MS = 16;

/** A fling on a touchpad: events close together, whose distances fade. Positive: towards the end. */
export async function fling(page: Page, by: number): Promise<void> {
  const { session, x, y } = await overRows(page);
  let at = Date.now();
  for (let left = by; Math.abs(left) > 1; left *= 0.85, at += FRAME_MS)
    await session.send("Input.dispatchMouseEvent", {
      type: "mouseWheel",
      x,
      y,
      deltaX: 0,
      deltaY: left * 0.15,
      timestamp: at / 1000,
    });
  await session.detach();
}

/** A finger's swipe over the rows, with the momentum that follows it. Positive: towards the end. */
export async function swipe(page: Page, by: number): Promise<void> {
  const { session, x, y } = await overRows(page);
  let at = Date.now();
  const touch = async (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: { x: number; y: number }[]) => {
    await session.send("Input.dispatchTouchEvent", { type, touchPoints, timestamp: at / 1000 });
    at += FRAME_MS;
  };
  await touch("touchStart", [{ x, y: y + by / 2 }]);
  for (let step = 1; step <= 8; step++) await touch("touchMove", [{ x, y: y + by / 2 - (by * step) / 8 }]);
  await touch("touchEnd", []);
  await session.detach();
}

async function overRows(page: Page) {
  const box = await scroller(page).boundingBox();
  if (box === null) throw new Error("the rows are not in sight");
  const session = await page.context().newCDPSession(page);
  return { session, x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** A key that is held down: pressed once and repeated so often. */
export async function repeatKey(page: Page, key: string, repeats: number): Promise<void> {
  for (let times = 0; times <= repeats; times++) await page.keyboard.down(key);
  await page.keyboard.up(key);
}
