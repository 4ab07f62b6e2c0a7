/** axe finds nothing on what the page shows now. */
import { expect, type Page } from "@playwright/test";
import axe, { type AxeResults, type RunOnly } from "axe-core";
import { quiet } from "./feed";

/**
 * The contrast of a whole page takes more than half of its check, so it is measured in the long tests. In all runs it is
 * computed from the tokens (app/tokens.test.ts), and measured of what floats over a page.
 */
const IS_LONG = process.env.DEALFLOW_LONG === "1";
const PAGE = "html";
const CONTRAST = "color-contrast";
const TAGS: RunOnly = {
  type: "tag",
  values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
};
/** A change of colours can break these rules; the rest of the page is the same document. */
const COLOUR_RULES: RunOnly = { type: "rule", values: [CONTRAST, "link-in-text-block"] };

/**
 * Needs `watch` before it, and a page that opened in light.
 * @param what names the state in a failure
 * @param within a selector: what floats over the page is checked on its own, because axe takes text that it half covers
 *   for text upon it
 */
export async function expectClean(page: Page, what: string, within = PAGE): Promise<void> {
  await quiet(page);
  // Next replaces the title after the page that it is of.
  await expect(page).toHaveTitle(/./);
  await expectNothing(page, within, TAGS, 5, what);
  if (!measuresContrast(within)) return;
  await page.emulateMedia({ colorScheme: "dark" });
  await expectNothing(page, within, COLOUR_RULES, 0, `${what}, dark`);
  await page.emulateMedia({ colorScheme: "light" });
}

function measuresContrast(within: string): boolean {
  return IS_LONG || within !== PAGE;
}

async function expectNothing(page: Page, within: string, rules: RunOnly, fewest: number, what: string): Promise<void> {
  // Colours are compared once they no longer change.
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)));
  const { violations, passes, incomplete } = await analyze(page, within, rules);
  const violationTexts = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`),
  );
  expect(violationTexts, what).toEqual([]);
  expect(passes.length + incomplete.length, what).toBeGreaterThan(fewest);
}

/**
 * Loads axe once into each document, where `AxeBuilder` does so for every analysis: its code then runs compiled, in about
 * half of the time. No page has frames, and only violations are read.
 */
async function analyze(page: Page, within: string, runOnly: RunOnly): Promise<AxeResults> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(
    ([selector, runOnly, rules]) =>
      window.axe.run(selector, { runOnly, rules, resultTypes: ["violations"], iframes: false }),
    [within, runOnly, { [CONTRAST]: { enabled: measuresContrast(within) } }] as const,
  );
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
