/**
 * Tests that prices, names and amounts are hidden until a record is bought, and how people work around that for free.
 */
import type { Page, Route } from "@playwright/test";
import { grid, panel, quiet, row, rows, sheet, watchPurchases } from "./support/feed";
import { rest } from "./support/gestures";
import { expect, test } from "./support/test";

const preview = (page: Page) => rows(page).filter({ has: page.getByRole("img", { name: "Not bought: 1 credit" }) });
const showNext = (page: Page) => page.getByTestId("result-line").getByRole("button", { name: /^Reveal/ });
const counts = (page: Page) => page.getByTestId("result-counts");
const note = (page: Page) => page.getByTestId("text-filter-note");
const matching = async (page: Page) =>
  Number(/([\d,]+) matching/.exec((await counts(page).textContent()) ?? "")?.[1]?.replaceAll(",", ""));

async function explored(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(preview(page).first()).toBeVisible();
  await expect(grid(page)).toHaveAttribute("aria-busy", "false");
  await quiet(page);
}

async function buy(page: Page, index: number): Promise<string> {
  await row(page, index).click();
  await expect(row(page, index).getByTestId("name")).toBeVisible();
  await rest(page, 600);
  return (await row(page, index).getByTestId("name").textContent()) ?? "";
}

test("a filter that is changed offline is answered once the network is back", { tag: "@long" }, async ({
  page,
  context,
  dashboard,
}) => {
  const purchases = watchPurchases(page);
  await explored(page, "/funding?round=seed");
  const before = await matching(page);
  await panel(page)
    .getByRole("button", { name: /^Round/ })
    .click();
  const seriesA = panel(page).getByRole("checkbox", { name: /^Series A/ });
  await expect(seriesA).toBeVisible();
  await quiet(page);
  await context.setOffline(true);
  await seriesA.click();
  await expect(page).toHaveURL(/round=series-a/);
  await expect(page.getByTestId("banner")).toContainText("Offline");
  const [fold, note] = [page.getByRole("button", { name: "Charts" }), page.getByText("The chart appears when")];
  const [left, right] = [await fold.boundingBox(), await note.boundingBox()];
  expect((right?.x ?? 0) - (left?.x ?? 0)).toBeGreaterThanOrEqual(left?.width ?? Number.NaN);
  await expect(page.getByRole("button", { name: /Try again/ })).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByTestId("banner")).toHaveCount(0);
  await expect.poll(() => matching(page)).toBeGreaterThan(before);
  await expect(preview(page).first()).toBeVisible();
  await expect(showNext(page)).toHaveText("Reveal 20 20 credits");
  expect(purchases).toHaveLength(0);
  expect(await dashboard.account.balance()).toBe(1_000);
});

test("a price is shown once it is known, and is what is charged", { tag: "@long" }, async ({ page, dashboard }) => {
  await explored(page, "/funding");
  await showNext(page).click();
  await expect(counts(page)).toContainText("20 owned");
  await rest(page, 600);
  // The first page now has 20 owned rows and 10 others: the next 20 are not all known.
  const held: Route[] = [];
  let holds = true;
  await page.route(/\/explore\/funding\?.*offset=/, (route) => (holds ? void held.push(route) : route.continue()));
  await page.reload();
  await expect(row(page, 0).getByTestId("name")).toBeVisible();
  await expect(showNext(page)).toBeDisabled();
  expect(await showNext(page).textContent()).not.toMatch(/\d/);
  const waiting = await showNext(page).boundingBox();
  await expect.poll(() => held.length).toBe(1);
  holds = false;
  await held[0]?.continue();
  await expect(showNext(page)).toHaveText("Reveal 20 20 credits");
  expect((await showNext(page).boundingBox())?.width).toBeCloseTo(waiting?.width ?? 0, 0);
  await showNext(page).click();
  await expect(counts(page)).toContainText("40 owned");
  expect(await dashboard.account.balance()).toBe(960);
});

