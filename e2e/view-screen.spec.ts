/** Columns and order of a saved view, and finding views in the palette: none of it costs more than opening does. */
import type { Page } from "@playwright/test";
import { explored, grid, openFeed, owned, quiet, rowTexts, watchPurchases } from "./support/feed";
import { navigation, saveAs, savePanel, viewsFile } from "./support/saved";
import { expect, test } from "./support/test";

const heads = (page: Page) =>
  grid(page)
    .getByRole("columnheader", { includeHidden: true })
    .and(page.locator("[data-column]"))
    .evaluateAll((all) =>
      all.filter((cell) => cell.getClientRects().length > 0).map((cell) => cell.getAttribute("data-column")),
    );
const bar = (page: Page) => page.getByTestId("view-name");
const columnsPanel = (page: Page) => page.getByRole("dialog", { name: "Columns" });
const columnHeader = (page: Page, name: string) => grid(page).getByRole("columnheader", { name });

async function toggle(page: Page, name: string, on: boolean): Promise<void> {
  await page.getByRole("button", { name: "Columns" }).click();
  await columnsPanel(page).getByRole("checkbox", { name }).setChecked(on);
  await page.keyboard.press("Escape");
}

test("a view has its columns and order from the first paint, and says when they have changed", {
  tag: "@long",
}, async ({ page, context, dashboard, openOwned }) => {
  const purchases = watchPurchases(page);
  await openOwned("/funding?round=seed");
  const usual = await heads(page);
  await toggle(page, "Industry", false);
  await toggle(page, "City", true);
  await columnHeader(page, "Amount").getByRole("button").click();
  await expect(page.getByTestId("result-line")).toContainText("sorted by amount");
  await explored(page);
  const [own, order] = [await heads(page), await rowTexts(page)];
  expect(own).not.toEqual(usual);
  await saveAs(page, "Seed by amount");
  await expect(bar(page)).toHaveText("Seed by amount");

  // The person's own columns go back to what they were: the view keeps its own.
  await context.clearCookies({ name: "cols-funding" });
  await openFeed(page);
  expect(await heads(page)).toEqual(usual);
  await navigation(page).getByRole("link", { name: "Seed by amount" }).click();
  await owned(page, 20);
  await explored(page);
  await expect(columnHeader(page, "Amount")).toHaveAttribute("aria-sort", "descending");
  expect([await heads(page), await rowTexts(page)]).toEqual([own, order]);
  const html = await (await context.request.get(`${dashboard.url}/funding?round=seed`)).text();
  expect(html).toContain('data-column="city" data-in="own"');
  expect(html).toContain("sorted by amount");

  await toggle(page, "City", false);
  await expect(bar(page)).toHaveText("Seed by amount, changed since saved");
  expect((await context.cookies()).map(({ name }) => name)).not.toContain("cols-funding");
  // While its filters are changed it is still that view's table that is looked at.
  const changed = await heads(page);
  await page.getByRole("button", { name: "Saved view" }).click();
  await savePanel(page).getByRole("button", { name: "Back to saved" }).click();
  await expect(bar(page)).toHaveText("Seed by amount");
  expect(await heads(page)).toEqual(own);
  await toggle(page, "City", false);
  await columnHeader(page, "Amount").getByRole("button").click();
  await expect(columnHeader(page, "Amount")).toHaveAttribute("aria-sort", "ascending");
  await page.getByRole("button", { name: "Saved view" }).click();
  await savePanel(page).getByRole("button", { name: "Save changes" }).click();
  await expect(bar(page)).toHaveText("Seed by amount");
  await page.reload();
  await owned(page, 20);
  await expect(columnHeader(page, "Amount")).toHaveAttribute("aria-sort", "ascending");
  expect(await heads(page)).toEqual(changed);
  // Elsewhere the person's own hold.
  await navigation(page).getByRole("link", { name: "Funding", exact: true }).click();
  await expect(page).toHaveURL(/\/funding$/);
  await explored(page);
  expect(await heads(page)).toEqual(usual);
  await expect(columnHeader(page, "Amount")).not.toHaveAttribute("aria-sort");
  await quiet(page);
  expect(purchases).toEqual([]);
  expect(await dashboard.account.balance()).toBe(980);
});

test("columns and an order that are not there any more are named, and the rest is shown", { tag: "@long" }, async ({
  page,
  dashboard,
}) => {
  await page.goto("/views");
  await quiet(page);
  await page.getByLabel("File of views").setInputFiles(
    viewsFile([
      { name: "Of before", query: "round=seed", columns: "company.240!~mood~amount", sort: "mood.ascending" },
      { name: "Broken", query: "round=growth", columns: "\u0001 ~~ .9!", sort: "amount" },
      { name: "Prominent", feed: "companies", query: "sort=prominence&sortDirection=asc", columns: "", sort: "" },
    ]),
  );
  await expect(page.getByRole("status", { name: "Import" })).toContainText("3 views imported");
  await navigation(page).getByRole("link", { name: "Of before" }).click();
  await explored(page);
  expect(await heads(page)).toEqual(["company", "amount"]);
  await expect(page.getByTestId("view-note")).toHaveText(
    "Of before uses the columns mood and the order mood.ascending, no longer supported; the rest is shown.",
  );
  await page.getByRole("button", { name: "Saved view" }).click();
  await savePanel(page).getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByTestId("view-note")).toHaveCount(0);
  await navigation(page).getByRole("link", { name: "Broken" }).click();
  await expect(page.getByTestId("view-note")).toContainText("the rest is shown");
  await expect.poll(() => heads(page)).toContain("investors");
  // The order in which the API serves is a part of the query.
  await navigation(page).getByRole("link", { name: "Prominent" }).click();
  await expect(page).toHaveURL(/\/companies\?sort=prominence&sortDirection=asc$/);
  await expect(page.getByRole("combobox", { name: "Order" })).toHaveValue("1");
  await quiet(page);
  expect(await dashboard.account.balance()).toBe(1_000);
});

test("the palette opens a view by its name, for free", { tag: "@long" }, async ({ page, dashboard }) => {
  await page.goto("/views");
  await quiet(page);
  await page
    .getByLabel("File of views")
    .setInputFiles(
      viewsFile([
        ...Array.from({ length: 9 }, (_, at) => ({ name: `A ${at}`, query: `round=seed&minAmountUsd=${at + 1}` })),
        { name: "Nordic seed rounds", query: "round=seed&countries=DK&countries=SE" },
        { name: "Nordic of before", query: "stage=early" },
      ]),
    );
  await expect(page.getByRole("status", { name: "Import" })).toContainText("11 views imported");
  await page.reload();
  await quiet(page);
  await page.keyboard.press("Control+k");
  const group = page
    .getByRole("dialog", { name: "Command palette" })
    .getByRole("group", { name: "Saved views" })
    .getByRole("option");
  await expect(group).toHaveCount(5);
  await page.keyboard.type("nordic");
  await expect(group).toHaveText(["Nordic of beforeFunding0 credits", "Nordic seed roundsFunding0 credits"]);
  expect(await dashboard.account.balance()).toBe(1_000);
  await group.last().click();
  await expect(page).toHaveURL(/\/funding\?round=seed&countries=DK&countries=SE$/);
  await quiet(page);
  expect(await dashboard.account.balance()).toBe(1_000);
});
