/** Periods: typed in words, chosen in a calendar. What cannot be read changes nothing. */
import type { Page } from "@playwright/test";
import { explored, openFeed, panel, quiet, rows } from "./support/feed";
import { expect, test } from "./support/test";

const facet = (page: Page) => panel(page).getByRole("group", { name: "Announced", exact: true });
const from = (page: Page) => facet(page).getByLabel("Announced, from", { exact: true });

async function open(page: Page): Promise<void> {
  await openFeed(page);
  await facet(page)
    .getByRole("button", { name: /^Announced/ })
    .first()
    .click();
}

async function enter(page: Page, text: string): Promise<void> {
  await from(page).fill(text);
  await from(page).press("Enter");
}

test("a period is typed in words, and what cannot be read says so and loses nothing", { tag: "@long" }, async ({
  page,
  dashboard,
}) => {
  await open(page);
  const typed: [text: string, search: string][] = [
    ["6 months", "since=-6mo"],
    ["180d", "since=-180d"],
    ["May 2026", "since=2026-05-01&until=2026-05-31"],
    ["Q1 2026", "since=2026-01-01&until=2026-03-31"],
    ["since March 2026", "since=2026-03-01"],
    ["22/05/2026", "since=2026-05-22"],
  ];
  for (const [text, search] of typed) {
    await enter(page, text);
    await expect(page).toHaveURL(new RegExp(`\\?${search}$`));
  }
  await enter(page, "05/06/2026");
  await expect(page).toHaveURL(/since=2026-06-05$/);
  await expect(facet(page).getByRole("status")).toHaveText("Read as 5 Jun 2026, day first.");

  await enter(page, "5 bananas");
  await expect(facet(page).getByRole("alert")).toHaveText(/^“5 bananas” is not a date\./);
  await expect(from(page)).toHaveValue("5 bananas");
  await expect(page).toHaveURL(/since=2026-06-05$/);
  await quiet(page);
  expect(await dashboard.account.balance()).toBe(1_000);
});

test("a period is chosen in the calendar by keys, and is a filter when it is applied", async ({ page }) => {
  await open(page);
  await enter(page, "May 2026");
  await expect(page).toHaveURL(/since=2026-05-01&until=2026-05-31$/);
  await expect(from(page)).toHaveValue("2026-05-01");
  // A field has room for a whole date.
  expect(await from(page).evaluate((field) => field.scrollWidth - field.clientWidth)).toBe(0);

  await facet(page).getByRole("button", { name: "Announced, calendar" }).click();
  const calendar = page.getByRole("dialog", { name: "Announced, calendar" });
  await expect(calendar.getByRole("button", { name: /May 1st, 2026/ })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(calendar).toContainText(/8 May.* to 10 May/);
  await expect(page).toHaveURL(/since=2026-05-01&until=2026-05-31$/);
  await calendar.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(/since=2026-05-08&until=2026-05-10$/);
  await expect(facet(page).getByRole("button", { name: "Announced, calendar" })).toBeFocused();
  await explored(page);
  const dates = await rows(page).locator('[data-column="announced"]').allTextContents();
  expect(dates.filter((date) => !/^(8|9|10) May/.test(date))).toEqual([]);
});
