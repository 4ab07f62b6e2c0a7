/** `test` with the running programs as fixtures, which the tests of one worker share; each has a workspace of its own. */
import { type Browser, type BrowserContext, type BrowserContextOptions, test as base, expect } from "@playwright/test";
import { type Dashboard, signIn, startSharedDashboard, type TestDashboard } from "./dashboard";
import { waitForHydration } from "./hydration";
import { watchPolicy } from "./policy";
import { PAY_PER_VIEW, type Stack, startStack } from "./stack";

export interface Fixtures {
  /** Credits of the test's workspace. */
  credits: number;
  dashboard: TestDashboard;
  /** Fails a test in whose windows a page was denied anything by its own content security policy. */
  policy: undefined;
  /** Hydrated pages are what a test presses on, in all of its windows. */
  hydration: undefined;
}

export const test = base.extend<
  Fixtures,
  { serviceSettings: Readonly<Record<string, string>>; stack: Stack; shared: Dashboard }
>({
  /** `test.use({ serviceSettings: {} })`: as it is installed. */
  serviceSettings: [PAY_PER_VIEW, { option: true, scope: "worker" }],
  stack: [
    async ({ serviceSettings }, use) => {
      const stack = await startStack(serviceSettings);
      await use(stack);
      await stack.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  shared: [
    async ({ stack }, use) => {
      // All tests come from one address, and together they send more requests in a minute than any person does.
      const dashboard = await startSharedDashboard(stack, { RATE_LIMIT_FACTOR: "100" });
      await use(dashboard);
      await dashboard.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  credits: [1_000, { option: true }],
  dashboard: async ({ stack, shared, credits }, use) => use({ ...shared, account: await stack.account(credits) }),
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
  context: async ({ context, dashboard }, use) => {
    await signIn(context, dashboard, dashboard.account);
    await use(context);
  },
});

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
