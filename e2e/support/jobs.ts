/** Shares what the jobs of an analyst have in common, with a mouse, by keys and by touch. */
import { readFile } from "node:fs/promises";
import { type Download, expect, type Locator, type Page } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { quiet, row, rows } from "./feed";

/** The market of the tests ends on this day. */
export const MARKET_END = new Date("2026-11-01T12:00:00Z");
/**
 * It has no round in German or French healthcare since May, so the countries are the two of the same list that have
 * some: as many clicks, and 2 rows.
 */
export const SOUGHT =
  /\/funding\?since=2026-05-01&round=seed&round=series-a&countries=GB&countries=US&minAmountUsd=5000000&verticals=healthcare$/;
export const SOUGHT_ROWS = 2;

/** Sets a fixed day in an open facet, because one counted back from today leaves the market behind. */
export async function enterPeriod(filters: Locator, words: string): Promise<void> {
  const from = filters.getByLabel("Announced, from", { exact: true });
  await from.fill(words);
  await from.press("Enter");
}

export const palette = (page: Page) => page.getByRole("dialog", { name: "Command palette" });
export const exportPanel = (page: Page) => page.getByRole("dialog", { name: "Export rows" });
export const loadTimeline = (page: Page) => page.getByRole("button", { name: /^Load timeline/ });
export const loadTimelines = (page: Page) => page.getByRole("button", { name: /^Load 4 timelines/ });
export const readCompany = (page: Page, index: number) =>
  row(page, index).locator('[data-column="company"]').getByTestId("name").textContent();

/** The credits that a control says it costs. */
export async function price(control: Locator): Promise<number> {
  // Until the quote has arrived it is a rule: "1 + 1 per event".
  await expect(control).toHaveText(/\d credits?$/);
  const text = (await control.textContent()) ?? "";
  const credits = Number(/(\d+) credits?$/.exec(text)?.[1]);
  expect(credits, text).toBeGreaterThan(0);
  return credits;
}

export async function companiesIn(file: Download): Promise<(string | undefined)[]> {
  const lines: Record<string, string>[] = parse(await readFile(await file.path()), { bom: true, columns: true });
  return lines.map(({ Company }) => Company);
}

export const companiesShown = (page: Page) =>
  rows(page).locator('[data-column="company"]').getByTestId("name").allTextContents();

export async function command(page: Page, text: string): Promise<void> {
  // A page that has just been loaded listens to no keys yet.
  await quiet(page);
  await page.keyboard.press("Control+k");
  await expect(palette(page).getByRole("combobox")).toBeFocused();
  await page.keyboard.type(text);
}
