/**
 * Contexts that a worker keeps between its tests. For a page in a new one the browser starts a process, fetches every
 * script and compiles it, which takes as much processor time as the page itself.
 */
import type { Browser, BrowserContext, Page } from "@playwright/test";

export interface KeptContexts {
  /**
   * Returns a context without pages of tests, cookies, permissions and storage; a new one when none is kept.
   * @param options differ when the options differ with which the test makes contexts
   */
  take(origin: string, options: string): Promise<BrowserContext>;
  /** Closes the pages of a test, and keeps its context unless the test has changed what cannot be reset. */
  giveBack(context: BrowserContext): Promise<void>;
  close(): Promise<void>;
}

interface Kept {
  readonly context: BrowserContext;
  readonly origin: string;
  /** It stays open: without any page of the site, the browser would end the process. */
  readonly anchor: Page;
  changed: boolean;
}

/** These methods change all later pages of the context, and some changes cannot be taken back. */
const CONTEXT_CHANGES = [
  ...["addInitScript", "exposeBinding", "exposeFunction", "grantPermissions", "route", "routeFromHAR"],
  ...["routeWebSocket", "setExtraHTTPHeaders", "setGeolocation", "setHTTPCredentials", "setOffline"],
];
const CLOCK_CHANGES = ["install", "pauseAt", "setFixedTime", "setSystemTime"];
/** This address of the dashboard has no script and no cookie. */
const BLANK = "/robots.txt";

export function keepContexts(browser: Browser): KeptContexts {
  const kept = new Map<string, Kept>();

  async function open(origin: string): Promise<Kept> {
    const context = await browser.newContext();
    const anchor = await context.newPage();
    await anchor.goto(`${origin}${BLANK}`);
    const opened: Kept = { context, origin, anchor, changed: false };
    const change = () => {
      opened.changed = true;
    };
    callBefore(context, CONTEXT_CHANGES, change);
    callBefore(context.clock, CLOCK_CHANGES, change);
    // Only the storage of the dashboard is cleared.
    context.on("page", (page) =>
      page.on("framenavigated", (frame) => {
        const url = frame.url();
        if (/^https?:/.test(url) && new URL(url).origin !== origin) change();
      }),
    );
    return opened;
  }

  return {
    take: async (origin, options) => {
      const key = `${origin} ${options}`;
      const found = kept.get(key) ?? (await open(origin));
      kept.set(key, found);
      return found.context;
    },
    giveBack: async (context) => {
      const [key, entry] = [...kept].find(([, one]) => one.context === context) ?? [];
      if (key === undefined || entry === undefined) throw new Error("the context is not one of those that are kept");
      if (entry.changed || entry.anchor.isClosed()) {
        kept.delete(key);
        await context.close();
        return;
      }
      await Promise.all(context.pages().map((page) => (page === entry.anchor ? undefined : page.close())));
      await context.clearCookies();
      const session = await context.newCDPSession(entry.anchor);
      await session.send("Storage.clearDataForOrigin", { origin: entry.origin, storageTypes: "all" });
      await session.detach();
    },
    close: async () => {
      for (const { context } of kept.values()) await context.close();
    },
  };
}

function callBefore(target: object, names: readonly string[], callback: () => void): void {
  for (const name of names) {
    const method: unknown = Reflect.get(target, name);
    if (typeof method !== "function") throw new Error(`${name} is no method`);
    Reflect.set(target, name, (...parameters: unknown[]) => {
      callback();
      return method.apply(target, parameters);
    });
  }
}
