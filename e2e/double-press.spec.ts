/** A second press within half a second of the first is one press, on whatever control. Credits are counted. */
import type { Locator, Page } from "@playwright/test";
import { getCompanies } from "./support/companies";
import { loaded, quiet, row, scroller, watchPurchases } from "./support/feed";
import { repeatKey, rest, wheel } from "./support/gestures";
import { endpoint, LISTS, openReference, outcome, send } from "./support/reference";
import { PAY_PER_VIEW } from "./support/stack";
import { expect, test } from "./support/test";

test.use({ serviceSettings: PAY_PER_VIEW });

/** Long after any press. */
const LATER = 600;

/** Two presses of the mouse where the control stands now, so many ms apart, whatever stands there then. */
async function pressTwice(page: Page, control: Locator, apart: number): Promise<void> {
  await control.scrollIntoViewIfNeeded();
  const box = await control.boundingBox();
  if (box === null) throw new Error("the control is not in sight");
  const session = await page.context().newCDPSession(page);
  const place = { x: box.x + box.width / 2, y: box.y + box.height / 2, button: "left" } as const;
  const first = Date.now();
  // Each carries its time, however slow the machine is: the page has done with the first one when the second comes.
  for (const [at, clickCount] of [
    [first, 1],
    [first + apart, 2],
  ] as const) {
    for (const type of ["mousePressed", "mouseReleased"] as const)
      await session.send("Input.dispatchMouseEvent", { ...place, type, clickCount, timestamp: at / 1000 });
    if (clickCount === 1) await rest(page, apart);
  }
  await session.detach();
}

test("“Load 20 more” buys one page for a double press, by mouse and by key, and another one later", async ({
  page,
  dashboard,
}) => {
  const purchases = watchPurchases(page);
  await page.goto("/funding");
  await loaded(page, 20);
  const more = page.getByTestId("result-line").getByRole("button", { name: /20 more/ });
  const bought = async (pages: number) => {
    await loaded(page, 20 + 20 * pages);
    await rest(page, LATER);
    await quiet(page);
    await loaded(page, 20 + 20 * pages);
    expect(purchases).toHaveLength(1 + pages);
    expect(await dashboard.account.balance()).toBe(980 - 20 * pages);
  };
  let pages = 0;
  for (const apart of [0, 120, 450]) {
    await pressTwice(page, more, apart);
    await bought(++pages);
  }
  await expect(more).toBeEnabled();
  await more.focus();
  await repeatKey(page, "Enter", 20);
  await bought(++pages);
  const brake = page.getByRole("region", { name: "Paused" });
  await brake.getByRole("button", { name: /20 more/ }).focus();
  for (let times = 0; times < 4; times++) await page.keyboard.press("Space");
  await bought(++pages);
  await pressTwice(page, brake.getByRole("button", { name: /^Continue to/ }), 120);
  await bought(++pages);
});

test("while its page is loading the button shows it, and ignores presses", async ({ page, dashboard }) => {
  const purchases = watchPurchases(page);
  await page.goto("/funding");
  await loaded(page, 20);
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/v1/funding-events?**", async (route) => {
    await released;
    await route.continue();
  });
  const place = page.getByTestId("result-line").getByRole("button").last();
  const width = await place.evaluate((element) => element.getBoundingClientRect().width);
  await place.click();
  await expect(place).toHaveText(/Loading up to 20 credits$/);
  await expect(place).toHaveAttribute("aria-busy", "true");
  await expect(place).toBeDisabled();
  await expect(place).toBeFocused();
  expect(await place.evaluate((element) => element.getBoundingClientRect().width)).toBe(width);
  await rest(page, LATER);
  await place.dispatchEvent("click");
  release();
  await loaded(page, 40);
  await expect(place).toBeEnabled();
  await quiet(page);
  expect(purchases).toHaveLength(2);
  expect(await dashboard.account.balance()).toBe(960);
});

