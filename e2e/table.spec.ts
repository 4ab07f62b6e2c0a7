/** Tests the table and the sheet: keys, what a screen reader announces, and what survives a reload or going back. */
import type { Page } from "@playwright/test";
import {
  buyNext,
  explored,
  grid,
  owned,
  quiet,
  result,
  row,
  SMALL,
  scroller,
  sheet,
  watchPurchases,
} from "./support/feed";
import { expect, test } from "./support/test";

/** Index of the row that has the focus. */
function focused(page: Page): Promise<number> {
  return page.evaluate(() => Number(document.activeElement?.getAttribute("data-index") ?? -1));
}

test("keys move, open, step and close", async ({ page, openOwned }) => {
  await openOwned(SMALL.path, SMALL.rows);
  await row(page, 0).focus();
  const steps: [key: string, index: number][] = [
    ["ArrowDown", 1],
    ["j", 2],
    ["j", 3],
    ["k", 2],
    ["ArrowUp", 1],
    ["End", SMALL.rows - 1],
    ["Home", 0],
    ["PageDown", 17],
    ["PageUp", 0],
    ["ArrowDown", 1],
  ];
  for (const [key, index] of steps) {
    await page.keyboard.press(key);
    if (key !== "PageDown") expect(await focused(page), key).toBe(index);
    else expect(await focused(page), key).toBeGreaterThan(5);
  }
  await page.keyboard.press("Enter");
  await expect(sheet(page)).toContainText(`2 of ${SMALL.rows}`);
  await expect(page.getByTestId("feed-announcement")).toContainText("row 2 open");
  await page.keyboard.press("j");
  await expect(sheet(page)).toContainText(`3 of ${SMALL.rows}`);
  expect(await focused(page)).toBe(2);
  await page.keyboard.press("Escape");
  await expect(sheet(page)).toHaveCount(0);
  expect(await focused(page)).toBe(2);
  await page.keyboard.press("Space");
  await expect(row(page, 2)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Space");
  await expect(row(page, 2)).toHaveAttribute("aria-selected", "false");
  await page.keyboard.press("/");
  expect(await focused(page)).not.toBe(2);
  await page.keyboard.press("Escape");
  expect(await focused(page)).toBe(2);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "Keys" })).toBeHidden();
  await page.keyboard.press("f");
  expect(await page.evaluate(() => document.activeElement?.closest("[data-facets]") !== null)).toBe(true);
});

test("it is a grid to a screen reader, which announces changes", async ({ page, openOwned }) => {
  await openOwned();
  const { matching } = await result(page);
  await expect(grid(page)).toHaveAttribute("aria-rowcount", String(matching + 1));
  await expect(grid(page).getByRole("row").first()).toHaveAttribute("aria-rowindex", "1");
  await expect(row(page, 0)).toHaveAttribute("aria-rowindex", "2");
  await expect(row(page, 9)).toHaveAttribute("aria-rowindex", "11");
  await expect(grid(page).getByRole("columnheader", { name: "Announced" })).toHaveAttribute("aria-sort", "descending");
  const output = page.getByTestId("feed-announcement");
  await expect(output).toHaveText(/^\d+ of [\d,]+ rows loaded, 0 credits in this view$/);
  await buyNext(page, 40);
  await expect(output).toContainText("20 credits in this view");
  await row(page, 2).click();
  await expect(row(page, 2)).toHaveAttribute("aria-current", "true");
  await expect(row(page, 2)).toHaveAttribute("aria-selected", "false");
  await expect(grid(page)).toHaveAttribute("aria-multiselectable", "true");
});

test("the sheet steps through the rows and has its own address, which a reload keeps at 0 credits", async ({
  page,
  dashboard,
  openOwned,
}) => {
  await openOwned("/acquisitions");
  const purchases = watchPurchases(page);
  await row(page, 4).click();
  const name = sheet(page).getByTestId("sheet-name");
  await expect(sheet(page)).toContainText("5 of 800");
  const fifth = await name.textContent();
  await expect(page).toHaveURL(/\/acquisitions\?open=[0-9a-f-]{36}$/);
  const address = page.url();
  await sheet(page).getByRole("button", { name: "Next" }).click();
  await expect(sheet(page)).toContainText("6 of 800");
  expect(page.url()).not.toBe(address);
  await sheet(page).getByRole("button", { name: "Previous" }).click();
  await expect(page).toHaveURL(address);
  await page.reload();
  await expect(sheet(page)).toContainText("5 of 800");
  await expect(name).toHaveText(fifth ?? "");
  // Leafing is one step in history: going back closes the sheet.
  await page.goBack();
  await expect(sheet(page)).toHaveCount(0);
  await page.goForward();
  await expect(sheet(page)).toContainText("5 of 800");
  await sheet(page).getByRole("button", { name: "Close" }).click();
  await expect(page).toHaveURL(/\/acquisitions$/);
  await quiet(page);
  expect(purchases).toHaveLength(0);
  expect(await dashboard.account.balance()).toBe(980);
});

test("theme and density are in the first paint", async ({ page, context, dashboard, openOwned }) => {
  await openOwned();
  const choose = async (theme: string) => {
    await page.getByTestId("sidebar-person").getByRole("button").first().click();
    await page.getByRole("dialog", { name: "Person and workspace" }).getByText(theme, { exact: true }).click();
    await page.keyboard.press("Escape");
  };
  await choose("Dark");
  await page.getByRole("button", { name: "Columns", exact: true }).click();
  await page.getByRole("dialog", { name: "Columns" }).getByText("Comfortable", { exact: true }).click();
  const height = () => row(page, 0).evaluate((element) => element.getBoundingClientRect().height);
  await expect.poll(height).toBe(36);
  const response = await context.request.get(`${dashboard.url}/funding`);
  expect(/<html[^>]*>/.exec(await response.text())?.[0]).toMatch(/data-theme="dark".*data-density="comfortable"/);
  await page.reload();
  await owned(page, 20);
  expect(await height()).toBe(36);
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const dark = await background();
  await choose("Light");
  await expect.poll(background).not.toBe(dark);
});

test.describe("in a low window", () => {
  test.use({ viewport: { width: 1280, height: 480 } });

  test("the scroll position is restored on going back", { tag: "@long" }, async ({ page, dashboard, openOwned }) => {
    await openOwned();
    await scroller(page).hover();
    await page.mouse.wheel(0, 300);
    const top = () => scroller(page).evaluate((element) => Math.round(element.scrollTop));
    await expect.poll(top).toBe(300);
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem("scroll:funding?"))).toBe("300");
    await page.getByTestId("sidebar").getByRole("link", { name: "Acquisitions" }).click();
    await expect(page.getByRole("grid", { name: "Acquisitions" })).toBeVisible();
    await explored(page);
    expect(await top()).toBe(0);
    await page.goBack();
    await expect(page.getByRole("grid", { name: "Funding" })).toBeVisible();
    await expect.poll(top).toBe(300);
    await page.reload();
    await expect.poll(top).toBe(300);
    await quiet(page);
    expect(await dashboard.account.balance()).toBe(980);
  });
});
