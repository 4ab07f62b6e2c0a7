/** The pages of exec moves, companies and investors: what they show, filter and order, for free. */
import {
  explored,
  grid,
  meter,
  openFeed,
  owned,
  panel,
  quiet,
  row,
  rows,
  rowTexts,
  sheet,
  watchPurchases,
} from "./support/feed";
import { rest } from "./support/gestures";
import { expect, test } from "./support/test";

const FEEDS = [
  { path: "/exec-moves", title: "Exec moves", heads: ["Move", "Person", "Role", "Company"], sheet: "Exec move" },
  { path: "/companies", title: "Companies", heads: ["Company", "Domain", "Country", "Industry"], sheet: "Company" },
  { path: "/investors", title: "Investors", heads: ["Investor", "Type", "Country", "Domain"], sheet: "Investor" },
] as const;

for (const feed of FEEDS)
  test(`${feed.path} shows its columns and the sheet of a record, and buys nothing`, {
    tag: "@long",
  }, async ({ page, dashboard, openOwned }) => {
    const purchases = watchPurchases(page);
    await openOwned(feed.path);
    await expect(page.getByRole("heading", { level: 1, name: feed.title })).toBeVisible();
    for (const head of feed.heads) await expect(grid(page).getByRole("columnheader", { name: head })).toBeVisible();
    await row(page, 1).click();
    await expect(page.getByRole("complementary", { name: feed.sheet })).toContainText(/\D2 of [\d,]+/);
    await expect(sheet(page).locator("dd").first()).toBeVisible();
    await page.keyboard.press("Escape");
    await page.reload();
    await owned(page, 20);
    await quiet(page);
    expect(purchases).toEqual([]);
    expect(await dashboard.account.balance()).toBe(980);
    expect((await meter(page)).balance).toBe(980);
    await expect(page.getByTestId("sidebar").getByRole("link", { name: feed.title })).toHaveAttribute(
      "aria-current",
      "page",
    );
  });

test("a move's kind is a filter", { tag: "@long" }, async ({ page, dashboard, openOwned }) => {
  await openOwned("/exec-moves");
  await panel(page).getByRole("button", { name: /^Move/ }).click();
  await panel(page).getByRole("checkbox", { name: "Appointment" }).check();
  await expect(page).toHaveURL(/\/exec-moves\?moveType=appointment$/);
  await explored(page);
  const count = await rows(page).count();
  expect(count).toBeGreaterThan(0);
  for (const text of await rowTexts(page)) expect(text).toMatch(/^Appointment/);
  expect(await dashboard.account.balance()).toBe(980);
});

test("companies begin with the most prominent, and another order stays with changed filters", async ({
  page,
  dashboard,
}) => {
  await openFeed(page, "/companies");
  const order = page.getByRole("combobox", { name: "Order" });
  await expect(order).toHaveValue("0");
  await expect(grid(page).locator("[aria-sort]")).toHaveCount(0);
  await order.selectOption("Oldest update first");
  await expect(page).toHaveURL(/\/companies\?order=updated\.ascending$/);
  await explored(page);
  await expect(grid(page).getByRole("columnheader", { name: "Updated" })).toHaveAttribute("aria-sort", "ascending");
  await panel(page).getByRole("checkbox").first().check();
  await expect(page).toHaveURL(/countries=.*&order=updated\.ascending$/);
  // Clearing the filters keeps the order.
  await page.getByTestId("filter-chips").getByRole("button", { name: "Clear all" }).click();
  await expect(page).toHaveURL(/\/companies\?order=updated\.ascending$/);
  await order.selectOption("Most prominent first");
  await expect(page).toHaveURL(/\/companies$/);
  await explored(page);
  expect(await dashboard.account.balance()).toBe(1_000);
});

