/** A person's own columns, sorting and selection: none of it sends the API a request. */
import type { Page } from "@playwright/test";
import { grid, owned, quiet, row, rowTexts, SMALL, scroller, sheet, watchPurchases } from "./support/feed";
import { expect, test } from "./support/test";

const head = (page: Page, name: string) => grid(page).getByRole("columnheader", { name });
const heads = (page: Page) =>
  grid(page)
    .getByRole("columnheader", { includeHidden: true })
    .and(page.locator("[data-column]"))
    .evaluateAll((all) => all.map((cell) => cell.getAttribute("data-column")));
const columnsPanel = (page: Page) => page.getByRole("dialog", { name: "Columns" });

/** Reads the texts of one column, from the top. */
async function column(page: Page, id: string): Promise<string[]> {
  const texts: string[] = [];
  for (let index = 0; index < 20; index++)
    texts.push((await row(page, index).locator(`[data-column="${id}"]`).textContent()) ?? "");
  return texts;
}

test("columns are selected, moved and pinned, and the first paint has them", async ({
  page,
  context,
  dashboard,
  openOwned,
}) => {
  await openOwned();
  const purchases = watchPurchases(page);
  const before = await heads(page);
  expect(before).toEqual(["round", "amount", "company", "country", "industry", "investors", "announced", "owned"]);
  await page.getByRole("button", { name: "Columns" }).click();
  await columnsPanel(page).getByRole("checkbox", { name: "Industry" }).uncheck();
  await columnsPanel(page).getByRole("checkbox", { name: "City" }).check();
  await columnsPanel(page).getByRole("button", { name: "Move Amount up" }).click();
  // It is at the top now: the way that is left has the focus.
  await expect(columnsPanel(page).getByRole("button", { name: "Move Amount down" })).toBeFocused();
  await columnsPanel(page).getByRole("button", { name: "Pin Company" }).press("Enter");
  await expect(columnsPanel(page).getByRole("button", { name: "Pin Company" })).toBeFocused();
  const own = ["company", "amount", "round", "country", "investors", "announced", "owned", "city"];
  expect(await heads(page)).toEqual(own);
  await page.keyboard.press("Escape");

  const [cookie] = (await context.cookies()).filter(({ name }) => name === "cols-funding");
  expect(cookie?.value).toMatch(/^company!~amount/);
  expect(cookie?.value.length).toBeLessThan(400);
  const html = await (await context.request.get(`${dashboard.url}/funding`)).text();
  expect(html.indexOf('data-column="company"')).toBeLessThan(html.indexOf('data-column="amount"'));
  expect(html).toContain('data-column="city" data-in="own"');
  await page.reload();
  await owned(page, 20);
  expect(await heads(page)).toEqual(own);
  // They hold at another width, and are this feed's alone.
  await page.setViewportSize({ width: 1920, height: 1080 });
  expect(await heads(page)).toEqual(own);
  const other = await (await context.request.get(`${dashboard.url}/acquisitions`)).text();
  expect(other).toContain('data-column="industry"');
  expect(other).not.toContain('data-column="city"');
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole("button", { name: "Columns" }).click();
  await columnsPanel(page).getByRole("button", { name: "Reset" }).click();
  expect(await heads(page)).toEqual(before);
  expect((await context.cookies()).filter(({ name }) => name === "cols-funding")).toEqual([]);
  await quiet(page);
  expect(purchases.filter((request) => request.url().includes("funding"))).toHaveLength(0);
});

test("what does not fit scrolls sideways, and pinned columns stay", { tag: "@long" }, async ({
  page,
  context,
  dashboard,
  openOwned,
}) => {
  const value = "company.200!~about.640~tags.400~city~investors.300";
  await context.addCookies([{ name: "cols-funding", value, url: dashboard.url }]);
  await openOwned();
  const left = async (id: string) =>
    (await row(page, 0).locator(`[data-column="${id}"]`).boundingBox())?.x ?? Number.NaN;
  const edge = (await scroller(page).boundingBox())?.x ?? Number.NaN;
  const boxes = (await row(page, 0).getByRole("gridcell").first().boundingBox())?.width ?? Number.NaN;
  const city = await left("city");
  await scroller(page).evaluate((element) => element.scrollTo({ left: 300 }));
  await expect.poll(() => left("city")).toBe(city - 300);
  // Behind the column of the checkboxes, which stays too.
  expect(await left("company")).toBe(edge + boxes);
  expect((await head(page, "Company").boundingBox())?.x).toBe(edge + boxes);
  // Rows stay as wide as their columns, so that the last one can be seen.
  await scroller(page).evaluate((element) => element.scrollTo({ left: 5000 }));
  await expect(row(page, 0).locator('[data-column="investors"]')).toBeInViewport({ ratio: 1 });
});

