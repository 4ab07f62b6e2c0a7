/** What was paid for stays owned: it is shown first, for nothing, and while owned only is on it is all there is. */
import type { Page } from "@playwright/test";
import {
  loaded,
  meter,
  panel,
  quiet,
  quietWithStoppedClock,
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

const line = (page: Page) => page.getByTestId("result-counts");
const ownedOnly = (page: Page) => page.getByTestId("sidebar").getByRole("switch", { name: "Owned only" });
const counts = (page: Page) => panel(page).getByText(/^Counts cover your/);

/** Buys the first page of an address, and returns the requests that may spend. */
async function bought(page: Page, path = "/funding") {
  const purchases = watchPurchases(page);
  await page.goto(path);
  await loaded(page, 20);
  await quiet(page);
  return purchases;
}

test("owned rows survive a reload and a restart of the server, for nothing", async ({ page, dashboard }) => {
  const purchases = await bought(page);
  const before = await rowTexts(page);
  await expect(counts(page)).toHaveText("Counts cover your 20 owned rows");
  await dashboard.restart();
  for (let times = 0; times < 2; times++) {
    await page.reload();
    await expect(line(page)).toContainText("20 owned rows match");
    await expect(unbought(page)).toBeVisible();
    await expect.poll(() => rowTexts(page)).toEqual(before);
  }
  await expect(counts(page)).toHaveText("Counts cover your 20 owned rows");
  await row(page, 3).click();
  await expect(sheet(page)).toContainText("4 of 20");
  await quiet(page);
  expect(purchases).toHaveLength(1);
  expect(await dashboard.account.balance()).toBe(980);
});

test("records not yet on disk when the page was left are owned nevertheless", async ({ page }) => {
  await page.addInitScript(() => {
    // A disk that never answers, as long as this page is shown.
    if (location.pathname === "/funding")
      IDBFactory.prototype.open = () => Object.setPrototypeOf(new EventTarget(), IDBOpenDBRequest.prototype);
  });
  await bought(page);
  await page.goto("/acquisitions");
  await loaded(page, 20);
  await page.goto("/credits");
  await expect(page.getByText("Owned records here40")).toBeVisible();
});

test("a changed filter shows what is owned before anything is bought, also of other views", async ({
  page,
  dashboard,
}) => {
  const purchases = await bought(page, "/funding?round=seed");
  await page.goto("/funding?round=series-a");
  await loaded(page, 20);
  await expect(counts(page)).toHaveText("Counts cover your 40 owned rows");
  expect(await dashboard.account.balance()).toBe(960);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole("button", { name: /^Remove Round/ }).click();
  await expect(line(page)).toContainText("40 owned rows match");
  const texts = await rowTexts(page);
  expect(texts.some((text) => text.startsWith("Seed"))).toBe(true);
  expect(texts.some((text) => text.startsWith("Series A"))).toBe(true);
  await page.clock.runFor(599);
  await quietWithStoppedClock(page);
  expect(purchases).toHaveLength(2);
  expect(await dashboard.account.balance()).toBe(960);
  await page.clock.runFor(1);
  await loaded(page, 20);
  expect(await dashboard.account.balance()).toBe(940);
});

test("another tab is notified of purchases", async ({ page, context, dashboard }) => {
  await bought(page, "/funding?round=seed");
  const other = await context.newPage();
  await bought(other, "/funding?round=series-a");
  await expect(counts(page)).toHaveText("Counts cover your 40 owned rows");
  await expect(counts(other)).toHaveText("Counts cover your 40 owned rows");
  expect(await dashboard.account.balance()).toBe(960);
});

test("with owned only nothing can be bought, whatever one does", async ({ page, context, dashboard }) => {
  const purchases = await bought(page);
  await page.getByRole("button", { name: "Load 20 more up to 20 credits" }).first().click();
  await loaded(page, 40);
  const other = await context.newPage();
  await other.goto("/funding");
  await loaded(other, 40);
  await ownedOnly(page).click();
  await expect(ownedOnly(other)).toBeChecked();
  await expect(line(page)).toContainText("40 owned");
  const end = page.getByRole("region", { name: "End of owned rows" });
  await expect(end).toContainText("Owned only is on. Nothing spends credits.");
  await expect(end.getByRole("button", { name: /^Load 20/ })).toBeDisabled();
  await expect(end.getByRole("button", { name: /^Load 20/ })).toHaveAttribute("title", /Owned only is on/);

  // By key, by wheel, by filter, by a link, by an address, by the sheet's refresh.
  await row(page, 0).focus();
  for (const key of ["End", "ArrowDown", "ArrowDown", "PageDown", "j"]) await page.keyboard.press(key);
  await page.mouse.wheel(0, 5_000);
  await panel(page).getByRole("checkbox", { name: "United States" }).click();
  await expect(line(page)).toContainText(/\d+ owned/);
  await row(page, 0).click();
  await expect(sheet(page).getByRole("button", { name: /^Refresh/ })).toBeDisabled();
  await page.getByTestId("sidebar").getByRole("link", { name: "Acquisitions" }).click();
  await expect(page.getByRole("grid", { name: "Acquisitions" })).toBeVisible();
  await expect(line(page)).toContainText("0 owned");
  await page.goto("/funding?round=debt");
  await expect(line(page)).toContainText("0 credits in this view");
  await expect(ownedOnly(page)).toBeChecked();
  await page.clock.install();
  await page.clock.runFor("10:00");
  await quiet(page);
  expect(purchases).toHaveLength(2);
  expect(await dashboard.account.balance()).toBe(960);

  // The first paint is right, and what sends a purchase all the same is rejected before it leaves the browser.
  const response = await context.request.get(`${dashboard.url}/funding`);
  expect(await response.text()).toMatch(/role="switch"[^>]*aria-checked="true"[^>]*aria-label="Owned only"/);
  await page.goto("/reference");
  for (const button of await page.getByRole("button", { name: /^Send / }).all()) await expect(button).toBeDisabled();

  await page.goto("/funding?round=debt");
  await ownedOnly(page).click();
  await expect(page.getByRole("button", { name: "Load 20 up to 20 credits" }).first()).toBeEnabled();
  await quiet(page);
  expect(await dashboard.account.balance()).toBe(960);
});

test("without auto-load a changed filter waits for the button", async ({ page, dashboard }) => {
  const purchases = await bought(page);
  await panel(page).getByRole("switch", { name: "Load when filters change" }).click();
  await page.clock.install();
  await panel(page).getByRole("checkbox", { name: "United States" }).click();
  await expect(unbought(page)).toBeVisible();
  await page.clock.runFor("10:00");
  await quiet(page);
  await expect(line(page)).toContainText(/owned rows? match/);
  expect(purchases).toHaveLength(1);
  expect(await dashboard.account.balance()).toBe(980);
  await page.getByRole("button", { name: "Load 20 up to 20 credits" }).first().click();
  await loaded(page, 20);
  expect(await dashboard.account.balance()).toBe(960);
  await page.reload();
  await expect(panel(page).getByRole("switch", { name: "Load when filters change" })).not.toBeChecked();
});

test.describe("a workspace with 215 credits", () => {
  test.use({ credits: 215 });

  test("has no auto-load once fewer than 200 are left", async ({ page, dashboard }) => {
    const purchases = await bought(page);
    expect(await dashboard.account.balance()).toBe(195);
    await expect(panel(page)).toContainText("Auto-load, off below 200 credits");
    await page.clock.install();
    await panel(page).getByRole("checkbox", { name: "United States" }).click();
    await expect(unbought(page)).toBeVisible();
    await page.clock.runFor("10:00");
    await quiet(page);
    expect(purchases).toHaveLength(1);
    expect(await dashboard.account.balance()).toBe(195);
    await page.getByRole("button", { name: "Load 20 up to 20 credits" }).first().click();
    await loaded(page, 20);
    expect(await dashboard.account.balance()).toBe(175);
  });
});

test("one record is refreshed for at most the button's price, and shows its purchase", async ({ page, dashboard }) => {
  const purchases = await bought(page, "/funding?enrichedOnly=true");
  await row(page, 2).click();
  const receipt = sheet(page).getByTestId("receipt");
  await expect(receipt).toContainText(/Request [0-9a-z_-]{12} /);
  await expect(receipt.getByRole("link")).toHaveAttribute("href", "/funding?enrichedOnly=true");
  const first = await receipt.locator("code").getAttribute("title");
  const button = sheet(page).getByRole("button", { name: /^Refresh up to \d+ credits$/ });
  const most = Number(/\d+/.exec((await button.textContent()) ?? "")?.[0]);
  const before = await rowTexts(page);
  await button.click();
  await expect(receipt.locator("code")).not.toHaveAttribute("title", first ?? "");
  await quiet(page);
  const spent = 980 - (await dashboard.account.balance());
  expect(spent).toBeGreaterThan(0);
  expect(spent).toBeLessThanOrEqual(most);
  expect(await meter(page)).toMatchObject({ balance: 980 - spent, session: 20 + spent });
  expect(await rowTexts(page)).toEqual(before);
  expect(purchases).toHaveLength(2);
  await expect(sheet(page)).toContainText("3 of 20");
});

test("an unresolved company has no refresh", async ({ page }) => {
  await bought(page);
  const unresolved = rows(page).filter({ hasText: "unresolved company" }).first();
  await unresolved.click();
  await expect(sheet(page).getByTestId("receipt")).toContainText("Request");
  await expect(sheet(page).getByRole("button", { name: /^Refresh/ })).toHaveCount(0);
});
