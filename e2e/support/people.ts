/** People of the tests: how they come in, and the links that the service logs for them where there is no mail. */
import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";
import type { Program } from "../../scripts/test-runner/built-programs";
import type { Dashboard } from "./stack/dashboard";

export const PASSWORD = "quartz lantern ferry 83";

let visitors = 0;

export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
}

/** A browser in which no one is signed in, at another address, so that no visitor waits for another's attempts. */
export async function visitor(browser: Browser, dashboard: Dashboard): Promise<Visitor> {
  const number = ++visitors;
  const context = await browser.newContext({
    baseURL: dashboard.url,
    extraHTTPHeaders: { "X-Forwarded-For": `10.9.${number >> 8}.${number & 255}` },
  });
  const page = await context.newPage();
  return { context, page };
}

/** Fills in the form of a page that is open. */
export async function register(page: Page, name: string, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
}

export async function signInWith(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Returns the links to that page that the service has logged so far: `/reset`, `/invitation`. */
function linksTo(service: Program, page: string): string[] {
  const found = service.output().matchAll(new RegExp(`https?://[^"\\s]+${page}#token=[\\w.~%-]+`, "g"));
  return [...found].map(([link]) => link);
}

/** Path and fragment of the link that is logged because of what is done; other tests' links are in the same log. */
export async function waitForLink(service: Program, page: string, doing: () => Promise<void>): Promise<string> {
  const before = linksTo(service, page).length;
  await doing();
  await expect.poll(() => linksTo(service, page).length).toBe(before + 1);
  const { pathname, hash } = new URL(linksTo(service, page).at(-1) ?? "");
  return `${pathname}${hash}`;
}
