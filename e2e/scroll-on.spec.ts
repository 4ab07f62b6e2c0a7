/** The next page is bought only when the last row was in view and the person goes on past it. Credits are counted. */
import type { Page } from "@playwright/test";
import type { TestDashboard } from "./support/dashboard";
import { loaded, quiet, row, scroller, watchPurchases } from "./support/feed";
import { fling, repeatKey, rest, swipe, wheel } from "./support/gestures";
import { PAY_PER_VIEW } from "./support/stack";
import { expect, test } from "./support/test";

test.use({ serviceSettings: PAY_PER_VIEW });

/** Opens the feed; returns how to see that so many pages have been bought since, and no more. */
async function opened(page: Page, dashboard: TestDashboard) {
  const purchases = watchPurchases(page);
  await page.goto("/funding");
  await loaded(page, 20);
  await quiet(page);
  return async (pages: number) => {
    await rest(page);
    await quiet(page);
    await loaded(page, 20 + 20 * pages);
    expect(purchases).toHaveLength(1 + pages);
    expect(await dashboard.account.balance()).toBe(980 - 20 * pages);
  };
}

const atEnd = (page: Page) =>
  scroller(page).evaluate(({ scrollTop, clientHeight, scrollHeight }) => scrollTop + clientHeight >= scrollHeight - 2);

test("where the first page just fills the window, a touch of the wheel buys nothing", async ({
  page,
  context,
  dashboard,
}) => {
  await context.addCookies([{ name: "charts", value: "folded", url: dashboard.url }]);
  const bought = await opened(page, dashboard);
  for (let times = 0; times < 3; times++) {
    await wheel(page, 4);
    await bought(0);
  }
  // The end comes into view with the first notch; what follows at once is the same gesture.
  await fling(page, 1_500);
  await expect.poll(() => atEnd(page)).toBe(true);
  await bought(0);
  // It stays in view by itself in a higher window; zooming in and out turns the wheel too.
  await page.setViewportSize({ width: 1280, height: 790 });
  await page.keyboard.down("Control");
  for (let times = 0; times < 5; times++) await wheel(page, 120);
  await page.keyboard.up("Control");
  await bought(0);
  await fling(page, -400);
  await rest(page);
  await fling(page, 400);
  await bought(0);

  await fling(page, 1_500);
  await bought(1);
});

test("with charts open the last row must be in view, and then another gesture", async ({ page, dashboard }) => {
  const bought = await opened(page, dashboard);
  await expect(row(page, 19)).not.toBeInViewport({ ratio: 1 });
  // Up to the row before the last one, then to the last one, then to the button below it.
  const toSee = await scroller(page).evaluate((element) => element.scrollHeight - element.clientHeight);
  await wheel(page, toSee - 80);
  await bought(0);
  await wheel(page, 60);
  await bought(0);
  await wheel(page, 100);
  await expect(row(page, 19)).toBeInViewport({ ratio: 1 });
  await bought(0);

  await wheel(page, 100);
  await bought(1);
  // The rows that came are as far away as the first ones were.
  await fling(page, 4_000);
  await expect.poll(() => atEnd(page)).toBe(true);
  await bought(1);
  await wheel(page, 100);
  await bought(2);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a swipe that reaches the last card buys nothing, the next one buys one page", async ({ page, dashboard }) => {
    const bought = await opened(page, dashboard);
    await scroller(page).evaluate((element) => element.scrollTo({ top: element.scrollHeight - 1_500 }));
    await swipe(page, 500);
    await expect.poll(() => atEnd(page)).toBe(true);
    await bought(0);
    await swipe(page, -200);
    await rest(page);
    await swipe(page, 500);
    await expect.poll(() => atEnd(page)).toBe(true);
    await bought(0);
    await swipe(page, 300);
    await bought(1);
    expect(await atEnd(page)).toBe(false);
  });
});

test.describe("in a window that the rows do not fill", () => {
  test.use({ viewport: { width: 1920, height: 1080 } });

  test("the wheel never buys; a key does, pressed again at the last row", async ({ page, dashboard }) => {
    const bought = await opened(page, dashboard);
    for (const by of [4, 100, 2_000, 2_000]) {
      await wheel(page, by);
      await bought(0);
    }
    await row(page, 0).focus();
    await repeatKey(page, "j", 40);
    await expect(row(page, 19)).toBeFocused();
    await bought(0);
    for (const key of ["End", "End", "Home"]) await page.keyboard.press(key);
    // Taps in a row reach it: the one too many belongs to them.
    for (let times = 0; times < 22; times++) await page.keyboard.press(times % 2 === 0 ? "j" : "ArrowDown");
    await expect(row(page, 19)).toBeFocused();
    await bought(0);

    await rest(page, 500);
    await page.keyboard.press("j");
    await bought(1);
    await expect(row(page, 19)).toBeFocused();
  });

  test("a row that was scrolled out of view is focused by the key before more is bought", async ({
    page,
    dashboard,
  }) => {
    const bought = await opened(page, dashboard);
    await page.setViewportSize({ width: 1920, height: 480 });
    await row(page, 0).focus();
    await page.keyboard.press("End");
    await wheel(page, -2_000);
    await expect(row(page, 19)).not.toBeInViewport();
    await rest(page, 500);
    await page.keyboard.press("ArrowDown");
    await expect(row(page, 19)).toBeInViewport({ ratio: 1 });
    await bought(0);
    await page.keyboard.press("ArrowDown");
    await bought(1);
  });
});

test("a restored position at the end, and a resized window there, buy nothing", async ({ page, dashboard }) => {
  await page.setViewportSize({ width: 1280, height: 480 });
  const bought = await opened(page, dashboard);
  await fling(page, 3_000);
  await expect.poll(() => page.evaluate(() => Number(sessionStorage.getItem("scroll:funding?")))).toBeGreaterThan(200);
  for (const height of [500, 600, 480]) {
    await page.setViewportSize({ width: 1280, height });
    await bought(0);
  }
  await page.getByTestId("sidebar").getByRole("link", { name: "Credits" }).click();
  await expect(page.getByRole("heading", { name: "Credits", level: 1 })).toBeVisible();
  await page.goBack();
  await loaded(page, 20);
  await expect.poll(() => atEnd(page)).toBe(true);
  await bought(0);
  await page.reload();
  await loaded(page, 20);
  await expect.poll(() => atEnd(page)).toBe(true);
  await bought(0);
});
