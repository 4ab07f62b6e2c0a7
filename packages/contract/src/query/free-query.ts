/**
 * A query may use only what previews say about records that the workspace does not own. Amounts are compared by the
 * edges of their bands and dates by whole days; texts match owned records alone.
 */

import { FEEDS, type FeedName } from "../feeds";
import type { AnyQuery, DatesFilter, Filter, RangeFilter } from "../filters";
import { amountBand } from "../records/amount-bands";
import { parseInstant } from "./syntax";

export interface FreeQuery {
  /** Selects records that are not owned, by previews alone. */
  readonly query: AnyQuery;
  /** Selects owned records: the query as given, except for amounts that are not in records. */
  readonly ownedQuery: AnyQuery;
  /** It is true when the query has an amount or a date that is not at an edge. */
  readonly widened: boolean;
  /** It is true when a text filter is set, which records that are not owned never match. */
  readonly ownedOnly: boolean;
  /** It is true when previews decide the query as given; then `query` equals it. */
  readonly exact: boolean;
}

/** Amounts are whole cents, so the largest one below an upper edge is a cent less. */
export const CENT_USD = 0.01;
/** This is larger than every amount, also in the open band. */
const ABOVE_ALL_USD = 1e17;
const DAY_LENGTH = "YYYY-MM-DD".length;

export function toFreeQuery(feed: FeedName, query: AnyQuery): FreeQuery {
  const filters: readonly Filter[] = FEEDS[feed].filters;
  const changes: Record<string, string | number> = {};
  const unrecorded: Record<string, string | number> = {};
  let widened = false;
  for (const filter of filters) {
    const edges =
      filter.kind === "dates"
        ? wholeDays(filter, query)
        : filter.kind === "range" && filter.unit === "usd"
          ? bandEdges(filter, query)
          : undefined;
    if (edges === undefined) continue;
    Object.assign(changes, edges.changes);
    if (filter.facts.length === 0) Object.assign(unrecorded, edges.changes);
    widened ||= edges.widened;
  }
  const ownedOnly = filters.some((filter) => filter.kind === "text" && query[filter.param] !== undefined);
  const exact = !ownedOnly && Object.keys(changes).length === 0;
  const ownedQuery = { ...query, ...unrecorded };
  return { query: { ...query, ...changes }, ownedQuery, widened, ownedOnly, exact };
}

interface Edges {
  readonly changes: Readonly<Record<string, string | number>>;
  readonly widened: boolean;
}

/** Returns the bands whose lower end is at most the minimum's, and below the maximum. */
function bandEdges({ min, max }: RangeFilter, query: AnyQuery): Edges {
  const changes: Record<string, number> = {};
  let widened = false;
  const lowest = query[min];
  if (typeof lowest === "number") {
    const edge = amountBand(lowest)?.minUsd ?? 0;
    if (edge !== lowest) {
      changes[min] = edge;
      widened = true;
    }
  }
  const highest = max === undefined ? undefined : query[max];
  if (max === undefined || typeof highest !== "number") return { changes, widened };
  const band = amountBand(highest);
  // Without an upper end the filter still asks for a known amount.
  const end = band?.maxUsd == null ? ABOVE_ALL_USD : band.maxUsd - CENT_USD;
  const isEdge = band?.minUsd === highest;
  // No band begins below 0.
  if (highest === 0) return { changes: { [min]: ABOVE_ALL_USD, [max]: ABOVE_ALL_USD }, widened };
  changes[max] = isEdge ? highest - CENT_USD : end;
  return { changes, widened: widened || !isEdge };
}

function wholeDays({ since, until }: DatesFilter, query: AnyQuery): Edges {
  const changes: Record<string, string> = {};
  for (const [param, edge] of [[since, "start"] as const, ...(until === undefined ? [] : [[until, "end"] as const])]) {
    const requested = query[param];
    const at = typeof requested === "string" ? parseInstant(requested, edge) : undefined;
    if (at === undefined) continue;
    const day = new Date(at).toISOString().slice(0, DAY_LENGTH);
    if (parseInstant(day, edge) !== at) changes[param] = day;
  }
  return { changes, widened: Object.keys(changes).length > 0 };
}
