/** Where every page costs what it shows: without free exploring, as on another host. Credits are counted in the database. */
import type { Page } from "@playwright/test";
import {
  loaded,
  meter,
  panel,
  quiet,
  quietWithStoppedClock,
  result,
  row,
  rowTexts,
  scroller,
  unbought,
  watchPurchases,
} from "../support/feed";
import { fling, rest, wheel } from "../support/gestures";
import { expect, test } from "../support/test";

const stop = (page: Page) => page.getByTestId("result-line").getByRole("button", { name: /^Stop/ });
const below = (page: Page) => page.getByTestId("load-more");
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

test.describe("in a low window", () => {
  // Where rows cannot be scrolled, nothing but the button requests the next page.
  test.use({ viewport: { width: 1280, height: 480 } });

  test("scrolling spends what it loads, stops at the spending limit, and continues to the next one", async ({
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

test("load all above 100 credits asks for confirmation, can be stopped, and continues from there", async ({
  page,
  dashboard,
}) => {
  await page.goto("/funding?round=seed");
  await loaded(page, 20);
  await quiet(page);
  const { matching } = await result(page);
  expect(matching).toBeGreaterThan(200);
  const metric = (value: number) => value.toLocaleString("en-US");
  const press = () =>
    below(page)
      .getByRole("button", { name: new RegExp(`^Load all ${metric(matching)}`) })
      .click();
  const request = page.getByRole("dialog", { name: `Load all ${metric(matching)} rows` });

  await press();
  await expect(request).toContainText(`up to ${metric(matching - 20)} credits`);
  await expect(request).toContainText("980 credits left now");
  await request.getByRole("button", { name: "Cancel" }).click();
  await expect(request).toHaveCount(0);
  expect(await dashboard.account.balance()).toBe(980);

  // The third page waits until the person has pressed Stop: it is finished and its rows stay.
  let release: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => {
    release = resolve;
  });
  let requestCount = 0;
  await page.route("**/api/v1/funding-events?**", async (route) => {
    requestCount += 1;
    if (requestCount === 3) await stopped;
    await route.continue();
  });
  await press();
  await request.getByRole("button", { name: /^Load all/ }).click();
  await expect(stop(page)).toContainText(`40 of ${metric(matching - 20)} credits`);
  await stop(page).click();
  await expect(page.getByTestId("result-line").getByRole("button", { name: /^Stopping/ })).toBeDisabled();
  release();
  await loaded(page, 80);
  await expect(page.getByTestId("result-line").getByRole("button", { name: /^Stop/ })).toHaveCount(0);
  await quiet(page);
  expect([requestCount, await dashboard.account.balance()]).toEqual([3, 920]);

  // All of it is cached: a reload shows it again for nothing.
  await page.reload();
  await loaded(page, 80);
  expect(await dashboard.account.balance()).toBe(920);
});

test("nothing is spent by going back and forward, within the feed and out of the document, also when nothing is cached any more", async ({
  page,
  dashboard,
}) => {
  const purchases = watchPurchases(page);
  await page.goto("/funding?round=seed");
  await loaded(page, 20);
  const first = await rowTexts(page);
  await page.getByRole("button", { name: /^Remove Round/ }).click();
  await loaded(page, 20);
  await expect.poll(() => purchases.length).toBe(2);
  await quiet(page);
  expect(await dashboard.account.balance()).toBe(960);
  const second = await rowTexts(page);
  for (let times = 0; times < 3; times++) {
    await page.goBack();
    await expect.poll(() => rowTexts(page)).toEqual(first);
    await page.goForward();
    await expect.poll(() => rowTexts(page)).toEqual(second);
  }
  await page.goto("about:blank");
  await page.goBack();
  await expect.poll(() => rowTexts(page)).toEqual(second);
  await page.goto("about:blank");
  await dashboard.restart();
  await page.goBack();
  await expect(row(page, 0).or(unbought(page)).first()).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/round=seed$/);
  await quiet(page);
  expect(purchases).toHaveLength(2);
  expect(await dashboard.account.balance()).toBe(960);
});

const atEnd = (page: Page) =>
  scroller(page).evaluate(({ scrollTop, clientHeight, scrollHeight }) => scrollTop + clientHeight >= scrollHeight - 2);

test("scrolling on: the last row must be in view, and then another gesture", async ({ page, dashboard }) => {
  const purchases = watchPurchases(page);
  await page.goto("/funding");
  await loaded(page, 20);
  await quiet(page);
  const bought = async (pages: number) => {
    await rest(page);
    await quiet(page);
    await loaded(page, 20 + 20 * pages);
    expect(purchases).toHaveLength(1 + pages);
    expect(await dashboard.account.balance()).toBe(980 - 20 * pages);
  };
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
