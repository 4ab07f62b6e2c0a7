/**
 * What a query over an event feed means in SQL.
 *
 * Every shape walks the records newest first from a position. Three ways, by what is asked:
 * - nothing but a period: one fixed statement over `(announced_at, id)`, equally fast at any depth;
 * - one company: the index of that company's events;
 * - anything else: when matches are common, the newest rows behind the position are looked through until a page is
 *   full; when they are rare, all matches are found by their facet and amount indexes and then sorted. Should the first
 *   way not fill the page, the second one follows. Left to itself the planner walked the whole table for a rare amount
 *   (739 ms, in this way 2.3).
 */
import type { CursorPosition } from "@/lib/contract/cursor";
import type { Feed } from "@/lib/contract/feeds";
import type { AnyQuery, Filter } from "@/lib/contract/filters";
import { parseInstant } from "@/lib/contract/syntax";
import { queryTokens } from "@/service/records/facets";
import { type Conditions, estimateShare, type TableStatistics } from "./estimate";

/** Where a feed's events stand, and which of their columns point at companies. */
export interface EventTable {
  readonly feed: Feed;
  readonly table: "funding_events" | "acquisitions";
  readonly companyColumns: readonly string[];
}

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** How many of the newest rows the first way looks through, at least and at most. */
const WINDOW = { min: 5_000, max: 20_000 } as const;

const NEWEST = "order by announced_at desc, id desc";
/** Sorts behind every id, so that a period's end can stand where a cursor does. */
const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";
/** Amounts beyond what a column holds compare like its largest value. */
const MAX_CENTS = 9_223_372_036_854_775_000n;

