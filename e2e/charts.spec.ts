/** The charts over a feed's rows: what they say, and that a press on one is a filter like any other. */
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { expectClean } from "./support/axe";
import { buyNext, explored, openFeed, result, rows, watch } from "./support/feed";
import { expect, test } from "./support/test";

const strip = (page: Page): Locator => page.getByRole("region", { name: "Charts" });
const choose = (page: Page, title: string): Promise<void> =>
  strip(page).getByRole("group", { name: "Chart", exact: true }).getByText(title, { exact: true }).click();

/** A point of the window at which a country of the map lies: its box holds mostly others. */
function findPoint(map: Element, code: string): { x: number; y: number } {
  const { left, top, right, bottom } = map.getBoundingClientRect();
  for (let y = top; y < bottom; y += 2)
    for (let x = left; x < right; x += 2)
      if (document.elementFromPoint(x, y)?.getAttribute("data-code") === code) return { x, y };
  throw new Error(`${code} is nowhere on the map`);
}

const tooltip = (page: Page): Locator => strip(page).getByTestId("chart-tooltip");

test("the strip shows all that matches, and what of it is owned", async ({ page, openOwned }) => {
  await openOwned();
  const { matching } = await result(page);
  await expect(strip(page).getByRole("heading", { name: "Amount per year" })).toBeVisible();
  const all = `${matching.toLocaleString("en")} matching rows`;
  await expect(strip(page)).toContainText(new RegExp(`${all} · 20 owned · about \\$[\\d.]+bn`));
  // A few old rounds are not drawn at first.
  const chart = strip(page).getByRole("application", { name: "Amount per year, each period a filter" });
  await expect(chart.getByRole("button").first()).toBeVisible();
  const recent = await chart.getByRole("button").count();
  await strip(page).getByRole("button", { name: "All years" }).click();
  await expect.poll(() => chart.getByRole("button").count()).toBeGreaterThan(recent);
  const named = await chart
    .getByRole("button")
    .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? ""));
  const inYears = named.map((name) => Number(/([\d,]+) matching row/.exec(name)?.[1]?.replace(",", "") ?? 0));
  expect(inYears.reduce((sum, one) => sum + one, 0)).toBe(matching);
  await buyNext(page, 40);
  await expect(strip(page)).toContainText(`${all} · 40 owned`);
  // Also next to a legend that leaves it little room, nothing of the caption is cut.
  await page.setViewportSize({ width: 1120, height: 800 });
  const caption = strip(page).getByText(all).first();
  expect(await caption.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  // Letters may reach a little below the last line; a hidden line would be 12 px.
  expect(await caption.evaluate((one) => one.scrollHeight - one.clientHeight)).toBeLessThan(6);
});

test("a press on a year filters by its days, for free, and going back clears that", async ({ page, dashboard }) => {
  await openFeed(page);
  const before = await result(page);
  await strip(page).getByRole("button", { name: /^2025/ }).click();
  await expect(page).toHaveURL(/\?since=2025-01-01&until=2025-12-31$/);
  await explored(page);
  const dates = await rows(page).locator('[data-column="announced"]').allTextContents();
  expect(dates.length).toBeGreaterThan(10);
  expect(dates.filter((date) => !/^\d+ \w+ 25\d/.test(date))).toEqual([]);
  await expect(strip(page).getByRole("heading", { name: "Amount per month" })).toBeVisible();

  await page.goBack();
  await expect.poll(() => result(page)).toEqual(before);
  expect(await dashboard.account.balance()).toBe(1_000);
});

