/** The charts over a feed's rows: what they say, and that a press on one is a filter like any other. */
import type { Locator, Page } from "@playwright/test";
import { loaded, meter, quiet, result, rows, watch, watchPurchases } from "./support/feed";
import { expect, test } from "./support/test";

const strip = (page: Page): Locator => page.getByRole("region", { name: "Charts" });
const choose = (page: Page, title: string): Promise<void> =>
  strip(page).getByRole("group", { name: "Chart", exact: true }).getByText(title, { exact: true }).click();

/** A point of the window at which a country of the map lies: its box holds mostly others. */
function pointOf(map: Element, code: string): { x: number; y: number } {
  const { left, top, right, bottom } = map.getBoundingClientRect();
  for (let y = top; y < bottom; y += 2)
    for (let x = left; x < right; x += 2)
      if (document.elementFromPoint(x, y)?.getAttribute("data-code") === code) return { x, y };
  throw new Error(`${code} is nowhere on the map`);
}

/** They are folded until someone unfolds them, and then stay so. */
test.beforeEach(async ({ context, baseURL }) => {
  if (baseURL === undefined) throw new Error("the dashboard has no address");
  await context.addCookies([{ name: "charts", value: "open", url: baseURL }]);
});

async function openFeed(page: Page, path = "/funding"): Promise<void> {
  watch(page);
  await page.goto(path);
  await loaded(page, 20);
  await quiet(page);
}

test("the strip shows what is loaded, and since when", async ({ page }) => {
  await openFeed(page);
  await expect(strip(page).getByRole("heading", { name: "Amount per month" })).toBeVisible();
  await expect(strip(page)).toContainText(/20 loaded rows · \$[\d.]+(m|bn)/);
  await expect(strip(page)).toContainText(/Before \d+ \w+ 2026: not loaded/);
  const months = strip(page).getByRole("group", { name: "Periods, each a filter" }).getByRole("button");
  const named = await months.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? ""));
  const inMonths = named.map((name) => Number(/in (\d+) loaded row/.exec(name)?.[1] ?? 0));
  expect(inMonths.reduce((sum, one) => sum + one, 0)).toBe(20);
  expect(named.filter((name) => name.endsWith(": not loaded")).length).toBeGreaterThan(8);
  await page.getByTestId("result-line").getByRole("button", { name: "Load 20 more" }).click();
  await loaded(page, 40);
  await expect(strip(page)).toContainText("40 loaded rows");
});

test("a press on a month filters by its days: 20 credits for what was not loaded, and none to go back", async ({
  page,
  dashboard,
}) => {
  await openFeed(page);
  const bought = watchPurchases(page);
  expect(await dashboard.account.balance()).toBe(980);
  const before = await result(page);
  await strip(page)
    .getByRole("button", { name: /^Mar 2026/ })
    .click();
  await expect(page).toHaveURL(/\?since=2026-03-01&until=2026-03-31$/);
  await loaded(page, 20);
  await quiet(page);
  expect(bought).toHaveLength(1);
  expect(await dashboard.account.balance()).toBe(960);
  expect((await meter(page)).balance).toBe(960);
  const dates = await rows(page).locator('[data-column="announced"]').allTextContents();
  expect(dates.length).toBeGreaterThan(10);
  expect(dates.filter((date) => !date.includes(" Mar"))).toEqual([]);
  await expect(strip(page).getByRole("heading", { name: "Amount per day" })).toBeVisible();

  await page.goBack();
  await loaded(page, 20);
  expect(await result(page)).toEqual(before);
  expect(bought).toHaveLength(1);
  expect(await dashboard.account.balance()).toBe(960);
});

test("a press on the only remaining day clears the filter", async ({ page }) => {
  watch(page);
  await page.goto("/funding?since=2026-10-20&until=2026-10-20");
  await expect(strip(page).getByRole("button", { name: /^20 Oct 2026/ })).toHaveAttribute("aria-pressed", "true");
  await strip(page)
    .getByRole("button", { name: /^20 Oct 2026/ })
    .click();
  await expect(page).toHaveURL(/\/funding$/);
});

