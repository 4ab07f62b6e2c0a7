/** `test` with the running programs as fixtures, which the tests of one worker share; each has its own workspace. */

import { LIST_ORDERS } from "@dealflow/contract/account/feed-orders";
import { FEEDS } from "@dealflow/contract/feeds";
import { type Browser, type BrowserContext, type BrowserContextOptions, test as base, expect } from "@playwright/test";
import { feedAtPage } from "@/lib/filters/pages";
import { freePort } from "../../scripts/test-runner/free-port";
import { buyElsewhere } from "./buy-elsewhere";
import { openFeed, owned } from "./feed";
import { waitForHydration } from "./hydration";
import { type KeptContexts, keepContexts } from "./kept-contexts";
import { watchPolicy } from "./policy";
import { type Dashboard, signIn, startSharedDashboard, type TestDashboard, TRUSTED } from "./stack/dashboard";
import { readMarketServer } from "./stack/global-setup";
import { type Stack, startStack } from "./stack/stack";

export interface Fixtures {
  /** Credits of the test's workspace. */
  credits: number;
  /** The test needs a browser that has loaded nothing yet. */
  isFirstVisit: boolean;
  dashboard: TestDashboard;
  /** Opens a feed of which the workspace has bought the first rows: 20 of them unless it is said otherwise. */
  openOwned: (path?: string, count?: number) => Promise<void>;
  /** Fails a test in whose windows a page was denied anything by its own content security policy. */
  policy: undefined;
  /** Hydrated pages are what a test presses on, in all of its windows. */
  hydration: undefined;
}

interface WorkerFixtures {
  serviceSettings: Readonly<Record<string, string>>;
  /** The shared dashboard's port. The service knows it, because that dashboard's address is the issuer of its tokens. */
  sharedPort: number;
  stack: Stack;
  shared: Dashboard;
  keptContexts: KeptContexts;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  /** Without any, the service runs as it is installed. */
  serviceSettings: [{}, { option: true, scope: "worker" }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures that are used here
  sharedPort: [async ({}, use) => use(await freePort()), { scope: "worker" }],
  stack: [
    async ({ serviceSettings, sharedPort }, use) => {
      const settings = { DASHBOARD_URL: `http://127.0.0.1:${sharedPort}`, ...serviceSettings };
      const stack = await startStack(readMarketServer(), settings);
      await use(stack);
      await stack.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  shared: [
    async ({ stack, sharedPort }, use) => {
      const settings = {
        API_URL: apiUrl(stack),
        // Most tests come from one address, and together they send more requests in a minute than any person does.
        RATE_LIMIT_FACTOR: "100",
        // Visitors come from others, which their proxies report.
        ...TRUSTED,
      };
      const dashboard = await startSharedDashboard(stack, settings, sharedPort);
      await use(dashboard);
      await dashboard.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  keptContexts: [
    async ({ browser }, use) => {
      const contexts = keepContexts(browser);
      await use(contexts);
      await contexts.close();
    },
    { scope: "worker" },
  ],
  credits: [1_000, { option: true }],
  isFirstVisit: [false, { option: true }],
  dashboard: async ({ stack, shared, credits }, use) => use({ ...shared, account: await stack.account(credits) }),
  openOwned: async ({ page, stack, dashboard }, use) =>
    use(async (path = "/funding", count = 20) => {
      const { pathname, searchParams } = new URL(path, dashboard.url);
      const feed = feedAtPage(pathname);
      if (feed === undefined) throw new Error(`${path} is no feed`);
      searchParams.set("limit", String(count));
      const bought = await buyElsewhere(stack, dashboard, `${FEEDS[feed].path}?${searchParams}`);
      // The dashboard's own order of a directory is another one than that of the public API.
      if (feed in LIST_ORDERS) searchParams.set("order", "updated.ascending");
      searchParams.delete("limit");
      await openFeed(page, searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`);
      await owned(page, bought.length);
    }),
  baseURL: async ({ dashboard }, use) => use(dashboard.url),
  policy: [
    async ({ browser }, use) => {
      const watched = watchPolicy(browser);
      await use(undefined);
      watched.stop();
      expect(watched.violations).toEqual([]);
    },
    { auto: true },
  ],
  hydration: [
    async ({ browser }, use) => {
      const stop = waitForHydration(browser);
      await use(undefined);
      stop();
    },
    { auto: true },
  ],
  // No one has to sign in who does not test that: the window comes with the session of the test's person.
  context: async (
    { browser, dashboard, shared, keptContexts, isFirstVisit, baseURL, viewport, userAgent, hasTouch, isMobile },
    use,
  ) => {
    const isKept = !isFirstVisit && baseURL === shared.url;
    const options = JSON.stringify({ viewport, userAgent, hasTouch, isMobile });
    const context = isKept ? await keptContexts.take(shared.url, options) : await browser.newContext();
    await signIn(context, dashboard, dashboard.account);
    await use(context);
    await (isKept ? keptContexts.giveBack(context) : context.close());
  },
});

/** The address of the service that people are shown; the dashboard itself reaches it by another one. */
export const apiUrl = ({ service }: Stack): string => `http://localhost:${new URL(service.url).port}`;

/** Another browser in which the dashboard's person is signed in. */
export async function anotherBrowser(
  browser: Browser,
  dashboard: TestDashboard,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ ...options, baseURL: dashboard.url });
  await signIn(context, dashboard, dashboard.account);
  return context;
}

export { expect };
