/** States of pages in which axe looks at them, and how a page comes to show each. */
import type { Page } from "@playwright/test";
import { expectClean } from "./axe";
import { getCompanies, type TestCompany } from "./companies";
import { quiet } from "./feed";
import { chargedBy, endpoint, LISTS, ONE, outcome, SEVERAL, send } from "./reference";
import type { Stack } from "./stack/stack";
import { expect, type Fixtures, test } from "./test";

/** A state has a name, the steps from the page before it, and a selector when it floats over a page. */
export type State = readonly [what: string, show: (page: Page, tools: Tools) => Promise<unknown>, within?: string];
export type Tools = { readonly stack: Stack } & Pick<Fixtures, "openOwned">;
/** States that follow from each other in one window, by their title. */
export type Walks = Readonly<Record<string, readonly State[]>>;

export const DIALOG = "dialog[open]";

export const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
export const press = (name: string | RegExp) => (page: Page) => button(page, name).click();
export const goTo = (address: string) => (page: Page) => page.goto(address);

export const settings = (name: string): State => [
  `settings, ${name}`,
  async (page) => {
    await page.goto(`/settings/${name}`);
    await quiet(page);
    await expectNoOverflow(page);
  },
];

/** Nothing is wider than the window. */
export async function expectNoOverflow(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(page.viewportSize()?.width);
}

/** Returns the companies of the market with the highest prices and the one with the lowest. */
export async function someCompanies(
  stack: Stack,
): Promise<{ first: TestCompany; second: TestCompany; last: TestCompany }> {
  const all = await getCompanies(stack);
  const [first, second] = all;
  const last = all.at(-1);
  if (!first || !second || !last) throw new Error("the market has companies");
  return { first, second, last };
}

export async function lookUp(page: Page): Promise<void> {
  await page.goto("/companies/lookup");
  await quiet(page);
  await page.getByLabel("Company", { exact: true }).fill("Nobody At All");
  await button(page, /^Find/).click();
  await expect(page.getByText(/^No exact match for/)).toBeVisible();
}

/** Buys a timeline that costs more than there is. */
export async function cutTimeline(page: Page): Promise<void> {
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Load timeline/ })
    .click();
  await expect(page.getByText("This timeline is incomplete")).toBeVisible();
  const scroller = page.getByTestId("page-scroll");
  expect(await scroller.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
}

export async function askForTimeline(page: Page, { stack }: Tools): Promise<void> {
  await page.goto(`/companies/${(await someCompanies(stack)).first.id}`);
  await quiet(page);
  await button(page, /^Load timeline/).click();
  await expect(page.getByRole("dialog")).toBeVisible();
}

export async function openAllOfReference(page: Page): Promise<void> {
  await page.goto("/reference");
  await quiet(page);
  const funding = endpoint(page, LISTS[0]);
  await funding.getByRole("button", { name: "Show all 238 of country codes" }).click();
  await expect(funding.getByRole("region", { name: "Country codes" })).toContainText("Germany");
  await funding.locator("summary").click();
  await funding.getByRole("combobox", { name: "round" }).fill("seed");
  await page.keyboard.press("Enter");
  await send(funding).click();
  await chargedBy(funding);
  await send(funding).click();
  await expect(outcome(funding)).toContainText("owned");
  const one = endpoint(page, ONE);
  await send(one).click();
  await expect(one.getByRole("alert")).toBeVisible();
  const several = endpoint(page, SEVERAL);
  await several.getByRole("textbox", { name: "Company 1" }).fill("example.com");
  await send(several).click();
  await expect(several.getByRole("button", { name: /^Send it/ })).toBeVisible();
}

/** @param tag "@long" for states in which only `npm run test:long` looks; of the others it looks at the contrast too */
export function check(walks: Walks, tag: "@long" | readonly [] = []): void {
  for (const [title, states] of Object.entries(walks))
    test(title, { tag: [tag].flat() }, async ({ page, stack, openOwned }) => {
      for (const [what, show, within] of states) {
        await show(page, { stack, openOwned });
        await expectClean(page, what, within);
      }
    });
}
