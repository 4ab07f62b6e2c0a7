/** axe finds nothing on the pages about companies, in light and dark, whatever they show. */
import { expectClean } from "./support/axe";
import { getCompanies } from "./support/companies";
import { quiet, watch } from "./support/feed";
import { expect, test } from "./support/test";

for (const width of [1280, 390])
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 }, credits: 12 });

    test("a company that is not bought, and one that is in part", async ({ page, stack }) => {
      watch(page);
      const all = await getCompanies(stack);
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
      const all = await getCompanies(stack);
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
        .getByTestId("page-scroll")
        .evaluate((element) => element.scrollWidth - element.clientWidth);
      expect(overflow).toBe(0);
    });
  });
