/** The start page: recent pages and saved views, for free. */
import { buyNext, explored, owned, quiet, watchPurchases } from "./support/feed";
import { saveAs } from "./support/saved";
import { expect, test } from "./support/test";

test("examples, recent pages and saved views are opened for free", async ({ page, dashboard }) => {
  const purchases = watchPurchases(page);
  await page.goto("/");
  await expect(page.getByText("No recent feeds in this browser")).toBeVisible();
  await expect(page.getByRole("heading", { name: /^Example searches/ })).toBeVisible();
  await quiet(page);
  await page.reload();
  await quiet(page);
  expect(purchases).toEqual([]);
  expect(await dashboard.account.balance()).toBe(1_000);

  await page.getByRole("link", { name: /^Acquisitions in health care/ }).click();
  await expect(page).toHaveURL(/\/acquisitions\?verticals=healthcare$/);
  await explored(page);
  expect(purchases).toEqual([]);
  await buyNext(page, 20);
  expect(await dashboard.account.balance()).toBe(980);
  await saveAs(page, "Health deals");

  await page.getByRole("link", { name: "Dealflow" }).click();
  const recent = page.getByRole("region", { name: /^Recent/ });
  await expect(recent.getByRole("link")).toHaveText([/^AcquisitionsVertical Health/]);
  const views = page.getByRole("region", { name: /^Saved views/ });
  await expect(views.getByRole("link", { name: /^Health deals/ })).toBeVisible();
  await expect(page.getByRole("region", { name: "Credits left" })).toContainText("980");
  await quiet(page);
  expect(purchases).toHaveLength(1);

  await recent.getByRole("link").click();
  await owned(page, 20);
  await quiet(page);
  expect(await dashboard.account.balance()).toBe(980);
});

test("no layout shift on arrival", async ({ page, openOwned }) => {
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
