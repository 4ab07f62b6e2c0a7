/** No price exceeds the balance: what is left bounds it, and with nothing left the control says so and buys nothing. */
import type { Page } from "@playwright/test";
import { getCompanies } from "./support/companies";
import { loaded, panel, quiet, result, row, unbought, watchPurchases } from "./support/feed";
import { endpoint, LISTS, ONE, openReference, send } from "./support/reference";
import { PAY_PER_VIEW } from "./support/stack";
import { expect, test } from "./support/test";

test.use({ serviceSettings: PAY_PER_VIEW });

/** Every number of credits that a control or a link names. */
async function pricesOn(page: Page): Promise<number[]> {
  const texts = await page.locator("main").locator("button, a, [role=option]").allTextContents();
  return texts.flatMap((text) =>
    [...text.matchAll(/([\d,]+) credits?\b/g)].map(([, number = ""]) => Number(number.replaceAll(",", ""))),
  );
}

test.describe("with 12 credits left", () => {
  test.use({ credits: 32 });

  test("every price is 12 at most, and shows the shortfall", async ({ page, dashboard, stack }) => {
    await page.goto("/funding");
    await loaded(page, 20);
    const { matching } = await result(page);
    const line = page.getByTestId("result-line");
    await expect(line.getByRole("button", { name: "Load 20 more up to 12 credits" })).toBeEnabled();
    const all = page
      .getByTestId("load-more")
      .getByRole("button", { name: `Load all ${matching.toLocaleString("en-US")} up to 12 credits` });
    await all.click();
    const dialog = page.getByRole("dialog", { name: /^Load all/ });
    await expect(dialog).toContainText("not loaded yet: up to 12 credits.");
    await expect(dialog).toContainText("12 credits left now: loading stops when they are used up.");
    await expect(dialog.getByRole("button", { name: /^Load all .* up to 12 credits$/ })).toBeVisible();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Export", exact: true }).click();
    await expect(page.getByRole("dialog", { name: "Export rows" })).toContainText("up to 12 credits");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: "Command palette" });
    await page.keyboard.type("acquisi");
    await expect(palette.getByRole("option", { name: /^Acquisitions/ })).toContainText("up to 12 credits");
    await page.keyboard.press("Escape");

    const companies = await getCompanies(stack);
    const [large, second] = companies;
    if (large === undefined || second === undefined) throw new Error("the market has two companies");
    expect(large.price).toBeGreaterThan(12);
    await page.goto(`/companies/${large.id}`);
    await expect(page.getByRole("button", { name: /^Load timeline/ })).toHaveText(
      "Load timeline up to 12 credits, all you have",
    );
    await expect(page.getByTestId("company-prices")).toContainText(`Balance after${large.price - 12} short`);
    expect(large.price + second.price).toBeGreaterThan(12);
    await page.goto(`/compare?id=${large.id}&id=${second.id}`);
    await expect(page.getByRole("button", { name: /^Load 2/ })).toHaveText(
      "Load 2 timelines up to 12 credits, all you have",
    );
    await page.goto("/");
    await expect(page.getByText("up to 12 credits when opened")).toBeVisible();
    await openReference(page);
    const section = endpoint(page, LISTS[0]);
    await section.getByRole("textbox", { name: "limit" }).fill("50");
    await expect(send(section)).toHaveText("Send up to 12 credits");
    await quiet(page);
    expect(Math.max(...(await pricesOn(page)))).toBeLessThanOrEqual(12);
    expect(await dashboard.account.balance()).toBe(12);
  });
});

test.describe("with nothing left", () => {
  test.use({ credits: 20 });

  test("no control buys, each shows why, and owned data keeps working", async ({ page, dashboard, stack }) => {
    await page.goto("/funding");
    await loaded(page, 20);
    const purchases = watchPurchases(page);
    const more = page.getByTestId("result-line").getByRole("button", { name: "Load 20 more" });
    await expect(more).toHaveText("Load 20 more no credits left");
    await expect(more).toBeDisabled();
    await expect(page.getByTestId("load-more")).toContainText(
      "What you own, its export, saved views and the watchlist still work.",
    );
    await panel(page).getByRole("checkbox", { name: "United States" }).click();
    await expect(unbought(page)).toBeVisible();
    await expect(row(page, 0)).toContainText("US");
    await expect(page.getByRole("button", { name: "Load 20 no credits left" }).first()).toBeDisabled();

    const [company] = await getCompanies(stack);
    if (company === undefined) throw new Error("the market has companies");
    await page.goto(`/companies/${company.id}`);
    const load = page.getByRole("button", { name: /^Load timeline/ });
    await expect(load).toHaveText("Load timeline Not enough credits");
    await expect(load).toBeDisabled();
    await expect(page.getByTestId("purchase-box")).toContainText("No credits left. What you own");
    await page.goto(`/compare?id=${company.id}`);
    await expect(page.getByRole("button", { name: /^Load 1/ })).toHaveText("Load 1 timeline Not enough credits");
    await expect(page.getByRole("button", { name: /^Load 1/ })).toBeDisabled();
    await page.goto("/");
    await expect(page.getByText("no credits left when opened")).toBeVisible();
    await openReference(page);
    for (const title of [LISTS[0], ONE]) {
      await expect(send(endpoint(page, title))).toHaveText("Send no credits left");
      await expect(send(endpoint(page, title))).toBeDisabled();
    }
    expect(await pricesOn(page)).not.toContainEqual(expect.closeTo(20, 0));
    expect(purchases).toEqual([]);
    expect(await dashboard.account.balance()).toBe(0);

    // Someone grants more: the price comes back on demand.
    await page.goto("/funding");
    await loaded(page, 20);
    await dashboard.account.grant(100);
    await page.getByRole("button", { name: "Check the balance 0 credits" }).click();
    await expect(more).toHaveText("Load 20 more up to 20 credits");
    await more.click();
    await loaded(page, 40);
    expect(await dashboard.account.balance()).toBe(80);
  });
});
