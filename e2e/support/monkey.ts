/**
 * A monkey: it presses what it finds, types, scrolls and wanders through history, by a seeded order that every run
 * repeats. What each of its acts may spend at most is read off the page before the act: the price on the control, one
 * page for a filter or a link to a feed, and nothing for everything else.
 */

import { LIMIT } from "@dealflow/contract/feeds";
import { type ElementHandle, expect, type Locator, type Page } from "@playwright/test";

/** Yields numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Act {
  readonly name: string;
  /** Credits that it may spend at most. */
  readonly allowance: number;
}

const CONTROLS = 'button:enabled, a[href^="/"], input[type="checkbox"], input[type="radio"], [role="row"][data-index]';
const TEXT_FIELDS = 'input:not([type="checkbox"], [type="radio"]), textarea';
/** Text in these fields changes the filters, which buys one page once they have rested. */
const FILTERS =
  'aside[aria-label="Filters"], [data-testid="filter-chips"], [data-testid="feed-empty"], section[aria-label="Charts"], dialog[open]';
const KEYS = ["j", "k", "ArrowDown", "ArrowUp", "PageDown", "End", "Home", "Enter", "Escape", "f", "x", "?", "Tab"];
const TEXTS = ["fr", "health", "5m", "2026-01-01", "<b>", "%", "🦊"];
const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
  { width: 1920, height: 1080 },
  { width: 1280, height: 480 },
];

/** @param readPagePrice what a page of a feed may cost now that a filter, a link or a scroll requests */
export function createMonkey(
  page: Page,
  random: () => number,
  readPagePrice: () => Promise<number> = async () => LIMIT.default,
): () => Promise<Act> {
  let pagePrice = 0;
  const of = <T>(list: readonly T[]): T => {
    const one = list[Math.floor(random() * list.length)];
    if (one === undefined) throw new Error("nothing to choose from");
    return one;
  };

  async function chooseVisible(selector: string): Promise<Locator | undefined> {
    const all = page.locator(selector).filter({ visible: true });
    const count = await all.count();
    return count === 0 ? undefined : all.nth(Math.floor(random() * count));
  }

  async function press(): Promise<Act> {
    const chosen = await chooseVisible(CONTROLS);
    if (chosen === undefined) return { name: "nothing to press", allowance: 0 };
    // The very element whose price is read is pressed: a locator may find another one the second time.
    const control = await getElement(chosen);
    if (control === null) return { name: "press gone", allowance: 0 };
    const { name, allowance } = await readPrice(control, pagePrice);
    // It may have gone meanwhile, or lie under something: then nothing is pressed.
    await control.click({ timeout: 500 }).catch(() => undefined);
    return { name: `press ${name}`, allowance };
  }

  async function key(): Promise<Act> {
    const name = of(KEYS);
    // On a control Enter is a press of it.
    const focused = name === "Enter" ? await getElement(page.locator(":focus")) : null;
    const allowance = focused === null ? 0 : (await readPrice(focused, pagePrice)).allowance;
    await page.keyboard.press(name);
    return { name: `key ${name}`, allowance: Math.max(allowance, pagePrice) };
  }

  async function type(): Promise<Act> {
    const field = await chooseVisible(TEXT_FIELDS);
    if (field === undefined) return { name: "nothing to type into", allowance: 0 };
    const text = of(TEXTS);
    await field.fill(text, { timeout: 500 }).catch(() => undefined);
    if (random() < 0.5) await page.keyboard.press("Enter");
    return { name: `type ${text}`, allowance: pagePrice };
  }

  async function scroll(): Promise<Act> {
    await page.mouse.move(200 + random() * 800, 200 + random() * 200);
    await page.mouse.wheel(0, random() < 0.7 ? 600 : -600);
    return { name: "scroll", allowance: pagePrice };
  }

  const free =
    (name: string, act: () => Promise<unknown>): (() => Promise<Act>) =>
    async () => {
      await act();
      return { name, allowance: 0 };
    };

  const acts: readonly (readonly [weight: number, act: () => Promise<Act>])[] = [
    [40, press],
    [20, key],
    [8, type],
    [10, scroll],
    [4, free("reload", () => page.reload())],
    [5, free("back", () => page.goBack().catch(() => null))],
    [3, free("forward", () => page.goForward().catch(() => null))],
    [4, free("hover", () => page.mouse.move(random() * 1200, random() * 700))],
    [3, free("another size", () => page.setViewportSize(of(SIZES)))],
    [2, free("focus", () => page.evaluate(() => window.dispatchEvent(new Event("focus"))))],
    [1, free("online", () => page.evaluate(() => window.dispatchEvent(new Event("online"))))],
  ];
  const totalWeight = acts.reduce((sum, [weight]) => sum + weight, 0);

  function choose(): () => Promise<Act> {
    let at = random() * totalWeight;
    for (const [weight, act] of acts) {
      at -= weight;
      if (at < 0) return act;
    }
    return press;
  }

  const inField = async () => (await page.locator(TEXT_FIELDS).and(page.locator(":focus")).count()) > 0;

  return async () => {
    pagePrice = await readPagePrice();
    // A typed text applies when its field is left: the act that leaves it may buy the page of the changed filter.
    const typing = await inField();
    const act = await choose()();
    const left = typing && !(await inField());
    return left ? { ...act, allowance: Math.max(act.allowance, pagePrice) } : act;
  };
}

/** The element itself; null when it is gone. */
async function getElement(locator: Locator): Promise<ElementHandle<Node> | null> {
  return locator.elementHandle({ timeout: 500 }).catch(() => null);
}

/** Reads the price on a control; it is one page where it changes the filters or leads to a feed. */
async function readPrice(control: ElementHandle<Node>, pagePrice: number): Promise<Act> {
  const read = await control.evaluate(
    (node, { filters, feeds }) => {
      if (!(node instanceof Element)) throw new Error("a control is an element");
      return {
        text: (node.getAttribute("aria-label") ?? node.textContent ?? "").trim(),
        // Other columns may follow the one with the price of a row.
        price: node.querySelector('[data-column="owned"]')?.textContent?.trim(),
        filters: node.closest(filters) !== null,
        link: node instanceof HTMLAnchorElement && feeds.includes(node.pathname),
      };
    },
    {
      filters: FILTERS,
      feeds: ["/funding", "/acquisitions", "/exec-moves", "/companies", "/investors"],
    },
  );
  const priceText = /([\d,]+) credits?(?:, all you have)?$/.exec(read.price ?? read.text)?.[1];
  const priced = priceText === undefined ? 0 : Number(priceText.replaceAll(",", ""));
  return { name: read.text.slice(0, 60), allowance: Math.max(priced, read.filters || read.link ? pagePrice : 0) };
}

/** Fails with the way there when an act spent more than it may. */
export function expectWithin(spent: number, act: Act, history: readonly string[]): void {
  const description = `act ${history.length}, ${act.name}, may spend ${act.allowance}; before it: ${history.slice(-8).join(" | ")}`;
  expect(spent, description).toBeLessThanOrEqual(act.allowance);
}
