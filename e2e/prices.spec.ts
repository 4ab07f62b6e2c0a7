/** No price exceeds the balance: what is left bounds it, and with nothing left the control says so and buys nothing. */
import type { Page } from "@playwright/test";
import { getCompanies } from "./support/companies";
import { buyNext, explored, openFeed, panel, quiet, row, showNext, watchPurchases } from "./support/feed";
import { endpoint, LISTS, ONE, openReference, send } from "./support/reference";
import { expect, test } from "./support/test";

/** Every number of credits that a control or a link names. */
async function pricesOn(page: Page): Promise<number[]> {
  const texts = await page.locator("main").locator("button, a, [role=option]").allTextContents();
  return texts.flatMap((text) =>
    [...text.matchAll(/([\d,]+) credits?\b/g)].map(([, number = ""]) => Number(number.replaceAll(",", ""))),
  );
}

test.describe("with 12 credits left", () => {
  test.use({ credits: 12 });

  test("every price is 12 at most, and shows the shortfall", { tag: "@long" }, async ({ page, dashboard, stack }) => {
    await openFeed(page);
    await expect(showNext(page)).toHaveText("Reveal 20 up to 12 credits, all you have");
    const [large, second] = await getCompanies(stack);
    if (large === undefined || second === undefined) throw new Error("the market has two companies");
    expect(large.price).toBeGreaterThan(12);
    await page.goto(`/companies/${large.id}`);
    await expect(page.getByRole("button", { name: /^Load timeline/ })).toHaveText(
      "Load timeline up to 12 credits, all you have",
    );
    await expect(page.getByTestId("company-prices")).toContainText(`Balance after${large.price - 12} too few`);
    await page.goto(`/compare?id=${large.id}&id=${second.id}`);
    await expect(page.getByRole("button", { name: /^Load 2/ })).toHaveText(
      "Load 2 timelines up to 12 credits, all you have",
    );
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

  test("no control buys, each shows why, and owned data keeps working", { tag: "@long" }, async ({
    page,
    dashboard,
    stack,
    openOwned,
  }) => {
    await openOwned();
    const purchases = watchPurchases(page);
    await expect(showNext(page)).toHaveText("Reveal 20 no credits left");
    await expect(showNext(page)).toBeDisabled();
    await panel(page).getByRole("checkbox", { name: "United States" }).click();
    await expect(page).toHaveURL(/countries=US/);
    await explored(page);
    await expect(row(page, 0)).toContainText("US");

    const [company] = await getCompanies(stack);
    if (company === undefined) throw new Error("the market has companies");
    await page.goto(`/companies/${company.id}`);
    const load = page.getByRole("button", { name: /^Load timeline/ });
    await expect(load).toHaveText("Load timeline no credits left");
    await expect(load).toBeDisabled();
    await expect(page.getByTestId("purchase-box")).toContainText("No credits left. What you own");
    await page.goto(`/compare?id=${company.id}`);
    await expect(page.getByRole("button", { name: /^Load 1/ })).toHaveText("Load 1 timeline no credits left");
    await expect(page.getByRole("button", { name: /^Load 1/ })).toBeDisabled();
    await openReference(page);
    for (const title of [LISTS[0], ONE]) {
      await expect(send(endpoint(page, title))).toHaveText("Send no credits left");
      await expect(send(endpoint(page, title))).toBeDisabled();
    }
    expect(purchases).toEqual([]);
    expect(await dashboard.account.balance()).toBe(0);

    // The price comes back after a grant.
    await dashboard.account.grant(100);
    await openFeed(page);
    await buyNext(page, 40);
    expect(await dashboard.account.balance()).toBe(80);
  });
});
