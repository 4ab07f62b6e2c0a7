/** The Credits page: to the credit what was bought, budgets that stop at theirs, and what is known of a foreign host. */
import type { Page } from "@playwright/test";
import { expectClean } from "./support/axe";
import { buyNext, meter, openFeed, owned, quiet, showNext, watchPurchases } from "./support/feed";
import { rest } from "./support/gestures";
import { anotherBrowser, expect, test } from "./support/test";

/** `Balance 960 of 1,000 granted 21 Nov` by its name. */
const metric = (page: Page, name: string) =>
  page.getByTestId("credits-metric").filter({ has: page.getByText(name, { exact: true }) });
const budget = (page: Page, period: string) => page.locator(`[data-budget="${period}"]`);
const ledgerRows = (page: Page) => page.getByRole("table", { name: "Ledger" }).getByTestId("ledger-entry");

async function setBudgets(page: Page, limits: Readonly<Record<string, string>>): Promise<void> {
  await page.getByRole("button", { name: "Edit budgets" }).click();
  for (const [label, text] of Object.entries(limits)) await page.getByLabel(label).fill(text);
  await page.getByRole("button", { name: "Save budgets" }).click();
  await expect(page.getByRole("button", { name: "Save budgets" })).toBeHidden();
  await expect(page.getByRole("button", { name: "Edit budgets" })).toBeFocused();
}

test("shows what was bought, for which view, and that the ledger adds up", async ({ page, dashboard }) => {
  for (const path of ["/funding?round=seed", "/acquisitions"]) {
    await openFeed(page, path);
    await buyNext(page, 20);
  }
  const purchases = watchPurchases(page);
  await page.goto("/credits");
  await expect(metric(page, "Balance")).toContainText("960of 1,000 granted");
  await expect(metric(page, "Today")).toContainText("402 requests");
  await expect(metric(page, "30 days")).toContainText("40");
  await expect(page.getByText("Sum equals the balance")).toBeVisible();
  await expect(ledgerRows(page)).toHaveCount(3);
  await expect(ledgerRows(page).nth(0)).toContainText("Acquisitions");
  await expect(ledgerRows(page).nth(0)).toContainText("20−20960");
  await expect(ledgerRows(page).nth(1)).toContainText("Funding: Seed");
  await expect(ledgerRows(page).nth(1)).toContainText("20−20980");
  await expect(ledgerRows(page).nth(2)).toContainText("+1,0001,000");
  await expect(page.getByTestId("legend")).toContainText("Funding 20");
  await page.getByRole("radio", { name: "View" }).check({ force: true });
  await expect(page.getByTestId("legend")).toContainText("Funding: Seed 20");
  await page.getByRole("radio", { name: "90 days" }).check({ force: true });
  await expect(page.getByText("last 90 days")).toBeVisible();
  await expect(page.getByTestId("legend")).toContainText("Acquisitions 20");
  expect(await meter(page)).toMatchObject({ balance: 960, session: 40 });
  const name = "Early rounds of software companies in Europe";
  const view = { name, feed: "funding", query: "round=seed", columns: null, sort: null, shared: true };
  await page.request.post("/api/account/v1/views", {
    headers: { "Sec-Fetch-Site": "same-origin" },
    data: { views: [view] },
  });
  await page.goto("/credits");
  await expect(ledgerRows(page).nth(1)).toContainText("Early rounds");
  await page.setViewportSize({ width: 320, height: 700 });
  await expect(page.getByRole("cell", { name })).toBeVisible();
  expect(await page.getByTestId("page-scroll").evaluate((one) => one.scrollWidth)).toBe(320);
  await page.setViewportSize({ width: 1280, height: 800 });

  // Its links lead to the records and the views, and buy nothing.
  await ledgerRows(page).nth(1).getByRole("link", { name: "−20" }).click();
  await expect(page.getByRole("heading", { name: "Records that it bought 20 records" })).toBeVisible();
  const bought = page.getByRole("table", { name: "Records that it bought" }).getByRole("link");
  await expect(bought).toHaveCount(20);
  await expectClean(page, "the records of a charge");
  const title = await bought.first().textContent();
  await bought.first().click();
  await expect(page.getByTestId("sheet")).toContainText(title?.split(":")[0] ?? "");
  await page.goto("/credits");
  await ledgerRows(page).nth(1).getByRole("link", { name: "Early rounds" }).click();
  await expect(page).toHaveURL(/\/funding\?round=seed$/);
  await owned(page, 20);
  await quiet(page);
  expect(purchases).toEqual([]);
  expect(await dashboard.account.balance()).toBe(960);
});

