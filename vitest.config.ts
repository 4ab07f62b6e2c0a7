import { defineConfig } from "vitest/config";

const shared = {
  testTimeout: 30_000,
  hookTimeout: 120_000,
  // On a busy machine a second, the default, is over before a server has answered.
  expect: { poll: { timeout: 10_000 } },
};
const resolve = {
  tsconfigPaths: true,
  // Outside of Next the marker of server code refuses to load at all.
  alias: { "server-only": new URL("node_modules/server-only/empty.js", import.meta.url).pathname },
};

export default defineConfig({
  resolve,
  test: {
    // Not inherited: each project would start a PostgreSQL of its own.
    globalSetup: ["scripts/vitest-setup.ts"],
    maxWorkers: 2,
    projects: [
      // In threads: a process for each file took twice as long, 33 s against 17 s for 885 tests.
      {
        resolve,
        test: {
          ...shared,
          name: "unit",
          include: ["{app,components,lib,packages}/**/*.test.{ts,tsx}"],
          pool: "threads",
        },
      },
      // In processes, which some of them start, signal and end.
      { resolve, test: { ...shared, name: "api", include: ["{service,scripts}/**/*.test.{ts,mjs}"], pool: "forks" } },
    ],
  },
});
