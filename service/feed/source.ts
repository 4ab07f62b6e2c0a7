/** A feed in SQL: its table, its orders, and its filters. */

import type { Feed } from "@dealflow/contract/feeds";
import type { AnyQuery } from "@dealflow/contract/filters";
import type { CursorPosition } from "@dealflow/contract/query/cursor";

/** Tables that hold a feed's records; each has a row in `feeds` with its version. */
export type FeedTable = "funding_events" | "acquisitions" | "exec_moves" | "companies" | "investors";

/** The order of the records: all columns in one direction. */
export interface Order {
  readonly columns: readonly [string, ...string[]];
  readonly direction: "asc" | "desc";
}

/** A condition, as it is written into a statement. */
export type Clause = (values: Values) => string;

/** One condition of all clauses; `true` without any. */
export function joinClauses(clauses: readonly Clause[], values: Values): string {
  return clauses.length === 0 ? "true" : clauses.map((clause) => clause(values)).join(" and ");
}

/**
 * Cost of reading a row, in rows of an index that is walked in its order (about half a µs at 1,000,000 events):
 * with a lookup in an index of another table per row, and with the record's own page, which is rarely
 * in PostgreSQL's memory.
 */
export const ROW_COST = { index: 1, joined: 3, record: 12 } as const;

/** The parts of the database query for a request; `planPage` decides how it is executed. */
export interface SelectQuery {
  readonly table: FeedTable;
  /**
   * What is scanned: the table, or a select in brackets of the table's `id` and all columns of order, range and
   * filters, which it can read from indexes alone.
   */
  readonly relation: Clause;
  /** The ordered part of it, without what is joined to each row. */
  readonly ordered: Clause;
  /** Cost of reading one row of it in this order; of `ROW_COST`. */
  readonly rowCost: number;
  readonly order: Order;
  /** The requested range of the order: behind a cursor, within a period. */
  readonly range: readonly Clause[];
  /** Conditions that are selective by themselves: one company, one domain. */
  readonly selective: readonly Clause[];
  /** Conditions over columns of the order's index, so cheap that any number of rows may be skipped by them. */
  readonly skipping: readonly Clause[];
  /** All other conditions. */
  readonly filters: readonly Clause[];
  /** Extra columns of a position that the record does not hold. */
  readonly extraColumns: readonly string[];
  /** A search, whose frequency no statistics give: such a page always uses both plans. */
  readonly search: boolean;
}

/** One row of a page: the record's JSON text, then the extra columns. */
export type Row = readonly [record: string, ...extraColumns: number[]];

export interface FeedSource {
  readonly feed: Feed;
  readonly table: FeedTable;
  /** Columns of ranges, by the parameter of their lower end. */
  readonly ranges: Readonly<Record<string, RangeColumn>>;
  /** @param generation the ranking snapshot to read; ignored by an order by time */
  buildQuery(query: AnyQuery, position: CursorPosition | undefined, generation: number): SelectQuery;
  getPosition(row: Row): CursorPosition;
  /** Position of a reader who has read everything and returns with a cursor; undefined: no further reading. */
  getStart(query: AnyQuery): CursorPosition | undefined;
  /** Tells whether the order is that of one ranking snapshot. */
  isRanked(query: AnyQuery): boolean;
}

export interface RangeColumn {
  /** Table of the column, for its statistics. */
  readonly table: FeedTable | "company_figures";
  readonly column: string;
  /** Units of the column in one unit of the parameter: 100 cents in a dollar. */
  readonly scale: 1 | 100;
}

/** A statement's text and values, collected while the text is written. */
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