test("dragging over years, or Shift and arrows, filters by all of them, without a request before", {
  tag: "@long",
}, async ({ page }) => {
  await openFeed(page);
  await explored(page);
  const chart = strip(page).getByRole("application");
  const years = chart.getByRole("button");
  await expect(years.first()).toBeVisible();
  const total = await years.count();
  const [from, to] = [await years.nth(total - 4).boundingBox(), await years.nth(total - 2).boundingBox()];
  const year = async (index: number) => ((await years.nth(index).getAttribute("aria-label")) ?? "").slice(0, 4);
  const [first, last] = [await year(total - 4), await year(total - 2)];
  if (from === null || to === null) throw new Error("The chart has no years");
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.mouse.move(from.x + 5, from.y + 40);
  await page.mouse.down();
  await page.mouse.move(to.x + 5, to.y + 40, { steps: 5 });
  const brush = strip(page).getByTestId("brush");
  await expect(brush).toContainText(`${first} – ${last}: about $`);
  await expect(brush).toContainText("Filter: 0 credits");
  expect(requests.filter((url) => url.includes("/api/"))).toEqual([]);
  await page.mouse.up();
  await expect(page).toHaveURL(`/funding?since=${first}-01-01&until=${last}-12-31`);

  await page.goBack();
  await explored(page);
  await expect(years).toHaveCount(total);
  await page.mouse.move(0, 0);
  await chart.focus();
  await page.keyboard.press("ArrowRight");
  for (let presses = 0; presses < 2; presses++) await page.keyboard.press("Shift+ArrowRight");
  const [second, fourth] = [await year(1), await year(3)];
  await expect(brush).toContainText(`${second} – ${fourth}:`);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/funding?since=${second}-01-01&until=${fourth}-12-31`);
});

test("a press on the only remaining day clears the filter", { tag: "@long" }, async ({ page }) => {
  await page.goto("/funding?since=2026-10-20&until=2026-10-20");
  await expect(strip(page).getByRole("button", { name: /^20 Oct 2026/ })).toHaveAttribute("aria-pressed", "true");
  await strip(page)
    .getByRole("button", { name: /^20 Oct 2026/ })
    .click();
  await expect(page).toHaveURL(/\/funding$/);
});

test("countries are filters on the map and in the list next to it", { tag: "@long" }, async ({ page, dashboard }) => {
  await openFeed(page);
  await choose(page, "Country");
  const map = strip(page).getByRole("img", { name: /^Map of \d+ countries/ });
  await expect(map.locator('path[data-code="US"]')).toHaveCount(1);
  const place = await map.evaluate(findPoint, "US");
  await page.mouse.click(place.x, place.y);
  await expect(page).toHaveURL(/\/funding\?countries=US$/);
  await explored(page);
  const bars = strip(page).getByRole("application", { name: "Amount by country, over matching rows" });
  const country = bars.getByRole("button", { name: /^United States/ });
  await expect(country).toHaveAttribute("aria-pressed", "true");
  await expect(bars.getByRole("button")).toHaveCount(1);
  // The first of the bars is the active one when they have the focus.
  await page.mouse.move(0, 0);
  await bars.focus();
  await expect(tooltip(page)).toContainText("Filter: 0 credits");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/funding$/);
  await explored(page);
  expect(await dashboard.account.balance()).toBe(1_000);
});

test("rounds, industries and targets are filters; investors, for whom there is none, are not", {
  tag: "@long",
}, async ({ page, openOwned }) => {
  await openFeed(page);
  await choose(page, "Round");
  await strip(page).getByRole("button", { name: /^Seed/ }).click();
  await expect(page).toHaveURL(/\/funding\?round=seed$/);
  await explored(page);
  await choose(page, "Industry");
  const industries = strip(page).getByRole("application", { name: /by industry, over matching rows$/ });
  await industries.getByRole("button").first().click();
  await expect(page).toHaveURL(/round=seed&industryGroups=/);
  await openOwned();
  await choose(page, "Investors");
  await expect(strip(page).getByRole("heading", { name: "Count by investors" })).toBeVisible();
  const investors = strip(page).getByRole("table", { name: /^Count by investors/ });
  await expect.poll(() => investors.getByRole("row").count()).toBeGreaterThan(6);
  await expect(strip(page).getByRole("application").getByRole("button")).toHaveCount(0);
  await openFeed(page, "/acquisitions");
  await choose(page, "Payment");
  await strip(page)
    .getByRole("button", { name: /^Undisclosed|^undisclosed/ })
    .click();
  await expect(page).toHaveURL(/\/acquisitions\?paymentType=undisclosed$/);
});

test("a chart is one stop of the Tab key; arrows go along it with a tooltip, and Enter filters", {
  tag: "@long",
}, async ({ page }) => {
  await openFeed(page);
  const chart = strip(page).getByRole("application");
  const months = chart.getByRole("button");
  const readName = async (index: number) => (await months.nth(index).getAttribute("aria-label")) ?? "";
  const secondYear = (await readName(1)).slice(0, 4);
  await strip(page).getByTestId("legend").getByRole("button").last().focus();
  await page.keyboard.press("Tab");
  await expect(chart).toBeFocused();
  await expect(tooltip(page)).toContainText(await readName(0));
  for (let presses = 0; presses < 2; presses++) await page.keyboard.press("ArrowRight");
  await expect(tooltip(page)).toContainText(await readName(2));
  await page.keyboard.press("ArrowLeft");
  await expect(tooltip(page)).toContainText(await readName(1));
  await expect(tooltip(page)).toContainText("Filter: 0 credits");
  await page.keyboard.press("Tab");
  await expect(chart).not.toBeFocused();
  await expect(tooltip(page)).toBeHidden();
  await page.keyboard.press("Shift+Tab");
  // The first Enter shows where one was.
  await page.keyboard.press("Enter");
  await expect(tooltip(page)).toContainText(await readName(1));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/funding?since=${secondYear}-01-01&until=${secondYear}-12-31`);
});

