/** Owned only: while it is on, what was paid for is all there is, and nothing can be bought. */
import type { Page } from "@playwright/test";
import { buyNext, counts, openFeed, panel, previews, quiet, row, rows, sheet, watchPurchases } from "./support/feed";
import { expect, test } from "./support/test";

const ownedOnly = (page: Page) => page.getByTestId("sidebar").getByRole("switch", { name: "Owned only" });

test("with owned only nothing can be bought, whatever one does", async ({ page, context, dashboard }) => {
  await openFeed(page);
  await buyNext(page, 20);
  const purchases = watchPurchases(page);
  const other = await context.newPage();
  await openFeed(other);
  await ownedOnly(page).click();
  await expect(ownedOnly(other)).toBeChecked();
  await expect(counts(page)).toContainText("20 owned");
  await expect(previews(page)).toHaveCount(0);
  await expect(page.getByText("Owned only is on. Nothing spends credits.").first()).toBeVisible();

  // By key, by wheel, by filter, by a link, by an address, by the sheet's refresh.
  await row(page, 0).focus();
  for (const key of ["End", "ArrowDown", "ArrowDown", "PageDown", "j"]) await page.keyboard.press(key);
  await page.mouse.wheel(0, 5_000);
  await panel(page).getByRole("checkbox", { name: "United States" }).click();
  await expect(counts(page)).toContainText(/\d+ owned/);
  await row(page, 0).click();
  await expect(sheet(page).getByRole("button", { name: /^Refresh/ })).toHaveText("Refresh 0 credits");
  await page.getByTestId("sidebar").getByRole("link", { name: "Acquisitions" }).click();
  await expect(page.getByRole("grid", { name: "Acquisitions" })).toBeVisible();
  await expect(counts(page)).toContainText("0 owned");
  await page.goto("/funding?round=debt");
  await expect(counts(page)).toContainText("0 credits in this view");
  await expect(ownedOnly(page)).toBeChecked();
  await quiet(page);
  expect(purchases).toEqual([]);

  // The first paint is right, and what sends a purchase all the same is rejected before it leaves the browser.
  const response = await context.request.get(`${dashboard.url}/funding`);
  expect(await response.text()).toMatch(/role="switch"[^>]*aria-checked="true"[^>]*aria-label="Owned only"/);
  await page.goto("/reference");
  for (const button of await page.getByRole("button", { name: /^Send / }).all()) await expect(button).toBeDisabled();
  expect(await dashboard.account.balance()).toBe(980);
});

test("the record of an unresolved company has no refresh", async ({ page, openOwned }) => {
  await openOwned();
  await rows(page).filter({ hasText: "unresolved company" }).first().click();
  await expect(sheet(page).getByTestId("receipt")).toContainText("Bought");
  await expect(sheet(page).getByRole("button", { name: /^Refresh/ })).toHaveCount(0);
});