test("a preview has a bar only where its record has a value", { tag: "@long" }, async ({ page }) => {
  await explored(page, "/funding");
  const unnamed = preview(page).filter({ hasText: "none named" }).first();
  await expect(unnamed).toBeVisible();
  const index = Number(await unnamed.getAttribute("data-index"));
  await buy(page, index);
  await expect(row(page, index)).toContainText("none named");
});

test("the sheet steps through previews, shows what is free of them and reveals them in place", {
  tag: "@long",
}, async ({ page, dashboard }) => {
  await explored(page, "/funding");
  const name = await buy(page, 1);
  await row(page, 1).click();
  await expect(sheet(page).getByTestId("sheet-name")).toContainText(name);
  await sheet(page).getByRole("button", { name: "Next", exact: true }).click();
  const reveal = sheet(page).getByRole("button", { name: "Reveal 1 credit" });
  await expect(reveal).toBeVisible();
  await expect(sheet(page)).toContainText("3 of ");
  await expect(row(page, 2)).toHaveAttribute("aria-current", "true");
  // By key as well.
  await row(page, 2).focus();
  await page.keyboard.press("k");
  await expect(sheet(page).getByTestId("sheet-name")).toContainText(name);
  await page.keyboard.press("j");
  expect(await dashboard.account.balance()).toBe(999);
  await reveal.click();
  await expect(sheet(page).getByTestId("sheet-name")).toBeVisible();
  await expect(page).toHaveURL(/open=[0-9a-f-]{36}$/);
  // A double press of a preview buys and opens it.
  await sheet(page).getByRole("button", { name: "Close" }).click();
  await row(page, 4).dblclick();
  await expect(sheet(page).getByTestId("sheet-name")).toBeVisible();
  expect(await dashboard.account.balance()).toBe(997);
});

test("a company's page leads to the next one of the list, at the price of its preview", { tag: "@long" }, async ({
  page,
  dashboard,
}) => {
  await explored(page, "/companies?sort=prominence");
  const name = await buy(page, 0);
  await row(page, 0).click();
  await sheet(page).getByRole("link", { name: "Company page 0 credits" }).click();
  const heading = page.getByTestId("page-scroll").getByRole("heading", { level: 2 }).first();
  await expect(heading).toHaveText(name);
  const results = page.getByRole("navigation", { name: "Results" });
  await expect(results).toContainText("1 of ");
  await expect(results.getByRole("button", { name: "Previous" })).toBeDisabled();
  await results.getByRole("button", { name: "Next 1 credit" }).click();
  await expect(results).toContainText("2 of ");
  await expect(heading).not.toHaveText(name);
  await results.getByRole("button", { name: "Previous", exact: true }).click();
  await expect(heading).toHaveText(name);
  expect(await dashboard.account.balance()).toBe(998);
});

test("an amount within a band says what it covers of rows that are not owned", { tag: "@long" }, async ({ page }) => {
  const chips = page.getByTestId("filter-chips");
  await explored(page, "/funding?minAmountUsd=7000000&maxAmountUsd=20000000");
  await expect(chips).toContainText("$7m to $20m(rows you don’t own: $5m to $25m)");
  const widened = await matching(page);
  await explored(page, "/funding?minAmountUsd=5000000&maxAmountUsd=25000000");
  await expect(chips).toContainText("$5m to $25m");
  await expect(chips).not.toContainText("you don’t own");
  expect(await matching(page)).toBe(widened);
});

test("what matches without a filter is counted where nothing matches", { tag: "@long" }, async ({ page }) => {
  await explored(page, "/funding?countries=US");
  const without = await matching(page);
  await page.goto("/funding?countries=US&minAmountUsd=900000000000");
  const empty = page.getByTestId("feed-empty");
  await expect(empty).toContainText(`${without.toLocaleString("en-US")} match without it`);
  await expect(empty).not.toContainText("owned without it");
});

