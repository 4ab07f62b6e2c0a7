/** Describes a feed in SQL: its table, its orders, and its filters. */

import type { Feed } from "@dealflow/contract/feeds";
import type { AnyQuery } from "@dealflow/contract/filters";
import type { CursorPosition } from "@dealflow/contract/query/cursor";

/** Each table has a row in `feeds` with its version. */
export type FeedTable = "funding_events" | "acquisitions" | "exec_moves" | "companies" | "investors";

/** All columns are in one direction. */
export interface Order {
  readonly columns: readonly [string, ...string[]];
  readonly direction: "asc" | "desc";
}

/** A clause adds its values to the statement that it is written into. */
export type Clause = (values: Values) => string;

/** Returns one condition of all clauses; `true` without any. */
export function joinClauses(clauses: readonly Clause[], values: Values): string {
  return clauses.length === 0 ? "true" : clauses.map((clause) => clause(values)).join(" and ");
}

/**
 * Reading a row costs this, in rows of an index that is walked in its order (about half a µs at 1,000,000 events): with
 * a lookup in an index of another table per row, and with the record's own page, which is rarely in PostgreSQL's
 * memory.
 */
export const ROW_COST = { index: 1, joined: 3, record: 12 } as const;

/** These are parts of the database query for a request; `planPage` decides how it is executed. */
export interface SelectQuery {
  readonly table: FeedTable;
  /**
   * The relation to scan is the table, or a select in brackets of the table's `id` and all columns of order, range and
   * filters, which it can read from indexes alone.
   */
  readonly relation: Clause;
  /** The ordered part of the relation leaves out columns that are joined to each row. */
  readonly ordered: Clause;
  /** Reading one of its rows in this order has this cost of `ROW_COST`. */
  readonly rowCost: number;
  readonly order: Order;
  /** The requested range of the order is after a cursor and within a period. */
  readonly range: readonly Clause[];
  /** Each of these is selective alone: one company, one domain. */
  readonly selective: readonly Clause[];
  /** These are over columns of the order's index, so cheap that any number of rows may be skipped by them. */
  readonly skipping: readonly Clause[];
  readonly filters: readonly Clause[];
  /** The record does not hold these columns of a position. */
  readonly extraColumns: readonly string[];
  /** No statistics give the frequency of a search, so such a page always uses both plans. */
  readonly search: boolean;
}

/** A row is the record's JSON text, then the extra columns. */
export type Row = readonly [record: string, ...extraColumns: number[]];

export interface FeedSource {
  readonly feed: Feed;
  readonly table: FeedTable;
  /** Columns are keyed by the parameter of their lower end. */
  readonly ranges: Readonly<Record<string, RangeColumn>>;
  /** @param generation the ranking snapshot to read; ignored by an order by time */
  buildQuery(query: AnyQuery, position: CursorPosition | undefined, generation: number): SelectQuery;
  getPosition(row: Row): CursorPosition;
  /**
   * Returns the position of a reader who has caught up and returns with a cursor; undefined when the feed ends there.
   */
  getStart(query: AnyQuery): CursorPosition | undefined;
  /** Tells whether the order is that of one ranking snapshot. */
  isRanked(query: AnyQuery): boolean;
}

export interface RangeColumn {
  /** The column's table has its statistics. */
  readonly table: FeedTable | "company_figures";
  readonly column: string;
  /** One unit of the parameter has this many of the column: 100 cents in a dollar. */
  readonly scale: 1 | 100;
}

/** Collects a statement's values while its text is written. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

export class Values {
  readonly list: unknown[] = [];

  /** Adds a value; returns its placeholder. */
  add(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}
