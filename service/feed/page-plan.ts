/**
 * Plans how a page is read. Every plan walks its order from a position. There are three, by query:
 * - only a range of the order: one fixed statement, equally fast at any depth;
 * - a selective condition (one company, one domain): its index;
 * - anything else: when matches are common, the next rows of the order are scanned in an index that covers the filters,
 *   until a page is full; when they are rare, all matches are found by their own indexes and then sorted. If the first
 *   plan neither fills the page nor reaches the end, the second one follows.
 * PostgreSQL's own choice for a rare amount was a scan of the whole table (739 ms, this way 2.3).
 */

import { type Conditions, estimateShare, type TableStatistics } from "./estimate";
import { type Clause, joinClauses, ROW_COST, type SelectQuery, type Statement, Values } from "./sources/source";

/** The first plan is abandoned at a cost between these (`ROW_COST`): some 10 and 30 ms. */
const WINDOW = { least: 20_000, most: 60_000 } as const;
/** This many records are scanned for words before their index is used, unless the other filters leave fewer. */
const SEARCH_WINDOW = 2_000;
/** The estimated rows are multiplied by this before the first plan is abandoned. */
const MARGIN = 4;

interface PagePlan {
  /** `fixed` is one text for every query, so that its plan is reused; `filtered` has a text and plan for each. */
  readonly pool: "fixed" | "filtered";
  /**
   * One stage after the other runs until one fills the page or ends with a row without a record. The last is complete.
   */
  readonly stages: readonly Statement[];
}

/** Returns the statements that read `count` rows with their extra columns; without statistics both plans are tried. */
export function planPage(
  select: SelectQuery,
  count: number,
  conditions: Conditions,
  statistics: TableStatistics | undefined,
): PagePlan {
  const { selective, skipping, filters, rowCost } = select;
  if (selective.length + filters.length + skipping.length === 0)
    return { pool: "fixed", stages: [directStatement(select, count)] };
  if (selective.length > 0 || filters.length === 0)
    return { pool: "filtered", stages: [directStatement(select, count)] };
  const bothPlans = (rows: number): PagePlan => {
    const window = select.search ? SEARCH_WINDOW : Math.ceil(rows);
    return { pool: "filtered", stages: [windowStatement(select, count, window), indexStatement(select, count)] };
  };
  const [least, most] = [WINDOW.least / rowCost, WINDOW.most / rowCost];
  if (statistics === undefined) return bothPlans(least);
  const share = estimateShare(statistics, conditions);
  const [found, walked] = [share * statistics.rows, count / share];
  const few = select.search ? found < SEARCH_WINDOW : found * ROW_COST.record < walked * rowCost;
  if (few) return { pool: "filtered", stages: [indexStatement(select, count)] };
  return bothPlans(Math.min(Math.max(MARGIN * walked, least), most));
}

function getOrder({ order }: SelectQuery, prefix = ""): string {
  return `order by ${order.columns.map((column) => `${prefix}${column} ${order.direction}`).join(", ")}`;
}

function directStatement(select: SelectQuery, count: number): Statement {
  const values = new Values();
  const { table, relation, selective, skipping, filters, range } = select;
  const from = relation(values);
  const condition = joinClauses([...selective, ...skipping, ...filters, ...range], values);
  const page = (columns: string) =>
    `select ${columns} from ${from} r where ${condition} ${getOrder(select)} limit ${values.add(count)}`;
  const text =
    from === table
      ? page("record")
      : `with page as materialized (${page(keyColumns(select))}) ${recordsStatement(select)}`;
  return { text, values: values.list };
}

function windowStatement(select: SelectQuery, count: number, window: number): Statement {
  const values = new Values();
  const { relation, ordered, skipping, filters, range, extraColumns } = select;
  const next = (columns: string, from: Clause) =>
    `(select ${columns} from ${from(values)} r where ${joinClauses([...range, ...skipping], values)} ${getOrder(select)} limit ${window}) next`;
  const page = `select ${keyColumns(select)} from ${next("*", relation)} where ${joinClauses(filters, values)} ${getOrder(select)}`;
  const limit = values.add(count);
  const emptyRow = ["null", ...extraColumns.map(() => "null::integer")].join(", ");
  const text = `with page as materialized (${page} limit ${limit})
    (${recordsStatement(select)})
    union all
    select ${emptyRow} where case
      when (select count(*) from page) < ${limit} then (select count(*) from ${next("1", ordered)}) < ${window}
    end`;
  return { text, values: values.list };
}

function indexStatement(select: SelectQuery, count: number): Statement {
  const values = new Values();
  const { table, relation, skipping, filters, range } = select;
  const from = relation(values);
  // The row's address also keeps the planner from scanning the whole index of the order: 500 ms where it overestimated
  // how common the filters are together, 31 by the index of the tokens.
  const row = from === table ? "ctid as address, " : "";
  const found = `select ${row}${keyColumns(select)} from ${from} r where ${joinClauses([...skipping, ...filters, ...range], values)}`;
  const text = `with hits as materialized (${found}),
    page as materialized (select * from hits ${getOrder(select)} limit ${values.add(count)})
    ${recordsStatement(select, from === table ? "t.ctid = page.address" : undefined)}`;
  return { text, values: values.list };
}

function keyColumns({ order, extraColumns }: SelectQuery): string {
  return [...new Set(["id", ...order.columns, ...extraColumns])].join(", ");
}

/** Reads the records of a page whose keys were found. */
function recordsStatement(select: SelectQuery, found = "t.id = page.id"): string {
  const { table, extraColumns } = select;
  const columns = ["t.record", ...extraColumns.map((column) => `page.${column}`)].join(", ");
  return `select ${columns} from page join ${table} t on ${found} ${getOrder(select, "page.")}`;
}
