/** What spends nothing. Each test counts the credits in the database. */
import type { Page } from "@playwright/test";
import type { TestDashboard } from "./support/dashboard";
import { loaded, meter, quiet, row, rowTexts, sheet, unbought, watchPurchases } from "./support/feed";
import { hostilePage, listen } from "./support/other-site";
import { PAY_PER_VIEW } from "./support/stack";
import { expect, test } from "./support/test";

test.use({ serviceSettings: PAY_PER_VIEW });

/** Opens the feed, which buys its first page: the 20 credits that every test here begins with. */
async function opened(page: Page, dashboard: TestDashboard, path = "/funding") {
  const purchases = watchPurchases(page);
  await page.goto(path);
  await loaded(page, 20);
  await quiet(page);
  expect(await dashboard.account.balance()).toBe(980);
  expect(purchases).toHaveLength(1);
  return {
    /** Nothing more was requested, and nothing more was charged. */
    nothingMore: async () => {
      await quiet(page);
      expect(purchases).toHaveLength(1);
      expect(await dashboard.account.balance()).toBe(980);
    },
  };
}

test("focus and blur, and a tab that is hidden and frozen for a while", async ({ page, context, dashboard }) => {
  const { nothingMore: unchanged } = await opened(page, dashboard);
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setFocusEmulationEnabled", { enabled: false });
  const other = await context.newPage();
  for (let round = 0; round < 3; round++) {
    await other.bringToFront();
    await session.send("Page.setWebLifecycleState", { state: "frozen" });
    await session.send("Page.setWebLifecycleState", { state: "active" });
    await page.bringToFront();
    // The meter requests the balance when the person comes back, which is free: then the focus has been noticed.
    const noticed = page.waitForResponse(/\/api\/meter$/);
    await page.evaluate(() => {
      for (const name of ["blur", "focus"]) window.dispatchEvent(new Event(name));
      document.dispatchEvent(new Event("visibilitychange"));
    });
    await noticed;
  }
  await unchanged();
});

test("offline and online again", async ({ page, context, dashboard }) => {
  const { nothingMore: unchanged } = await opened(page, dashboard);
  await context.setOffline(true);
  await expect(page.getByText("Offline", { exact: true })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText("Offline", { exact: true })).toBeHidden();
  await unchanged();
});

test("a day that passes", async ({ page, dashboard }) => {
  const { nothingMore: unchanged } = await opened(page, dashboard);
  await page.clock.install();
  await page.clock.runFor("24:00:00");
  await unchanged();
});

test("a second tab on the same address, and two that open it at once", async ({ page, context, dashboard }) => {
  const { nothingMore: unchanged } = await opened(page, dashboard);
  const second = await context.newPage();
  await second.goto("/funding");
  await loaded(second, 20);
  await quiet(second);
  await unchanged();

  const pair = [await context.newPage(), await context.newPage()];
  await Promise.all(pair.map((tab) => tab.goto("/funding?round=seed")));
  for (const tab of pair) await loaded(tab, 20);
  for (const tab of pair) await quiet(tab);
  expect(await dashboard.account.balance()).toBe(960);
  for (const tab of [page, second, ...pair]) await expect.poll(() => meter(tab)).toMatchObject({ balance: 960 });
});

test("reload", async ({ page, dashboard }) => {
  const { nothingMore: unchanged } = await opened(page, dashboard);
  const before = await rowTexts(page);
  await page.reload();
  await loaded(page, 20);
  expect(await rowTexts(page)).toEqual(before);
  await unchanged();
});

/** Buys the pages behind the first one as the page itself does, so many. */
function buyMore(page: Page, pages: number): Promise<void> {
  return page.evaluate(async (requests) => {
    const path = "/api/v1/funding-events";
    const sendRequest = async (query: string, intent: string) => {
      const result = await fetch(`${path}?${query}`, { headers: { "X-Dealflow-Intent": intent } });
      return (await result.json()).pagination.nextCursor;
    };
    let cursor: string = await sendRequest("includeTotal=true", "cached");
    for (let page = 0; page < requests; page++)
      cursor = await sendRequest(String(new URLSearchParams({ cursor })), "buy");
  }, pages);
}

test("a long view that is opened again shows every purchased row", async ({ page, dashboard }) => {
  await opened(page, dashboard);
  await buyMore(page, 12);
  expect(await dashboard.account.balance()).toBe(740);
  const purchases = watchPurchases(page);
  const unchanged = async () => {
    await quiet(page);
    expect(purchases).toEqual([]);
    expect(await dashboard.account.balance()).toBe(740);
  };
  const more = page.getByTestId("result-line").getByRole("button").last();
  let result: "wait" | "abort" | "continue" = "wait";
  let go: () => void = () => undefined;
  const waited = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route("**/api/cached/**", async (route) => {
    if (result === "wait") await waited;
    await (result === "abort" ? route.abort() : route.continue());
  });
  // Until they are there, what stands on the button costs nothing.
  await page.reload();
  await loaded(page, 200);
  await expect(more).toHaveText(/Loading 0 credits$/);
  result = "abort";
  go();
  await expect(more).toHaveText("Load 20 more 0 credits");
  await loaded(page, 200);
  result = "continue";
  await more.click();
  await loaded(page, 260);
  const brake = page.getByRole("region", { name: "Paused" });
  await expect(brake).toContainText("Paused at 260 credits in this view");
  await expect(brake.getByRole("button", { name: "Load 20 more up to 20 credits" })).toBeEnabled();
  await unchanged();

  // Undisturbed they come by themselves; also those that another tab has bought, when one comes back to the view.
  await page.reload();
  await loaded(page, 260);
  await unchanged();
  await row(page, 0).focus();
  await page.keyboard.press("End");
  await expect(row(page, 259)).toBeInViewport();
  await unchanged();
});

