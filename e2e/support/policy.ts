/** Collects what the content security policy of a page has blocked, in any window of the browser. */
import type { Browser, BrowserContext, ConsoleMessage } from "@playwright/test";

/** Chromium describes a violation with these words. */
const VIOLATION = /content security policy|violates the following|because it violates/i;
/** A hostile page of a test may not frame ours, as it should be. */
const FRAMED = /frame-ancestors/;

interface PolicyWatch {
  readonly violations: readonly string[];
  stop(): void;
}

export function watchPolicy(browser: Browser): PolicyWatch {
  const violations: string[] = [];
  const onMessage = (message: ConsoleMessage) => {
    const text = message.text();
    if (VIOLATION.test(text) && !FRAMED.test(text)) violations.push(`${message.location().url}: ${text}`);
  };
  const contexts: BrowserContext[] = [];
  const listen = (context: BrowserContext) => {
    contexts.push(context);
    context.on("console", onMessage);
  };
  browser.on("context", listen);
  for (const context of browser.contexts()) listen(context);
  const stop = () => {
    browser.off("context", listen);
    for (const context of contexts) context.off("console", onMessage);
  };
  return { violations, stop };
}
