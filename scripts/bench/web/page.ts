/** A page of the dashboard in a window of its own, and when it has shown its rows. */
import type { Page } from "@playwright/test";
import type { Stage } from "./web";

const WINDOW = { width: 1280, height: 800 };

/** Runs with a page that nothing was opened in yet, and closes it. */
export async function withPage<T>(stage: Stage, task: (page: Page) => Promise<T>): Promise<T> {
  const context = await stage.browser.newContext({ viewport: WINDOW, baseURL: stage.url });
  // What compiles this file names functions by a helper that a page does not have.
  await context.addInitScript("globalThis.__name = (named) => named");
  try {
    return await task(await context.newPage());
  } finally {
    await context.close();
  }
}

/** Waits until a feed's page has its rows and asks for nothing more. */
export async function rowsShown(page: Page): Promise<void> {
  await page.locator('[role="grid"][aria-busy="false"] [data-index]').first().waitFor();
}

export function round(number: number, digits = 0): number {
  return Math.round(number * 10 ** digits) / 10 ** digits;
}

/** The value below which this share of the numbers lies. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
