/** Exploring for free, as it is installed: rows cost nothing until they are bought, once each. Credits are counted in the database. */
import type { Page } from "@playwright/test";
import { expectClean } from "./support/axe";
import { grid, meter, panel, quiet, row, rows, sheet, watchPurchases } from "./support/feed";
import { rest, wheel } from "./support/gestures";
import { anotherBrowser, expect, test } from "./support/test";

const JOB =
  "/funding?since=2026-05-01&round=seed&round=series-a&countries=US&countries=GB&minAmountUsd=1000000&verticals=ai";

const preview = (page: Page) => rows(page).filter({ has: page.getByRole("img", { name: "Not bought: 1 credit" }) });
const showNext = (page: Page) => page.getByTestId("result-line").getByRole("button", { name: /^Reveal \d+/ });
const counts = (page: Page) => page.getByTestId("result-counts");

async function explored(page: Page, path = "/funding"): Promise<void> {
  await page.goto(path);
  await expect(preview(page).first()).toBeVisible();
  await expect(grid(page)).toHaveAttribute("aria-busy", "false");
  await quiet(page);
}

test("five filters that find one round, and the round itself, cost 1 credit", async ({ page, dashboard }) => {
  await explored(page, JOB);
  await expect(counts(page)).toHaveText(/^[1-9]\d* matching·(about .*·)?0 owned·0 credits in this view$/);
  const [before] = [await row(page, 0).textContent()];
  // The star is removed and added again.
  await page
    .getByTestId("filter-chips")
    .getByRole("button", { name: /Remove.*Vertical|Vertical.*remove/i })
    .first()
    .click();
  await expect(page).not.toHaveURL(/verticals=/);
  await quiet(page);
  await page.goBack();
  await expect(page).toHaveURL(/verticals=ai/);
  await expect(row(page, 0)).toHaveText(before ?? "");
  await quiet(page);
  expect(await dashboard.account.balance()).toBe(1_000);

  await row(page, 0).click();
  await expect(row(page, 0).getByTestId("name")).toBeVisible();
  await expect(counts(page)).toContainText("1 owned·1 credit in this view");
  await expect.poll(async () => (await meter(page)).balance).toBe(999);
  expect(await dashboard.account.balance()).toBe(999);
  const name = await row(page, 0).getByTestId("name").textContent();
  // It is owned from now on: its sheet and a reload are free.
  await rest(page, 600);
  await row(page, 0).click();
  await expect(sheet(page)).toContainText(name ?? "");
  await page.reload();
  await expect(row(page, 0).getByTestId("name")).toHaveText(name ?? "");
  await quiet(page);
  expect(await dashboard.account.balance()).toBe(999);
});

