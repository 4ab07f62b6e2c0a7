/**
 * Measures a feed's page over very many owned rows, with all spending switched off. Copies of the bought rows answer
 * the list of owned rows; nothing for the benchmark is in the product.
 */
import { readRecord } from "@dealflow/client/records";
import type { ResponseOf } from "@dealflow/contract/account/endpoint";
import { PURCHASED_PATH } from "@dealflow/contract/account/free-explore";
import type { PURCHASES } from "@dealflow/contract/account/spending/purchases";
import type { CDPSession, Page } from "@playwright/test";
import { PAGE_ROUTE } from "@/lib/api/dashboard";
import { type Metric, quantile, round } from "../harness/metric";
import { LARGE_WINDOW, rowsShown, type Stage, WINDOW, withPage } from "./page";

const READ_MS = 180_000;
const SCROLL_MS = 4_000;
/** A page reacts to changes of its address after this. */
const SETTLED_MS = 3_000;
const TIMES = 7;
/** The first address matches no owned row, and the other matches all of them. */
const NOTHING = "/funding?domain=nobody.example";
const EVERYTHING = "/funding";

interface Scroll {
  readonly frames: number;
  readonly longest: number;
  readonly blank: number;
}

export function measureManyRows(stage: Stage): Promise<Metric[]> {
  const { rows } = stage.options;
  return withPage(stage, async (page) => {
    const session = await page.context().newCDPSession(page);
    await page.goto("/icon.svg");
    const blankScroll = await countFrames(page);
    await page.goto(EVERYTHING);
    await rowsShown(page);
    await page
      .getByRole("button", { name: /^Reveal 20/ })
      .first()
      .click();
    await page.waitForTimeout(1_000);
    await own(page, rows);
    await page.context().addCookies([{ name: "owned-only", value: "on", url: stage.url }]);
    await page.goto("about:blank");
    const blank = await weigh(page, session);
    // The server answers the first address itself.
    await page.goto(NOTHING);
    await page.waitForTimeout(SETTLED_MS);
    await openInPage(page, EVERYTHING);
    const number = rows.toLocaleString("en-US");
    await page.getByText(new RegExp(number)).first().waitFor({ timeout: READ_MS });
    stage.print(`${number} rows are read`);
    const mounts: number[] = [];
    for (let time = 0; time < TIMES; time++) mounts.push(await mount(page));
    const scroll = await page.evaluate(scrollFor, { selector: '[data-testid="table-scroll"]', ms: SCROLL_MS });
    const weight = await weigh(page, session);
    await page.setViewportSize(LARGE_WINDOW);
    await page.waitForTimeout(500);
    const large = await weigh(page, session);
    await page.setViewportSize(WINDOW);
    await page.waitForTimeout(500);
    const painted = await paintMarkup(page);
    const all = `${number} loaded rows`;
    stage.print(`mounts ${mounts.map((ms) => round(ms))}; the same markup ${painted.map((ms) => round(ms))}`);
    return [
      { what: `${all}: mount, median ms`, value: round(quantile(mounts, 0.5)), budget: { most: 100 } },
      {
        what: `${all}: mount, of the same markup alone`,
        value: round(quantile(mounts, 0.5) / quantile(painted, 0.5), 1),
      },
      {
        what: `${all}: heap beyond a blank page, MB`,
        value: round(weight.heapMB - blank.heapMB, 1),
        budget: { most: 120 },
      },
      {
        what: `${all}: heap beyond a blank page, bytes a row`,
        value: round(((weight.heapMB - blank.heapMB) * 1e6) / rows),
      },
      { what: `${all}: DOM nodes of the table at ${WINDOW.width} px`, value: weight.nodes, budget: { most: 900 } },
      { what: `${all}: DOM nodes of the table at ${LARGE_WINDOW.width} px`, value: large.nodes },
      { what: `${all}: frames/s while scrolling`, value: round(scroll.frames, 1), budget: { least: 55 } },
      { what: `${all}: frames/s, of a blank page's`, value: round(scroll.frames / blankScroll.frames, 2) },
      { what: `${all}: longest frame, ms`, value: round(scroll.longest) },
      { what: `${all}: longest frame of a blank page, ms`, value: round(blankScroll.longest) },
      { what: `${all}: frames without rows`, value: scroll.blank, budget: { most: 0 } },
    ];
  });
}