/** Collects parameters while a statement's text is written. */
class Values {
  readonly list: unknown[] = [];
  add(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}

/** The stretch of the feed that a request asks for, newest first. */
interface Stretch {
  /** Rows before this position: a cursor, or the end of the period. */
  readonly before: readonly [Date | "infinity", string];
  readonly since: Date | "-infinity";
}

function stretchOf(query: AnyQuery, position: CursorPosition | undefined): Stretch {
  const { since, until } = query;
  const start = typeof since === "string" ? parseInstant(since, "start") : undefined;
  const end = typeof until === "string" ? parseInstant(until, "end") : undefined;
  return {
    since: start === undefined ? "-infinity" : new Date(start),
    before:
      position !== undefined
        ? [new Date(position.key), position.id]
        : [end === undefined ? "infinity" : new Date(end), LAST_ID],
  };
}

function stretchSql(stretch: Stretch, values: Values): string {
  const [at, id] = stretch.before;
  const before = `(announced_at, id) < (${values.add(at)}::timestamptz, ${values.add(id)}::uuid)`;
  return `${before} and announced_at >= ${values.add(stretch.since)}::timestamptz`;
}

/** What the estimate needs to know of a query. */
function conditionsOf(source: EventTable, query: AnyQuery): Conditions {
  const tokens: string[][] = [];
  let minCents: number | undefined;
  let maxCents: number | undefined;
  for (const filter of source.feed.filters) {
    const wanted = queryTokens(filter, query);
    if (wanted !== undefined) tokens.push(wanted);
    if (filter.kind !== "range") continue;
    const [min, max] = [query[filter.min], filter.max === undefined ? undefined : query[filter.max]];
    if (typeof min === "number") minCents = min * 100;
    if (typeof max === "number") maxCents = max * 100;
  }
  return { tokens, minCents, maxCents };
}

/** One clause for each filter that the query sets, but for the period. */
function clauses(source: EventTable, query: AnyQuery, values: Values): { company: string[]; other: string[] } {
  const company: string[] = [];
  const other: string[] = [];
  for (const filter of source.feed.filters) {
    const tokens = queryTokens(filter, query);
    if (tokens !== undefined) other.push(`facets && ${values.add(tokens)}::text[]`);
    else if (filter.kind === "range") other.push(...rangeClauses(filter, query, values));
    else if (filter.kind === "text") company.push(...textClauses(source, filter.param, query, values));
  }
  return { company, other };
}

function rangeClauses(filter: Filter & { kind: "range" }, query: AnyQuery, values: Values): string[] {
  const min = query[filter.min];
  const max = filter.max === undefined ? undefined : query[filter.max];
  const clauses: string[] = [];
  if (typeof min === "number") clauses.push(`amount_usd_cents >= ${values.add(cents(min, Math.ceil))}::bigint`);
  if (typeof max === "number") clauses.push(`amount_usd_cents <= ${values.add(cents(max, Math.floor))}::bigint`);
  return clauses;
}

/** Whole cents that bound an amount of dollars; 0.1 + 0.2 style noise below a millionth of a cent is cut first. */
function cents(dollars: number, round: (number: number) => number): string {
  const exact = dollars * 100;
  const nearby = Math.round(exact);
  const whole = BigInt(Math.abs(exact - nearby) < 1e-6 ? nearby : round(exact));
  return String(whole > MAX_CENTS ? MAX_CENTS : whole);
}

function textClauses(source: EventTable, param: string, query: AnyQuery, values: Values): string[] {
  const given = query[param];
  if (typeof given !== "string") return [];
  const company =
    param === "domain"
      ? `(select company_id from company_domains where domain = ${values.add(given)})`
      : `${values.add(given)}::uuid`;
  return [`(${source.companyColumns.map((column) => `${column} = ${company}`).join(" or ")})`];
}

export interface PagePlan {
  /** `fixed`: one text for every query, so that its plan can be kept; `filtered`: a text and plan of its own. */
  readonly pool: "fixed" | "filtered";
  /** Tried in order until one fills the page; the last one's answer is complete in any case. */
  readonly stages: readonly Statement[];
}

/**
 * The statements that read `count` rows behind a position, each row `{ record: <JSON text> }`; without statistics of the
 * table both ways are tried.
 */
export function pagePlan(
  source: EventTable,
  query: AnyQuery,
  position: CursorPosition | undefined,
  count: number,
  statistics: TableStatistics | undefined,
): PagePlan {
  const stretch = stretchOf(query, position);
  const { table } = source;

  const direct = new Values();
  const directClauses = clauses(source, query, direct);
  const where = [...directClauses.company, ...directClauses.other];
  if (where.length === 0 || directClauses.company.length > 0) {
    const all = [...where, stretchSql(stretch, direct)].join(" and ");
    const text = `select record from ${table} where ${all} ${NEWEST} limit ${direct.add(count)}`;
    return { pool: where.length === 0 ? "fixed" : "filtered", stages: [{ text, values: direct.list }] };
  }

  const found = [...where, stretchSql(stretch, direct)].join(" and ");
  const byIndex: Statement = {
    text: `with hits as materialized (select id, announced_at from ${table} where ${found}),
      page as (select id from hits ${NEWEST} limit ${direct.add(count)})
      select record from ${table} join page using (id) ${NEWEST}`,
    values: direct.list,
  };
  const share = statistics && estimateShare(statistics, conditionsOf(source, query));
  // Walking reads count/share rows until the page is full, the indexes lead to share × rows: the smaller number wins.
  if (share !== undefined && statistics !== undefined && share * statistics.rows < count / share)
    return { pool: "filtered", stages: [byIndex] };

  const walk = new Values();
  const likely = share === undefined ? WINDOW.min : Math.ceil((4 * count) / share);
  const window = Math.min(Math.max(likely, WINDOW.min), WINDOW.max);
  const newest = `select * from ${table} where ${stretchSql(stretch, walk)} ${NEWEST} limit ${window}`;
  const walkWhere = clauses(source, query, walk).other.join(" and ");
  const text = `select record from (${newest}) newest where ${walkWhere} ${NEWEST} limit ${walk.add(count)}`;
  return { pool: "filtered", stages: [{ text, values: walk.list }, byIndex] };
}

/** The statement that counts all matches (convention 8): the kept total when nothing is asked. */
export function totalStatement(source: EventTable, query: AnyQuery): Statement {
  const values = new Values();
  const { company, other } = clauses(source, query, values);
  const where = [...company, ...other];
  if (where.length === 0 && query.since === undefined && query.until === undefined)
    return { text: "select total from feeds where feed = $1", values: [source.table] };
  const stretch = stretchSql(stretchOf(query, undefined), values);
  return {
    text: `select count(*) as total from ${source.table} where ${[...where, stretch].join(" and ")}`,
    values: values.list,
  };
}
