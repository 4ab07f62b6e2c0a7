/** axe finds nothing on what the page shows now. */
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { quiet } from "./feed";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Needs `watch` before it. @param what names the state in a failure */
export async function expectClean(page: Page, what: string): Promise<void> {
  await quiet(page);
  // Colours are judged when they have come to rest.
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)));
  const { violations, passes } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  expect(passes.length, what).toBeGreaterThan(10);
  const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`));
  expect(found, what).toEqual([]);
}