test("countries are filters on the map and in the list beside it", async ({ page, dashboard }) => {
  await openFeed(page);
  const bought = watchPurchases(page);
  await choose(page, "Country");
  const map = strip(page).getByRole("img", { name: /^Map of \d+ countries/ });
  await expect(map.locator('path[data-code="US"]')).toHaveCount(1);
  const place = await map.evaluate(pointOf, "US");
  await page.mouse.click(place.x, place.y);
  await expect(page).toHaveURL(/\/funding\?countries=US$/);
  await loaded(page, 20);
  await quiet(page);
  const country = strip(page)
    .getByRole("list")
    .getByRole("button", { name: /^United States/ });
  await expect(country).toHaveAttribute("aria-pressed", "true");
  await expect(strip(page).getByRole("list").getByRole("button")).toHaveCount(1);
  expect(await dashboard.account.balance()).toBe(960);
  await country.press("Enter");
  await expect(page).toHaveURL(/\/funding$/);
  await loaded(page, 20);
  expect(bought).toHaveLength(1);
  expect(await dashboard.account.balance()).toBe(960);
});

test("rounds, industries and targets are filters; investors, for whom there is none, are not", async ({ page }) => {
  await openFeed(page);
  await choose(page, "Round");
  await strip(page).getByRole("button", { name: /^Seed/ }).click();
  await expect(page).toHaveURL(/\/funding\?round=seed$/);
  await loaded(page, 20);
  await choose(page, "Industry");
  await strip(page).getByRole("list").getByRole("button").first().click();
  await expect(page).toHaveURL(/round=seed&industryGroups=/);
  await page.goto("/funding");
  await loaded(page, 20);
  await choose(page, "Investors");
  await expect(strip(page).getByRole("heading", { name: "Count by investors" })).toBeVisible();
  await expect.poll(() => strip(page).getByRole("listitem").count()).toBeGreaterThan(5);
  await expect(strip(page).getByRole("list").getByRole("button")).toHaveCount(0);
  await page.goto("/acquisitions");
  await loaded(page, 20);
  await choose(page, "Payment");
  await strip(page)
    .getByRole("button", { name: /^Undisclosed|^undisclosed/ })
    .click();
  await expect(page).toHaveURL(/\/acquisitions\?paymentType=undisclosed$/);
});

test("many columns are one stop of the Tab key, and arrows go from one to the next", async ({ page }) => {
  await openFeed(page);
  const periods = strip(page).getByRole("group", { name: "Periods, each a filter" });
  await periods.getByRole("button").first().focus();
  await page.keyboard.press("End");
  await expect(periods.getByRole("button").last()).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(periods.getByRole("button").nth(-2)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(periods.getByRole("button").and(page.locator(":focus"))).toHaveCount(0);
  await page.keyboard.press("Shift+Tab");
  await expect(periods.getByRole("button").nth(-2)).toBeFocused();
});

test("when folded it stays folded, without a layout shift on the next load either way", async ({ page }) => {
  await page.addInitScript(() => {
    const moved: string[] = [];
    Reflect.set(window, "shifts", moved);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (Reflect.get(entry, "hadRecentInput")) continue;
        for (const { node } of Reflect.get(entry, "sources") ?? []) {
          const element = node instanceof Element ? node : node?.parentElement;
          moved.push(element?.outerHTML.slice(0, 160) ?? "");
        }
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  const shifts = () => page.evaluate(() => Reflect.get(window, "shifts"));
  await openFeed(page);
  const height = async () => (await strip(page).boundingBox())?.height;
  expect([await height(), await shifts()]).toEqual([112, []]);
  await strip(page).getByRole("button", { name: "Charts" }).click();
  expect(await height()).toBe(28);
  await page.reload();
  await loaded(page, 20);
  await quiet(page);
  expect([await height(), await shifts()]).toEqual([28, []]);
  await expect(strip(page).getByRole("button", { name: "Charts" })).toHaveAttribute("aria-expanded", "false");
  await strip(page).getByRole("button", { name: "Charts" }).click();
  await expect(strip(page)).toContainText("20 loaded rows");
  await page.reload();
  await loaded(page, 20);
  await quiet(page);
  expect([await height(), await shifts()]).toEqual([112, []]);
});