test("a session's budget stops spending at the credit, and allows it again when it is raised", {
  tag: "@long",
}, async ({ page, dashboard }) => {
  await page.goto("/credits");
  await expect(budget(page, "session")).toContainText("0, no limit");
  await setBudgets(page, { "Credits in a session": "50" });
  await expect(budget(page, "session")).toContainText("0 of 50");
  await expect(page.getByTestId("sidebar").getByLabel("Credit meter")).toContainText("0 of 50");
  await openFeed(page);
  // Two times 20 records fit into 50, then 10 more.
  await buyNext(page, 20);
  await rest(page, 600);
  await buyNext(page, 40);
  await rest(page, 600);
  await expect(showNext(page)).toHaveText("Reveal 20 up to 10 credits, budget limit");
  await page.setViewportSize({ width: 390, height: 844 });
  const inDock = page.getByTestId("feed-dock").getByRole("button", { name: "Reveal 20" });
  await expect(inDock).toContainText("up to 10 credits, budget limit");
  await expect(inDock).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1280, height: 800 });
  await buyNext(page, 50);
  await expect(showNext(page)).toHaveText("Reveal 20 budget used up");
  await expect(showNext(page)).toBeDisabled();
  expect(await dashboard.account.balance()).toBe(950);
  expect(await meter(page)).toMatchObject({ balance: 950, session: 50 });
  await expect(page.getByTestId("sidebar").getByLabel("Credit meter")).toContainText("50 of 50");

  await page.goto("/credits");
  await expect(budget(page, "session")).toContainText("50 of 50");
  await setBudgets(page, { "Credits in a session": "60" });
  await openFeed(page);
  await buyNext(page, 60);
  expect(await dashboard.account.balance()).toBe(940);
});

test("the day's budget applies across a restart and to every browser", { tag: "@long" }, async ({
  page,
  dashboard,
  browser,
}) => {
  await openFeed(page);
  await buyNext(page, 20);
  await page.goto("/credits");
  await setBudgets(page, { "Credits in a day": "30", "Credits in a month": "5,000" });
  await expect(budget(page, "day")).toContainText("20 of 30");
  await expect(budget(page, "month")).toContainText("20 of 5,000");
  await dashboard.restart();
  await openFeed(page);
  await expect(showNext(page)).toHaveText("Reveal 20 up to 10 credits, budget limit");
  const context = await anotherBrowser(browser, dashboard);
  try {
    const other = await context.newPage();
    await openFeed(other, "/acquisitions");
    await showNext(other).click();
    await expect(showNext(other)).toHaveText("Reveal 20 budget used up");
    await expect(showNext(other)).toBeDisabled();
    // A page that does not know that yet is refused.
    await showNext(page).click();
    await expect(
      page.getByRole("alert").filter({
        hasText: "The workspace's budget of 30 credits a day would be exceeded: 30 used, this request needs 10",
      }),
    ).toBeVisible();
  } finally {
    await context.close();
  }
  expect(await dashboard.account.balance()).toBe(970);
});

test("an invalid budget is rejected", async ({ page }) => {
  await page.goto("/credits");
  await page.getByRole("button", { name: "Edit budgets" }).click();
  await page.getByLabel("Credits in a day").fill("-5");
  await page.getByRole("button", { name: "Save budgets" }).click();
  await expect(page.getByText("A budget is a whole number of credits from 1 to 1,000,000,000")).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(budget(page, "day")).toContainText("0, no limit");
});

test("the ledger is exported as a file, and adding credits shows the command", async ({ page, dashboard }) => {
  await page.goto("/credits");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).first().click();
  expect((await download).suggestedFilename()).toMatch(/^ledger-\d{4}-\d\d-\d\d\.csv$/);
  await page.getByRole("button", { name: "Add credits" }).click();
  await expect(page.getByRole("dialog", { name: "Add credits" })).toContainText(
    `npm run admin -- credits grant --workspace ${dashboard.account.workspaceId} --amount 10000`,
  );
});

test("an operator grants credits, which the meter and the ledger show immediately", async ({
  page,
  stack,
  dashboard,
}) => {
  await stack.makeOperator(dashboard.account);
  await page.goto("/credits");
  await page.getByRole("button", { name: "Add credits" }).click();
  const form = page.getByRole("dialog", { name: "Add credits" });
  await form.getByLabel("Credits").fill("none");
  await form.getByRole("button", { name: "Grant" }).click();
  await expect(form).toContainText("A grant is a whole number of credits from 1 to 1,000,000,000.");
  await form.getByLabel("Credits").fill("2,500");
  await form.getByRole("button", { name: "Grant" }).click();
  await expect(form).toBeHidden();
  await expect(metric(page, "Balance")).toContainText("3,500");
  await expect(page.getByRole("row", { name: /Grant/ }).first()).toContainText("+2,500");
  expect((await meter(page)).balance).toBe(3_500);
  expect(await dashboard.account.balance()).toBe(3_500);
});

for (const [width, height] of [
  [390, 844],
  [1280, 800],
  [1920, 1080],
] as const)
  test(`no layout shift on load at ${width} × ${height}`, { tag: "@long" }, async ({ page, openOwned }) => {
    await page.setViewportSize({ width, height });
    await openOwned();
    await page.addInitScript(() => {
      const shifts: string[] = [];
      Reflect.set(window, "layoutShifts", shifts);
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const sources: unknown = Reflect.get(entry, "sources");
          for (const { node } of Array.isArray(sources) ? sources : [])
            shifts.push(
              node instanceof Element ? node.outerHTML.slice(0, 160) : String(node?.parentElement?.outerHTML),
            );
        }
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto("/credits");
    await expect(page.getByTestId("legend")).toContainText("Funding 20");
    await quiet(page);
    expect(await page.evaluate(() => Reflect.get(window, "layoutShifts"))).toEqual([]);
  });
