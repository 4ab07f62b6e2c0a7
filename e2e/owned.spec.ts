/** Tests that what was paid for stays owned: it is shown for free, and while owned only is on nothing else is shown. */
import { FEEDS } from "@dealflow/contract/feeds";
import type { Page } from "@playwright/test";
import { buyElsewhere } from "./support/buy-elsewhere";
import { meter, panel, quiet, row, rows, rowTexts, sheet, watch, watchPurchases } from "./support/feed";
import { expect, test } from "./support/test";

test.beforeEach(({ page }) => watch(page));

const line = (page: Page) => page.getByTestId("result-counts");
const ownedOnly = (page: Page) => page.getByTestId("sidebar").getByRole("switch", { name: "Owned only" });
const path = `${FEEDS.funding.path}?enrichedOnly=true`;

test("owned rows are there after a restart of the dashboard's server, and without a connection", {
  tag: "@long",
}, async ({ page, context, dashboard, stack }) => {
  await buyElsewhere(stack, dashboard, `${path}&limit=20`);
  const purchases = watchPurchases(page);
  await page.goto("/funding?enrichedOnly=true");
  await expect(line(page)).toContainText("20 owned");
  await quiet(page);
  const before = (await rowTexts(page)).slice(0, 10);
  await dashboard.restart();
  await page.reload();
  await expect(line(page)).toContainText("20 owned");
  await expect.poll(async () => (await rowTexts(page)).slice(0, 10)).toEqual(before);
  // The program of the sheet is fetched with the first one.
  await row(page, 2).click();
  await expect(sheet(page).getByTestId("sheet-name")).toBeVisible();
  await page.keyboard.press("Escape");
  await quiet(page);
  await context.setOffline(true);
  await expect(page.getByTestId("banner")).toContainText("still available for free");
  await row(page, 3).click();
  await expect(sheet(page).getByTestId("sheet-name")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet(page)).toHaveCount(0);
  expect((await rowTexts(page)).slice(0, 10)).toEqual(before);
  await context.setOffline(false);
  expect(purchases).toHaveLength(0);
  expect(await dashboard.account.balance()).toBe(980);
});

test("with owned only everything that is owned is listed, counted and opened, and nothing can be bought", async ({
  page,
  context,
  dashboard,
  stack,
}) => {
  const bought = await buyElsewhere(stack, dashboard, `${path}&limit=100`);
  await buyElsewhere(stack, dashboard, `${path}&limit=50&round=seed`);
  const balance = await dashboard.account.balance();
  const owned = 1_000 - balance;
  expect(owned).toBeGreaterThan(100);
  const purchases = watchPurchases(page);
  await page.goto("/funding");
  const other = await context.newPage();
  watch(other);
  await other.goto("/funding");
  await ownedOnly(page).click();
  await expect(ownedOnly(other)).toBeChecked();
  await expect(line(page)).toHaveText(`${owned} owned`);
  await expect(line(other)).toHaveText(`${owned} owned`);
  await expect(panel(page).getByText(/^Counts cover/)).toContainText(`${owned} owned rows`);
  const strip = page.getByRole("region", { name: "Charts" });
  await expect(strip).toContainText(`${owned} matching rows · ${owned} owned`);
  await expect(strip).not.toContainText("not owned");

  const american = bought.filter(({ company }) => company?.hqCountry?.code === "US").length;
  await panel(page).getByRole("checkbox", { name: "United States", exact: true }).check();
  await expect(page).toHaveURL(/countries=US$/);
  await expect(line(page)).not.toHaveText(`${owned} owned`);
  await expect
    .poll(async () => Number.parseInt((await line(page).textContent()) ?? "", 10))
    .toBeGreaterThanOrEqual(american);

  // A key, the wheel, a filter, a link and an address are tried.
  await row(page, 0).focus();
  for (const key of ["End", "ArrowDown", "ArrowDown", "PageDown", "j"]) await page.keyboard.press(key);
  await page.mouse.wheel(0, 5_000);
  await expect(page.getByRole("region", { name: "End of owned rows" })).toContainText(
    "Owned only is on. Nothing spends credits.",
  );
  await expect(page.getByRole("button", { name: /^Reveal \d+/ })).toHaveCount(0);
  await page.getByTestId("sidebar").getByRole("link", { name: "Acquisitions" }).click();
  await expect(line(page)).toHaveText("0 owned");
  await page.goto(`/funding?open=${bought[3]?.id}`);
  await expect(sheet(page).getByTestId("sheet-name")).toBeVisible();
  await quiet(page);

  // The first paint is right, and what sends a purchase all the same is rejected before it leaves the browser.
  const response = await context.request.get(`${dashboard.url}/funding`);
  expect(await response.text()).toMatch(/role="switch"[^>]*aria-checked="true"[^>]*aria-label="Owned only"/);
  await page.goto("/reference");
  for (const button of await page.getByRole("button", { name: /^Send / }).all()) await expect(button).toBeDisabled();

  await page.getByTestId("sidebar").getByRole("link", { name: "Funding", exact: true }).click();
  await expect(line(page)).toHaveText(`${owned} owned`);
  await ownedOnly(page).click();
  await expect(page.getByTestId("result-line").getByRole("button", { name: /^Reveal/ })).toBeEnabled();
  await quiet(page);
  expect(purchases).toHaveLength(0);
  expect(await dashboard.account.balance()).toBe(balance);
});

