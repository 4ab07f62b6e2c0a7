/** Queries the prices of timelines. They are free; only our own service has quotes. */

import { type CompanyQuote, QUOTE_ENDPOINTS } from "@dealflow/contract/account/spending/quote";
import { BATCH, BATCH_FIELD } from "@dealflow/contract/timeline";
import { queryOptions } from "@tanstack/react-query";
import type { CompanyReference } from "@/lib/client/timelines/request";
import { callAccount } from "./account";
import { getQueryClient, WHEN_ONLINE } from "./client";

/**
 * The quote stays cached while the document lives; after a failure it is fetched again when a page that shows it opens.
 */
export function quoteQuery(id: string) {
  const queryKey = ["quote", id] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ client }) => withKnownName(await fetchInBatch(id), client.getQueryData(queryKey)),
    gcTime: Number.POSITIVE_INFINITY,
    ...WHEN_ONLINE,
  });
}

/** Keeps a known name: a quote by id names a company only to its owners, and must not remove the name. */
export function withKnownName(quote: CompanyQuote, known: CompanyQuote | undefined): CompanyQuote {
  const { company } = quote;
  return company === null
    ? quote
    : { ...quote, company: { ...company, name: company.name ?? known?.company?.name ?? null } };
}

/** Quotes several companies together, at most `BATCH.max`: what they have in common counts once. */
export function batchQuoteQuery(ids: readonly string[]) {
  return queryOptions({ queryKey: ["quote", "batch", ...ids], queryFn: () => quoteTogether(ids), ...WHEN_ONLINE });
}

function quoteTogether(ids: readonly string[]) {
  return callAccount(QUOTE_ENDPOINTS.quotes, { body: { [BATCH_FIELD]: ids.map((id) => ({ id })) } });
}

/**
 * Fetches a company's quote with its name, or with what found it, such as its domain. Throws an `Error` whose message is a
 * sentence.
 */
export async function fetchQuote({ by, value }: CompanyReference): Promise<CompanyQuote> {
  const quote = await callAccount(QUOTE_ENDPOINTS.quote, { search: new URLSearchParams([[by, value]]) });
  const { company } = quote;
  if (company !== null) {
    const named = { ...company, name: company.name ?? (by === "id" ? null : value) };
    getQueryClient().setQueryData(quoteQuery(company.id.toLowerCase()).queryKey, { ...quote, company: named });
  }
  return quote;
}

/** Fetches quotes in the order of the ids, at most `BATCH.max`. Throws as `fetchQuote` does. */
async function fetchQuotes(ids: readonly string[]): Promise<readonly CompanyQuote[]> {
  const { quotes } = await quoteTogether(ids);
  return quotes.length === ids.length ? quotes : unreadable();
}

function unreadable(): never {
  throw new Error("The price could not be read.");
}

const fetchInBatch = createQuoteBatcher();

/** Groups companies that are requested together; the batches are sent one after the other. */
function createQuoteBatcher(): (id: string) => Promise<CompanyQuote> {
  let open: { readonly ids: string[]; readonly quotes: Promise<readonly CompanyQuote[]> } | undefined;
  let previous: Promise<unknown> = Promise.resolve();
  function openBatch() {
    const ids: string[] = [];
    const quotes = previous.then(() => {
      if (open?.ids === ids) open = undefined;
      return fetchQuotes(ids);
    });
    previous = quotes.catch(() => undefined);
    return { ids, quotes };
  }
  return async (id) => {
    if (open === undefined || open.ids.length === BATCH.max) open = openBatch();
    const { ids, quotes } = open;
    const index = ids.push(id) - 1;
    return (await quotes)[index] ?? unreadable();
  };
}
