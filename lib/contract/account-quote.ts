/**
 * Prices of company timelines before they are bought: counts of events by kind, from our own service only. `quote`
 * takes the selectors of one timeline in its query; `quotes` takes the body of a batch.
 */
export const QUOTE_ENDPOINTS = {
  quote: { method: "GET", path: "/account/v1/quote" },
  quotes: { method: "POST", path: "/account/v1/quotes" },
} as const;

/** Field of the batch response: one quote per item, in the order of the items. */
export const QUOTES_FIELD = "quotes";

/** By the values of `include`. */
export interface EventCounts {
  readonly funding: number;
  readonly acquisitions: number;
  readonly exec_moves: number;
}

/** A timeline costs one credit for the company and one for each event; nothing when the company is not found. */
export interface CompanyQuote {
  readonly found: boolean;
  readonly company: { readonly id: string; readonly name: string } | null;
  readonly counts: EventCounts;
}
