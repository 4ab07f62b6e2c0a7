/** axe finds nothing on the pages about companies, in light and dark, whatever they show. */
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { companiesOf } from "./support/companies";
import { quiet, watch } from "./support/feed";
import { expect, test } from "./support/test";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

async function expectClean(page: Page, what: string): Promise<void> {
  await quiet(page);
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)));
  const { violations, passes } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  expect(passes.length, what).toBeGreaterThan(10);
  const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`));
  expect(found, what).toEqual([]);
}

for (const scheme of ["light", "dark"] as const)
  for (const width of [1280, 390])
    test.describe(`in ${scheme} at ${width} px`, () => {
      test.use({ colorScheme: scheme, viewport: { width, height: 844 }, credits: 12 });

      test("a company that is not bought, and one that is in part", async ({ page, stack }) => {
        watch(page);
        const all = await companiesOf(stack);
        const [first] = all;
        const last = all.at(-1);
        if (!first || !last) throw new Error("the market has companies");
        await page.goto(`/companies/${first.id}`);
        await expectClean(page, "not bought");
        await page.getByRole("button", { name: /^Load timeline/ }).click();
        await expect(page.getByRole("dialog")).toBeVisible();
        await expectClean(page, "dialog");
        await page.keyboard.press("Escape");
        await page.goto(`/companies/${last.id}?include=funding`);
        await quiet(page);
        await page.getByRole("button", { name: /^Load timeline/ }).click();
        await expect(page.getByText("These events are not bought yet")).toBeVisible();
        await expectClean(page, "bought in part");
      });

      test("look-up, comparison, a cut timeline", async ({ page, stack }) => {
        watch(page);
        const all = await companiesOf(stack);
        const [first, second] = all;
        const last = all.at(-1);
        if (!first || !second || !last) throw new Error("the market has companies");
        await page.goto("/companies/lookup");
        await quiet(page);
        await page.getByLabel("Company", { exact: true }).fill("Nobody At All");
        await page.getByRole("button", { name: /^Find/ }).click();
        await expect(page.getByText(/^No company has the name/)).toBeVisible();
        await expectClean(page, "look-up");
        await page.goto("/companies/42");
        await expectClean(page, "no id");
        await page.goto(`/compare?id=${last.id}&id=${second.id}&id=42`);
        await expectClean(page, "comparison");
        await page.goto(`/companies/${first.id}`);
        await quiet(page);
        await page.getByRole("button", { name: /^Load timeline/ }).click();
        await page
          .getByRole("dialog")
          .getByRole("button", { name: /^Load timeline/ })
          .click();
        await expect(page.getByText("This timeline is not whole")).toBeVisible();
        await expectClean(page, "cut");
        const overflow = await page
          .locator(".page-scroll")
          .evaluate((element) => element.scrollWidth - element.clientWidth);
        expect(overflow).toBe(0);
      });
    });
