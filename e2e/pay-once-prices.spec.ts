/** Prices where a record is paid for once: exact from a quote, nothing for what the workspace has. */
import type { Page } from "@playwright/test";
import { getCompanies } from "./support/companies";
import { quiet, row, sheet } from "./support/feed";
import { expect, test } from "./support/test";

const load = (page: Page) => page.getByRole("button", { name: /^Load timeline/ });

/** The number of credits on the button, once its quote is there. */
async function readPrice(page: Page, name: RegExp): Promise<number> {
  const button = page.getByRole("button", { name });
  await expect(button).toHaveText(/^(?!.* up to ).*\d credits?$/);
  return Number(/([\d,]+) credits?$/.exec((await button.textContent()) ?? "")?.[1]?.replace(",", ""));
}

test("a timeline costs what of it is new, and a comparison what its companies have not in common", {
  tag: "@long",
}, async ({ page, dashboard, stack }) => {
  const [a, b, c] = await getCompanies(stack);
  if (!a || !b || !c) throw new Error("the market has three companies");
  await page.goto(`/companies/${a.id}`);
  await expect(load(page)).toHaveText(`Load timeline ${a.price} credits`);
  await quiet(page);
  await load(page).click();
  await expect(page.getByTestId("timeline-event")).toHaveCount(a.price - 1);
  expect(await dashboard.account.balance()).toBe(1_000 - a.price);
  // Bought again, it costs nothing.
  const refresh = page.getByTestId("company-tools").getByRole("button", { name: /^Refresh/ });
  await expect(refresh).toHaveText("Refresh 0 credits");
  await refresh.click();
  await quiet(page);
  expect(await dashboard.account.balance()).toBe(1_000 - a.price);

  await page.goto(`/compare?id=${b.id}&id=${c.id}`);
  await quiet(page);
  const price = await readPrice(page, /^Load 2 timelines/);
  expect(price).toBeLessThanOrEqual(b.price + c.price);
  await page.getByRole("button", { name: /^Load 2 timelines/ }).click();
  await expect(page.getByText("You already own all of these.")).toBeVisible();
  expect(await dashboard.account.balance()).toBe(1_000 - a.price - price);
});

test("refreshing an owned record is free", { tag: "@long" }, async ({ page, dashboard }) => {
  await page.goto("/funding?enrichedOnly=true");
  // A press before the page is hydrated does nothing.
  await quiet(page);
  await row(page, 0).click();
  await expect(row(page, 0).getByTestId("name")).toBeVisible();
  await quiet(page);
  const before = await dashboard.account.balance();
  await row(page, 0).click();
  await expect(sheet(page)).toBeVisible();
  const refresh = sheet(page).getByRole("button", { name: /^Refresh/ });
  await expect(refresh).toHaveText("Refresh 0 credits");
  await refresh.click();
  await quiet(page);
  await expect(sheet(page).getByTestId("refresh-message")).toHaveCount(0);
  expect(await dashboard.account.balance()).toBe(before);
});
