/** Computes the price of a timeline from its quote. */
import type { CompanyQuote, NewRecords } from "@dealflow/contract/account/spending/quote";
import { count, credits, formatCount } from "@/lib/format/counts";
import { exactPrice, type Price, UNKNOWN_PRICE } from "@/lib/format/price";
import { ALL_KINDS, type IncludeName } from "./timeline-part";

export function countEvents({ counts }: Pick<CompanyQuote, "counts">, kinds: readonly IncludeName[]): number {
  return kinds.reduce((sum, kind) => sum + counts[kind], 0);
}

/** Counts one credit for the company and one for each event of these kinds that is not purchased yet. */
export function quotePrice(quote: CompanyQuote, kinds: readonly IncludeName[]): number {
  if (quote.newRecords !== undefined) return newRecordsPrice(quote.newRecords, kinds);
  return quote.found ? 1 + countEvents(quote, kinds) : 0;
}

/** Returns the price of a timeline's kinds: undefined while the quote is on its way, and words where there is none. */
export function timelinePrice(
  { quote, quoting }: { readonly quote: CompanyQuote | undefined; readonly quoting: boolean },
  kinds: readonly IncludeName[],
): Price | undefined {
  if (quote === undefined) return quoting ? undefined : UNKNOWN_PRICE;
  return exactPrice(quotePrice(quote, kinds));
}

/** Counts the credits where records are paid for once. */
export function newRecordsPrice(newRecords: NewRecords, kinds: readonly IncludeName[]): number {
  return newRecords.companies + countEvents({ counts: newRecords }, kinds);
}

/** The result looks like `Company + 4 events, 1 already owned: 4 credits`. */
export function priceWords(quote: CompanyQuote, kinds: readonly IncludeName[]): string {
  const events = countEvents(quote, kinds);
  const price = quotePrice(quote, kinds);
  const owned = 1 + events - price;
  const records = `Company${events === 0 ? "" : ` + ${formatCount(events, "event")}`}`;
  return `${records}${owned === 0 ? "" : `, ${count(owned)} already owned`}: ${credits(price)}`;
}

/** Returns whether the company and all of its events are owned; false where records are not paid for once. */
export function isWhollyOwned(quote: CompanyQuote | undefined): boolean {
  return quote?.found === true && quote.newRecords !== undefined && newRecordsPrice(quote.newRecords, ALL_KINDS) === 0;
}
