/** Browser tests: the built programs over a real PostgreSQL, in one Chromium. */
import { defineConfig } from "@playwright/test";
import { CHROMIUM, findProgram } from "./scripts/test-runner/system-programs.mjs";

/** Playwright's own browser is used when this is undefined. */
const executablePath = findProgram(CHROMIUM);
/** Chromium's sandbox refuses uid 0. */
const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: "e2e",
  // Files named .test.ts belong to vitest.
  testMatch: "**/*.spec.ts",
  // `npm test` leaves out what is tagged @long; `npm run test:long` runs everything.
  ...(process.env.DEALFLOW_LONG === "1" ? {} : { grepInvert: /@long/ }),
  globalSetup: "e2e/support/stack/global-setup.ts",
  outputDir: "test-results",
  // Each has its own browser and two servers: with two of them, two cores are idle a fifth of the time.
  workers: 3,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  // Some walks take 30 s on two idle cores, and a loaded machine is several times slower.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [["list"]],
  use: {
    browserName: "chromium",
    viewport: { width: 1280, height: 800 },
    colorScheme: "light",
    locale: "en-GB",
    timezoneId: "UTC",
    trace: "off",
    // A transition is drawn in many frames, and no test looks at one.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      // Pages of a test are short-lived: what V8 spends on optimizing their code does not come back (a seventh of the time).
      args: [
        "--js-flags=--no-maglev,--no-turbofan",
        // The pages of a context share one process, which outlives each of them: to start one takes as much as a page.
        "--process-per-site",
        ...(isRoot ? ["--no-sandbox"] : []),
      ],
    },
  },
});
