import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    include: ["{app,components,lib,service,scripts}/**/*.test.{ts,tsx,mjs}"],
    globalSetup: ["scripts/vitest-setup.ts"],
    testTimeout: 30_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
});
