/** `npm run dev` behaves like the build, though React mounts everything twice there (StrictMode). */

import { buyNext, explored, owned, quiet, row, sheet, showNext, watchPurchases } from "./support/feed";
import { startTestDashboard, type TestDashboard } from "./support/stack/dashboard";
import { test as base, expect } from "./support/test";

const test = base.extend<{ dashboard: TestDashboard }>({
  dashboard: async ({ stack }, use) => {
    const dashboard = await startTestDashboard(stack, 1_000, { NODE_ENV: "development" });
    await use(dashboard);
    await dashboard.stop();
  },
});

test("in development a press buys what it says, and mounting, going back and reloading buy nothing", {
  tag: "@long",
}, async ({ page, dashboard }) => {
  // Each page is compiled when it is first opened.
  test.setTimeout(180_000);
  page.setDefaultNavigationTimeout(90_000);
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  const purchases = watchPurchases(page);
  await page.goto("/funding");
  await expect(showNext(page)).toBeEnabled({ timeout: 90_000 });
  await explored(page);
  expect(purchases).toEqual([]);
  await buyNext(page, 20);
  await quiet(page);
  expect(purchases).toHaveLength(1);

  const palette = page.getByRole("dialog", { name: "Command palette" });
  await page.keyboard.press("Control+k");
  await page.keyboard.type("api ref");
  await expect(palette.getByRole("option", { selected: true })).toContainText("API reference");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "API reference", level: 1 })).toBeVisible({ timeout: 90_000 });
  await page.goBack();
  await owned(page, 20);
  await row(page, 0).click();
  await expect(sheet(page)).toBeVisible();
  await page.reload();
  await owned(page, 20);
  await quiet(page);

  expect(purchases).toHaveLength(1);
  expect(await dashboard.account.balance()).toBe(980);
  expect(errors).toEqual([]);
});
