/** Counts, sums and charts over everything that matches, as it is installed: they are free and respect the other filters. */
import type { Locator, Page } from "@playwright/test";
import { panel, quiet } from "./support/feed";
import { expect, test } from "./support/test";

const counts = (page: Page) => page.getByTestId("result-counts");
const strip = (page: Page): Locator => page.getByRole("region", { name: "Charts" });

/** Finds the row of a value with its count: `Seed`, `1,284`. */
const value = (page: Page, title: string) =>
  panel(page).getByRole("checkbox", { name: title, exact: true }).locator("xpath=ancestor::label/..");

async function readCount(page: Page, title: string): Promise<number> {
  const text = (await value(page, title).textContent()) ?? "";
  return Number(/[\d,]+$/.exec(text)?.[0].replaceAll(",", "") ?? Number.NaN);
}

async function matching(page: Page): Promise<number> {
  return Number(
    /([\d,]+) matching/.exec((await counts(page).textContent()) ?? "")?.[1]?.replaceAll(",", "") ?? Number.NaN,
  );
}

async function openFeed(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByText(/^Counts: all matches/).filter({ visible: true })).toBeVisible();
  await quiet(page);
}

async function openRounds(page: Page): Promise<void> {
  await panel(page)
    .getByRole("button", { name: /^Round/ })
    .click();
  await expect(value(page, "Seed")).toHaveText(/\d$/);
}

test("a count says how many rows a value finds under the other filters, and costs nothing", async ({
  page,
  dashboard,
}) => {
  await openFeed(page, "/funding");
  await openRounds(page);
  const everything = await matching(page);
  const seed = await readCount(page, "Seed");
  expect(seed).toBeGreaterThan(5);
  await value(page, "Seed").getByRole("checkbox").check();
  await expect.poll(() => matching(page)).toBe(seed);
  // Its own filter is excluded: the other rounds keep their counts.
  const seriesA = await readCount(page, "Series A");
  expect(seriesA).toBeGreaterThan(0);
  await value(page, "Series A").getByRole("checkbox").check();
  await expect.poll(() => matching(page)).toBe(seed + seriesA);
  expect(seed + seriesA).toBeLessThan(everything);
  await expect(counts(page)).toContainText(/about \$[\d.]+(m|bn) in all·about \$[\d.]+(k|m) median/);
  expect(await dashboard.account.balance()).toBe(1_000);
});

test("values keep their places while one of them is chosen, and a long list is ranked by the other filters", {
  tag: "@long",
}, async ({ page }) => {
  const read = (facet: string) =>
    panel(page)
      .getByRole("group", { name: facet, exact: true })
      .getByRole("checkbox")
      .evaluateAll((all) => all.map((one) => one.closest("label")?.parentElement?.textContent ?? ""));
  const numbers = async () => (await read("Country")).map((text) => Number(/[\d,]+$/.exec(text)?.[0].replace(",", "")));
  const isRanked = async () => {
    const all = await numbers();
    return all.length > 0 && all.every((number, index) => index === 0 || number <= (all[index - 1] ?? 0));
  };
  await openFeed(page, "/funding");
  await openRounds(page);
  await expect.poll(isRanked).toBe(true);
  const [rounds, countries] = [(await read("Round")).length, await read("Country")];
  const last = panel(page).getByRole("group", { name: "Country", exact: true }).getByRole("checkbox").last();
  await last.check();
  await expect(page).toHaveURL(/countries=/);
  await quiet(page);
  expect(await read("Country")).toEqual(countries);
  await value(page, "Series D").getByRole("checkbox").check();
  await expect.poll(() => matching(page)).toBeLessThan(200);
  await expect.poll(isRanked).toBe(true);
  expect(await read("Round")).toHaveLength(rounds);
  await panel(page)
    .getByRole("button", { name: /^\d+ more/ })
    .first()
    .click();
  await expect.poll(isRanked).toBe(true);
  await page.goto("/funding?round=series-d&countries=IS&minAmountUsd=900000000");
  await expect.poll(() => matching(page)).toBe(0);
  await expect(value(page, "United States")).toHaveText(/0$/);
});

test("the chart is drawn over all matches, and a press on a column filters for free", { tag: "@long" }, async ({
  page,
  dashboard,
}) => {
  await openFeed(page, "/funding?round=seed");
  const total = await matching(page);
  await expect(strip(page)).toContainText(`${total.toLocaleString("en")} matching rows · 0 owned · about $`);
  const columns = strip(page).getByRole("application").getByRole("button");
  await expect(columns.first()).toBeVisible();
  const recent = await columns.count();
  // Few old rows are not drawn at first.
  await strip(page).getByRole("button", { name: "All years" }).click();
  await expect.poll(() => columns.count()).toBeGreaterThan(recent);
  const named = await columns.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? ""));
  const rows = named.map((name) => Number(/([\d,]+) matching row/.exec(name)?.[1]?.replaceAll(",", "") ?? 0));
  expect(rows.reduce((sum, one) => sum + one, 0)).toBe(total);
  await columns.last().click();
  await expect(page).toHaveURL(/since=\d{4}-\d{2}-\d{2}&until=/);
  await expect.poll(() => matching(page)).toBe(rows.at(-1));
  expect(await dashboard.account.balance()).toBe(1_000);
});

test("on a phone the drawer says how many rows its filters would find before they are applied", {
  tag: "@long",
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/funding");
  await expect.poll(() => matching(page)).toBeGreaterThan(1_000);
  await page
    .getByRole("button", { name: /^Filters/ })
    .filter({ visible: true })
    .click();
  const drawer = page.getByRole("dialog", { name: "Filters" });
  await drawer.getByRole("button", { name: /^Round/ }).click();
  await drawer.getByRole("checkbox", { name: "Seed", exact: true }).check();
  await expect(drawer.getByText(/^[\d,]+ rows found \(free\)/)).toBeVisible();
  await expect(page).not.toHaveURL(/round=/);
});
