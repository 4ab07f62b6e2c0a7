/** Opens a page of the dashboard in its own window, and waits until it has shown its rows. */
import type { Browser, Page } from "@playwright/test";
import type { BenchOptions } from "../harness/options";

/** All parts of the benchmark use this stage. */
export interface Stage {
  readonly browser: Browser;
  /** Programs that start a browser themselves use this path. */
  readonly chromium: string;
  readonly url: string;
  /** The session's cookie is `name=value`. */
  readonly cookie: string;
  readonly company: string;
  readonly options: BenchOptions<"web">;
  print(sentence: string): void;
}

/** Most people have this window, and the larger one shows most. */
export const WINDOW = { width: 1280, height: 800 };
export const LARGE_WINDOW = { width: 1920, height: 1080 };

/** Runs with a new page, and closes it. */
export async function withPage<T>(stage: Stage, task: (page: Page) => Promise<T>, viewport = WINDOW): Promise<T> {
  const context = await stage.browser.newContext({ viewport, baseURL: stage.url });
  await context.addCookies([sessionCookie(stage)]);
  // The compiler of this file names functions by a helper that a page does not have.
  await context.addInitScript("globalThis.__name = (named) => named");
  try {
    return await task(await context.newPage());
  } finally {
    await context.close();
  }
}

/** Returns the cookie of the signed-in person, for `addCookies`. */
export function sessionCookie({ cookie, url }: Stage) {
  const [name = "", value = ""] = cookie.split("=", 2);
  return { name, value, url, httpOnly: true, sameSite: "Lax" as const };
}

/** Waits until a feed's page has its rows and requests nothing more. */
export async function rowsShown(page: Page): Promise<void> {
  await page.locator('[role="grid"][aria-busy="false"] [data-index]').first().waitFor();
}

/** Reads the processor time of a page's own thread so far, in ms: what other programs do is not in it. */
export async function pageWork(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN);
  };
}
