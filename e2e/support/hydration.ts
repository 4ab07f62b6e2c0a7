/** A press on what React has not hydrated yet is lost, and a test is faster than a person. */
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { watch } from "./feed";

/**
 * From now on `goto` and `reload` of all pages of a browser end when the page is hydrated, and their requests are counted
 * for `quiet`. Returns what ends that.
 */
export function waitForHydration(browser: Browser): () => void {
  const contexts: BrowserContext[] = [];
  const listen = (context: BrowserContext) => {
    contexts.push(context);
    context.on("page", waitOnPage);
  };
  browser.on("context", listen);
  for (const context of browser.contexts()) listen(context);
  return () => {
    browser.off("context", listen);
    for (const context of contexts) context.off("page", waitOnPage);
  };
}

function waitOnPage(page: Page): void {
  watch(page);
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (...parameters) => {
    const response = await goto(...parameters);
    await hydrated(page);
    return response;
  };
  page.reload = async (...parameters) => {
    const response = await reload(...parameters);
    await hydrated(page);
    return response;
  };
}

interface Fiber {
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
  readonly memoizedState: { readonly isDehydrated?: boolean; readonly dehydrated?: Comment | null } | null;
}

/** The root and each Suspense boundary below it, as React's own tree has them. A page that is not ours has no root. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      if (!("__next_f" in window)) return true;
      const container = Object.entries(document).find(([key]) => key.startsWith("__reactContainer$"));
      if (container === undefined) return false;
      const isHydrated = ({ memoizedState, child, sibling }: Fiber): boolean =>
        !memoizedState?.isDehydrated &&
        !memoizedState?.dehydrated &&
        (child === null || isHydrated(child)) &&
        (sibling === null || isHydrated(sibling));
      return isHydrated(container[1].stateNode.current);
    },
    undefined,
    // As long as the test may take: in development each page is compiled first. In each frame it would look through the
    // whole tree while React hydrates it.
    { timeout: 0, polling: 50 },
  );
}
