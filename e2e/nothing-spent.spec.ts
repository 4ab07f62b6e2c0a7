/** Tests what spends nothing. Each test counts the credits in the database. */
import type { Page } from "@playwright/test";
import { buyNext, explored, meter, openFeed, quiet, row, scroller, sheet, watchPurchases } from "./support/feed";
import { hostilePage, listen } from "./support/stack/other-site";
import { expect, type Fixtures, test } from "./support/test";

/** Opens the feed, whose first rows are owned: the 20 credits that every test here begins with. */
async function opened(
  page: Page,
  { dashboard, openOwned }: Pick<Fixtures, "dashboard" | "openOwned">,
  path = "/funding",
) {
  const purchases = watchPurchases(page);
  await openOwned(path);
  return {
    /** Nothing was bought, and nothing more was charged. */
    nothingMore: async () => {
      await quiet(page);
      expect(purchases).toEqual([]);
      expect(await dashboard.account.balance()).toBe(980);
    },
  };
}

test("focus and blur, and a tab that is hidden and frozen for a while", { tag: "@long" }, async ({
  page,
  context,
  dashboard,
  openOwned,
}) => {
  const { nothingMore: unchanged } = await opened(page, { dashboard, openOwned });
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setFocusEmulationEnabled", { enabled: false });
  const other = await context.newPage();
  for (let round = 0; round < 3; round++) {
    await other.bringToFront();
    await session.send("Page.setWebLifecycleState", { state: "frozen" });
    await session.send("Page.setWebLifecycleState", { state: "active" });
    await page.bringToFront();
    // The meter requests the balance when the person comes back, which is free: then the focus has been noticed.
    const noticed = page.waitForResponse(/\/api\/account\/v1\/workspace$/);
    await page.evaluate(() => {
      for (const name of ["blur", "focus"]) window.dispatchEvent(new Event(name));
      document.dispatchEvent(new Event("visibilitychange"));
    });
    await noticed;
  }
  await unchanged();
});

test("offline and online again", { tag: "@long" }, async ({ page, context, dashboard, openOwned }) => {
  const { nothingMore: unchanged } = await opened(page, { dashboard, openOwned });
  await context.setOffline(true);
  await expect(page.getByText("Offline", { exact: true })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText("Offline", { exact: true })).toBeHidden();
  await unchanged();
});

test("a day that passes", { tag: "@long" }, async ({ page, dashboard, openOwned }) => {
  const { nothingMore: unchanged } = await opened(page, { dashboard, openOwned });
  await page.clock.install();
  await page.clock.runFor("24:00:00");
  await unchanged();
});

test("a second tab on the same address, and two that open it together", async ({
  page,
  context,
  dashboard,
  openOwned,
}) => {
  const { nothingMore: unchanged } = await opened(page, { dashboard, openOwned });
  const tabs = [await context.newPage(), await context.newPage()];
  await Promise.all(tabs.map((tab) => openFeed(tab)));
  for (const tab of tabs) await expect.poll(() => meter(tab)).toMatchObject({ balance: 980 });
  await unchanged();
  // What one of them buys is shown by the others when a person returns to them.
  const [first, second] = tabs as [Page, Page];
  await scroller(second).evaluate((rows) => rows.scrollTo(0, 400));
  await expect(row(second, 21)).toContainText("1 credit");
  await buyNext(first, 40);
  await second.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(row(second, 21)).not.toContainText("1 credit");
  expect(await dashboard.account.balance()).toBe(960);
});

/** Moves the pointer onto everything that can be pressed; returns how many things those were. */
async function hoverAll(page: Page): Promise<number> {
  let hovered = 0;
  for (const item of await page.getByRole("link").or(page.getByRole("button")).all()) {
    const box = await item.evaluate((element) => {
      element.scrollIntoView({ block: "nearest", inline: "nearest" });
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x, y, width, height };
    });
    // The link that skips to the content stands outside of the window until it has the focus.
    if (box.width === 0 || box.y < 0) continue;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 2 });
    hovered++;
  }
  return hovered;
}

test("hovering every link and control", { tag: "@long" }, async ({ page, dashboard, openOwned }) => {
  const { nothingMore: unchanged } = await opened(page, { dashboard, openOwned }, "/funding?enrichedOnly=true");
  const requestedUrls: string[] = [];
  page.on("request", (request) => requestedUrls.push(new URL(request.url()).pathname));
  expect(await hoverAll(page)).toBeGreaterThan(20);
  await row(page, 3).click();
  await expect(sheet(page).getByRole("heading", { name: /^Sources/ })).toBeVisible();
  expect(await hoverAll(page)).toBeGreaterThan(10);
  await unchanged();
  // Coming near a filter fetches its list of values, which is a static file; the star of a sheet asks who is watched,
  // and its end what was reported about the record;
  // the stream of the inbox is opened after the page has been painted.
  const free =
    /^\/(?:_next\/static\/|flags\/|icon\.svg$|api\/account\/v1\/(?:watchlist|record-reports|inbox\/updates|explore\/funding|summaries\/funding|purchased\/\w+)$)/;
  expect(requestedUrls.filter((path) => !free.test(path))).toEqual([]);
});

test("another site, and another origin of this one, with every attempt", async ({ page, context, dashboard }) => {
  await openFeed(page, "/funding?countries=DE");
  const target = `${dashboard.url}/api/v1/funding-events?round=bridge`;
  const site = await listen((_request, response) => {
    response.setHeader("Content-Type", "text/html");
    response.end(hostilePage(target, `${dashboard.url}/funding?round=debt`));
  });
  try {
    for (const url of [site.url, site.sameSiteUrl]) {
      const hostile = await context.newPage();
      await hostile.goto(url);
      await expect(hostile).toHaveTitle("tried");
      // A link there leads to the page, whose rows are free.
      await hostile.getByRole("link", { name: "read on" }).click();
      await explored(hostile);
      await hostile.close();
    }
    const bare = await fetch(target, { headers: { "X-Dealflow-Intent": "buy" } });
    expect(bare.status).toBe(403);
    expect(await dashboard.account.balance()).toBe(1_000);
  } finally {
    await site.stop();
  }
});