test("a width is changed by keys and by the edge of a header, and is saved", { tag: "@long" }, async ({
  page,
  context,
  openOwned,
}) => {
  await openOwned();
  const width = async () => (await head(page, "Amount").boundingBox())?.width ?? Number.NaN;
  const other = async () => (await head(page, "Industry").boundingBox())?.width ?? Number.NaN;
  const [before, neighbour] = [await width(), await other()];
  await head(page, "Round").getByRole("button").focus();
  await page.keyboard.press("ArrowRight");
  await expect(head(page, "Amount").getByRole("button")).toBeFocused();
  await page.keyboard.press("Shift+ArrowRight");
  await expect.poll(width).toBe(before + 16);
  // The other columns keep their widths.
  expect(await other()).toBe(neighbour);
  const box = await head(page, "Amount").getByTestId("column-edge").boundingBox();
  if (box === null) throw new Error("the head has no edge");
  await page.mouse.move(box.x + 4, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + 44, box.y + 10, { steps: 4 });
  await page.mouse.up();
  await expect.poll(width).toBe(before + 56);
  // Resizing sorts nothing.
  await expect(head(page, "Announced")).toHaveAttribute("aria-sort", "descending");
  expect((await context.cookies()).find(({ name }) => name === "cols-funding")?.value).toContain(
    `amount.${before + 56}`,
  );
  await page.reload();
  await owned(page, 20);
  expect(await width()).toBe(before + 56);
});

test("a header sorts the list, shows it, and returns to the list's order", async ({ page, dashboard, openOwned }) => {
  // The window is high enough for all rows to be in the page.
  await page.setViewportSize({ width: 1280, height: 1_080 });
  await openOwned(SMALL.path, SMALL.rows);
  const purchases = watchPurchases(page);
  const served = await rowTexts(page);
  const amount = head(page, "Amount").getByRole("button");
  await amount.click();
  await expect(head(page, "Amount")).toHaveAttribute("aria-sort", "descending");
  await expect(head(page, "Announced")).not.toHaveAttribute("aria-sort");
  await expect(page.getByTestId("result-line")).toContainText("sorted by amount");
  await expect(grid(page)).toHaveAttribute("aria-busy", "false");
  const displayed = await column(page, "amount");
  const dollars = (text: string) => {
    const [, metric = "", unit = ""] = /^\$([\d.]+)(k|m|bn)?$/.exec(text) ?? [];
    return Number(metric) * ({ k: 1e3, m: 1e6, bn: 1e9 }[unit] ?? 1);
  };
  const known = displayed.filter((text) => text !== "undisclosed").map(dollars);
  expect(known).toEqual([...known].sort((a, b) => b - a));
  expect(displayed.slice(known.length).every((text) => text === "undisclosed")).toBe(true);
  expect([...(await rowTexts(page))].sort()).toEqual([...served].sort());

  // The sheet steps through the rows as they are shown.
  await row(page, 1).click();
  await expect(sheet(page)).toContainText(`2 of ${SMALL.rows}`);
  await page.keyboard.press("Escape");
  await amount.focus();
  await page.keyboard.press("Enter");
  await expect(head(page, "Amount")).toHaveAttribute("aria-sort", "ascending");
  await page.keyboard.press("Enter");
  await expect(head(page, "Announced")).toHaveAttribute("aria-sort", "descending");
  await expect(grid(page)).toHaveAttribute("aria-busy", "false");
  expect(await rowTexts(page)).toEqual(served);
  await quiet(page);
  expect(purchases).toHaveLength(0);
  expect(await dashboard.account.balance()).toBe(1_000 - SMALL.rows);
});

test("x selects rows, the line above counts them, and clearing deselects them", { tag: "@long" }, async ({
  page,
  dashboard,
  openOwned,
}) => {
  await openOwned();
  await row(page, 0).focus();
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(page.getByTestId("result-line")).toContainText("2 selected");
  await expect(grid(page).locator('[aria-selected="true"]')).toHaveCount(2);
  await expect(row(page, 2)).toHaveAttribute("aria-selected", "true");
  await expect(sheet(page)).toHaveCount(0);
  await page.keyboard.press("x");
  await expect(page.getByTestId("result-line")).toContainText("1 selected");
  // The box in the margin, and a press with Ctrl, do the same.
  await row(page, 4).click({ position: { x: 8, y: 14 } });
  await row(page, 5).click({ modifiers: ["ControlOrMeta"] });
  await expect(page.getByTestId("result-line")).toContainText("3 selected");
  // Selected rows stay so wherever sorting puts them.
  const chosen = await row(page, 5).locator('[data-column="company"]').textContent();
  await head(page, "Company").getByRole("button").click();
  await expect(head(page, "Company")).toHaveAttribute("aria-sort", "ascending");
  await expect(grid(page)).toHaveAttribute("aria-busy", "false");
  // One of the three may be below the rows that are drawn.
  await expect(page.getByTestId("result-line")).toContainText("3 selected");
  await expect(
    grid(page)
      .locator('[aria-selected="true"]')
      .filter({ hasText: chosen ?? "-" }),
  ).toHaveCount(1);
  await page.getByRole("button", { name: "Clear the selection" }).click();
  await expect(grid(page).locator('[aria-selected="true"]')).toHaveCount(0);
  expect(await dashboard.account.balance()).toBe(980);
});