test("nothing is spent by hovering, scrolling to the end, going back and forward, or reloading", {
  tag: "@long",
}, async ({ page, dashboard }) => {
  const purchases = watchPurchases(page);
  await explored(page, "/funding?round=seed");
  for (const index of [0, 3, 6]) await row(page, index).hover();
  const total = Number(/([\d,]+) matching/.exec((await counts(page).textContent()) ?? "")?.[1]?.replaceAll(",", ""));
  expect(total).toBeGreaterThan(60);
  await expect(async () => {
    await wheel(page, 20_000);
    await expect(row(page, total - 1)).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(page.getByText(`${total} results`)).toBeVisible();
  await page.goto("/companies");
  await quiet(page);
  await page.goBack();
  await quiet(page);
  await page.goForward();
  await quiet(page);
  await page.reload();
  await quiet(page);
  expect(purchases).toHaveLength(0);
  expect(await dashboard.account.balance()).toBe(1_000);
});

test("Enter shows the row at the cursor, which keeps its place and the focus; the second Enter opens it", {
  tag: "@long",
}, async ({ page, dashboard }) => {
  await explored(page);
  for (let press = 0; press < 3; press++) await page.keyboard.press("j");
  await expect(row(page, 2)).toBeFocused();
  const box = await row(page, 2).boundingBox();
  await page.keyboard.press("Enter");
  await expect(row(page, 2).getByTestId("name")).toBeVisible();
  expect(await row(page, 2).boundingBox()).toEqual(box);
  await expect(row(page, 2)).toBeFocused();
  await rest(page, 600);
  await page.keyboard.press("Enter");
  await expect(sheet(page)).toBeVisible();
  expect(await dashboard.account.balance()).toBe(999);
});

test("next to an open record numbers are whole, and amounts keep their distance", async ({ page }) => {
  await explored(page, "/funding?maxAmountUsd=500000");
  await row(page, 0).click();
  await expect(row(page, 0).getByTestId("name")).toBeVisible();
  await rest(page, 600);
  await row(page, 0).click();
  await expect(sheet(page).getByTestId("sheet-name")).toBeVisible();
  expect(await counts(page).evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  const amounts = rows(page).locator('[data-column="amount"]').filter({ hasText: "$250k–500k" });
  const room = (cell: Element) => {
    const text = document.createRange();
    text.selectNodeContents(cell);
    return text.getBoundingClientRect().left - cell.getBoundingClientRect().left;
  };
  expect(await amounts.first().evaluate(room)).toBeGreaterThanOrEqual(8);
  // Next to the words of an order they are whole too.
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 1160, height: 720 });
  await grid(page).getByRole("columnheader", { name: "Amount" }).getByRole("button").first().click();
  await expect(page.getByTestId("result-line")).toContainText("sorted by amount");
  await expect(grid(page)).toHaveAttribute("aria-busy", "false");
  expect(await counts(page).evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
});

test("a double press on a row buys it once, and opens it", async ({ page, dashboard }) => {
  await explored(page);
  await row(page, 1).dblclick();
  await expect(row(page, 1).getByTestId("name")).toBeVisible();
  await expect(sheet(page).getByTestId("sheet-name")).toBeVisible();
  await quiet(page);
  expect(await dashboard.account.balance()).toBe(999);
});

test("Reveal 20 costs what of the next 20 rows is not owned, exactly", async ({ page, dashboard }) => {
  await explored(page);
  await row(page, 4).click();
  await expect(row(page, 4).getByTestId("name")).toBeVisible();
  await rest(page, 600);
  await expect(showNext(page)).toHaveText("Reveal 20 19 credits");
  await showNext(page).click();
  await expect(counts(page)).toContainText("20 owned·20 credits in this view");
  expect(await dashboard.account.balance()).toBe(980);
  await expect(showNext(page)).toHaveText("Reveal 20 20 credits");
  for (const index of [0, 10]) await expect(row(page, index).getByTestId("name")).toBeVisible();
});

test("six selected rows cost 6 credits, and stay selected", async ({ page, dashboard }) => {
  await explored(page);
  await row(page, 0).click({ modifiers: ["ControlOrMeta"] });
  const selection = page.getByRole("toolbar", { name: "Selected rows" });
  await expect(selection.getByRole("button", { name: /Export selected/ })).toBeHidden();
  // A press on the row itself reveals it too.
  await row(page, 0).click();
  await expect(row(page, 0).getByTestId("name")).toBeVisible();
  await expect(row(page, 0)).toHaveAttribute("aria-selected", "true");
  await expect(selection.getByRole("button", { name: /Export selected/ })).toBeVisible();
  await row(page, 5).click({ modifiers: ["Shift"] });
  await expect(selection).toContainText("6 selected");
  // Its contrast on a selected row is that of text (`app/tokens.test.ts`).
  await page.emulateMedia({ colorScheme: "dark" });
  const bar = row(page, 4).getByRole("img", { name: "Not bought: 1 credit" });
  await expect(bar).toHaveCSS("background-color", "rgb(149, 148, 142)");
  await selection.getByRole("button", { name: "Reveal 5 5 credits" }).click();
  await expect(row(page, 5).getByTestId("name")).toBeVisible();
  await expect(selection).toContainText("6 selected");
  await expect(selection).toBeFocused();
  expect(await dashboard.account.balance()).toBe(994);
});

test("the actions on selected rows can be pressed next to an open record", async ({ page }) => {
  await explored(page, "/funding?round=seed&round=series-a&round=series-b&enrichedOnly=true");
  await row(page, 0).click();
  await expect(row(page, 0).getByTestId("name")).toBeVisible();
  await rest(page, 600);
  await row(page, 0).click();
  await expect(sheet(page)).toBeVisible();
  for (const index of [0, 1]) await row(page, index).click({ modifiers: ["ControlOrMeta"] });
  const selection = page.getByRole("toolbar", { name: "Selected rows" });
  await expect(selection.getByRole("button", { name: "Reveal 1 1 credit" })).toBeVisible();
  await selection.getByRole("button", { name: "Export selected" }).click();
  const exporting = page.getByRole("dialog", { name: "Export rows" });
  await expect(exporting).toContainText("-1-row.csv");
  expect(await exporting.evaluate((panel) => panel.scrollWidth - panel.clientWidth)).toBe(0);
  await page.keyboard.press("Escape");
  await expect(sheet(page)).toBeVisible();
  await selection.getByRole("button", { name: "Clear the selection" }).click({ timeout: 5_000 });
  await expect(selection).toBeHidden();
  await expect(page.getByRole("main")).toBeFocused();
});

test("what a colleague has bought is owned at the next load", { tag: "@long" }, async ({
  page,
  dashboard,
  browser,
}) => {
  await explored(page);
  const colleague = await anotherBrowser(browser, dashboard);
  const theirs = await colleague.newPage();
  await explored(theirs);
  await row(theirs, 0).click();
  await expect(row(theirs, 0).getByTestId("name")).toBeVisible();
  await colleague.close();
  await page.reload();
  await expect(row(page, 0).getByTestId("name")).toBeVisible();
  expect(await dashboard.account.balance()).toBe(999);
});

test.describe("with 2 credits", () => {
  test.use({ credits: 2 });

  test("the first rows that they cover are shown, then it says why no more are", async ({ page, dashboard }) => {
    await explored(page);
    await expect(showNext(page)).toHaveText("Reveal 20 up to 2 credits, all you have");
    await showNext(page).click();
    await expect(counts(page)).toContainText("2 owned·2 credits in this view");
    expect(await dashboard.account.balance()).toBe(0);
    await rest(page, 600);
    await row(page, 3).click();
    await expect(page.getByRole("alert").filter({ hasText: "You’re out of credits." })).toBeVisible();
    // Exploring goes on.
    await wheel(page, 2_000);
    await expect(preview(page).first()).toBeVisible();
  });
});

test("axe finds nothing on previews among owned rows", { tag: "@long" }, async ({ page }) => {
  await explored(page);
  await row(page, 0).click();
  await expect(row(page, 0).getByTestId("name")).toBeVisible();
  await expectClean(page, "explored rows");
});

test("one press after an outage brings the rows and their numbers back", { tag: "@long" }, async ({ page }) => {
  await page.clock.install();
  await explored(page);
  let failures = 0;
  const down = /\/(explore|summaries)\/funding/;
  await page.route(down, async (route) => {
    await route.fulfill({ status: 503, body: "{}" });
    if (route.request().url().includes("/summaries/")) failures++;
  });
  await panel(page)
    .getByRole("button", { name: /^Round/ })
    .click();
  await panel(page).getByRole("checkbox", { name: "Seed", exact: true }).click();
  // The numbers are requested again without a press too, the last time half a minute after the one before.
  for (let count = 1; count < 6; count++) {
    await expect.poll(() => failures).toBe(count);
    await page.clock.fastForward(30_000);
  }
  await expect.poll(() => failures).toBe(6);
  await page.unroute(down);
  await page.getByRole("button", { name: /^Try again/ }).click();
  await expect(preview(page).first()).toBeVisible();
  await expect(counts(page)).toContainText("median", { timeout: 10_000 });
});
