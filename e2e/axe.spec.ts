/** axe finds nothing, in light and dark, whatever the page shows. */
import { expectClean } from "./support/axe";
import { startForeignDashboard } from "./support/dashboard";
import { loaded, row, sheet, watch } from "./support/feed";
import { listen } from "./support/other-site";
import { expect, test } from "./support/test";

test("rows with every filter open", async ({ page }) => {
  watch(page);
  await page.goto("/funding?round=seed&countries=US&countries=GB");
  await loaded(page, 20);
  const closed = page.locator('[data-facets] h3 button[aria-expanded="false"]');
  while ((await closed.count()) > 0) await closed.first().click();
  await expectClean(page, "funding, every filter open");
});

test("rows, sheet and keys", async ({ page }) => {
  watch(page);
  await page.goto("/funding?round=seed&countries=US&countries=GB");
  await loaded(page, 20);
  await expectClean(page, "funding");
  await row(page, 1).click();
  await expect(sheet(page)).toContainText("2 of 20");
  await expectClean(page, "funding, sheet");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
  await expectClean(page, "keys");
  await page.goto("/acquisitions");
  await loaded(page, 20);
  await expectClean(page, "acquisitions");
  await row(page, 1).click();
  await expect(sheet(page)).toContainText("2 of 20");
  await expectClean(page, "acquisitions, sheet");
});

test("owned only", async ({ page }) => {
  watch(page);
  await page.goto("/funding");
  await loaded(page, 20);
  await page.locator(".sidebar").getByRole("switch", { name: "Owned only" }).click();
  await expect(page.getByRole("region", { name: "End of owned rows" })).toBeVisible();
  await expectClean(page, "owned only");
  await row(page, 1).click();
  await expect(sheet(page).locator(".sheet-receipt")).toBeVisible();
  await expectClean(page, "owned only, sheet");
});

test("nothing found, a bad address, the brake", async ({ page }) => {
  watch(page);
  await page.goto("/funding?domain=nobody.example&round=seed");
  await expect(page.getByRole("heading", { name: "No funding matches these two filters" })).toBeVisible();
  await expectClean(page, "empty");
  await page.goto("/acquisitions?rounds=seed");
  await expect(page.getByText("A part of this address was left out")).toBeVisible();
  await expectClean(page, "problems, unbought");
  await page.evaluate(() => localStorage.setItem("dealflow.brake", "20"));
  await page.goto("/funding?countries=US");
  await expect(page.getByRole("region", { name: "Paused" })).toBeVisible();
  await page.getByRole("button", { name: "Change the limit" }).click();
  await expectClean(page, "brake");
  await page.goto("/no-such-page");
  await expectClean(page, "not found");
});

test("errors", async ({ browser }) => {
  const responses = [500, 429, 402];
  const host = await listen((request, response) => {
    const status = request.url?.includes("companyId") ? 402 : (responses.shift() ?? 500);
    response.writeHead(status, { "Content-Type": "application/json", "Retry-After": "3600" });
    response.end(
      JSON.stringify({ success: false, error: { code: "X", message: "So it is" }, meta: { requestId: "r-1" } }),
    );
  });
  const dashboard = await startForeignDashboard(host.sameSiteUrl, "key");
  const context = await browser.newContext({ baseURL: dashboard.url });
  try {
    const page = await context.newPage();
    watch(page);
    for (const title of ["The feed did not answer", "Rate limited", "No credits left"]) {
      await page.goto(`/funding?domain=${encodeURIComponent(title.replaceAll(" ", "-"))}.example`);
      // Buttons write the same in small letters where their price stands.
      await expect(page.getByText(new RegExp(title))).toBeVisible();
      await expectClean(page, title);
    }
    await context.setOffline(true);
    await expect(page.getByText("Offline", { exact: true }).or(page.getByText(/No credits left/))).toBeVisible();
    await expectClean(page, "offline");
  } finally {
    await context.close();
    await dashboard.stop();
    await host.stop();
  }
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("cards, drawer, menu and sheet", async ({ page }) => {
    watch(page);
    await page.goto("/funding?round=seed");
    await loaded(page, 20);
    await expectClean(page, "cards");
    await page
      .locator(".feed-dock")
      .getByRole("button", { name: /^Filters/ })
      .tap();
    const drawer = page.getByRole("dialog", { name: "Filters" });
    await drawer.getByRole("button", { name: /^Round/ }).tap();
    await expect(drawer.getByText("Series A", { exact: true })).toBeVisible();
    await expectClean(page, "drawer");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Menu" }).tap();
    await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
    await expectClean(page, "menu");
    await page.keyboard.press("Escape");
    await row(page, 1).tap();
    await expect(sheet(page)).toContainText("2 of 20");
    await expectClean(page, "sheet");
  });
});
