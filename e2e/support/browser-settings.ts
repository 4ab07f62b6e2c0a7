import type { Page } from "@playwright/test";

interface BrowserSettings {
  /** Credits of one view after which loading pauses. */
  readonly spendingLimit?: number;
  /** Credits above which a purchase needs confirmation. */
  readonly confirmAbove?: number;
}

/** Changes what this browser remembers, for the documents that are opened next. */
export function storeSettings(page: Page, settings: BrowserSettings): Promise<void> {
  return page.evaluate((changed) => {
    const { state } = JSON.parse(localStorage.getItem("dealflow.ui") ?? "{}");
    localStorage.setItem("dealflow.ui", JSON.stringify({ state: { ...state, ...changed }, version: 0 }));
  }, settings);
}
