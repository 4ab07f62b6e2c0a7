/**
 * Indexes queries that wait for events: those of webhooks, and of saved views. A query is stored under every
 * combination of facet tokens that its lists allow (`funding.created|r:seed|c:US|*`, where `*` is a list that it leaves
 * open); an event looks up the few combinations that it has. For the queries found, the predicate of `lib/filters`
 * decides the other filters, such as amounts.
 */
import type { AnyQuery, Filter } from "@dealflow/contract/filters";
import { WEBHOOK_FEEDS, type WebhookEventName } from "@dealflow/contract/webhook-events";
import { queryTokens, recordTokens } from "./facets";

/** The event was just stored for the first time. */
export interface CreatedEvent {
  readonly event: WebhookEventName;
  /** The record is as REST returns it. */
  readonly record: { readonly id: string };
}

const OPEN = "*";
/** A query has at most this many keys: lists beyond that are left open, and decided by the predicate alone. */
const MAX_KEYS = 300;

/** Keys are stored, so these lists stay as they are; the predicate decides the other filters. */
const KEYED: Readonly<Record<WebhookEventName, readonly string[]>> = {
  "funding.created": ["round", "countries", "industryGroups"],
  "acquisition.created": ["countries"],
  "exec_move.created": ["moveType", "roleSeniority", "countries"],
};

function listFilters(event: WebhookEventName): Filter[] {
  return WEBHOOK_FEEDS[event].filters.filter((filter) => "param" in filter && KEYED[event].includes(filter.param));
}

/** Returns the keys under which a query is stored. */
export function queryKeys(event: WebhookEventName, query: AnyQuery): string[] {
  const lists = listFilters(event).map((filter) => queryTokens(filter, query) ?? [OPEN]);
  let count = 1;
  // The shortest lists come first, because they select the most.
  for (const [index, tokens] of [...lists.entries()].sort(([, a], [, b]) => a.length - b.length)) {
    if (count * tokens.length > MAX_KEYS) lists[index] = [OPEN];
    else count *= tokens.length;
  }
  return combinations(event, lists);
}

/** Stored queries, as a table of them is read. */
interface StoredQueries<Stored extends { readonly key: string }> {
  /** Returns the queries that are stored under any of these keys. */
  read(keys: readonly string[]): Promise<readonly Stored[]>;
  readId(stored: Stored): string;
  /** Queries with the same text have the same predicate. */
  readText(stored: Stored): string;
  createPredicate(stored: Stored): (record: unknown) => boolean;
}

/** Finds the stored queries that each event matches, each once; without events that match none. */
export async function findMatches<Stored extends { readonly key: string }>(
  created: readonly CreatedEvent[],
  { read, readId, readText, createPredicate }: StoredQueries<Stored>,
): Promise<{ readonly one: CreatedEvent; readonly matches: readonly Stored[] }[]> {
  const keyed = created.map((one) => ({ one, keys: recordKeys(one.event, one.record) }));
  const wanted = [...new Set(keyed.flatMap(({ keys }) => keys))];
  const found = wanted.length === 0 ? [] : await read(wanted);
  const byKey = new Map<string, Stored[]>(wanted.map((key) => [key, []]));
  for (const stored of found) byKey.get(stored.key)?.push(stored);
  const texts = new Map(found.map((stored) => [readText(stored), stored]));
  const predicates = new Map(Array.from(texts, ([text, stored]) => [text, createPredicate(stored)]));
  return keyed.flatMap(({ one, keys }) => {
    // Two keys of a deal, by the countries of its two companies, may find one query.
    const candidates = new Map(keys.flatMap((key) => byKey.get(key) ?? []).map((stored) => [readId(stored), stored]));
    const matches = [...candidates.values()].filter(
      (stored) => predicates.get(readText(stored))?.(one.record) === true,
    );
    return matches.length === 0 ? [] : [{ one, matches }];
  });
}

function recordKeys(event: WebhookEventName, record: unknown): string[] {
  const lists = listFilters(event).map((filter) => [OPEN, ...recordTokens([filter], record)]);
  return combinations(event, lists);
}

function combinations(event: WebhookEventName, lists: readonly (readonly string[])[]): string[] {
  return lists.reduce<string[]>((keys, tokens) => keys.flatMap((key) => tokens.map((one) => `${key}|${one}`)), [event]);
}
