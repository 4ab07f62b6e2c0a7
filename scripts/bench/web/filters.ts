/**
 * Measures from a changed filter to rows on the screen: owned ones appear immediately, free ones as they arrive; with
 * `FREE_EXPLORE=off` those of the API after a delay.
 */
import type { Page } from "@playwright/test";
import { type Budget, describeTimes, getQuantiles, type Metric, quantile, round } from "../harness/metric";
import { pageWork, rowsShown, type Stage, withPage } from "./page";

/** The feeds have a facet of short values, and a first page with a total or without one. */
const FEEDS: readonly { address: string; facet: string; kind: string; budget: Budget }[] = [
  { address: "/funding", facet: "Round", kind: "with total", budget: { most: 300 } },
  { address: "/exec-moves", facet: "Seniority", kind: "without total", budget: { most: 150 } },
];
const OWNED: Budget = { most: 50 };
const DELAY_AND_RESPONSE_MS = 20_000;

interface Change {
  /** Lasts from the press to the next frame that has changed rows, in ms. */
  readonly owned: number;
  /** The page's own thread uses this processor time until then, in ms. */
  readonly work: number;
  /** Lasts from the request to the frame that has the response's rows, in ms. */
  readonly response: number;
}

export async function measureFilters(stage: Stage): Promise<Metric[]> {
  const metrics: Metric[] = [];
  const { changes: times, events } = stage.options;
  const idle = await withPage(stage, (page) => pressNothing(page, times));
  metrics.push({ what: "a page with nothing but a box: press → paint, median ms", value: round(quantile(idle, 0.5)) });
  for (const { address, facet, kind, budget } of FEEDS) {
    const changes = await withPage(stage, (page) => changeFilters(page, address, facet, times));
    const owned = changes.map((one) => one.owned);
    const work = changes.map((one) => one.work);
    const responses = changes.map((one) => one.response);
    const { p50, p95 } = getQuantiles(owned);
    const change = `${address}: changed filter → owned rows`;
    const label = `${address}: request → its rows, ${kind}, ${events.toLocaleString("en-US")} events`;
    metrics.push(
      { what: `${change}, median ms`, value: round(p50), budget: OWNED },
      { what: `${change}, p95 ms`, value: round(p95) },
      { what: `${change}, of a page with nothing but a box`, value: round(p50 / quantile(idle, 0.5), 1) },
      { what: `${change}, processor time of the page, median ms`, value: round(quantile(work, 0.5)) },
      ...describeTimes(label, getQuantiles(responses), { budget }),
    );
    stage.print(`${address}: owned ${owned.map((ms) => round(ms))}; API ${responses.map((ms) => round(ms))}`);
  }
  return metrics;
}

/** Measures how long a press takes to be seen where nothing depends on it. */
async function pressNothing(page: Page, times: number): Promise<number[]> {
  await page.setContent('<label><input type="checkbox"> <span>off</span></label>');
  await page.evaluate(watchPaints);
  await page.evaluate(() => {
    const [args] = document.getElementsByTagName("span");
    document.addEventListener("change", () => args?.append(" on"));
  });
  const found: number[] = [];
  for (let time = 0; time < times; time++) {
    await page.evaluate(() => Reflect.set(window, "painted", {}));
    await page.locator("input").click();
    const seen = await page.waitForFunction(() => Reflect.get(window, "painted").owned);
    found.push(Number(await seen.jsonValue()));
  }
  return found;
}

/** Ticks and clears boxes so that each time a new set is chosen (a Gray code). */
async function changeFilters(page: Page, address: string, facet: string, times: number): Promise<Change[]> {
  await page.addInitScript(watchPaints);
  await page.goto(address);
  await rowsShown(page);
  const group = page.locator("[data-facets]").getByRole("group", { name: facet, exact: true });
  const head = group.getByRole("button").first();
  if ((await head.getAttribute("aria-expanded")) === "false") await head.click();
  const boxes = group.getByRole("checkbox");
  const workSoFar = await pageWork(page);
  const changes: Change[] = [];
  for (let step = 1; step <= times; step++) {
    const bit = 31 - Math.clz32(step & -step);
    await page.evaluate(() => Reflect.set(window, "painted", {}));
    const before = await workSoFar();
    await boxes.nth(bit).click();
    await page.waitForFunction(() => Reflect.get(window, "painted").owned !== undefined, undefined, {
      timeout: DELAY_AND_RESPONSE_MS,
    });
    const work = (await workSoFar()) - before;
    const seen = await page.waitForFunction(
      () => {
        const { owned, response } = Reflect.get(window, "painted");
        return owned !== undefined && response !== undefined ? { owned, response } : undefined;
      },
      undefined,
      { timeout: DELAY_AND_RESPONSE_MS },
    );
    const found = await seen.jsonValue();
    if (found !== undefined) changes.push({ ...found, work });
  }
  return changes;
}

/** Runs in the page: notes when presses and responses have been painted. */
function watchPaints(): void {
  let pressedAt: number | undefined;
  let requestedAt: number | undefined;
  const afterPaint = (act: (now: number) => void) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => act(performance.now());
      port2.postMessage(undefined);
    });
  document.addEventListener(
    "click",
    (event) => {
      if (!(event.target instanceof HTMLInputElement)) return;
      pressedAt = event.timeStamp;
      requestedAt = undefined;
    },
    { capture: true },
  );
  const send = window.fetch;
  window.fetch = (input, init) => {
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : {}));
    // Free rows are requested immediately, a page of the API after a delay.
    const free = String(input instanceof Request ? input.url : input).includes("/explore/");
    if (free || headers.get("x-dealflow-intent") === "buy") requestedAt ??= performance.now();
    return send(input, init);
  };
  const painted = (name: string, since: number) =>
    afterPaint((now) => {
      const all: Record<string, number> = Reflect.get(window, "painted");
      all[name] ??= now - since;
    });
  new MutationObserver(() => {
    if (pressedAt !== undefined) {
      painted("owned", pressedAt);
      pressedAt = undefined;
    }
    const counts = document.querySelector('[data-testid="result-counts"]')?.textContent ?? "Loading";
    const busy = document.querySelector('[role="grid"]')?.getAttribute("aria-busy");
    const hasRows = !counts.startsWith("Loading") && document.querySelector("[data-index]") !== null;
    if (requestedAt !== undefined && hasRows && busy === "false") {
      painted("response", requestedAt);
      requestedAt = undefined;
    }
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
}
