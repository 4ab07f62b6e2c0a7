/** The inbox: an event that matches a saved view is counted live in every tab, listed without who, and shown for one credit. */
import type { Page } from "@playwright/test";
import { expectToScroll, sheet, watchPurchases } from "./support/feed";
import { importViews, navigation } from "./support/saved";
import { expect, test } from "./support/test";

// As it is installed: what was bought is owned, and named in the list.
/** Before all that the market has, so that no other list begins with it. */
const ROUND = { round: "seed", announcedAt: "1991-05-04", amountUsd: 3_000_000 };

const badge = (page: Page) => navigation(page).getByTestId("inbox-badge");
const item = (page: Page, name: string) => page.getByTestId("inbox-item").filter({ hasText: name });

test("an event is counted in two tabs, listed for free, opened for one credit and marked as read", async ({
  page,
  context,
  dashboard,
  stack,
}) => {
  await importViews(page, [{ name: "Long ago", query: "until=1991-12-31" }]);
  const other = await context.newPage();
  await other.goto("/credits");
  const purchases = watchPurchases(page);
  const balance = await dashboard.account.balance();
  for (const tab of [page, other]) await expect(badge(tab)).toHaveText("");

  const company = { name: "Quorvane", domain: "quorvane.example" };
  await stack.addEvent(JSON.stringify({ kind: "funding", record: { ...ROUND, company } }));
  for (const tab of [page, other]) await expect(badge(tab)).toHaveText("1 unread");

  // The list is read once more when the page is there: what is added after that waits.
  const read = page.waitForResponse("**/account/v1/inbox");
  await navigation(page)
    .getByRole("link", { name: /^Inbox/ })
    .click();
  await read;
  const preview = item(page, "Seed, $2.5m–5m");
  await expect(preview).toContainText("Funding round");
  await expect(preview).toContainText("Long ago");
  await expect(preview).not.toContainText("Quorvane");
  await expect(preview.getByTestId("unread")).toBeVisible();
  const larger = { ...ROUND, amountUsd: 30_000_000, company: { name: "Brenwick" } };
  await stack.addEvent(JSON.stringify({ kind: "funding", record: larger }));
  await expect(badge(other)).toHaveText("2 unread");
  await expect(page.getByTestId("inbox-item")).toHaveCount(1);
  await page.getByRole("button", { name: "Show 1 new event" }).click();
  await expect(page.getByTestId("inbox-item")).toHaveCount(2);
  expect(await dashboard.account.balance()).toBe(balance);
  expect(purchases).toEqual([]);

  await page.getByRole("button", { name: "Reveal funding round: Seed, $2.5m–5m 1 credit" }).click();
  await expect(sheet(page)).toContainText("$3.0m");
  expect(await dashboard.account.balance()).toBe(balance - 1);
  await page.keyboard.press("Escape");
  await expect(sheet(page)).toHaveCount(0);
  const again = page.getByRole("button", { name: "Open funding round: Quorvane 0 credits" });
  await expect(item(page, "Quorvane")).toContainText("Funding round: Seed, $3.0m");
  await again.click();
  await expect(sheet(page)).toContainText("$3.0m");
  await page.reload();
  await expect(sheet(page)).toContainText("$3.0m");
  await expect(again).toBeVisible();
  // The list gives way to the sheet, which covers no price.
  await page.setViewportSize({ width: 1110, height: 720 });
  const [price, side] = [await again.boundingBox(), await sheet(page).boundingBox()];
  expect(price && side && price.x + price.width).toBeLessThanOrEqual(side?.x ?? 0);
  await expect(item(page, "Quorvane").getByRole("link", { name: "Quorvane" })).toBeVisible();
  expect(await dashboard.account.balance()).toBe(balance - 1);
  expect(purchases).toHaveLength(1);

  await page.getByRole("button", { name: "Mark all as read" }).click();
  for (const tab of [page, other]) await expect(badge(tab)).toHaveText("");
  await expect(page.getByTestId("unread")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Mark all as read" })).toBeDisabled();
  await expect(page.getByRole("main")).toBeFocused();
  await page.setViewportSize({ width: 1280, height: 120 });
  await expectToScroll(page);
});

test("one stream serves seven windows, and another window takes over when the one that has it closes", async ({
  page,
  context,
  stack,
}) => {
  await importViews(page, [{ name: "Longer ago", query: "round=series-a&until=1991-12-31" }]);
  const windows: Page[] = [];
  // A browser has six connections to a server over HTTP/1.1, so seven streams would leave none for pages.
  for (let count = 0; count < 7; count++) {
    const next = await context.newPage();
    const stream = next.waitForResponse("**/inbox/updates");
    await next.goto("/credits");
    await stream;
    windows.push(next);
  }
  const addRound = async (name: string) =>
    stack.addEvent(JSON.stringify({ kind: "funding", record: { ...ROUND, round: "series-a", company: { name } } }));
  await addRound("Orvane");
  for (const each of windows) await expect(badge(each)).toHaveText("1 unread");
  const closed = windows.pop();
  await closed?.close();
  await addRound("Quillmere");
  for (const each of windows) await expect(badge(each)).toHaveText("2 unread");
  const [first, second] = windows;
  await first?.getByTestId("sidebar-person").getByRole("button").first().click();
  await first?.getByRole("button", { name: "Sign out" }).click();
  await second?.waitForURL("**/sign-in*");
  // Nobody waits to read a stream.
  await expect.poll(() => second?.evaluate(async () => (await navigator.locks.query()).held)).toEqual([]);
});

test("a window that missed an event reads it when another window's stream begins after it", async ({
  page,
  context,
  stack,
}) => {
  await importViews(page, [{ name: "Long before", query: "round=series-b&until=1991-12-31" }]);
  await page.route("**/inbox/updates", (route) => route.abort());
  await page.goto("/inbox");
  await expect(page.getByRole("heading", { name: "Nothing yet" })).toBeVisible();
  await stack.addEvent(
    JSON.stringify({ kind: "funding", record: { ...ROUND, round: "series-b", company: { name: "Ostrel" } } }),
  );
  const other = await context.newPage();
  const stream = other.waitForResponse("**/inbox/updates");
  await other.goto("/credits");
  await stream;
  await expect(badge(other)).toHaveText("1 unread");
  await page.unroute("**/inbox/updates");
  await expect(page.getByRole("button", { name: "Show 1 new event" })).toBeVisible();
});

test("the list says that it could not be read, and opening that it failed, and nothing is charged", {
  tag: "@long",
}, async ({ page, context, dashboard, stack }) => {
  await importViews(page, [{ name: "Grants", query: "round=grant&until=1991-12-31" }]);
  const read = page.waitForResponse("**/account/v1/inbox");
  await page.goto("/inbox");
  await read;
  await expect(page.getByRole("heading", { name: "Nothing yet" })).toBeVisible();
  const record = { ...ROUND, round: "grant", company: { name: "Ardholt" } };
  await stack.addEvent(JSON.stringify({ kind: "funding", record }));
  const show = page.getByRole("button", { name: "Show 1 new event" });
  await expect(show).toBeVisible();
  await page.route("**/account/v1/inbox", (route) => route.abort());
  await show.click();
  await expect(page.getByText("The dashboard's server did not respond.")).toBeVisible();
  await page.unroute("**/account/v1/inbox");
  await page.getByRole("button", { name: "Try again" }).click();
  const open = page.getByRole("button", { name: "Reveal funding round: Grant, $2.5m–5m 1 credit" });
  await expect(open).toBeEnabled();
  await open.focus();
  await context.setOffline(true);
  await expect(open).toBeDisabled();
  await expect(page.getByTestId("page-scroll")).toBeFocused();
  await context.setOffline(false);
  await page.route("**/v1/records/funding", (route) => route.fulfill({ status: 503, body: "{}" }));
  await open.click();
  await expect(page.getByTestId("banner")).toContainText("The record couldn't be loaded");
  await page.unroute("**/v1/records/funding");
  await page.getByRole("button", { name: "Try again 1 credit" }).click();
  await expect(sheet(page)).toContainText("Ardholt");
  expect(await dashboard.account.balance()).toBe(999);
});
