/** Reads quotes of the account endpoints, and computes the price of a timeline from them. */

import { isObject, list, number, text } from "@dealflow/client/tolerant-reader";
import { type CompanyQuote, type EventCounts, QUOTES_FIELD } from "@/lib/contract/account-quote";
import type { IncludeName } from "./timeline-part";

/** Undefined when it is not a quote. */
export function readQuote(response: unknown): CompanyQuote | undefined {
  if (!isObject(response) || typeof response.found !== "boolean") return undefined;
  const company = isObject(response.company) ? response.company : {};
  const [id, name] = [text(company.id), text(company.name)];
  const found = isObject(response.counts) ? response.counts : {};
  const counts: EventCounts = {
    funding: number(found.funding) ?? 0,
    acquisitions: number(found.acquisitions) ?? 0,
    exec_moves: number(found.exec_moves) ?? 0,
  };
  if (id === null) return { found: false, company: null, counts };
  return { found: response.found, company: { id, name: name ?? "" }, counts };
}

/** Undefined when it is not a batch response. */
export function readQuotes(response: unknown): readonly CompanyQuote[] | undefined {
  if (!isObject(response) || !Array.isArray(response[QUOTES_FIELD])) return undefined;
  return list((item) => readQuote(item) ?? null)(response[QUOTES_FIELD]);
}

/** Events of these kinds. */
export function eventsOf({ counts }: CompanyQuote, kinds: readonly IncludeName[]): number {
  return kinds.reduce((sum, kind) => sum + counts[kind], 0);
}

/** Credits: one for the company and one for each event of these kinds. */
export function priceOf(quote: CompanyQuote, kinds: readonly IncludeName[]): number {
  return quote.found ? 1 + eventsOf(quote, kinds) : 0;
}
