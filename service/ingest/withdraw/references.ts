/** Lists the columns by which events refer to companies, investors and people. */
import type { RecordKind } from "../write/import-records";

/** The event has the id in the last column. */
const REFERENCES = [
  { event: "funding", to: "company", table: "funding_events", column: "company_id", id: "id" },
  { event: "funding", to: "investor", table: "funding_event_investors", column: "investor_id", id: "event_id" },
  { event: "acquisition", to: "company", table: "acquisitions", column: "acquirer_id", id: "id" },
  { event: "acquisition", to: "company", table: "acquisitions", column: "target_id", id: "id" },
  { event: "exec_move", to: "company", table: "exec_moves", column: "company_id", id: "id" },
  { event: "exec_move", to: "company", table: "exec_moves", column: "from_company_id", id: "id" },
  { event: "exec_move", to: "person", table: "exec_moves", column: "person_id", id: "id" },
] as const;

/** Selects the ids of the events of a kind that name any of the companies, investors or people `$1`. */
export function selectNaming(kind: (typeof REFERENCES)[number]["event"]): string {
  return REFERENCES.filter(({ event }) => event === kind)
    .map(({ table, column, id }) => `select ${id} from ${table} where ${column} = any($1::uuid[])`)
    .join(" union ");
}

/** Is true in SQL for a record `t` of the kind that no event names, and for every event. */
export function isUnnamed(kind: RecordKind): string {
  const references = REFERENCES.filter(({ to }) => to === kind);
  return [
    "true",
    ...references.map(({ table, column }) => `not exists (select from ${table} where ${column} = t.id)`),
  ].join(" and ");
}
