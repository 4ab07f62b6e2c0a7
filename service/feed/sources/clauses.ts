/** Writes filters as SQL: facet tokens, ranges and periods, one clause for each filter that a query sets. */

import type { AnyQuery } from "@dealflow/contract/filters";
import type { CursorPosition } from "@dealflow/contract/query/cursor";
import { parseInstant } from "@dealflow/contract/query/syntax";
import { queryTokens } from "@/service/records/facets";
import type { Conditions } from "../estimate";
import type { Clause, FeedSource, Order, RangeColumn } from "./source";

/** Numbers above a column's largest value compare like that value. */
const LARGEST = 9_223_372_036_854_775_000n;
/** These ids are below and above all others, so that the ends of a period can be used like a cursor. */
const FIRST_ID = "00000000-0000-0000-0000-000000000000";
const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** Returns the clauses of the filters over columns of the table itself: facet tokens and ranges. */
export function filterClauses(source: Ranged & Pick<FeedSource, "table">, query: AnyQuery): Clause[] {
  const ranges = getRanges(source, query).filter(({ range }) => range.table === source.table);
  return [...getTokens(source, query).map(tokensClause), ...ranges.flatMap(rangeClauses)];
}

/** Returns the clauses of the ranges over columns outside of the table. */
export function joinedClauses(source: Ranged & Pick<FeedSource, "table">, query: AnyQuery): Clause[] {
  return getRanges(source, query)
    .filter(({ range }) => range.table !== source.table)
    .flatMap(rangeClauses);
}

type Ranged = Pick<FeedSource, "feed" | "ranges">;

/** Returns for each token filter the tokens of which a record must have one. */
function getTokens({ feed }: Ranged, query: AnyQuery): string[][] {
  return feed.filters.flatMap((filter) => {
    const tokens = queryTokens(filter, query);
    return tokens === undefined ? [] : [tokens];
  });
}

function tokensClause(tokens: readonly string[]): Clause {
  return (values) => `facets && ${values.add(tokens)}::text[]`;
}

/** A column must lie between these whole numbers, both inclusive. */
interface RequestedRange {
  readonly range: RangeColumn;
  readonly min?: bigint;
  readonly max?: bigint;
}

function getRanges({ feed, ranges }: Ranged, query: AnyQuery): RequestedRange[] {
  return feed.filters.flatMap((filter) => {
    const range = filter.kind === "range" ? ranges[filter.min] : undefined;
    if (filter.kind !== "range" || range === undefined) return [];
    const [min, max] = [query[filter.min], filter.max === undefined ? undefined : query[filter.max]];
    const bounds = {
      ...(typeof min === "number" ? { min: roundBound(min * range.scale, Math.ceil) } : {}),
      ...(typeof max === "number" ? { max: roundBound(max * range.scale, Math.floor) } : {}),
    };
    return Object.keys(bounds).length === 0 ? [] : [{ range, ...bounds }];
  });
}

function rangeClauses({ range: { column }, min, max }: RequestedRange): Clause[] {
  return [
    ...(min === undefined ? [] : [bound(column, ">=", min)]),
    ...(max === undefined ? [] : [bound(column, "<=", max)]),
  ];
}

function bound(column: string, sign: ">=" | "<=", number: bigint): Clause {
  return (values) => `${column} ${sign} ${values.add(String(number))}::bigint`;
}

/** Rounds a bound to a whole number; floating-point noise is removed first, which large amounts have more of. */
function roundBound(exact: number, round: (number: number) => number): bigint {
  const nearby = Math.round(exact);
  const noise = Math.max(1e-6, Math.abs(exact) * Number.EPSILON);
  const number = Math.abs(exact - nearby) <= noise ? nearby : round(exact);
  return number >= Number(LARGEST) ? LARGEST : BigInt(number);
}

/** Returns the facet and number conditions of a query, for its total and its estimate. */
export function getConditions(source: FeedSource, query: AnyQuery): Conditions {
  return { tokens: getTokens(source, query), ranges: getNumberConditions(source, query) };
}

/** Returns the columns whose numbers a query limits. */
export function getNumberConditions(source: FeedSource, query: AnyQuery): Conditions["ranges"] {
  // By prominence the columns outside of the table are part of the ranks and not filters of the query.
  const ranges = getRanges(source, query).filter(
    ({ range }) => !source.isRanked(query) || range.table === source.table,
  );
  return ranges.map(({ range: { column }, ...bounds }) => ({ column, ...bounds }));
}

/** Returns the clauses of rows behind a position and within the query's period, always in one form for one plan. */
export function timeRangeClauses(order: Order, query: AnyQuery, position: CursorPosition | undefined): Clause[] {
  const [column] = order.columns;
  const { since = "-infinity", until = "infinity" } = getPeriod(query);
  const [from, to] = order.direction === "desc" ? [until, since] : [since, until];
  const [at, id] = getStartTime(order, from, position);
  const [behind, within] = order.direction === "desc" ? ["<", ">="] : [">", "<="];
  return [
    (values) =>
      `(${order.columns.join(", ")}) ${behind} (${values.add(at)}::timestamptz, ${values.add(id)}::uuid) and ${column} ${within} ${values.add(to)}::timestamptz`,
  ];
}

/** Returns the end of the period or the position: the one that a new reader meets first. */
function getStartTime(
  { direction }: Order,
  end: Date | string,
  position: CursorPosition | undefined,
): [at: Date | string, id: string] {
  const within =
    position !== undefined && !(end instanceof Date && direction === "asc" && position.key < end.getTime());
  return within ? [new Date(position.key), position.id] : [end, direction === "desc" ? LAST_ID : FIRST_ID];
}

/** Returns the first and the last instant of the query's period, where set. */
export function getPeriod({ since, until }: AnyQuery): { readonly since?: Date; readonly until?: Date } {
  const [from, to] = [getInstant(since, "start"), getInstant(until, "end")];
  return { ...(from === undefined ? {} : { since: from }), ...(to === undefined ? {} : { until: to }) };
}

export function getInstant(value: AnyQuery[string], edge: "start" | "end"): Date | undefined {
  const at = typeof value === "string" ? parseInstant(value, edge) : undefined;
  return at === undefined ? undefined : new Date(at);
}
