/** Tests what the table does with loaded rows and with its columns, by mouse and by keys: none of it costs a credit. */
import type { Page } from "@playwright/test";
import {
  buyNext,
  grid,
  openFeed,
  owned,
  quiet,
  row,
  rows,
  SMALL,
  scroller,
  sheet,
  watchPurchases,
} from "./support/feed";
import { expect, test } from "./support/test";

const header = (page: Page, name: string) => grid(page).getByRole("columnheader", { name });
const selected = (page: Page) => page.getByRole("toolbar", { name: "Selected rows" });
const menu = (page: Page) => page.getByRole("menu");
const headers = (page: Page) =>
  grid(page)
    .getByRole("columnheader")
    .and(page.locator("[data-column]"))
    .evaluateAll((all) => all.map((cell) => cell.getAttribute("data-column")));

const dollars = (text: string) => {
  const [, metric = "", unit = ""] = /^\$([\d.]+)(k|m|bn)?$/.exec(text) ?? [];
  return Number(metric) * ({ k: 1e3, m: 1e6, bn: 1e9 }[unit] ?? 1);
};

test("a checkbox selects all loaded rows, and Shift a range of them, without marking text", { tag: "@long" }, async ({
  page,
  dashboard,
  openOwned,
}) => {
  await openOwned(SMALL.path, SMALL.rows);
  const all = grid(page).getByRole("checkbox", { name: "Select all loaded rows" });
  const box = (index: number) => row(page, index).getByRole("gridcell").first();
  await box(2).click();
  await expect(all).toHaveJSProperty("indeterminate", true);
  await box(6).click({ modifiers: ["Shift"] });
  await expect(selected(page)).toContainText("5 selected");
  expect(await page.evaluate(() => window.getSelection()?.isCollapsed)).toBe(true);
  await expect(row(page, 4)).toHaveAttribute("aria-selected", "true");
  await expect(row(page, 7)).toHaveAttribute("aria-selected", "false");
  await all.focus();
  await page.keyboard.press("Space");
  await expect(selected(page)).toContainText(`${SMALL.rows} selected`);
  await expect(all).toBeChecked();
  await page.keyboard.press("Space");
  await expect(selected(page)).toHaveCount(0);
  await expect(sheet(page)).toHaveCount(0);
  expect(await dashboard.account.balance()).toBe(1_000 - SMALL.rows);
});

