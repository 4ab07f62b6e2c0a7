/** Simulates a hand on a wheel, a screen or a key, with its pauses, which are part of what is tested. */
import { expect, type Locator, type Page } from "@playwright/test";
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

/** A key that auto-repeats: pressed once and repeated so often. */
export async function repeatKey(page: Page, key: string, repeats: number): Promise<void> {
  for (let times = 0; times <= repeats; times++) await page.keyboard.down(key);
  await page.keyboard.up(key);
}

/** More stops than any page has. */
const MOST_STOPS = 160;

/** Presses Tab until the control has the focus, which is then in sight and not behind anything. */
export async function tabTo(page: Page, control: Locator, back = false): Promise<void> {
  const target = control.first();
  await expect(target).toBeVisible();
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      expect(await target.evaluate(isFocusVisible), "the focus is in sight").toBe(true);
      return;
    }
    await page.keyboard.press(back ? "Shift+Tab" : "Tab");
  }
  throw new Error(`${control} is no stop of the Tab key`);
}

/** Runs in the page. A native control may be transparent under what is painted for it: then that is what is seen. */
function isFocusVisible(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const at = document.elementFromPoint(x, y);
  return (
    at !== null && (element.contains(at) || at.contains(element) || at.closest("label")?.contains(element) === true)
  );
}

interface Presses {
  /** These are presses of a mouse's button, or taps. */
  readonly clicks: number;
  /** Keys count, but not the letters of a typed text. */
  readonly keys: number;
}

/** From here on `presses` counts. Call it before the page goes anywhere. */
export async function countPresses(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // The tab's storage has the gestures, because it outlasts its documents.
    const add = (kind: string) => sessionStorage.setItem(kind, String(Number(sessionStorage.getItem(kind)) + 1));
    // Not of the window: a press that Playwright takes back because its target moved comes no further than that.
    document.addEventListener("pointerdown", () => add("test:clicks"), true);
    document.addEventListener(
      "keydown",
      ({ key, ctrlKey, target }) => {
        const isText =
          target instanceof Element && target.matches("input:not([type=checkbox], [type=radio]), textarea");
        const isTyped = key.length === 1 && !ctrlKey && isText;
        if (!isTyped && !["Control", "Shift", "Alt"].includes(key)) add("test:keys");
      },
      true,
    );
  });
}

/** Returns the gestures in the tab since the last call. */
export function presses(page: Page): Promise<Presses> {
  return page.evaluate(() => {
    const take = (kind: string) => {
      const number = Number(sessionStorage.getItem(kind));
      sessionStorage.removeItem(kind);
      return number;
    };
    return { clicks: take("test:clicks"), keys: take("test:keys") };
  });
}
