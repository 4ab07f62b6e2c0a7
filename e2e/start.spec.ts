/** The start page: first steps, what is new in views, recent purchases and searches, for free. */
import { buyNext, explored, owned, quiet, watchPurchases } from "./support/feed";
import { importViews, saveAs } from "./support/saved";
import { expect, test } from "./support/test";

test("a new person gets three steps to a first answer, and nothing but the reveal costs anything", async ({
  page,
  dashboard,
}) => {
  const purchases = watchPurchases(page);
  await page.goto("/");
  const steps = page.getByRole("region", { name: /^Three steps/ });
  await expect(page.getByText("No searches in this browser")).toBeVisible();
  await expect(steps.locator("[data-done=true]")).toHaveCount(0);
  await quiet(page);
  expect(purchases).toEqual([]);
  expect(await dashboard.account.balance()).toBe(1_000);

  await steps.getByRole("link", { name: /^Acquisitions in health care/ }).click();
  await expect(page).toHaveURL(/\/acquisitions\?verticals=healthcare$/);
  await explored(page);
  await page.getByRole("link", { name: "Start", exact: true }).click();
  await expect(steps.locator("[data-done=true]")).toHaveCount(1);
  expect(purchases).toEqual([]);
  await steps.getByRole("link", { name: /^Acquisitions in health care/ }).click();
  await explored(page);
  await buyNext(page, 20);
  expect(await dashboard.account.balance()).toBe(980);
  await saveAs(page, "Health deals");

  await page.goto("/");
  await expect(page.getByRole("region", { name: /^New in your views/ })).toContainText("Health deals");
  await expect(steps).toHaveCount(0);
  await expect(page.getByRole("region", { name: /^Recent purchases/ }).getByRole("listitem")).toHaveText([
    /^Health deals20 creditstoday$/,
  ]);
  const recent = page.getByRole("region", { name: /^Recent searches/ });
  await expect(recent.getByRole("link")).toHaveText([/^Acquisitions: Health/]);
  await expect(page.getByRole("region", { name: "Credits", exact: true })).toContainText("980");
  await quiet(page);
  expect(purchases).toHaveLength(1);

  await recent.getByRole("link").click();
  await owned(page, 20);
  await quiet(page);
  expect(await dashboard.account.balance()).toBe(980);
});

test("what is new in a view is counted for free, and revealed at the price on its button", { tag: "@long" }, async ({
  page,
  dashboard,
  stack,
}) => {
  // The market has nothing as old, so no other list begins with it.
  const query = "round=pre-ipo&until=1991-12-31";
  await importViews(page, [{ name: "Long ago", query, lastSeenAt: "1991-06-01T00:00:00.000Z" }]);
  const company = { name: "Ostrel", domain: "ostrel.example" };
  const record = { round: "pre-ipo", announcedAt: "1991-06-04", amountUsd: 3_000_000, company };
  await stack.addEvent(JSON.stringify({ kind: "funding", record }));
  const purchases = watchPurchases(page);
  await page.goto("/");
  const view = page.getByRole("region", { name: /^New in your views/ }).getByRole("listitem");
  await expect(view).toContainText("1 newabout $3.5mPre-IPO 1");
  await quiet(page);
  expect([purchases, await dashboard.account.balance()]).toEqual([[], 1_000]);

  await view.getByRole("button", { name: /^Reveal 1 new in Long ago 1 credit$/ }).click();
  await expect(page).toHaveURL(/\/funding\?.*round=pre-ipo/);
  await owned(page, 1);
  expect([purchases.length, await dashboard.account.balance()]).toEqual([1, 999]);
  await page.getByRole("link", { name: "Start", exact: true }).click();
  await expect(view).toContainText("Open · owned");
});

test("no layout shift on arrival", { tag: "@long" }, async ({ page, openOwned }) => {
  await page.addInitScript(() => {
    Reflect.set(window, "shifts", []);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const sources: { node: Element | null }[] = Reflect.get(entry, "sources");
        for (const { node } of sources) Reflect.get(window, "shifts").push(node?.outerHTML?.slice(0, 160) ?? "gone");
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  await openOwned("/funding?round=seed");
  await saveAs(page, "Seed rounds");
  await expect(page.getByRole("button", { name: "Saved view" })).toBeVisible();
  for (const address of ["/", "/views", "/watchlist"]) {
    await page.goto(address);
    await quiet(page);
    expect(await page.evaluate(() => Reflect.get(window, "shifts")), address).toEqual([]);
  }
});
