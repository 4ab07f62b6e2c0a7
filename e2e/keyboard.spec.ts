/** A whole session without a pointer: every control is reached by keys, is seen when it has the focus, and costs what it says. */
import type { Page } from "@playwright/test";
import { explored, grid, meter, owned, panel, result, sheet, showNext, watchPurchases } from "./support/feed";
import { tabTo } from "./support/gestures";
import { expect, test } from "./support/test";

async function go(page: Page, typed: string): Promise<void> {
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await expect(palette).toBeVisible();
  await page.keyboard.type(typed);
  await expect(palette.getByRole("option").first()).toContainText(new RegExp(typed, "i"));
  await page.keyboard.press("Enter");
}

/** Goes from the start page to the feed of funding, and narrows it to seed rounds. */
async function narrow(page: Page): Promise<void> {
  await page.goto("/");
  await tabTo(page, page.getByTestId("sidebar").getByRole("link", { name: "Funding", exact: true }));
  await page.keyboard.press("Enter");
  await explored(page);
  await page.keyboard.press("f");
  await tabTo(page, panel(page).getByRole("button", { name: /^Round/ }));
  await page.keyboard.press("Enter");
  await tabTo(page, panel(page).getByRole("checkbox", { name: "Seed", exact: true }));
  await page.keyboard.press("Space");
  await expect(page).toHaveURL(/round=seed/);
  await explored(page);
}

/** Buys 20 of its rows, opens the third one's sheet, and leaves it at the next. */
async function buyAndRead(page: Page): Promise<void> {
  await tabTo(page, showNext(page), true);
  await page.keyboard.press("Enter");
  await owned(page, 20);
  for (let rows = 0; rows < 3; rows++) await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  // Other tests add events to the market.
  const total = (await result(page)).matching;
  await expect(sheet(page)).toContainText(`3 of ${total}`);
  await page.keyboard.press("Enter");
  await tabTo(page, sheet(page).getByRole("button", { name: "Next", exact: true }));
  await page.keyboard.press("Enter");
  await expect(sheet(page)).toContainText(`4 of ${total}`);
  await page.keyboard.press("Escape");
  await expect(sheet(page)).toHaveCount(0);
  await page.keyboard.press("x");
  const selected = page.getByRole("toolbar", { name: "Selected rows" });
  await expect(selected).toContainText("1 selected");
  // Escape closes the sheet first, then clears the selection, and gives the focus of its actions back to the table.
  await page.keyboard.press("Enter");
  await expect(sheet(page)).toBeVisible();
  await tabTo(page, selected.getByRole("button", { name: "Export selected" }), true);
  await page.keyboard.press("Escape");
  await expect(sheet(page)).toHaveCount(0);
  await expect(selected).toContainText("1 selected");
  await page.keyboard.press("Escape");
  await expect(selected).toHaveCount(0);
  await expect(grid(page).locator("[data-index]:focus")).toHaveCount(1);
}

test("from the start page to bought rows and a sheet", async ({ page, dashboard }) => {
  await narrow(page);
  expect(await dashboard.account.balance()).toBe(1_000);
  await buyAndRead(page);
  expect(await dashboard.account.balance()).toBe(980);
});

test("from the start page to a bought timeline, a saved view and a budget", { tag: "@long" }, async ({
  page,
  dashboard,
}) => {
  const purchases = watchPurchases(page);
  const balance = () => dashboard.account.balance();
  await test.step("narrow, buy, read and select", async () => {
    await narrow(page);
    await buyAndRead(page);
    expect(await balance()).toBe(980);
  });

  await test.step("save the view", async () => {
    await tabTo(page, page.getByRole("button", { name: "Save view", exact: true }), true);
    await page.keyboard.press("Enter");
    const name = page.getByRole("dialog", { name: "Saved view" }).getByLabel("Name", { exact: true });
    await tabTo(page, name);
    await page.keyboard.type("Seed rounds");
    await page.keyboard.press("Enter");
    await expect(page.getByTestId("sidebar").getByRole("link", { name: /^Seed rounds/ })).toBeVisible();
  });

  await test.step("buy a timeline", async () => {
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await expect(sheet(page)).toContainText(/\d+ of \d+/);
    await page.keyboard.press("Enter");
    await tabTo(page, sheet(page).getByRole("link", { name: /^Company page/ }));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/companies\//);
    const buy = page.getByRole("button", { name: /^Load timeline/ });
    const price = Number(/(\d+) credits?$/.exec((await buy.first().textContent()) ?? "")?.[1]);
    expect(price).toBeGreaterThan(1);
    await tabTo(page, buy);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Copy as JSON" })).toBeVisible();
    expect(await balance()).toBe(980 - price);
    await tabTo(page, page.getByRole("button", { name: /^Watch/ }), true);
    await page.keyboard.press("Enter");
    await expect(page.getByTestId("sidebar").getByRole("link", { name: "Watchlist 1" })).toBeVisible();
  });

  await test.step("set a budget", async () => {
    const before = await balance();
    await go(page, "Credits");
    await expect(page).toHaveURL(/\/credits$/);
    await tabTo(page, page.getByRole("button", { name: "Edit budgets" }));
    await page.keyboard.press("Enter");
    await tabTo(page, page.getByLabel("Credits in a day"));
    await page.keyboard.press("Control+a");
    await page.keyboard.type("500");
    await page.keyboard.press("Enter");
    await expect(page.getByText(/of 500/).first()).toBeVisible();
    expect(await balance()).toBe(before);
    expect((await meter(page)).balance).toBe(before);
  });

  await test.step("and back to the view", async () => {
    const before = purchases.length;
    await go(page, "Funding");
    await expect(page).toHaveURL(/\/funding/);
    await explored(page);
    expect(purchases).toHaveLength(before);
  });
});
