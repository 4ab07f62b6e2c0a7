/** Owned records: everything that any member of the workspace has bought, with all filters and for free. */
import { readFile } from "node:fs/promises";
import { FEEDS } from "@dealflow/contract/feeds";
import type { Page } from "@playwright/test";
import { buyElsewhere } from "./support/buy-elsewhere";
import { panel, quiet, rows, sheet } from "./support/feed";
import { expect, test } from "./support/test";

const line = (page: Page) => page.getByTestId("result-counts");
const tabs = (page: Page) => page.getByRole("navigation", { name: "Owned records" });

test("lists what the workspace has bought, with filters, order, sheet and export, and buys nothing", async ({
  page,
  dashboard,
  stack,
}) => {
  const { path } = FEEDS.funding;
  const bought = [
    ...(await buyElsewhere(stack, dashboard, `${path}?round=seed&limit=100`)),
    ...(await buyElsewhere(stack, dashboard, `${path}?round=series-a&limit=50`)),
  ];
  const american = bought.filter(({ company }) => company?.hqCountry?.code === "US");
  const [newest] = american.toSorted((a, b) => Date.parse(b.announcedAt) - Date.parse(a.announcedAt));
  await buyElsewhere(stack, dashboard, `${FEEDS.companies.path}?limit=7`);
  const balance = await dashboard.account.balance();
  expect(balance).toBe(1_000 - 157);

  await page.goto("/owned");
  await expect(page).toHaveURL("/owned/funding");
  await expect(tabs(page).getByRole("link", { name: /^Funding/ })).toHaveText("Funding150");
  await expect(tabs(page).getByRole("link", { name: /^Companies/ })).toHaveText("Companies7");
  await expect(line(page)).toHaveText("150 owned");

  // The counts of the filters are of everything that is owned, not of what is loaded.
  await expect(panel(page).getByText(/^Counts cover/)).toContainText("150 owned rows");
  await panel(page).getByRole("checkbox", { name: "United States", exact: true }).check();
  await expect(page).toHaveURL("/owned/funding?countries=US");
  await expect(line(page)).toHaveText(`${american.length} owned`);

  await rows(page).first().click();
  await expect(sheet(page)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`open=${newest?.id}`));
  await page.keyboard.press("Escape");

  await page.goto("/owned/funding");
  await quiet(page);
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: /^Export 150 rows/ }).click();
  const text = await readFile((await (await download).path()) ?? "", "utf8");
  expect(text.trim().split("\n")).toHaveLength(151);

  await tabs(page)
    .getByRole("link", { name: /^Companies/ })
    .click();
  await expect(page).toHaveURL("/owned/companies");
  await expect(line(page)).toHaveText("7 owned");
  expect(await dashboard.account.balance()).toBe(balance);
});

test("is in the navigation, and empty for a workspace that has bought nothing", { tag: "@long" }, async ({ page }) => {
  await page.goto("/credits");
  await page.getByTestId("sidebar").getByRole("link", { name: "Owned records" }).click();
  await expect(page).toHaveURL("/owned/funding");
  await expect(tabs(page).getByRole("link", { name: /^Funding/ })).toHaveText("Funding0");
  await expect(page.getByRole("heading", { name: "No owned funding yet" })).toBeVisible();
});

test("an unknown feed has no page", async ({ page }) => {
  expect((await page.goto("/owned/nothing"))?.status()).toBe(404);
});

test("what was bought before is free, and the Credits page says what that saved", { tag: "@long" }, async ({
  page,
  dashboard,
  stack,
}) => {
  const { path } = FEEDS.acquisitions;
  await buyElsewhere(stack, dashboard, `${path}?limit=10`);
  await buyElsewhere(stack, dashboard, `${path}?limit=30`);
  await page.goto("/credits");
  const savings = page.getByTestId("savings");
  await expect(savings).toContainText("10 records free");
  await expect(savings.getByRole("table", { name: "Cost by person" }).getByRole("row").nth(1)).toHaveText(/3010$/);
  await expect(savings.getByRole("table", { name: /^Delivered by day: 40 records/ })).toBeAttached();
  await expect(page.getByTestId("ledger-entry").first()).toContainText("30−20970");
});