test.describe("in a low window", () => {
  test.use({ viewport: { width: 1280, height: 480 } });

  test("a press, a scroll and a key at once are one purchase", async ({ page, dashboard }) => {
    await page.goto("/funding");
    await loaded(page, 20);
    await wheel(page, 2_000);
    await rest(page);
    await scroller(page)
      .getByRole("button", { name: /^Load 20 more/ })
      .click();
    await page.mouse.wheel(0, 2_000);
    await page.keyboard.press("j");
    await loaded(page, 40);
    await rest(page, LATER);
    await quiet(page);
    await loaded(page, 40);
    expect(await dashboard.account.balance()).toBe(960);

    // The other way round: the wheel buys, the press beside it does not.
    await wheel(page, 4_000);
    await rest(page);
    const more = page.getByTestId("result-line").getByRole("button", { name: /20 more/ });
    const box = await more.boundingBox();
    if (box === null) throw new Error("the button is in sight");
    await page.mouse.wheel(0, 200);
    await page.mouse.click(box.x + 20, box.y + 10);
    await loaded(page, 60);
    await rest(page, LATER);
    await quiet(page);
    expect(await dashboard.account.balance()).toBe(940);
  });
});

test("a double press on “Load all” opens the confirmation, and does not confirm it", async ({ page, dashboard }) => {
  await page.goto("/funding?round=seed");
  await loaded(page, 20);
  const all = page.getByTestId("load-more").getByRole("button", { name: /^Load all/ });
  const dialog = page.getByRole("dialog", { name: /^Load all/ });
  await pressTwice(page, all, 120);
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  // The very button that answers, pressed at once by key.
  await rest(page, LATER);
  await all.click();
  await dialog.getByRole("button", { name: /^Load all/ }).dispatchEvent("click");
  await expect(dialog).toBeVisible();
  await quiet(page);
  expect(await dashboard.account.balance()).toBe(980);
});

test("a timeline, its refresh, a comparison and a request are each bought once", async ({ page, dashboard, stack }) => {
  const companies = await getCompanies(stack);
  const [one, other] = companies.slice(-2);
  if (one === undefined || other === undefined) throw new Error("the market has companies");
  let balance = 1_000;
  const bought = async (credits: number) => {
    await rest(page, LATER);
    await quiet(page);
    balance -= credits;
    expect(await dashboard.account.balance()).toBe(balance);
  };
  await page.goto(`/companies/${one.id}`);
  await quiet(page);
  await pressTwice(page, page.getByRole("button", { name: /^Load timeline/ }), 120);
  await expect(page.getByTestId("timeline-event")).toHaveCount(one.price - 1);
  await bought(one.price);
  await pressTwice(page, page.getByTestId("company-tools").getByRole("button", { name: /^Refresh/ }), 120);
  await bought(one.price);
  await page.goto(`/compare?id=${other.id}`);
  await quiet(page);
  await pressTwice(page, page.getByRole("button", { name: /^Load 1 timeline/ }), 120);
  await expect(page.getByText("You already own all of these.")).toBeVisible();
  await bought(other.price);

  await openReference(page);
  const section = endpoint(page, LISTS[0]);
  await section.getByRole("textbox", { name: "limit" }).fill("2");
  await pressTwice(page, send(section), 120);
  await expect(outcome(section)).toHaveText("200 · 2 credits charged");
  await bought(2);
  await send(section).click();
  await expect(outcome(section)).toContainText("0 credits charged");
  await rest(page, LATER);
  await pressTwice(page, section.getByRole("button", { name: /^Buy again/ }), 120);
  await bought(2);
});

test("a row's record is refreshed once", async ({ page, dashboard }) => {
  await page.goto("/funding?enrichedOnly=true");
  await loaded(page, 20);
  await row(page, 0).click();
  const refresh = page.getByTestId("sheet").getByRole("button", { name: /^Refresh up to/ });
  const purchases = watchPurchases(page);
  await pressTwice(page, refresh, 300);
  await rest(page, LATER);
  await quiet(page);
  expect(purchases).toHaveLength(1);
  await expect(page.getByTestId("refresh-message")).toHaveCount(0);
  expect(await dashboard.account.balance()).toBeGreaterThanOrEqual(978);
});
