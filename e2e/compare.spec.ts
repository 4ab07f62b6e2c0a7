/** Companies side by side: one request for what is missing, to the credit. */
import type { Page } from "@playwright/test";
import { getCompanies, type TestCompany } from "./support/companies";
import { quiet, watchPurchases } from "./support/feed";
import type { Stack } from "./support/stack/stack";
import { expect, test } from "./support/test";

const NOBODY = "00000000-0000-7000-8000-000000000000";

const button = (page: Page) => page.getByRole("button", { name: /^Load \d+ timelines?/ });
const line = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const address = (ids: readonly string[]) => `/compare?${ids.map((id) => `id=${id}`).join("&")}`;
const sum = (companies: readonly TestCompany[]) => companies.reduce((total, { price }) => total + price, 0);

async function three(stack: Stack): Promise<[TestCompany, TestCompany, TestCompany]> {
  const [a, b, c] = await getCompanies(stack);
  if (!a || !b || !c) throw new Error("the market has three companies");
  return [a, b, c];
}

test("one press buys the missing ones; adding, removing, reload and back are free", async ({
  page,
  dashboard,
  stack,
}) => {
  const purchases = watchPurchases(page);
  const [a, b, c] = await three(stack);
  await page.goto(address([a.id, b.id]));
  await quiet(page);
  expect(purchases).toEqual([]);
  await expect(button(page)).toHaveText(`Load 2 timelines ${sum([a, b])} credits`);
  await button(page).click();
  await expect(page.getByText("You already own all of these.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Compare" })).toBeFocused();
  expect(await dashboard.account.balance()).toBe(1_000 - sum([a, b]));

  await page.getByLabel("Company", { exact: true }).fill(c.domain);
  await page.getByRole("button", { name: /^Add/ }).click();
  await expect(page).toHaveURL(address([a.id, b.id, c.id]));
  await expect(button(page)).toHaveText(`Load 1 timeline ${c.price} credits`);
  expect(await dashboard.account.balance()).toBe(1_000 - sum([a, b]));
  await button(page).click();
  await expect(page.getByText("You already own all of these.")).toBeVisible();
  expect(await dashboard.account.balance()).toBe(1_000 - sum([a, b, c]));

  await page.reload();
  await quiet(page);
  await expect(page.getByText("You already own all of these.")).toBeVisible();
  // The words before the figure are displayed on phones only.
  await expect(page.locator('[data-cell="Months since"]').first()).toHaveText(
    /^Months since last round (under 1|\d+|–)$/,
  );
  await page.getByRole("button", { name: `Remove ${b.name}` }).click();
  await expect(page).toHaveURL(address([a.id, c.id]));
  await expect(page.getByRole("region", { name: "Figures" })).toBeFocused();
  await expect(line(page, b.name)).toHaveCount(0);
  await page.goBack();
  await expect(line(page, b.name).first()).toBeVisible();
  await page.goto(`/companies/${b.id}`);
  await expect(page.getByTestId("timeline-event")).toHaveCount(b.price - 1);
  await quiet(page);
  expect(purchases).toHaveLength(2);
  expect(await dashboard.account.balance()).toBe(1_000 - sum([a, b, c]));
});

test("the company's page puts it on the list, whose number the sidebar shows", { tag: "@long" }, async ({
  page,
  dashboard,
  stack,
}) => {
  const [a, b] = await three(stack);
  for (const { id } of [a, b]) {
    await page.goto(`/companies/${id}`);
    await page.getByTestId("company-tools").getByRole("button", { name: "Add to compare" }).click();
  }
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Compare 2" }).click();
  await expect(page).toHaveURL(address([a.id, b.id]));
  await expect(button(page)).toContainText(`${sum([a, b])} credits`);
  expect(await dashboard.account.balance()).toBe(1_000);
});

