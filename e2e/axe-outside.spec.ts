/** axe finds nothing before signing in, and on the pages that differ over someone else's host: each once, as in axe.spec.ts. */
import type { Page } from "@playwright/test";
import { expectClean } from "./support/axe";
import { loaded, quiet, showNext } from "./support/feed";
import { hydrated } from "./support/hydration";
import { saveAs } from "./support/saved";
import { startForeignDashboard } from "./support/stack/dashboard";
import { listen } from "./support/stack/other-site";
import { expect, test } from "./support/test";

async function expectCleanPages(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const response = await page.goto(path);
    expect(response?.ok(), await response?.text()).toBe(true);
    await quiet(page);
    await expectClean(page, path);
  }
}

test("before signing in", async ({ browser, dashboard }) => {
  const context = await browser.newContext({ baseURL: dashboard.url });
  const page = await context.newPage();
  await expectCleanPages(page, ["/sign-in"]);
  await page.goto("/register");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await expectClean(page, "/register, filled in wrongly");
  await context.close();
});

test("pages to which links of messages lead", { tag: "@long" }, async ({ browser, dashboard }) => {
  const context = await browser.newContext({ baseURL: dashboard.url });
  const page = await context.newPage();
  await expectCleanPages(page, ["/forgot", "/reset#token=none", "/confirm#token=none", "/invitation#token=none"]);
  await context.close();
});

test("over someone else's host, behind a password", { tag: "@long" }, async ({ browser, stack }) => {
  const account = await stack.account(100);
  const password = "a lone green door 4417";
  const dashboard = await startForeignDashboard(stack.service.url, account.key, { DASHBOARD_PASSWORD: password });
  const context = await browser.newContext({ baseURL: dashboard.url });
  try {
    const page = await context.newPage();
    await page.goto("/funding?round=seed");
    await expectClean(page, "the password's page");
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Unlock" }).click();
    await expect(page).toHaveURL(`${dashboard.url}/funding?round=seed`);
    // Unlocking leads to another document, on which a press is lost until it is hydrated.
    await hydrated(page);
    await showNext(page).click();
    await loaded(page, 20);
    await saveAs(page, "Seed here");
    await page.goto("/views");
    await expect(page.getByRole("row", { name: /Seed here/ })).toBeVisible();
    await expectClean(page, "views");
    await page.goto("/credits");
    await expect(page.getByRole("table", { name: "Receipts" })).toBeVisible();
    await expectClean(page, "credits");
  } finally {
    await context.close();
    await dashboard.stop();
  }
});

test("errors", { tag: "@long" }, async ({ browser }) => {
  const responses = [500, 429, 402];
  const meta = { endpoint: "funding_events.list", creditsUsed: 0, creditsRemaining: 40 };
  const empty = { success: true, data: [], pagination: { hasMore: false, nextCursor: null }, meta };
  const host = await listen((request, response) => {
    // The balance is read from a page that finds nothing, and a purchase is possible until one is refused.
    const status = request.url?.includes("companyId") ? 200 : (responses.shift() ?? 500);
    response.writeHead(status, { "Content-Type": "application/json", "Retry-After": "3600" });
    const error = { success: false, error: { code: "X", message: "So it is" }, meta: { requestId: "r-1" } };
    response.end(JSON.stringify(status === 200 ? empty : error));
  });
  const dashboard = await startForeignDashboard(host.sameSiteUrl, "key");
  const context = await browser.newContext({ baseURL: dashboard.url });
  try {
    const page = await context.newPage();
    for (const title of ["The feed didn't respond", "Rate limited", "No credits left"]) {
      await page.goto(`/funding?domain=${title.replaceAll(/[^a-z]+/gi, "-")}.example`);
      await showNext(page).click();
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