test("links of a sheet open other pages and buy nothing", { tag: "@long" }, async ({ page, dashboard, openOwned }) => {
  const purchases = watchPurchases(page);
  await openOwned("/companies");
  await row(page, 0).click();
  await sheet(page).getByRole("link", { name: "Funding", exact: true }).click();
  await expect(page).toHaveURL(/\/funding\?companyId=[0-9a-f-]{36}$/);
  await quiet(page);
  await openOwned("/funding");
  const named = rows(page).filter({ hasNot: page.getByText("none named") });
  await named.first().click();
  const investor = sheet(page).getByTestId("sheet-investors").getByRole("link").first();
  const name = (await investor.textContent()) ?? "";
  await investor.click();
  await expect(page).toHaveURL(/\/investors\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("heading", { name, level: 2 })).toBeVisible();
  const directory = page.getByRole("link", { name: "Find in investors" });
  await expect(directory).toHaveText("Find in investors");
  const href = new URL((await directory.getAttribute("href")) ?? "", page.url());
  expect([href.pathname, href.searchParams.get("search")]).toEqual(["/investors", name]);
  await quiet(page);
  expect(purchases).toEqual([]);
  expect(await dashboard.account.balance()).toBe(960);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("rows are cards, the order is in the menu of the bar, and nothing is wider than the window", {
    tag: "@long",
  }, async ({ page, openOwned }) => {
    for (const { path } of FEEDS) {
      await openOwned(path);
      expect((await row(page, 0).boundingBox())?.height).toBe(87);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      // The line above the rows has room for all that it says.
      const isCut = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: HTMLElement) =>
        scrollWidth > clientWidth || scrollHeight > clientHeight;
      expect(await page.getByTestId("result-line").evaluate(isCut)).toBe(false);
      await row(page, 0).tap();
      await expect(sheet(page)).toContainText(/\D1 of [\d,]+/);
    }
    await openFeed(page, "/companies");
    await page.getByRole("button", { name: "More", exact: true }).tap();
    const more = page.getByRole("dialog", { name: "More" });
    await more.getByRole("button", { name: "Sort" }).tap();
    await expect(more.getByRole("radio", { name: "Most prominent first" })).toBeChecked();
    await more.getByRole("radio", { name: "Least prominent first" }).tap();
    await expect(page).toHaveURL(/\/companies\?order=prominence\.ascending$/);
    await explored(page);
  });

  test("a card leaves out what is not known, with its dot", async ({ page, stack }) => {
    const record = { announcedAt: "1992-06-01", company: { name: "Quillard" } };
    await stack.addEvent(JSON.stringify({ kind: "funding", record }));
    await page.goto("/funding?since=1992-06-01&until=1992-06-01");
    const getDot = (cell: Element) => getComputedStyle(cell, "::before").content;
    await expect(row(page, 0)).toContainText("unresolved company");
    await expect(row(page, 0).locator('[data-card="one"]')).toBeHidden();
    await expect(row(page, 0).locator('[data-card="two"]')).toBeHidden();
    expect(await row(page, 0).locator('[data-card="three"]').evaluate(getDot)).toBe("none");
  });

  test("a long domain stays within the sheet", { tag: "@long" }, async ({ page, stack }) => {
    const company = { name: "Quillard", domain: `${"mawdgown".repeat(7)}.example` };
    await stack.addEvent(JSON.stringify({ kind: "funding", record: { announcedAt: "1992-07-01", company } }));
    await page.goto("/funding?since=1992-07-01&until=1992-07-01");
    await row(page, 0).tap();
    await expect(row(page, 0).getByTestId("name")).toHaveText(company.name);
    // A second press at the same place within this time counts as one with the first.
    await rest(page, 600);
    await row(page, 0).tap();
    const box = await sheet(page).getByRole("link", { name: company.domain }).first().boundingBox();
    expect(box && box.x + box.width).toBeLessThanOrEqual(390);
  });
});

test("over a feed of events the search looks through the loaded rows, and offers a company as a filter", {
  tag: "@long",
}, async ({ page, dashboard, openOwned }) => {
  const purchases = watchPurchases(page);
  await openOwned("/funding?enrichedOnly=true");
  const name = (await row(page, 3).locator('[data-column="company"]').textContent()) ?? "";
  await row(page, 0).focus();
  await page.keyboard.press("/");
  const box = page.getByRole("combobox", { name: "Search loaded rows" });
  await expect(box).toBeFocused();
  await box.fill(name.toLowerCase());
  await expect(page.getByTestId("result-line")).toContainText("found, 0 credits");
  await expect(row(page, 0)).toContainText(name);
  await quiet(page);
  expect(purchases).toEqual([]);
  const option = page.getByRole("option", { name: new RegExp(`^${name}`) }).first();
  await expect(option).toBeVisible();
  await box.press("ArrowDown");
  await expect(option).toHaveAttribute("aria-selected", "true");
  await box.press("Enter");
  await expect(page).toHaveURL(/\/funding\?enrichedOnly=true&companyId=[0-9a-f-]{36}$/);
  await expect(box).toHaveValue("");
  await expect(page.getByTestId("result-counts").first()).toContainText("matching");
  await box.fill("no such name");
  await expect(page.getByText(/^None of the \d+ loaded rows? names “no such name”\.$/)).toBeVisible();
  await expect(page.getByRole("link", { name: "Search all companies for free" })).toHaveAttribute(
    "href",
    "/companies?search=no+such+name",
  );
  await expect(page.getByRole("button", { name: /^Reveal/ })).toHaveCount(0);
  await page.getByRole("button", { name: "Clear the search" }).click();
  await expect(row(page, 0)).toContainText(name);
  await quiet(page);
  expect(purchases).toEqual([]);
  expect(await dashboard.account.balance()).toBe(980);
});