test.describe("with credits for the first one only", () => {
  test.use({ credits: 20 });

  test("the others are marked as skipped, and only they are offered again", { tag: "@long" }, async ({
    page,
    dashboard,
    stack,
  }) => {
    const all = await getCompanies(stack);
    const first = all.at(-1);
    const others = all.slice(0, 5);
    if (first === undefined) throw new Error("the market has companies");
    // The first one fits, the next one does not.
    expect(first.price).toBeLessThan(20);
    expect(first.price + sum(others.slice(0, 1))).toBeGreaterThan(20);
    await page.goto(address([first.id, NOBODY, ...others.map(({ id }) => id)]));
    await quiet(page);
    await expect(line(page, "No company with this id (free)")).toHaveCount(1);
    await expect(button(page)).toHaveText("Load 6 timelines up to 20 credits, all you have");
    await button(page).click();
    await expect(page.getByRole("dialog")).toContainText("20 are left");
    await page.getByRole("dialog").getByRole("button", { name: /^Load/ }).click();
    await expect(page.getByText("You ran out of credits: 5 companies were skipped")).toBeVisible();
    await expect(line(page, "Skipped, out of credits")).toHaveCount(5);
    const left = 20 - first.price;
    expect(await dashboard.account.balance()).toBe(left);
    const offer = `Load 5 timelines up to ${left} credits, all you have`;
    await expect(button(page)).toHaveText(offer);
    await page.reload();
    await quiet(page);
    await expect(button(page)).toHaveText(offer);
    await expect(line(page, first.name).first()).not.toContainText("Not bought");
    expect(await dashboard.account.balance()).toBe(20 - first.price);
  });
});

test("more than 100 credits need a confirmation", { tag: "@long" }, async ({ page, dashboard, stack }) => {
  const all = await getCompanies(stack);
  const total = sum(all);
  expect(total).toBeGreaterThan(100);
  await page.goto(address(all.map(({ id }) => id)));
  await quiet(page);
  await button(page).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  expect(await dashboard.account.balance()).toBe(1_000);
  await button(page).click();
  await page.getByRole("dialog").getByRole("button", { name: /^Load/ }).click();
  await expect(page.getByText("You already own all of these.")).toBeVisible();
  expect(await dashboard.account.balance()).toBe(1_000 - total);
});

test("invalid parts of an address are ignored and reported", { tag: "@long" }, async ({ page, dashboard, stack }) => {
  const purchases = watchPurchases(page);
  const [a, b] = await three(stack);
  const many = Array.from({ length: 26 }, (_, index) => `id=${NOBODY.slice(0, -2)}${String(index + 10)}`);
  await page.goto(`/compare?id=${a.id}&id=${a.id.toUpperCase()}&id=42&ids=x&id=${b.id}`);
  await quiet(page);
  await expect(page.getByText('"42" is not a company id.')).toBeVisible();
  await expect(page.getByText("is listed twice; it is shown once.")).toBeVisible();
  await expect(page.getByText('"ids" is not a known parameter; use id for each company.')).toBeVisible();
  await expect(button(page)).toHaveText(`Load 2 timelines ${sum([a, b])} credits`);
  await page.goto(`/compare?${many.join("&")}`);
  await quiet(page);
  await expect(page.getByText("Only the first 25 companies are compared, not the 1 after them.")).toBeVisible();
  await page.goto("/compare");
  await expect(page.getByRole("heading", { name: "Nothing to compare yet" })).toBeVisible();
  expect(purchases).toEqual([]);
  expect(await dashboard.account.balance()).toBe(1_000);
});

test("the lanes show what happened on a day, and their marks open the company's event", { tag: "@long" }, async ({
  page,
  stack,
}) => {
  const [a, b] = await three(stack);
  await page.goto(address([a.id, b.id]));
  await button(page).click();
  const chart = page.getByRole("application", { name: /events of 2 companies on one time axis/ });
  const mark = chart.getByRole("link").first();
  const label = (await mark.getAttribute("aria-label")) ?? "";
  await mark.hover();
  await expect(page.getByTestId("chart-tooltip")).toContainText(label.split(", ").at(-1) ?? "");
  await mark.click();
  await expect(page).toHaveURL(/\/companies\/[0-9a-f-]{36}\?open=[0-9a-f-]{36}$/);
  await quiet(page);
  await expect(page.getByTestId("timeline-event").first()).toBeVisible();
});
