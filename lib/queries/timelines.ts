/**
 * Stores a document's knowledge of companies: a query each for the bought parts of its timeline and for the price of
 * the rest, and a mutation for each purchase. The queries never buy.
 */

import type { CompanyQuote } from "@dealflow/contract/account/spending/quote";
import {
  MutationObserver,
  type MutationState,
  QueryObserver,
  queryOptions,
  useMutationState,
  useQueries,
} from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { appendPart, type CompanyInitial, type IncludeName, type TimelinePart } from "@/lib/api/timeline-part";
import { useHost } from "@/lib/client/host";
import { type RequestError, toRequestError } from "@/lib/client/requests/send-request";
import {
  type CompanyReference,
  fetchTimeline,
  fetchTimelines,
  type PurchaseIntent,
} from "@/lib/client/timelines/request";
import { getQueryClient, refetchQuery } from "./client";
import { quoteQuery, withKnownName } from "./quotes";

type Parts = readonly TimelinePart[];

export interface CompanyState {
  readonly parts: Parts;
  readonly quote: CompanyQuote | undefined;
  readonly quoting: boolean;
  readonly loading: boolean;
  readonly error: RequestError | undefined;
  /** `missing` means that the host knows no such company, and `skipped` that the credits did not reach it. */
  readonly outcome: "missing" | "skipped" | undefined;
}

export type CompanyStates = ReadonlyMap<string, CompanyState>;

const NO_PARTS: Parts = [];
const NOT_BOUGHT = { loading: false, error: undefined, outcome: undefined } as const;
const NOTHING: CompanyState = { parts: NO_PARTS, quote: undefined, quoting: false, ...NOT_BOUGHT };

export function stateIn(all: CompanyStates, id: string): CompanyState {
  return all.get(id) ?? NOTHING;
}

/**
 * Returns the owned parts of a company's timeline: those bought here, else those that the workspace owns. Once there are
 * some, a fetch returns them and sends nothing.
 */
export function timelineQuery(id: string) {
  const queryKey = ["timeline", id] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ client }) => {
      const readParts = () => client.getQueryData<Parts>(queryKey) ?? NO_PARTS;
      if (readParts().length > 0) return readParts();
      const { readOwnedTimeline } = await import("./owned/owned-events");
      const owned = await readOwnedTimeline(id).catch(() => NO_PARTS);
      // More may have been bought meanwhile.
      return owned.reduce(appendPart, readParts());
    },
    gcTime: Number.POSITIVE_INFINITY,
    // Another tab or a colleague may have bought it since.
    refetchOnMount: ({ state }) => (state.data?.length === 0 ? "always" : false),
  });
}

function addParts(id: string, added: Parts): void {
  const client = getQueryClient();
  const query = timelineQuery(id);
  // The observer creates the query with options that keep it when no page shows it.
  new QueryObserver(client, query);
  client.setQueryData<Parts>(query.queryKey, (parts = NO_PARTS) => added.reduce(appendPart, parts));
}

/** Adds what was bought just now: its records cost nothing, also before the quote has been read again. */
function addPurchase(id: string, part: TimelinePart): void {
  addParts(id, [part]);
  if (part.cut) return;
  const bought = Object.fromEntries(part.kinds.map((kind) => [kind, 0]));
  getQueryClient().setQueryData(quoteQuery(id).queryKey, (quote) =>
    quote?.newRecords === undefined
      ? quote
      : { ...quote, newRecords: { ...quote.newRecords, ...bought, companies: 0 } },
  );
}

/** Applies the server's knowledge of a page that was rendered again; the document's own stays. */
export function seedCompanies(initial: readonly CompanyInitial[]): void {
  for (const { id, parts, quote } of initial) {
    if (parts !== undefined) addParts(id, parts);
    getQueryClient().setQueryData(quoteQuery(id).queryKey, (known) => (quote ? withKnownName(quote, known) : known));
  }
}

/** Reads again the owned parts of companies of which there are none here, which is free. Never throws. */
export async function refetchOwned(ids: readonly string[]): Promise<void> {
  const client = getQueryClient();
  await Promise.allSettled(ids.map((id) => refetchQuery(client, timelineQuery(id))));
}

/** Outcomes are in the order of the companies; undefined when one was bought. */
type Outcomes = readonly CompanyState["outcome"][];

/** The variables are the ids of companies. */
type Purchase = MutationState<Outcomes, Error, readonly string[]>;

const PURCHASES = { mutationKey: ["timeline purchase"] } as const;