test("an owned record that an address names is shown, listed or not, and is refreshed for free", async ({
  page,
  dashboard,
  stack,
}) => {
  const bought = await buyElsewhere(stack, dashboard, `${path}&limit=100`);
  const last = bought.at(-1);
  await page.goto(`/funding?round=debt&countries=JP&open=${last?.id}`);
  await expect(sheet(page).getByTestId("sheet-name")).toBeVisible();
  await expect(sheet(page).getByTestId("receipt")).toContainText("Bought");
  const refreshed = page.waitForResponse((response) => response.url().includes("/purchased/funding/records?"));
  await sheet(page).getByRole("button", { name: "Refresh 0 credits" }).click();
  expect((await refreshed).status()).toBe(200);
  await expect(page.getByTestId("refresh-message")).toHaveCount(0);
  expect(await meter(page)).toMatchObject({ balance: 900 });
  expect(await dashboard.account.balance()).toBe(900);

  await page.goto("/funding?open=00000000-0000-7000-8000-000000000000");
  await expect(rows(page).first()).toBeVisible();
  await expect(sheet(page)).toContainText("doesn’t own this record");
});

test("the palette finds companies and investors of owned records, for free", { tag: "@long" }, async ({
  page,
  dashboard,
  stack,
}) => {
  await buyElsewhere(stack, dashboard, `${path}&limit=40`);
  await page.goto("/funding?enrichedOnly=true");
  const purchases = watchPurchases(page);
  await rows(page)
    .filter({ hasNot: page.getByText("none named") })
    .first()
    .click();
  const company = (await sheet(page).getByTestId("sheet-name").textContent()) ?? "";
  const investor = (await sheet(page).getByTestId("sheet-investors").getByRole("link").first().textContent()) ?? "";
  const palette = page.getByRole("dialog", { name: "Command palette" });
  for (const [kind, name] of [
    ["Investors, owned", investor],
    ["Companies, owned", company],
  ] as const) {
    await page.keyboard.press("Control+k");
    await expect(palette.getByRole("combobox")).toBeFocused();
    await page.keyboard.type(name);
    const option = palette.getByRole("group", { name: kind }).getByRole("option").filter({ hasText: name });
    await expect(option.first()).toContainText("0 credits");
    await option.first().click();
    await expect(page.getByRole("heading", { name, level: 2 })).toBeVisible();
  }
  await quiet(page);
  expect(purchases).toEqual([]);
  expect(await dashboard.account.balance()).toBe(960);
});

test("a renamed company is found by its former name, which its page, its row and its sheet say", {
  tag: "@long",
}, async ({ page, dashboard, stack }) => {
  const round = { round: "seed", amountUsd: 2_000_000, announcedAt: "2026-06-01" };
  for (const name of ["Latticework Data", "Solvane"]) {
    const company = { name, domain: "latticework.example" };
    await stack.addEvent(JSON.stringify({ kind: "funding", key: "f1", record: { ...round, company } }), "wire");
  }
  await buyElsewhere(stack, dashboard, `${FEEDS.companies.path}?domain=latticework.example`);
  const purchases = watchPurchases(page);
  await page.goto("/funding");
  await expect(rows(page).first()).toBeVisible();
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await expect(palette.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("latticew");
  const option = palette.getByRole("group", { name: "Companies, owned" }).getByRole("option");
  await expect(option).toHaveText(/^Solvane formerly Latticework Data.*0 credits$/);
  await option.click();
  await expect(page.getByRole("heading", { name: "Solvane", level: 2 })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("Formerly Latticework Data");
  await page.goto("/companies?search=latticework+data");
  await expect(rows(page)).toHaveCount(1);
  await expect(row(page, 0)).toContainText("Solvaneformerly Latticework Data");
  await row(page, 0).click();
  await expect(sheet(page)).toContainText("Formerly Latticework Data");
  expect(purchases).toEqual([]);
});
