/** Finds what a person sees on a feed's page, and does what a person does there. */

import { INBOX } from "@dealflow/contract/account/inbox";
import { expect, type Locator, type Page, type Request } from "@playwright/test";

export const grid = (page: Page): Locator => page.getByRole("grid");
export const rows = (page: Page): Locator => page.locator("[data-index]:not(li)");
export const row = (page: Page, index: number): Locator => page.locator(`[data-index="${index}"]:not(li)`);
export const panel = (page: Page): Locator => page.getByRole("complementary", { name: "Filters" });
export const sheet = (page: Page): Locator => page.getByTestId("sheet");
export const scroller = (page: Page): Locator => page.getByTestId("table-scroll");
/** Checks that what does not fit into the window can be scrolled to. */
export async function expectToScroll(page: Page): Promise<void> {
  const frame = page.getByTestId("page-scroll");
  const { bottom, hidden, height } = await frame.evaluate((element) => ({
    bottom: element.getBoundingClientRect().bottom,
    hidden: element.scrollHeight - element.clientHeight,
    height: window.innerHeight,
  }));
  expect(bottom).toBeLessThanOrEqual(height);
  expect(hidden).toBeGreaterThan(0);
}

export const unbought = (page: Page): Locator => page.getByText("Not loaded yet.");

/** The loaded rows that are in the page, from the top; the cells that are seen, without what depends on the clock. */
export async function rowTexts(page: Page): Promise<string[]> {
  return rows(page).evaluateAll((found) =>
    found
      .sort((a, b) => Number(a.getAttribute("data-index")) - Number(b.getAttribute("data-index")))
      .map((element) =>
        [...element.querySelectorAll('[role="gridcell"][data-column]:not([data-column="owned"])')]
          .filter((cell) => cell.getClientRects().length > 0)
          .map((cell) => cell.textContent)
          .join(" | "),
      ),
  );
}

/** `1,284 matching · 60 owned · 60 credits in this view` as numbers; where pages are paid for, some are loaded instead. */
export async function result(
  page: Page,
): Promise<{ matching: number; loaded: number; owned: number; credits: number }> {
  const text = (await page.getByTestId("result-counts").textContent()) ?? "";
  const number = (words: RegExp) => Number(words.exec(text)?.[1]?.replaceAll(",", "") ?? Number.NaN);
  return {
    matching: number(/([\d,]+) matching/),
    loaded: number(/([\d,]+) loaded/),
    owned: number(/([\d,]+) owned/),
    credits: number(/([\d,]+) credits? in this view/),
  };
}

export const counts = (page: Page): Locator => page.getByTestId("result-counts");
/** Buys the next rows of a feed. */
export const showNext = (page: Page): Locator =>
  page.getByTestId("result-line").getByRole("button", { name: /^Reveal \d+/ });
/** Buys the next rows, until so many of those that match are owned. */
export async function buyNext(page: Page, count: number): Promise<void> {
  await showNext(page).click();
  await owned(page, count);
}

export const previews = (page: Page): Locator =>
  rows(page).filter({ has: page.getByRole("img", { name: "Not bought: 1 credit" }) });

/** Opens a feed, whose rows are free, and waits until they are there. */
export async function openFeed(page: Page, path = "/funding"): Promise<void> {
  await page.goto(path);
  await explored(page);
}

/** A feed with so few rows that a test may own all of them: then nothing on the page is a preview. */
export const SMALL = { path: "/funding?round=series-e&countries=US", rows: 21 };

/** Waits until rows are there, and nothing is requested any more. */
export async function explored(page: Page): Promise<void> {
  await expect(rows(page).first()).toBeVisible();
  await expect(grid(page)).toHaveAttribute("aria-busy", "false");
  await quiet(page);
}

/** Waits until the page says that so many of the rows that match are owned. */
export async function owned(page: Page, count: number): Promise<void> {
  await expect(counts(page)).toContainText(new RegExp(`(^|\\D)${count.toLocaleString("en-US")} owned`));
  await expect(grid(page)).toHaveAttribute("aria-busy", "false");
}

/** Waits until the page says that so many rows are loaded. */
export async function loaded(page: Page, count: number): Promise<void> {
  await expect(page.getByTestId("result-counts")).toContainText(new RegExp(`(^|\\D)${count} loaded`));
  await expect(grid(page)).toHaveAttribute("aria-busy", "false");
}

/** Opens a feed whose rows have to be bought before they are seen, and buys the first page. */
export async function openPaidFeed(page: Page, path = "/funding"): Promise<void> {
  await page.goto(path);
  await expect(unbought(page)).toBeVisible();
  await showNext(page).click();
  await loaded(page, 20);
}

interface MeterReading {
  readonly balance: number;
  readonly last: string;
  readonly session: number;
}

export async function meter(page: Page): Promise<MeterReading> {
  const text = ((await page.getByTestId("sidebar").getByLabel("Credit meter").textContent()) ?? "").replaceAll(",", "");
  const readNumber = (words: RegExp) => Number(words.exec(text)?.[1] ?? Number.NaN);
  return {
    balance: readNumber(/Credits left(?:Low|Empty)?(\d+)/),
    last: /Last request(.*?)This session/.exec(text)?.[1] ?? "",
    session: readNumber(/This session(\d+)/),
  };
}

/** Requests that may spend, as the page sent them. */
export function watchPurchases(page: Page): Request[] {
  const purchases: Request[] = [];
  page.on("request", (request) => {
    const intent = request.headers()["x-dealflow-intent"];
    if (intent === "buy" || intent === "refresh") purchases.push(request);
  });
  return purchases;
}

const open = new WeakMap<Page, Set<Request>>();

/** Counts the requests of a page from its first navigation on, for `quiet`. */
export function watch(page: Page): void {
  const pending = new Set<Request>();
  open.set(page, pending);
  // The stream of the inbox goes on while the page is open.
  page.on("request", (request) => request.url().endsWith(INBOX.inboxUpdates.path) || pending.add(request));
  const ended = (request: Request) => void pending.delete(request);
  page.on("requestfinished", ended);
  page.on("requestfailed", ended);
}

/** Waits until the page has drawn itself, is idle, and no request of it is in progress. */
export async function quiet(page: Page): Promise<void> {
  await page.waitForLoadState("load");
  await waitForRequests(page, () =>
    page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          requestAnimationFrame(() => requestIdleCallback(() => resolve(), { timeout: 500 }));
        }),
    ),
  );
}

async function waitForRequests(page: Page, turn: () => Promise<void>): Promise<void> {
  const pending = open.get(page);
  if (pending === undefined) throw new Error("the page is not watched");
  await expect(async () => {
    for (let round = 0; round < 2; round++) {
      await turn();
      expect([...pending].map((request) => request.url())).toEqual([]);
    }
  }).toPass({ intervals: [20] });
}
