/** What a feed is in SQL: where its records stand, in which order they are read, and what its filters mean. */
import type { CursorPosition } from "@/lib/contract/cursor";
import type { Feed } from "@/lib/contract/feeds";
import type { AnyQuery } from "@/lib/contract/filters";
import type { Values } from "./statement";

/** Tables that hold a feed's records; each has a row in `feeds` with its version. */
export type FeedTable = "funding_events" | "acquisitions" | "exec_moves" | "companies" | "investors";

/** The order in which records are read: all columns in one direction. */
export interface Order {
  readonly columns: readonly [string, ...string[]];
  readonly direction: "asc" | "desc";
}

/** A condition, as it is written into a statement. */
export type Clause = (values: Values) => string;

/**
 * What it costs to look at a row, in rows of an index that is walked in its order (about half a µs at 1,000,000 events):
 * when an index of another table is requested each row, and when the record's own page has to be fetched, which is rarely
 * in PostgreSQL's memory.
 */
export const ROW_COST = { index: 1, joined: 3, record: 12 } as const;

/** A request put as a question to the database; `pagePlan` decides how it is answered. */
export interface Question {
  readonly table: FeedTable;
  /**
   * What is looked through: the table, or a select in brackets of the table's `id` and all columns that order, stretch and
   * filters name, which it can read from indexes alone.
   */
  readonly relation: Clause;
  /** What of it has the order, without what is joined to each row. */
  readonly ordered: Clause;
  /** What it costs to look at one row of it in this order; of `ROW_COST`. */
  readonly rowCost: number;
  readonly order: Order;
  /** The stretch of the order that is requested: behind a cursor, within a period. */
  readonly range: readonly Clause[];
  /** Conditions that by themselves lead to few records: one company, one domain. */
  readonly selective: readonly Clause[];
  /** Conditions over columns beside the order, so cheap that any number of rows may be skipped by them. */
  readonly skipping: readonly Clause[];
  /** All other conditions. */
  readonly filters: readonly Clause[];
  /** Columns beside the record that a position is made of, when the record does not hold it. */
  readonly extraColumns: readonly string[];
  /** Words that every match has, whose frequency nothing tells: such a page is always looked for in both ways. */
  readonly search: boolean;
}

/** One row of a page: the record's JSON text, then the columns beside it. */
export type Row = readonly [record: string, ...beside: number[]];

export interface FeedSource {
  readonly feed: Feed;
  readonly table: FeedTable;
  /** Columns of ranges, by the parameter of their lower end. */
  readonly ranges: Readonly<Record<string, RangeColumn>>;
  /** @param generation the night whose ranks are read; of no meaning to an order by time */
  question(query: AnyQuery, position: CursorPosition | undefined, generation: number): Question;
  getPosition(row: Row): CursorPosition;
  /** Where a reader stands who has read everything and comes back with a cursor; undefined: there is no way on. */
  getStart(query: AnyQuery): CursorPosition | undefined;
  /** Whether the order is that of one ranking snapshot. */
  isRanked(query: AnyQuery): boolean;
}

export interface RangeColumn {
  /** Where the column stands, for its statistics. */
  readonly table: FeedTable | "company_figures";
  readonly column: string;
  /** Units of the column in one unit of the parameter: 100 cents in a dollar. */
  readonly scale: 1 | 100;
}