test("a column shows its parts and its price under the pointer, and the legend switches a part off", async ({
  page,
}) => {
  await openFeed(page, "/acquisitions");
  await strip(page).getByText("Count", { exact: true }).click();
  await strip(page)
    .getByRole("button", { name: /matching row/ })
    .last()
    .hover();
  await expect(tooltip(page)).toContainText("Filter: 0 credits");
  const part = (await tooltip(page).getByRole("term").first().textContent()) ?? "";
  const legend = strip(page).getByTestId("legend").getByRole("button", { name: part });
  await legend.click();
  await expect(legend).toHaveAttribute("aria-pressed", "false");
  await strip(page)
    .getByRole("button", { name: /matching row/ })
    .last()
    .hover();
  await expect(tooltip(page)).toBeVisible();
  await expect(tooltip(page).getByRole("term").filter({ hasText: part })).toHaveCount(0);
});

test("the map is zoomed by wheel and buttons, and panned; a drag is no filter", { tag: "@long" }, async ({ page }) => {
  await openFeed(page);
  await choose(page, "Country");
  const map = strip(page).getByRole("img", { name: /^Map of \d+ countries/ });
  await expect(map.locator('path[data-code="US"]')).toHaveCount(1);
  const readWidth = async () => (await map.locator('path[data-code="US"]').boundingBox())?.width ?? 0;
  const before = await readWidth();
  await strip(page).getByRole("button", { name: "Zoom in" }).click();
  await expect.poll(readWidth).toBeGreaterThan(1.5 * before);
  await strip(page).getByRole("button", { name: "Show the whole world" }).click();
  await expect.poll(readWidth).toBe(before);
  const { x, y } = await map.evaluate(findPoint, "US");
  await page.mouse.move(x, y);
  await expect(tooltip(page)).toContainText(/^United States: .*Filter: 0 credits$/);
  await page.mouse.wheel(0, -600);
  await expect.poll(readWidth).toBeGreaterThan(2 * before);
  const left = async () => (await map.locator('path[data-code="US"]').boundingBox())?.x ?? 0;
  const start = await left();
  await page.mouse.down();
  await page.mouse.move(x + 60, y, { steps: 4 });
  await page.mouse.up();
  await expect.poll(left).toBeGreaterThan(start + 30);
  await expect(page).toHaveURL(/\/funding$/);
});