test("reload after the dashboard was restarted: the page is no longer cached, and shows its price", async ({
  page,
  dashboard,
}) => {
  const { nothingMore: unchanged } = await opened(page, dashboard);
  const before = await rowTexts(page);
  await dashboard.restart();
  for (let times = 0; times < 3; times++) {
    await page.reload();
    await expect(unbought(page)).toBeVisible();
  }
  await unchanged();
  await page.getByRole("button", { name: "Load 20 up to 20 credits" }).first().click();
  await loaded(page, 20);
  expect(await rowTexts(page)).toEqual(before);
  expect(await dashboard.account.balance()).toBe(960);
});

test("back and forward, within the feed and out of the document, also when nothing is cached any more", async ({
  page,
  dashboard,
}) => {
  const purchases = watchPurchases(page);
  await page.goto("/funding?round=seed");
  await loaded(page, 20);
  const first = await rowTexts(page);
  await page.getByRole("button", { name: /^Remove Round/ }).click();
  await loaded(page, 20);
  await expect.poll(() => purchases.length).toBe(2);
  await quiet(page);
  expect(await dashboard.account.balance()).toBe(960);
  const second = await rowTexts(page);
  for (let times = 0; times < 3; times++) {
    await page.goBack();
    await expect.poll(() => rowTexts(page)).toEqual(first);
    await page.goForward();
    await expect.poll(() => rowTexts(page)).toEqual(second);
  }
  await page.goto("about:blank");
  await page.goBack();
  await expect.poll(() => rowTexts(page)).toEqual(second);
  await page.goto("about:blank");
  await dashboard.restart();
  await page.goBack();
  await expect(row(page, 0).or(unbought(page)).first()).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/round=seed$/);
  await quiet(page);
  expect(purchases).toHaveLength(2);
  expect(await dashboard.account.balance()).toBe(960);
});

test("going back before the filter's debounce has passed", async ({ page, dashboard }) => {
  const { nothingMore: unchanged } = await opened(page, dashboard, "/funding?round=seed");
  await page.clock.install();
  await page.getByRole("button", { name: /^Remove Round/ }).click();
  await expect(page).toHaveURL(/\/funding$/);
  await page.goBack();
  await expect(page).toHaveURL(/round=seed$/);
  await page.clock.runFor("01:00");
  await unchanged();
});

test("leaving for another feed and coming back", async ({ page, dashboard }) => {
  const purchases = watchPurchases(page);
  await page.goto("/funding");
  await loaded(page, 20);
  const before = await rowTexts(page);
  const navigation = page.getByTestId("sidebar").getByRole("navigation", { name: "Pages" });
  await navigation.getByRole("link", { name: "Acquisitions" }).click();
  await expect(page.getByRole("grid", { name: "Acquisitions" })).toBeVisible();
  await loaded(page, 20);
  await quiet(page);
  expect(await dashboard.account.balance()).toBe(960);
  for (let times = 0; times < 2; times++) {
    await navigation.getByRole("link", { name: "Funding" }).click();
    await expect.poll(() => rowTexts(page)).toEqual(before);
    await navigation.getByRole("link", { name: "Acquisitions" }).click();
    await expect(page.getByRole("grid", { name: "Acquisitions" })).toBeVisible();
    await loaded(page, 20);
  }
  await page.goBack();
  await expect.poll(() => rowTexts(page)).toEqual(before);
  await quiet(page);
  expect(purchases).toHaveLength(2);
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

test("hovering every link and control", async ({ page, dashboard }) => {
  const { nothingMore: unchanged } = await opened(page, dashboard, "/funding?enrichedOnly=true");
  const requestedUrls: string[] = [];
  page.on("request", (request) => requestedUrls.push(new URL(request.url()).pathname));
  expect(await hoverAll(page)).toBeGreaterThan(20);
  await row(page, 3).click();
  await expect(sheet(page).getByRole("heading", { name: /^Sources/ })).toBeVisible();
  expect(await hoverAll(page)).toBeGreaterThan(10);
  await unchanged();
  // Coming near a filter fetches its list of values, which is a static file; the star of a sheet asks who is watched;
  // the stream of the inbox is opened after the page has been painted.
  const free = /^\/(?:_next\/static\/|flags\/|icon\.svg$|api\/account\/v1\/(?:watchlist|inbox\/updates)$)/;
  expect(requestedUrls.filter((path) => !free.test(path))).toEqual([]);
});

test("another site, and another origin of this one, whatever they try", async ({ page, context, dashboard }) => {
  await page.goto("/funding?countries=DE");
  await loaded(page, 20);
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
      // A link there leads to the page with a price on it.
      await hostile.getByRole("link", { name: "read on" }).click();
      await expect(unbought(hostile)).toBeVisible();
      await quiet(hostile);
      await hostile.close();
    }
    const bare = await fetch(target, { headers: { "X-Dealflow-Intent": "buy" } });
    expect(bare.status).toBe(403);
    expect(await dashboard.account.balance()).toBe(980);
  } finally {
    await site.stop();
  }
});
