/** Finds what a person sees on the page of the API reference, and does what a person does there. */
import { expect, type Locator, type Page, type Request } from "@playwright/test";
import { quiet, watchPurchases } from "./feed";

/** Opens the page; answers the requests that may spend. */
export async function openReference(page: Page): Promise<Request[]> {
  const purchases = watchPurchases(page);
  await page.goto("/reference");
  await quiet(page);
  return purchases;
}

export const LISTS = ["Funding rounds", "Acquisitions", "Executive moves", "Companies", "Investors"] as const;
export const ONE = "Timeline of a company";
export const SEVERAL = "Timelines of several companies";

/** Finds the section of one endpoint by its title. */
export const endpoint = (page: Page, title: string): Locator => page.getByRole("region", { name: title, exact: true });

export const send = (section: Locator): Locator => section.getByRole("button", { name: /^Send / });

/** The text looks like `200 · 2 credits charged`. */
export const outcome = (section: Locator): Locator => section.getByRole("status");

/** Reads the response's own text, below its headers. */
export async function readResponse(section: Locator): Promise<unknown> {
  const text = (await section.getByTestId("response").locator("pre").textContent()) ?? "";
  return JSON.parse(text.slice(text.indexOf("\n\n")));
}

/** Credits that the page says were charged, once it says so. */
export async function chargedBy(section: Locator): Promise<number> {
  await expect(outcome(section)).toContainText(/\d+ credits? charged/);
  const [, credits] = /([\d,]+) credits? charged/.exec((await outcome(section).textContent()) ?? "") ?? [];
  return Number(credits?.replaceAll(",", ""));
}
