/** What a gesture buys, to the credit. */
import type { Page } from "@playwright/test";
import {
  grid,
  loaded,
  meter,
  panel,
  quiet,
  quietWithStoppedClock,
  result,
  row,
  scroller,
  unbought,
  watchPurchases,
} from "./support/feed";
import { PAY_PER_VIEW } from "./support/stack";
import { expect, test } from "./support/test";

test.use({ serviceSettings: PAY_PER_VIEW });

/** One gesture after the other, with a rest between them, until the page says what is waited for. */
async function scrollUntil(page: Page, isReached: () => Promise<boolean>): Promise<void> {
  await scroller(page).hover();
  await expect(async () => {
    await page.mouse.wheel(0, 2_000);
    expect(await isReached()).toBe(true);
  }).toPass({ intervals: [250], timeout: 30_000 });
}

const brake = (page: Page) => page.getByRole("region", { name: "Paused" });

test("a changed filter buys one page, 600 ms after the last change", async ({ page, dashboard }) => {
  const purchases = watchPurchases(page);
  await page.goto("/funding");
  await loaded(page, 20);
  const filters = panel(page);
  await filters.getByRole("button", { name: /^Round/ }).click();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  for (const name of ["Seed", "Series A", "Series B", "United States", "Seed"]) {
    await filters.getByRole("checkbox", { name, exact: true }).click();
    await page.clock.runFor(599);
    await quietWithStoppedClock(page);
    expect(purchases).toHaveLength(1);
  }
  await expect(page).toHaveURL(/\?round=series-a&round=series-b&countries=US$/);
  expect(await dashboard.account.balance()).toBe(980);
  await page.clock.runFor(1);
  await expect.poll(() => purchases.length).toBe(2);
  await loaded(page, 20);
  await page.clock.runFor("10:00");
  await quietWithStoppedClock(page);
  expect(purchases).toHaveLength(2);
  expect(await dashboard.account.balance()).toBe(960);
});

test("a page that was bought earlier is shown for free, and offered again at its price", async ({
  page,
  dashboard,
}) => {
  await page.goto("/funding");
  await loaded(page, 20);
  const refresh = page.getByRole("button", { name: "Refresh up to 20 credits" });
  await expect(refresh).toHaveCount(0);
  await page.clock.install({ time: Date.now() + 120_000 });
  await page.reload();
  await loaded(page, 20);
  await expect(refresh).toBeEnabled();
  expect(await dashboard.account.balance()).toBe(980);
  await refresh.click();
  await expect.poll(() => dashboard.account.balance()).toBe(960);
  await loaded(page, 20);
  await quiet(page);
  expect(await meter(page)).toMatchObject({ balance: 960, session: 40 });
});

test("during the filter's debounce, matching owned rows are shown at 0 credits", async ({ page, dashboard }) => {
  await page.goto("/funding");
  await loaded(page, 20);
  const unitedStates = await grid(page).locator('[data-column="country"]').getByText("US", { exact: true }).count();
  expect(unitedStates).toBeGreaterThan(0);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await panel(page).getByRole("checkbox", { name: "United States" }).click();
  await expect(page.getByTestId("result-line")).toContainText(
    `${unitedStates} owned row${unitedStates === 1 ? " matches" : "s match"}`,
  );
  await expect(row(page, unitedStates - 1)).toContainText("US");
  expect(await dashboard.account.balance()).toBe(980);
  await page.clock.runFor(600);
  await loaded(page, 20);
  expect(await dashboard.account.balance()).toBe(960);
});

test.describe("a window 3,840 px high", () => {
  test.use({ viewport: { width: 1280, height: 3_840 } });

  test("buys one page; the next has its button below it", async ({ page, dashboard }) => {
    const purchases = watchPurchases(page);
    await page.goto("/funding");
    await loaded(page, 20);
    await quiet(page);
    await page.clock.install();
    await page.clock.runFor("10:00");
    await quiet(page);
    expect(purchases).toHaveLength(1);
    expect(await dashboard.account.balance()).toBe(980);
    await scroller(page).getByRole("button", { name: "Load 20 more up to 20 credits" }).click();
    await loaded(page, 40);
    await quiet(page);
    expect(purchases).toHaveLength(2);
    expect(await dashboard.account.balance()).toBe(960);
  });
});

/** Low enough for a page of 20 rows to be scrolled; where it is not, nothing but the button requests the next one. */
const LOW = { width: 1280, height: 480 };

