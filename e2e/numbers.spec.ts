/** The numbers of one screen agree with each other, with the list of owned records and with an export. Nothing is spent. */
import { readFile } from "node:fs/promises";
import { FEEDS } from "@dealflow/contract/feeds";
import type { Page } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { buyElsewhere } from "./support/buy-elsewhere";
import { getCompanies } from "./support/companies";
import { openFeed, panel, quiet } from "./support/feed";
import { expect, test } from "./support/test";

const OTHER_FILTERS = "countries=US&since=2012-01-01";
const FILTERS = `round=seed&${OTHER_FILTERS}`;
const chart = (page: Page) => page.getByRole("region", { name: "Charts" });
const counts = (page: Page) => page.getByTestId("result-counts");

/** The numbers before these words in each of the texts; 0 where there are none. */
function numbers(texts: readonly string[], words: RegExp): number[] {
  return texts.map((text) => Number(words.exec(text)?.[1]?.replaceAll(",", "") ?? 0));
}

const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);

test("result line, line below the table, facets, chart, owned records and export count the same", async ({
  page,
  dashboard,
  stack,
}) => {
  // The oldest ones are owned, which are on no page that is loaded.
  const bought = await buyElsewhere(stack, dashboard, `${FEEDS.funding.path}?${FILTERS}&until=2021-12-31&limit=30`);
  const balance = await dashboard.account.balance();
  const owned = bought.length;
  expect([owned, balance]).toEqual([30, 970]);

  await openFeed(page, `/funding?${OTHER_FILTERS}`);
  await expect(counts(page)).toContainText(`·${owned} owned·`);
  const paragraph = await counts(page).elementHandle();
  const [all = 0] = numbers([(await counts(page).textContent()) ?? ""], /^([\d,]+) matching/);
  await panel(page)
    .getByRole("button", { name: /^Round/ })
    .click();
  await panel(page).getByRole("checkbox", { name: "Seed", exact: true }).check();
  await expect(counts(page)).not.toContainText(`${all.toLocaleString("en-US")} matching`);
  await expect(counts(page)).toContainText(`·${owned} owned·`);
  // Where the numbers of a page are late, a new paragraph would be its largest paint.
  expect(await paragraph?.evaluate((element) => element.isConnected)).toBe(true);
  const [matching = 0] = numbers([(await counts(page).textContent()) ?? ""], /^([\d,]+) matching/);
  expect(matching).toBeGreaterThan(owned + 60);
  await expect(page.getByText(new RegExp(`^Rows \\d+ to \\d+ of ${matching}$`))).toBeVisible();
  for (const [facet, value] of [
    [/^Round/, "Seed"],
    [/^Country/, "United States"],
  ] as const) {
    const label = panel(page).getByRole("checkbox", { name: value, exact: true }).locator("xpath=ancestor::label/..");
    if (!(await label.isVisible())) await panel(page).getByRole("button", { name: facet }).click();
    await expect(label).toHaveText(new RegExp(`\\D${matching}$`));
  }

  await expect(chart(page).getByTestId("chart")).toContainText(`${matching} matching rows · ${owned} owned · about $`);
  const columns = chart(page).getByRole("application").getByRole("button");
  const named = await columns.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? ""));
  expect(sum(numbers(named, /([\d,]+) matching rows?/))).toBe(matching);
  expect(sum(numbers(named, /\(([\d,]+) owned\)/))).toBe(owned);
  // Every record with a known amount is drawn, and the owned part is solid.
  const known = named.filter((name) => /: (about )?\$/.test(name));
  const bars = chart(page).getByTestId("bar");
  await expect
    .poll(() => bars.evaluateAll((all) => all.filter((bar) => bar.getBoundingClientRect().height > 0).length))
    .toBe(known.length);
  await expect(chart(page).locator("[data-owned]")).toHaveCount(
    named.filter((name) => /\$.* owned\)/.test(name)).length,
  );

  await page.getByRole("button", { name: "Export", exact: true }).click();
  await expect(page.getByText(`Exports the ${owned} records you own. ${matching - owned} more match.`)).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: `Export ${owned} rows 0 credits` }).click();
  const file = await readFile(await (await download).path());
  const exported: { readonly Announced: string }[] = parse(file, { bom: true, columns: true });
  expect(exported.map(({ Announced }) => Announced)).toEqual(bought.map(({ announcedAt }) => announcedAt.slice(0, 10)));

  await page.goto(`/owned/funding?${FILTERS}`);
  await expect(counts(page)).toHaveText(`${owned} owned`);
  await quiet(page);
  expect(await dashboard.account.balance()).toBe(balance);
});

test("a purchase is counted among all that is owned, and its amount is exact from then on", { tag: "@long" }, async ({
  page,
}) => {
  await page.goto("/funding?round=series-b&countries=GB&since=2025-01-01");
  await expect(counts(page)).toContainText("·0 owned·");
  await expect(counts(page)).toContainText("about $");
  const [matching = 0] = numbers([(await counts(page).textContent()) ?? ""], /^([\d,]+) matching/);
  expect(matching).toBeLessThanOrEqual(20);
  await page
    .getByTestId("result-line")
    .getByRole("button", { name: /^Reveal / })
    .click();
  await expect(counts(page)).toContainText(`·${matching} owned·`);
  await expect(counts(page)).not.toContainText("about");
  await expect(chart(page).getByTestId("chart")).toContainText(`${matching} matching rows · ${matching} owned · $`);
});

test("the page of a company prices what is new of its timeline, and says what was charged", { tag: "@long" }, async ({
  page,
  dashboard,
  stack,
}) => {
  const [company] = await getCompanies(stack);
  if (company === undefined) throw new Error("the market has companies");
  const { id, events, price } = company;
  await buyElsewhere(stack, dashboard, `${FEEDS.funding.path}?companyId=${id}&limit=100`);
  const before = await dashboard.account.balance();
  const cost = price - events.funding;
  await page.goto(`/companies/${id}`);
  await expect(page.getByTestId("company-prices")).toContainText(`Fundingowned`);
  await page.getByRole("button", { name: `Load timeline ${cost} credits` }).click();
  await expect(page.getByTestId("company-metrics")).toContainText(`Events${price - 1}${cost} credits, bought `);
  expect(await dashboard.account.balance()).toBe(before - cost);
});

test("a comparison explains a price so that it adds up, and says what its empty field lacks", { tag: "@long" }, async ({
  page,
  dashboard,
  stack,
}) => {
  const [first, second] = await getCompanies(stack);
  if (first === undefined || second === undefined) throw new Error("the market has companies");
  await buyElsewhere(stack, dashboard, `${FEEDS.funding.path}?companyId=${first.id}&limit=1`);
  await page.goto(`/compare?id=${first.id}&id=${second.id}`);
  const figures = page.getByRole("table", { name: "Figures of the companies" });
  await expect(figures).toContainText(
    `Company + ${first.price - 1} events, 1 already owned: ${first.price - 1} credits`,
  );
  await expect(figures).toContainText(`Company + ${second.price - 1} events: ${second.price} credits`);
  await page.getByRole("button", { name: "Add 0 credits" }).click();
  const field = page.getByRole("combobox", { name: "Company", exact: true });
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveAccessibleDescription("Enter an id, domain, name or profile URL.");
  await page.getByRole("checkbox", { name: "Exec moves" }).focus();
  await expect(field).toHaveAttribute("aria-invalid", "false");
});