test("when folded it stays folded, without a layout shift on the next load either way", { tag: "@long" }, async ({
  page,
}) => {
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
  expect([await height(), await shifts()]).toEqual([200, []]);
  // The area of a period is as high as the plot.
  const plot = strip(page).getByRole("application").getByRole("button").first();
  expect((await plot.boundingBox())?.height).toBeGreaterThanOrEqual(120);
  const caption = strip(page)
    .getByText(/matching rows/)
    .first();
  expect(await caption.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  await strip(page).getByRole("button", { name: "Charts" }).click();
  expect(await height()).toBe(28);
  await page.reload();
  await explored(page);
  expect([await height(), await shifts()]).toEqual([28, []]);
  await expect(strip(page).getByRole("button", { name: "Charts" })).toHaveAttribute("aria-expanded", "false");
  await strip(page).getByRole("button", { name: "Charts" }).click();
  const { matching } = await result(page);
  await expect(strip(page)).toContainText(`${matching.toLocaleString("en")} matching rows`);
  await page.reload();
  await explored(page);
  expect([await height(), await shifts()]).toEqual([200, []]);

  const handle = strip(page).getByRole("separator", { name: "Height of the charts" });
  const box = await handle.boundingBox();
  if (box === null) throw new Error("The charts have no handle");
  await page.mouse.move(box.x + 200, box.y + 4);
  await page.mouse.down();
  await page.mouse.move(box.x + 200, box.y + 84, { steps: 4 });
  await page.mouse.up();
  expect(await height()).toBe(280);
  await handle.press("ArrowUp");
  expect(await height()).toBe(264);
  await page.reload();
  await explored(page);
  expect([await height(), await shifts()]).toEqual([264, []]);
});

test("a wide window has a second chart, whose breakdown is remembered; a sheet takes its place", {
  tag: "@long",
}, async ({ page }) => {
  await page.setViewportSize({ width: 1600, height: 900 });
  await openFeed(page);
  await explored(page);
  const charts = strip(page).getByTestId("chart");
  const second = strip(page).getByRole("group", { name: "Second chart" });
  await expect(second.getByRole("radio", { name: "Industry" })).toBeChecked();
  await expect(strip(page).getByRole("application", { name: "Amount by industry, over matching rows" })).toBeVisible();
  await second.getByText("Round", { exact: true }).click();
  const rounds = strip(page).getByRole("application", { name: "Amount by round, over matching rows" });
  await expect(rounds.getByRole("button", { name: /^Seed: about \$[\d.]+\w+ in [\d,]+ matching rows/ })).toBeVisible();
  await page.reload();
  await expect(rounds).toBeVisible();
  await expect(charts).toHaveCount(2);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(charts).toHaveCount(1);
});

test("a chart fills the window until Escape, which gives the focus back, and is saved as a picture", {
  tag: "@long",
}, async ({ page }) => {
  await watch(page);
  await page.goto("/funding?round=seed");
  await explored(page);
  const menu = strip(page).getByRole("button", { name: "Chart menu" });
  const dialog = page.getByRole("dialog", { name: "Funding" });
  await menu.click();
  await page.getByRole("menuitem", { name: "Full screen" }).click();
  const plot = dialog.getByRole("application", { name: "Amount per year, each period a filter" });
  await expect.poll(async () => (await plot.boundingBox())?.height).toBeGreaterThan(500);
  await expectClean(page, "a chart in full screen", "dialog[open]");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(menu).toBeFocused();
  for (const [format, begins] of [
    ["PNG", "\u0089PNG"],
    ["SVG", "<svg"],
  ] as const) {
    await menu.click();
    const download = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: `Save as ${format}` }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(
      new RegExp(`^dealflow-funding-amount-per-year-round-seed-[\\d-]+-rows\\.${format.toLowerCase()}$`),
    );
    expect((await readFile(await file.path())).toString("latin1")).toMatch(new RegExp(`^${begins}`));
  }
});

test("the longest of ranked bars leaves its number the room that it needs, and no more", {
  tag: "@long",
}, async ({ page }) => {
  await openFeed(page, "/investors");
  const chart = strip(page).getByRole("application").first();
  await expect(chart.getByTestId("bar").first()).toBeVisible();
  const right = (element: Element) => element.getBoundingClientRect().right;
  const rights = (elements: Element[]) => Math.max(...elements.map((one) => one.getBoundingClientRect().right));
  const end = await chart.evaluate(right);
  expect(end - (await chart.getByTestId("bar").evaluateAll(rights))).toBeLessThan(60);
  expect(await chart.locator("text").evaluateAll(rights)).toBeLessThanOrEqual(end);
});
