import { configDefaults, defineConfig } from "vitest/config";

const resolve = {
  tsconfigPaths: true,
  // Outside of Next the marker of server code refuses to load at all.
  alias: { "server-only": new URL("node_modules/server-only/empty.js", import.meta.url).pathname },
};
const shared = {
  // `npm test` leaves these out; `npm run test:long` runs them. Each has a short form without the tag.
  ...(process.env.DEALFLOW_LONG === "1" ? {} : { testNamePattern: /^(?!.*@long)/ }),
  // A machine with much else to do is ten times slower.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
  // A worker loads each module once, not once for each test file: half of the processor's time was loading them again.
  isolate: false,
};

/** This inspects every cache of its process, so no other test may have made some. */
const ISOLATED = ["scripts/caches.test.ts"];

export default defineConfig({
  resolve,
  test: {
    // The projects do not inherit this, or each would start its own PostgreSQL.
    globalSetup: ["scripts/test-runner/vitest-setup.ts"],
    maxWorkers: 2,
    // Each worker of each project reads modules as an earlier one, or an earlier run, transformed them.
    experimental: { fsModuleCache: true },
    projects: [
      {
        resolve,
        test: {
          ...shared,
          name: "unit",
          include: ["{app,components,lib,packages}/**/*.test.{ts,tsx}"],
          pool: "threads",
        },
      },
      // Some of them start, signal and end processes, so they run in processes.
      {
        resolve,
        test: {
          ...shared,
          name: "api",
          include: ["{service,scripts}/**/*.test.{ts,mjs}"],
          exclude: [...configDefaults.exclude, ...ISOLATED],
          pool: "forks",
        },
      },
      // These test the built programs as browser tests do, but without a browser.
      {
        resolve,
        test: { ...shared, name: "programs", include: ["e2e/programs/*.test.ts"], pool: "forks" },
      },
      { resolve, test: { ...shared, name: "api-isolated", include: ISOLATED, pool: "forks", isolate: true } },
    ],
  },
});