/** Answers the list of owned rows with this many: copies of a bought one, each with unique ids, names and day. */
async function own(page: Page, rows: number): Promise<void> {
  const address = `${PAGE_ROUTE}${PURCHASED_PATH.replace(":id", "funding")}`;
  // The dashboard answers its own pages alone.
  const { rows: bought } = await page.evaluate(
    async (path): Promise<ResponseOf<typeof PURCHASES.purchased>> => (await fetch(path)).json(),
    address,
  );
  await page.route(`**${address}?*`, async (route) => {
    const isAll = !new URL(route.request().url()).searchParams.has("domain");
    const made = Array.from({ length: isAll ? rows : 0 }, (_, index) => {
      const one = bought[index % bought.length];
      const record = readRecord("funding", one?.record);
      const id = `00000000-0000-7000-8000-${String(index).padStart(12, "0")}`;
      const announcedAt = new Date(Date.parse(record?.announcedAt ?? "") - index * 600_000).toISOString();
      const named = record?.company;
      const [name, domain, description] = [named?.name, named?.domain, named?.description].map(
        (text) => text && `${index} ${text}`,
      );
      return {
        ...one,
        key: id,
        record: { ...record, id, announcedAt, company: { ...named, id, name, domain, description } },
      };
    });
    await route.fulfill({ json: { rows: made, pagination: { hasMore: false, nextCursor: null, total: made.length } } });
  });
}

/** Opens an address as the way back does, without loading the page again. */
function openInPage(page: Page, address: string): Promise<void> {
  return page.evaluate((next) => {
    history.pushState(null, "", next);
    dispatchEvent(new PopStateEvent("popstate"));
  }, address);
}

/** Measures the change from no rows to all of them, by going back to the address that requests all. */
async function mount(page: Page): Promise<number> {
  await openInPage(page, NOTHING);
  await page.locator("[data-index]").first().waitFor({ state: "detached" });
  return page.evaluate(
    (address) =>
      new Promise<number>((resolve) => {
        const startedAt = performance.now();
        const look = new MutationObserver(() => {
          if (document.querySelector("[data-index]") === null) return;
          look.disconnect();
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => resolve(performance.now() - startedAt);
            port2.postMessage(undefined);
          });
        });
        look.observe(document, { subtree: true, childList: true });
        history.pushState(null, "", address);
        dispatchEvent(new PopStateEvent("popstate"));
      }),
    EVERYTHING,
  );
}

/** Measures how long the browser takes to lay out and paint the markup of the mounted table. Destroys the page. */
function paintMarkup(page: Page): Promise<number[]> {
  return page.evaluate(async (times) => {
    const table = document.querySelector('[data-testid="feed-table"]');
    const container = table?.parentElement;
    if (!table || !container) throw new Error("There is no table.");
    const markup = table.outerHTML;
    const painted = () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve();
          port2.postMessage(undefined);
        });
      });
    const found: number[] = [];
    for (let time = 0; time < times; time++) {
      container.innerHTML = "";
      await painted();
      const startedAt = performance.now();
      container.innerHTML = markup;
      await painted();
      found.push(performance.now() - startedAt);
    }
    return found;
  }, TIMES);
}

async function weigh(page: Page, session: CDPSession): Promise<{ readonly heapMB: number; readonly nodes: number }> {
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  const nodes = await page.evaluate(() => document.querySelectorAll('[role="grid"], [role="grid"] *').length);
  return { heapMB: usedSize / 1e6, nodes };
}

/** Counts the frames of a page, without scrolling it. */
export function countFrames(page: Page): Promise<Scroll> {
  return page.evaluate(scrollFor, { selector: "", ms: SCROLL_MS });
}

/** Scrolls a sixth of a window in each frame, and checks in each whether a row is in the middle. */
function scrollFor({ selector, ms }: { selector: string; ms: number }): Promise<Scroll> {
  const element = selector === "" ? null : document.querySelector(selector);
  const { left = 0, top = 0, width = 0, height = 0 } = element?.getBoundingClientRect() ?? {};
  return new Promise((resolve) => {
    const startedAt = performance.now();
    let [last, frames, longest, blank] = [startedAt, 0, 0, 0];
    const frame = (now: number) => {
      frames++;
      longest = Math.max(longest, now - last);
      last = now;
      if (element !== null) {
        const topElement = document.elementFromPoint(left + width / 2, top + height / 2);
        if (topElement?.closest("[data-index]") === null) blank++;
        element.scrollTop += height / 6;
      }
      if (now - startedAt < ms) requestAnimationFrame(frame);
      else resolve({ frames: (1000 * frames) / (now - startedAt), longest, blank });
    };
    requestAnimationFrame(frame);
  });
}
