/**
 * How a page is read.
 *
 * Every shape walks its order from a position. Three ways, by what is asked:
 * - nothing but a stretch of the order: one fixed statement, equally fast at any depth;
 * - something that leads to few records by itself (one company, one domain): its index;
 * - anything else: when matches are common, the next rows of the order are looked through in an index that holds what the
 *   filters ask for, until a page is full; when they are rare, all matches are found by their own indexes and then sorted.
 *   Should the first way neither fill the page nor reach the end, the second one follows. Left to itself the planner walked
 *   the whole table for a rare amount (739 ms, in this way 2.3).
 */

import type { Conditions } from "./estimate";
import { estimateShare, type TableStatistics } from "./estimate";
import { type Clause, type Question, ROW_COST } from "./source";
import { type Statement, Values } from "./statement";

/** How many rows the first way looks through, at least, and at most at their cost: some 30 ms. */
const WINDOW = { least: 5_000, mostCost: 60_000 } as const;
/** Records among which words are looked for before their index is asked; and how few are left to that at once. */
const SEARCH_WINDOW = 2_000;
const SEARCH_FEW = 1_000;
/** So many times the rows that should be enough are looked through before the first way is given up. */
const MARGIN = 4;

export interface PagePlan {
  /** `fixed`: one text for every query, so that its plan can be kept; `filtered`: a text and plan of its own. */
  readonly pool: "fixed" | "filtered";
  /**
   * Tried in order until one fills the page or says that there is no more, by a last row without a record. The last one's
   * answer is complete in any case.
   */
  readonly stages: readonly Statement[];
}

/**
 * The statements that read `count` rows, each row the record and what stands beside it; without statistics of the table
 * both ways are tried.
 */
export function pagePlan(
  question: Question,
  count: number,
  conditions: Conditions,
  statistics: TableStatistics | undefined,
): PagePlan {
  const { narrow, skipping, filters, rowCost } = question;
  if (narrow.length + filters.length + skipping.length === 0)
    return { pool: "fixed", stages: [straight(question, count)] };
  if (narrow.length > 0 || filters.length === 0) return { pool: "filtered", stages: [straight(question, count)] };
  const both = (window: number): PagePlan => ({
    pool: "filtered",
    stages: [walk(question, count, window), byIndex(question, count)],
  });
  if (statistics === undefined) return both(question.search ? SEARCH_WINDOW : WINDOW.least);
  const share = estimateShare(statistics, conditions);
  const [found, walked] = [share * statistics.rows, count / share];
  const few = question.search ? found < SEARCH_FEW : found * ROW_COST.record < walked * rowCost;
  if (few) return { pool: "filtered", stages: [byIndex(question, count)] };
  if (question.search) return both(SEARCH_WINDOW);
  return both(Math.ceil(Math.min(Math.max(MARGIN * walked, WINDOW.least), WINDOW.mostCost / rowCost)));
}

function all(clauses: readonly Clause[], values: Values): string {
  return clauses.length === 0 ? "true" : clauses.map((clause) => clause(values)).join(" and ");
}

function orderOf({ order }: Question, prefix = ""): string {
  return `order by ${order.columns.map((column) => `${prefix}${column} ${order.direction}`).join(", ")}`;
}

function straight(question: Question, count: number): Statement {
  const values = new Values();
  const { table, relation, narrow, skipping, filters, stretch } = question;
  const from = relation(values);
  const where = all([...narrow, ...skipping, ...filters, ...stretch], values);
  const page = (columns: string) =>
    `select ${columns} from ${from} r where ${where} ${orderOf(question)} limit ${values.add(count)}`;
  const text =
    from === table ? page("record") : `with page as materialized (${page(keysOf(question))}) ${recordsOf(question)}`;
  return { text, values: values.list };
}

function walk(question: Question, count: number, window: number): Statement {
  const values = new Values();
  const { relation, skipping, filters, stretch, beside } = question;
  const walked = `from ${relation(values)} r where ${all([...stretch, ...skipping], values)}`;
  const next = `select * ${walked} ${orderOf(question)} limit ${window}`;
  const wanted = values.add(count);
  const text = `with page as materialized (
      select ${keysOf(question)} from (${next}) next where ${all(filters, values)} ${orderOf(question)} limit ${wanted}
    )
    (${recordsOf(question)})
    union all
    select ${["null", ...beside.map(() => "null::integer")].join(", ")} where case
      when (select count(*) from page) < ${wanted} then (select count(*) from (select ${walked} limit ${window}) walked) < ${window}
    end`;
  return { text, values: values.list };
}

function byIndex(question: Question, count: number): Statement {
  const values = new Values();
  const { relation, skipping, filters, stretch } = question;
  const found = `select ${keysOf(question)} from ${relation(values)} r where ${all([...skipping, ...filters, ...stretch], values)}`;
  const text = `with hits as materialized (${found}),
    page as materialized (select * from hits ${orderOf(question)} limit ${values.add(count)})
    ${recordsOf(question)}`;
  return { text, values: values.list };
}

function keysOf({ order, beside }: Question): string {
  return [...new Set(["id", ...order.columns, ...beside])].join(", ");
}

/** The records of a page whose keys were found. */
function recordsOf(question: Question): string {
  const { table, beside } = question;
  const columns = ["t.record", ...beside.map((column) => `page.${column}`)].join(", ");
  return `select ${columns} from page join ${table} t on t.id = page.id ${orderOf(question, "page.")}`;
}
