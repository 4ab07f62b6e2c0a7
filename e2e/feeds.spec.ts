/** The pages of exec moves, companies and investors: what opening, filtering and ordering cost, and what they show. */
import {
  grid,
  loaded,
  meter,
  panel,
  quiet,
  row,
  rows,
  rowTexts,
  sheet,
  unbought,
  watchPurchases,
} from "./support/feed";
import { PAY_PER_VIEW } from "./support/stack";
import { expect, test } from "./support/test";

test.use({ serviceSettings: PAY_PER_VIEW });

const FEEDS = [
  { path: "/exec-moves", title: "Exec moves", heads: ["Move", "Person", "Role", "Company"], sheet: "Exec move" },
  { path: "/companies", title: "Companies", heads: ["Company", "Domain", "Country", "Industry"], sheet: "Company" },
  { path: "/investors", title: "Investors", heads: ["Investor", "Type", "Country", "Domain"], sheet: "Investor" },
] as const;

for (const feed of FEEDS)
  test(`opening ${feed.path} buys exactly one page, and its sheet buys nothing`, async ({ page, dashboard }) => {
    const purchases = watchPurchases(page);
    await page.goto(feed.path);
    await loaded(page, 20);
    await expect(page.getByRole("heading", { level: 1, name: feed.title })).toBeVisible();
    for (const head of feed.heads) await expect(grid(page).getByRole("columnheader", { name: head })).toBeVisible();
    await row(page, 1).click();
    await expect(page.getByRole("complementary", { name: feed.sheet })).toContainText("2 of 20");
    await expect(sheet(page).locator("dd").first()).toBeVisible();
    await page.keyboard.press("Escape");
    await page.reload();
    await loaded(page, 20);
    await quiet(page);
    expect(purchases).toHaveLength(1);
    expect(await dashboard.account.balance()).toBe(980);
    expect((await meter(page)).balance).toBe(980);
    await expect(page.getByTestId("sidebar").getByRole("link", { name: feed.title })).toHaveAttribute(
      "aria-current",
      "page",
    );
  });

test("a move's kind is a filter, for one page", async ({ page, dashboard }) => {
  await page.goto("/exec-moves");
  await loaded(page, 20);
  await panel(page).getByRole("button", { name: /^Move/ }).click();
  await panel(page).getByRole("checkbox", { name: "Appointment" }).check();
  await expect(page).toHaveURL(/\/exec-moves\?moveType=appointment$/);
  await expect(page.getByTestId("result-counts")).toContainText("credits in this view");
  await quiet(page);
  await expect(page.getByTestId("result-counts").first()).toContainText("loaded");
  const count = await rows(page).count();
  expect(count).toBeGreaterThan(0);
  for (const text of await rowTexts(page)) expect(text).toMatch(/^Appointment/);
  expect(await dashboard.account.balance()).toBe(980 - count);
});

test("companies are searched and ordered by the API, a page each", async ({ page, dashboard }) => {
  const purchases = watchPurchases(page);
  await page.goto("/companies");
  await loaded(page, 20);
  await expect(grid(page).getByRole("columnheader", { name: "Updated" })).toHaveAttribute("aria-sort", "ascending");
  await page.getByRole("combobox", { name: "Order" }).selectOption("Most prominent first");
  await expect(page).toHaveURL(/\/companies\?sort=prominence$/);
  await expect.poll(() => purchases.length).toBe(2);
  await loaded(page, 20);
  await quiet(page);
  expect(await dashboard.account.balance()).toBe(960);
  await expect(grid(page).locator("[aria-sort]")).toHaveCount(0);
  const first = await row(page, 0).locator('[data-column="company"]').textContent();

  const box = page.getByRole("searchbox", { name: "Search companies" });
  await box.fill((first ?? "").slice(0, 6));
  await quiet(page);
  // What is being typed is not requested before it is done with.
  expect(purchases).toHaveLength(2);
  await box.press("Enter");
  await expect(page).toHaveURL(/search=.*&sort=prominence$/);
  await expect(row(page, 0)).toContainText(first ?? "-");
  await expect.poll(() => purchases.length).toBe(3);
  await quiet(page);
  const served = await rows(page).count();
  expect(await dashboard.account.balance()).toBe(960 - served);
  // Clearing the filters keeps the order, whose page is cached.
  await page.getByTestId("filter-chips").getByRole("button", { name: "Clear all" }).click();
  await expect(page).toHaveURL(/\/companies\?sort=prominence$/);
  await loaded(page, 20);
  await quiet(page);
  expect(purchases).toHaveLength(3);
});