test("a search covers what is owned, looks a whole name up for free, and searches all for a price", async ({
  page,
  dashboard,
}) => {
  const purchases = watchPurchases(page);
  await explored(page, "/companies");
  const name = await buy(page, 0);
  const box = page.getByRole("searchbox", { name: "Search companies" });
  await box.pressSequentially(name.slice(0, 3));
  await expect(page).toHaveURL(/\/companies\?search=.{3}$/);
  await box.pressSequentially(name.slice(3));
  await expect(page).toHaveURL(`${dashboard.url}/companies?${new URLSearchParams({ search: name })}`);
  await expect(box).toBeFocused();
  // What was typed is one step in history.
  await page.goBack();
  await expect(page).toHaveURL(`${dashboard.url}/companies`);
  await expect(box).toHaveValue("");
  await page.goto(`/companies?search=${encodeURIComponent(name)}`);
  await expect(note(page)).toContainText("so this search covers the 1 company you own.");
  await expect(row(page, 0).getByTestId("name")).toHaveText(name);
  await expect(preview(page)).toHaveCount(0);
  await note(page)
    .getByRole("button", { name: /Look up/ })
    .click();
  await expect(note(page)).toContainText(new RegExp(`${name} exists · timeline \\d+ credits?`));
  await expect(note(page).getByRole("link", { name })).toHaveAttribute("href", /^\/companies\/[0-9a-f-]{36}$/);
  expect(purchases).toHaveLength(1);

  await page.goto("/companies?search=example");
  await note(page).getByRole("button", { name: "Search all up to 20 credits" }).dblclick();
  await expect(row(page, 0).getByTestId("name")).toBeVisible();
  const found = note(page).getByRole("button", { name: /found, show more/ });
  await expect(found).toHaveText("20 found, show more up to 20 credits");
  await expect.poll(() => matching(page)).toBeGreaterThanOrEqual(20);
  const [first, spent] = [await matching(page), 1_000 - (await dashboard.account.balance())];
  expect(spent).toBeGreaterThan(1);
  expect(spent).toBeLessThanOrEqual(21);
  await rest(page, 600);
  // After a reload it begins with what was bought, which is free, and goes on behind it.
  await page.reload();
  await note(page)
    .getByRole("button", { name: /^Search all/ })
    .click();
  await expect(found).toHaveText("20 found, show more up to 20 credits");
  expect(await dashboard.account.balance()).toBe(1_000 - spent);
  await found.click();
  await expect.poll(() => matching(page)).toBeGreaterThan(first);
  expect(await dashboard.account.balance()).toBeLessThan(1_000 - spent);
});

test("a name that no company has is said to be none, and nothing is charged", async ({ page, dashboard }) => {
  await page.goto("/companies?search=nobody%20at%20all");
  await expect(page.getByTestId("feed-empty")).toContainText("you own matches this filter");
  await note(page)
    .getByRole("button", { name: /Look up/ })
    .click();
  await expect(note(page)).toContainText("No company has exactly this name.");
  await note(page)
    .getByRole("button", { name: /^Search all/ })
    .click();
  await expect(note(page)).toContainText("Nothing matches.");
  expect(await dashboard.account.balance()).toBe(1_000);
});

test.describe("without credits", () => {
  test.use({ credits: 1 });

  test("a refused purchase says so within the bar, and the person's menu stays in sight", { tag: "@long" }, async ({
    page,
  }) => {
    await explored(page, "/companies");
    await buy(page, 0);
    await expect(showNext(page)).toHaveText("Reveal 20 no credits left");
    await row(page, 2).click();
    const alert = page.getByTestId("result-line").getByRole("alert");
    await expect(alert).toHaveText("You’re out of credits.");
    await expect(page.getByTestId("sidebar").getByLabel("No credits", { exact: true })).toBeVisible();
    for (const inside of [alert, showNext(page), page.getByTestId("sidebar-person")]) {
      const box = await inside.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1280);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(800);
    }
  });
});
