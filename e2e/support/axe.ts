/** axe finds nothing on what the page shows now, in light and in dark. */
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { quiet } from "./feed";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** What a change of colours can break; the rest of the page is the same document. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * Needs `watch` before it, and a page that opened in light.
 * @param what names the state in a failure
 * @param within a selector: what floats over the page is checked by itself, because axe takes text that it half covers
 *   for text upon it
 */
export async function expectClean(page: Page, what: string, within = "html"): Promise<void> {
  await quiet(page);
  // No page has frames, and only violations are read: without either it takes two thirds of the time.
  const axe = () =>
    new AxeBuilder({ page })
      .setLegacyMode()
      .options({ resultTypes: ["violations"] })
      .include(within);
  await expectNothing(page, axe().withTags(RULES), 5, what);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectNothing(page, axe().withRules(COLOUR_RULES), 0, `${what}, dark`);
  await page.emulateMedia({ colorScheme: "light" });
}

async function expectNothing(page: Page, axe: AxeBuilder, fewest: number, what: string): Promise<void> {
  // Colours are compared once they no longer change.
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)));
  const { violations, passes, incomplete } = await axe.analyze();
  expect(passes.length + incomplete.length, what).toBeGreaterThan(fewest);
  const violationTexts = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`),
  );
  expect(violationTexts, what).toEqual([]);
}