/** Sends a purchase of companies that are not being bought. Never throws: a failure is in the companies' states. */
async function purchase(ids: readonly string[], send: () => Promise<Outcomes>): Promise<void> {
  if (ids.some((id) => readCompany(id).loading)) return;
  const options = { ...PURCHASES, mutationFn: send, gcTime: Number.POSITIVE_INFINITY };
  const observer = new MutationObserver<Outcomes, Error, readonly string[]>(getQueryClient(), options);
  await observer.mutate(ids).catch(() => undefined);
}

type PurchaseState = Pick<CompanyState, "loading" | "error" | "outcome">;

/** Returns the states by company; an outcome stays until another one is known. */
function purchaseStates(purchases: readonly Purchase[]): ReadonlyMap<string, PurchaseState> {
  const states = new Map<string, PurchaseState>();
  for (const { status, variables: ids = [], data, error: failure } of purchases) {
    const details = failure === null ? undefined : toRequestError(failure);
    const missing = details?.status === 404 && details.charged === "no";
    for (const [index, id] of ids.entries()) {
      const before = states.get(id)?.outcome;
      const outcome = status === "success" ? data?.[index] : missing ? "missing" : before;
      states.set(id, { loading: status === "pending", error: missing ? undefined : details, outcome });
    }
  }
  return states;
}

export function readCompany(id: string): CompanyState {
  const client = getQueryClient();
  const purchases = client.getMutationCache().findAll(PURCHASES);
  return {
    ...NOTHING,
    parts: client.getQueryData(timelineQuery(id).queryKey) ?? NO_PARTS,
    quote: client.getQueryData(quoteQuery(id).queryKey),
    // Only `purchase` makes mutations with this key.
    ...purchaseStates(purchases.map(({ state }) => state as Purchase)).get(id),
  };
}

/** Buys kinds of event of one company. The press of a button calls it. */
export async function buyTimeline(id: string, kinds: readonly IncludeName[], intent: PurchaseIntent): Promise<void> {
  await purchase([id], async () => {
    const part = await fetchTimeline({ by: "id", value: id }, kinds, intent);
    addPurchase(id, part);
    return [undefined];
  });
}

/** Buys the timelines of several companies in one request, in this order. */
export async function buyTimelines(ids: readonly string[], kinds: readonly IncludeName[]): Promise<void> {
  await purchase(ids, async () => {
    const served = await fetchTimelines(ids, kinds);
    return ids.map((id, index) => {
      const { status, part } = served[index] ?? {};
      if (part === undefined) return status === "not_found" ? "missing" : "skipped";
      addPurchase(id, part);
      return undefined;
    });
  });
}

/** Buys the timeline of a company whose id is not known yet, and returns the id. Throws `RequestFailure`. */
export async function buyByName(
  reference: CompanyReference,
  kinds: readonly IncludeName[],
): Promise<string | undefined> {
  const part = await fetchTimeline(reference, kinds, "buy");
  const id = part.timeline.company?.id?.toLowerCase();
  if (id === undefined) return undefined;
  addPurchase(id, part);
  return id;
}

const readData = <T>(results: readonly { readonly data: T }[]): readonly T[] => results.map(({ data }) => data);
const readQuotes = (results: readonly { readonly data: CompanyQuote | undefined; readonly isLoading: boolean }[]) =>
  results.map(({ data, isLoading }) => ({ quote: data, quoting: isLoading }));

/**
 * Returns the states of the companies that a page shows.
 * @param initial the server's knowledge when it rendered the page
 * @param ids the companies that are shown now, which may be others than the server rendered; the same array while they
 * are the same
 * @param reads asks the server for the others
 */
export function useCompanies(initial: readonly CompanyInitial[], ids: readonly string[], reads = true): CompanyStates {
  const { own } = useHost();
  const rendered = new Map(initial.map((company) => [company.id, company]));
  const parts = useQueries({
    queries: ids.map((id) => ({
      ...timelineQuery(id),
      // Also those that were late when the page was rendered, which are few.
      enabled: (reads || rendered.has(id)) && rendered.get(id)?.parts === undefined,
      initialData: () => rendered.get(id)?.parts,
    })),
    combine: readData<Parts | undefined>,
  });
  const quotes = useQueries({
    queries: ids.map((id) => ({ ...quoteQuery(id), enabled: own, initialData: () => rendered.get(id)?.quote })),
    combine: readQuotes,
  });
  const purchases = useMutationState<Purchase>({ filters: PURCHASES });
  useEffect(() => seedCompanies(initial), [initial]);
  return useMemo(() => {
    const bought = purchaseStates(purchases);
    const getState = (id: string, index: number) => ({
      parts: parts[index] ?? NO_PARTS,
      quote: undefined,
      quoting: false,
      ...quotes[index],
      ...(bought.get(id) ?? NOT_BOUGHT),
    });
    return new Map(ids.map((id, index) => [id, getState(id, index)]));
  }, [ids, parts, quotes, purchases]);
}
