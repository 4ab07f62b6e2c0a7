/** Reads the three event feeds in SQL, newest announcement first. */

import { FEEDS, type Feed } from "@dealflow/contract/feeds";
import type { AnyQuery } from "@dealflow/contract/filters";
import type { CursorPosition } from "@dealflow/contract/query/cursor";
import { filterClauses, timeRangeClauses } from "./clauses";
import { type Clause, type FeedSource, type FeedTable, type Order, ROW_COST, type Row } from "./source";

const NEWEST: Order = { columns: ["announced_at", "id"], direction: "desc" };

function eventSource(
  feed: Feed,
  table: FeedTable,
  companyColumns: readonly string[],
  ranges: FeedSource["ranges"],
): FeedSource {
  const source = { feed, table, ranges };
  return {
    ...source,
    buildQuery: (query, position) => ({
      table,
      relation: () => table,
      ordered: () => table,
      rowCost: ROW_COST.index,
      order: NEWEST,
      range: timeRangeClauses(NEWEST, query, position),
      selective: selectiveClauses(companyColumns, query),
      skipping: [],
      filters: filterClauses(source, query),
      extraColumns: [],
      search: false,
    }),
    getPosition: announcedPosition,
    getStart: () => undefined,
    isRanked: () => false,
  };
}

/** The id of a record that was merged into another one selects that one. */
const currentRecord = (id: string) => `(select current_record(${id}::uuid))`;

/** Selects one person or one company, by id or by any domain it has or had. */
function selectiveClauses(companyColumns: readonly string[], query: AnyQuery): Clause[] {
  const { companyId, domain, personId } = query;
  const clauses: Clause[] = [];
  const company = (of: Clause): Clause => {
    return (values) => {
      const id = of(values);
      return `(${companyColumns.map((column) => `${column} = ${id}`).join(" or ")})`;
    };
  };
  if (typeof companyId === "string") clauses.push(company((values) => currentRecord(values.add(companyId))));
  if (typeof domain === "string")
    clauses.push(company((values) => `(select company_id from company_domains where domain = ${values.add(domain)})`));
  if (typeof personId === "string") clauses.push((values) => `person_id = ${currentRecord(values.add(personId))}`);
  return clauses;
}

/** Rows of pages in memory are parsed once. */
const positions = new WeakMap<Row, CursorPosition>();

function announcedPosition(row: Row): CursorPosition {
  const known = positions.get(row);
  if (known !== undefined) return known;
  const parsed: { id: string; announcedAt: string } = JSON.parse(row[0]);
  const position = { key: Date.parse(parsed.announcedAt), id: parsed.id };
  positions.set(row, position);
  return position;
}

function amountRange(table: FeedTable): FeedSource["ranges"] {
  return { minAmountUsd: { table, column: "amount_usd_cents", scale: 100 } };
}

export const FUNDING_SOURCE = eventSource(
  FEEDS.funding,
  "funding_events",
  ["company_id"],
  amountRange("funding_events"),
);
export const ACQUISITION_SOURCE = eventSource(
  FEEDS.acquisitions,
  "acquisitions",
  ["acquirer_id", "target_id"],
  amountRange("acquisitions"),
);
export const EXEC_MOVE_SOURCE = eventSource(FEEDS.execMoves, "exec_moves", ["company_id", "from_company_id"], {});