test("links of a sheet open other pages and buy nothing", async ({ page, dashboard }) => {
  const purchases = watchPurchases(page);
  await page.goto("/companies");
  await loaded(page, 20);
  await row(page, 0).click();
  await sheet(page).getByRole("link", { name: "Funding", exact: true }).click();
  await expect(page).toHaveURL(/\/funding\?companyId=[0-9a-f-]{36}$/);
  await expect(unbought(page)).toBeVisible();
  await page.goto("/funding");
  await loaded(page, 20);
  const named = rows(page).filter({ hasNot: page.getByText("none named") });
  await named.first().click();
  const investor = sheet(page).getByTestId("sheet-investors").getByRole("link").first();
  const name = (await investor.textContent()) ?? "";
  await investor.click();
  await expect(page).toHaveURL(/\/investors\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("heading", { name, level: 2 })).toBeVisible();
  const directory = page.getByRole("link", { name: "Find in investors" });
  await expect(directory).toHaveText("Find in investors up to 20 credits");
  const href = new URL((await directory.getAttribute("href")) ?? "", page.url());
  expect([href.pathname, href.searchParams.get("search")]).toEqual(["/investors", name]);
  await quiet(page);
  expect(purchases).toHaveLength(2);
  expect(await dashboard.account.balance()).toBe(960);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("rows are cards, the order is among the filters, and nothing is wider than the window", async ({ page }) => {
    for (const { path } of FEEDS) {
      await page.goto(path);
      await loaded(page, 20);
      expect((await row(page, 0).boundingBox())?.height).toBe(87);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      await row(page, 0).tap();
      await expect(sheet(page)).toContainText("1 of 20");
    }
    await page.goto("/companies");
    await loaded(page, 20);
    await page
      .getByTestId("feed-dock")
      .getByRole("button", { name: /^Filters/ })
      .tap();
    const drawer = page.getByRole("dialog", { name: "Filters" });
    await drawer.getByRole("button", { name: /^Order/ }).tap();
    await drawer.getByText("Most prominent first").tap();
    await drawer.getByRole("button", { name: /^Show/ }).tap();
    await expect(page).toHaveURL(/\/companies\?sort=prominence$/);
    await loaded(page, 20);
  });
});

test("over a feed of events the search looks through the loaded rows, and offers a company as a filter", async ({
  page,
  dashboard,
}) => {
  const purchases = watchPurchases(page);
  await page.goto("/funding?enrichedOnly=true");
  await loaded(page, 20);
  const name = (await row(page, 3).locator('[data-column="company"]').textContent()) ?? "";
  await row(page, 0).focus();
  await page.keyboard.press("/");
  const box = page.getByRole("combobox", { name: "Search loaded rows" });
  await expect(box).toBeFocused();
  await box.fill(name.toLowerCase());
  await expect(page.getByTestId("result-line")).toContainText("found, 0 credits");
  await expect(row(page, 0)).toContainText(name);
  await quiet(page);
  expect(purchases).toHaveLength(1);
  const option = page.getByRole("option", { name: new RegExp(`^${name}`) }).first();
  await expect(option).toBeVisible();
  await box.press("ArrowDown");
  await expect(option).toHaveAttribute("aria-selected", "true");
  await box.press("Enter");
  await expect(page).toHaveURL(/\/funding\?enrichedOnly=true&companyId=[0-9a-f-]{36}$/);
  await expect(box).toHaveValue("");
  await expect(page.getByTestId("result-counts").first()).toContainText("matching");
  await quiet(page);
  expect(purchases).toHaveLength(2);
  expect(await dashboard.account.balance()).toBe(980 - (await rows(page).count()));
});
