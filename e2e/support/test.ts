/** `test` with the running programs as fixtures. A test that spends has a dashboard and a workspace of its own. */
import { test as base } from "@playwright/test";
import { type OwnDashboard, ownDashboard } from "./dashboard";
import { type Stack, startStack } from "./stack";

export interface Fixtures {
  /** Credits of the test's workspace. */
  credits: number;
  dashboard: OwnDashboard;
}

export const test = base.extend<Fixtures, { stack: Stack }>({
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures that are used here
    async ({}, use) => {
      const stack = await startStack();
      await use(stack);
      await stack.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  credits: [1_000, { option: true }],
  dashboard: async ({ stack, credits }, use) => {
    const dashboard = await ownDashboard(stack, credits);
    await use(dashboard);
    await dashboard.stop();
  },
  baseURL: async ({ dashboard }, use) => use(dashboard.url),
});

export { expect } from "@playwright/test";
