/** The price of a timeline, computed from its quote. */
import type { CompanyQuote } from "@/lib/contract/account-quote";
import type { IncludeName } from "./timeline-part";

/** Events of these kinds. */
export function eventsOf({ counts }: CompanyQuote, kinds: readonly IncludeName[]): number {
  return kinds.reduce((sum, kind) => sum + counts[kind], 0);
}

/** Credits: one for the company and one for each event of these kinds. */
export function priceOf(quote: CompanyQuote, kinds: readonly IncludeName[]): number {
  return quote.found ? 1 + eventsOf(quote, kinds) : 0;
}