test.describe("scrolling", () => {
  test.use({ viewport: LOW });

  test("spends what it loads, stops at the spending limit, and continues to the next one", async ({
    page,
    dashboard,
  }) => {
    const purchases = watchPurchases(page);
    await page.goto("/funding");
    await loaded(page, 20);
    await scrollUntil(page, () => brake(page).isVisible());
    await loaded(page, 100);
    await expect(brake(page)).toContainText("Paused at 100 credits in this view");
    // The end is reached again and again, by wheel and by key.
    for (let times = 0; times < 5; times++) {
      await page.mouse.wheel(0, -1_000);
      await page.mouse.wheel(0, 3_000);
    }
    await row(page, 99).focus();
    for (const key of ["End", "ArrowDown", "PageDown", "j"]) await page.keyboard.press(key);
    await quiet(page);
    expect(purchases).toHaveLength(5);
    expect(await dashboard.account.balance()).toBe(900);
    expect(await meter(page)).toEqual({ balance: 900, last: "20", session: 100 });
    expect(await result(page)).toMatchObject({ loaded: 100, credits: 100 });

    await brake(page).getByRole("button", { name: "Load 20 more up to 20 credits" }).click();
    await loaded(page, 120);
    await quiet(page);
    expect(await dashboard.account.balance()).toBe(880);
    await scrollUntil(page, () => brake(page).isVisible());
    expect(await dashboard.account.balance()).toBe(880);

    await brake(page).getByRole("button", { name: "Continue to 220 up to 100 credits" }).click();
    await loaded(page, 140);
    await scrollUntil(page, () => brake(page).isVisible());
    await loaded(page, 220);
    await expect(brake(page)).toContainText("Paused at 220 credits in this view");
    await quiet(page);
    expect(await dashboard.account.balance()).toBe(780);
    expect(purchases).toHaveLength(11);
  });

  test("“Continue to 200” at the first pause", async ({ page, dashboard }) => {
    await page.goto("/acquisitions");
    await loaded(page, 20);
    await scrollUntil(page, () => brake(page).isVisible());
    await loaded(page, 100);
    await brake(page).getByRole("button", { name: "Continue to 200 up to 100 credits" }).click();
    await loaded(page, 120);
    await scrollUntil(page, () => brake(page).isVisible());
    await loaded(page, 200);
    await quiet(page);
    expect(await dashboard.account.balance()).toBe(800);
  });

  test("to the end of a short list spends what it has", async ({ page, dashboard }) => {
    await page.goto("/funding?round=series-e");
    await loaded(page, 20);
    const { matching } = await result(page);
    expect(matching).toBeGreaterThan(20);
    expect(matching).toBeLessThan(100);
    await scrollUntil(page, () => page.getByText(`${matching} results, all loaded`).isVisible());
    await quiet(page);
    expect(await result(page)).toEqual({ matching, loaded: matching, credits: matching });
    expect(await dashboard.account.balance()).toBe(1_000 - matching);
  });
});

test.describe("a workspace with 30 credits", () => {
  test.use({ credits: 30 });

  test("gets a page cut short, which is not the end of the data, and then 402", async ({ page, dashboard }) => {
    await page.goto("/funding");
    await loaded(page, 20);
    await page.getByTestId("result-line").getByRole("button", { name: "Load 20 more" }).click();
    await loaded(page, 30);
    const { matching } = await result(page);
    const banner = page.getByRole("alert").filter({ hasText: "No credits left" });
    await expect(banner).toContainText("The last page stopped at 10 of 20 records. There's more data");
    await expect(banner).toContainText(`${(matching - 30).toLocaleString("en-US")} more match`);
    await expect(page.getByText("Out of credits after 10 of 20 records")).toBeVisible();
    expect(await meter(page)).toEqual({ balance: 0, last: "10 of 20", session: 30 });
    expect(await dashboard.account.balance()).toBe(0);

    const purchases = watchPurchases(page);
    await banner.getByRole("button", { name: "Check the balance 0 credits" }).click();
    await quiet(page);
    await expect(banner).toBeVisible();
    await expect(row(page, 0)).toBeVisible();
    // With so few credits a changed filter does not buy by itself, and a button that could not buy is none.
    await panel(page).getByRole("checkbox", { name: "United States" }).click();
    await expect(unbought(page)).toBeVisible();
    await expect(row(page, 0)).toContainText("US");
    await expect(page.getByRole("button", { name: "Load 20 no credits left" }).first()).toBeDisabled();
    await quiet(page);
    expect(purchases).toEqual([]);
    expect(await dashboard.account.balance()).toBe(0);
    expect(await meter(page)).toMatchObject({ balance: 0, session: 30 });
    await page.reload();
    await quiet(page);
    expect(await dashboard.account.balance()).toBe(0);
  });
});

test.describe("a workspace without credits", () => {
  test.use({ credits: 0 });

  test("has a screen that says so", async ({ page, dashboard }) => {
    await page.goto("/acquisitions");
    await expect(page.getByRole("alert").filter({ hasText: "No credits left" })).toContainText("Nothing was charged.");
    await quiet(page);
    expect(await meter(page)).toMatchObject({ balance: 0, session: 0 });
    expect(await dashboard.account.balance()).toBe(0);
  });
});

test("an address with unknown keys and wrong values buys nothing until the button", async ({ page, dashboard }) => {
  const purchases = watchPurchases(page);
  await page.goto("/funding?round=series-z&countries=US&countrys=DE&minAmountUsd=-5&since=yesterday");
  await expect(unbought(page)).toBeVisible();
  const notice = page.getByRole("status").filter({ hasText: "Parts of this link were ignored" });
  for (const words of ["series-z", "countrys", "Amount must be a number", "since"])
    await expect(notice).toContainText(words);
  await quiet(page);
  expect(purchases).toHaveLength(0);
  expect(await dashboard.account.balance()).toBe(1_000);
  await page.getByRole("button", { name: "Load 20 up to 20 credits" }).first().click();
  await loaded(page, 20);
  await quiet(page);
  for (const index of [0, 9]) await expect(row(page, index)).toContainText("US");
  expect(await dashboard.account.balance()).toBe(980);
});