test("the companies of selected rows are compared and watched, and their rows copied", async ({
  page,
  context,
  dashboard,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openFeed(page, "/funding?enrichedOnly=true&minAmountUsd=1000000");
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const band = await row(page, 0).locator('[data-column="amount"]').textContent();
  await row(page, 0).getByRole("gridcell").first().click();
  await expect(selected(page).getByRole("button", { name: /^Reveal 1/ })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+c");
  await expect(page.getByText("Copied 1 row")).toBeVisible();
  const [heads = [], preview = []] = (await copied()).split("\n").map((line) => line.split("\t"));
  expect([preview[heads.indexOf("Amount USD")], preview[heads.indexOf("Company")]]).toEqual([band, ""]);
  await selected(page).getByRole("button", { name: "Clear the selection" }).click();
  await buyNext(page, 20);
  const purchases = watchPurchases(page);
  const name = (index: number) => row(page, index).locator('[data-column="company"]').getByTestId("name").textContent();
  const names = [await name(0), await name(1), await name(2)];
  await row(page, 0).getByRole("gridcell").first().click();
  await row(page, 2)
    .getByRole("gridcell")
    .first()
    .click({ modifiers: ["Shift"] });
  await selected(page).getByRole("button", { name: "Copy the selected rows" }).click();
  await expect(selected(page).getByRole("button", { name: "Copied" })).toBeVisible();
  const text = await copied();
  await page.keyboard.press("ControlOrMeta+c");
  await expect(page.getByText("Copied 3 rows")).toBeVisible();
  expect(await copied()).toBe(text);
  const lines = text.split("\n").map((line) => line.split("\t"));
  expect(lines).toHaveLength(4);
  const column = lines[0]?.indexOf("Company") ?? -1;
  expect(lines.slice(1).map((cells) => cells[column])).toEqual(names);
  await selected(page)
    .getByRole("button", { name: /^Watch \d compan/ })
    .click();
  await expect(row(page, 1)).toHaveAttribute("data-marked", "true");
  await selected(page).getByRole("link", { name: "Compare" }).click();
  await expect(page).toHaveURL(/\/compare\?id=/);
  for (const one of names) await expect(page.getByRole("row", { name: one ?? "-" })).toBeVisible();
  await page.goBack();
  await expect(selected(page)).toContainText("3 selected");
  await expect(row(page, 1)).toHaveAttribute("aria-selected", "true");
  await quiet(page);
  expect(purchases).toHaveLength(0);
  expect(await dashboard.account.balance()).toBe(980);
});

test("rows are sorted by several columns, and the order is in the address", { tag: "@long" }, async ({
  page,
  dashboard,
  openOwned,
}) => {
  await openOwned(SMALL.path, SMALL.rows);
  const purchases = watchPurchases(page);
  await header(page, "Country").getByRole("button").click();
  await header(page, "Amount")
    .getByRole("button")
    .click({ modifiers: ["Shift"] });
  const order = "country.ascending~amount.descending";
  await expect.poll(() => new URL(page.url()).searchParams.get("order")).toBe(order);
  const words = page.getByTestId("result-line").getByText("sorted by country, then amount");
  await expect(words).toBeVisible();
  await expect(grid(page)).toHaveAttribute("aria-busy", "false");
  await quiet(page);
  const read = () =>
    rows(page).evaluateAll((all) =>
      all.map((one) =>
        ["country", "amount"].map((id) => one.querySelector(`[data-column="${id}"]`)?.textContent ?? "").join(),
      ),
    );
  const before = await read();
  for (const country of new Set(before.map((text) => text.split(",")[0]))) {
    const amounts = before
      .filter((text) => text.startsWith(`${country},`))
      .map((text) => dollars(text.split(",")[1] ?? ""))
      .filter((usd) => usd > 0);
    expect(amounts).toEqual([...amounts].sort((a, b) => b - a));
  }
  await page.reload();
  await owned(page, SMALL.rows);
  await expect(words).toBeVisible();
  // The chart above the rows may come after them, and then fewer are drawn.
  await expect.poll(read).toEqual(before);
  await expect(header(page, "Country")).toHaveAttribute("aria-sort", "ascending");
  // An open row keeps it, and so does another filter's page.
  await row(page, 0).click();
  await expect(page).toHaveURL(/order=.*open=/);
  await quiet(page);
  expect(purchases).toHaveLength(0);
  expect(await dashboard.account.balance()).toBe(1_000 - SMALL.rows);
});

test("rows are grouped by a column with subtotals, from its menu and by keys alone", async ({
  page,
  dashboard,
  openOwned,
}) => {
  await openOwned(SMALL.path, SMALL.rows);
  await header(page, "Industry").getByRole("button").focus();
  await page.keyboard.press("Alt+ArrowDown");
  await menu(page).getByRole("menuitem", { name: "Group rows" }).press("Enter");
  await expect(page).toHaveURL(/order=industry\.grouped/);
  const groups = grid(page).locator("[data-group]");
  const first = groups.first();
  await expect(first).toContainText(/^\D+\d+Amount \$/);
  await expect(page.getByTestId("result-line")).toContainText("grouped by industry");
  await expect(grid(page)).toHaveAttribute("aria-busy", "false");
  await expect(first).toHaveAttribute("aria-expanded", "true");
  await expect(rows(page).nth(1)).not.toHaveAttribute("data-group");
  // The lines above groups count as no rows.
  const inView = await page.getByTestId("table-scroll").evaluate((scroller) => {
    const { bottom } = scroller.getBoundingClientRect();
    const records = [...scroller.querySelectorAll("[data-row][data-index]")];
    return records.filter((row) => row.getBoundingClientRect().bottom <= bottom).length;
  });
  await expect(page.getByText(`Rows 1 to ${inView} of ${SMALL.rows}`)).toBeVisible();
  await first.click();
  await expect(first).toHaveAttribute("aria-expanded", "false");
  await expect(rows(page).nth(1)).toHaveAttribute("data-group");
  await first.focus();
  await page.keyboard.press("Enter");
  await expect(first).toHaveAttribute("aria-expanded", "true");
  await page.reload();
  await owned(page, SMALL.rows);
  await expect(first).toBeVisible();
  await header(page, "Industry").click({ button: "right" });
  await menu(page).getByRole("menuitem", { name: "Ungroup" }).click();
  await expect(groups).toHaveCount(0);
  await expect(page).toHaveURL(/\/funding\?round=series-e&countries=US$/);
  expect(await dashboard.account.balance()).toBe(1_000 - SMALL.rows);
});

test("a header is dragged to another place, fitted by a double click, pinned and hidden", { tag: "@long" }, async ({
  page,
  openOwned,
}) => {
  await openOwned(SMALL.path, SMALL.rows);
  await header(page, "Round").dragTo(header(page, "Country"));
  await expect
    .poll(() => headers(page))
    .toEqual(["amount", "company", "country", "round", "industry", "investors", "announced", "owned"]);
  const industry = header(page, "Industry");
  const width = async () => (await industry.boundingBox())?.width ?? Number.NaN;
  const before = await width();
  await industry.getByTestId("column-edge").dblclick();
  await expect.poll(width).not.toBe(before);
  const cut = await rows(page)
    .locator('[data-column="industry"] [title]')
    .evaluateAll((all) => all.filter((text) => text.scrollWidth > text.clientWidth).length);
  expect(cut).toBe(0);
  await industry.hover();
  await industry.getByTestId("column-menu").click();
  await menu(page).getByRole("menuitem", { name: "Pin to the left" }).click();
  await expect.poll(async () => (await headers(page))[0]).toBe("industry");
  await industry.click({ button: "right" });
  await menu(page).getByRole("menuitem", { name: "Hide column" }).click();
  await expect.poll(() => headers(page)).not.toContain("industry");
  await expect(header(page, "Amount").getByRole("button")).toBeFocused();
});

test("the edge of a header stays under the pointer, and the header at the top past the last row", {
  tag: "@long",
}, async ({ page, openOwned }) => {
  await page.setViewportSize({ width: 1280, height: 480 });
  await openOwned(SMALL.path, SMALL.rows);
  const edge = header(page, "Country").getByTestId("column-edge");
  const at = await edge.boundingBox();
  if (at === null) throw new Error("the header has no edge");
  await page.mouse.move(at.x + 4, at.y + 10);
  await page.mouse.down();
  await page.mouse.move(at.x + 64, at.y + 10, { steps: 5 });
  expect((await edge.boundingBox())?.x).toBe(at.x + 60);
  await page.mouse.up();
  const top = async () => (await header(page, "Company").boundingBox())?.y;
  const before = await top();
  await page.getByTestId("table-scroll").evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  expect(await top()).toBe(before);
});

test("the first j goes to the first row", { tag: "@long" }, async ({ page, openOwned }) => {
  await openOwned(SMALL.path, SMALL.rows);
  await page.keyboard.press("j");
  await expect(row(page, 0)).toBeFocused();
  await page.keyboard.press("j");
  await expect(row(page, 1)).toBeFocused();
});

test("any place of the whole list is reached: by the scrollbar, by End, by a row's number and by a date", async ({
  page,
  dashboard,
}) => {
  await openFeed(page);
  const go = async (place: string) => {
    await page.locator("footer").getByRole("button", { name: /^Rows/ }).click();
    const panel = page.getByRole("dialog", { name: "Go to a row" });
    await panel.getByRole("textbox").fill(place);
    await panel.getByRole("textbox").press("Enter");
    return panel;
  };
  const [, all = ""] = /of ([\d,]+)/.exec((await page.locator("footer").textContent()) ?? "") ?? [];
  const total = Number(all.replaceAll(",", ""));
  expect(await scroller(page).evaluate((element) => element.scrollHeight)).toBeGreaterThan(total * 28);
  await scroller(page).evaluate((element) => element.scrollTo({ top: element.scrollHeight / 2 }));
  await expect(row(page, Math.floor(total / 2))).toContainText("1 credit");
  await row(page, Math.floor(total / 2)).focus();
  await page.keyboard.press("End");
  await expect(row(page, total - 1)).toContainText("1 credit");
  await expect(row(page, total - 1)).toBeFocused();
  await go("1,234");
  await expect(row(page, 1_233)).toBeFocused();
  await go("31 Dec 2024");
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/ 24\d* y/);
  const first = Number(await page.evaluate(() => document.activeElement?.getAttribute("data-index")));
  await expect(row(page, first - 1)).toContainText(/ 25/);
  await expect(await go("0")).toContainText(`Enter a row from 1 to ${all}.`);
  await page.keyboard.press("Escape");
  await header(page, "Amount").getByRole("button").click();
  await expect(page.getByTestId("result-line")).toContainText("sorted by amount");
  await expect(row(page, 0)).toContainText(/\$[\d.]+bn/);
  await row(page, 0).focus();
  await page.keyboard.press("End");
  await expect(row(page, total - 1)).toContainText("undisclosed");
  await expect(await go("1 Mar 2025")).toContainText("Sort the list by date to go to a date.");
  expect(await dashboard.account.balance()).toBe(1_000);
});

test("the next rows are those in view, also of a place far down the list", async ({ page, dashboard }) => {
  await openFeed(page);
  await scroller(page).evaluate((element) => element.scrollTo({ top: element.scrollHeight / 2 }));
  const first = page.locator("footer").getByRole("button", { name: /^Rows 1,/ });
  const top = Number(/^Rows ([\d,]+)/.exec((await first.textContent()) ?? "")?.[1]?.replace(",", "")) - 1;
  await expect(row(page, top)).toContainText("1 credit");
  await page.getByRole("button", { name: "Reveal 20" }).click();
  await expect.poll(() => dashboard.account.balance()).toBe(980);
  for (const index of [top, top + 9]) await expect(row(page, index)).not.toContainText("1 credit");
  await scroller(page).evaluate((element) => element.scrollBy({ top: -60 }));
  await expect(row(page, top - 1)).toContainText("1 credit");
});

test("on a phone the list is sorted and its loaded rows are searched from the menu of the bar", {
  tag: "@long",
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openFeed(page);
  const more = page.getByRole("button", { name: "More", exact: true });
  const panel = page.getByRole("dialog", { name: "More" });
  await more.click();
  await panel.getByRole("button", { name: "Sort" }).click();
  await panel.getByRole("radio", { name: "Amount, descending" }).click();
  await expect(page).toHaveURL(/order=amount\.descending/);
  await expect(row(page, 0)).toContainText(/\$[\d.]+bn/);
  await more.click();
  await panel.getByRole("combobox", { name: "Search loaded rows" }).fill("no such name");
  await expect(page.getByTestId("result-line")).toContainText("0 found, 0 credits");
});
