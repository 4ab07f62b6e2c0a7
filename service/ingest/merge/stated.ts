/** Reads what the sources of stored events state. */
import type pg from "pg";
import { checkRow } from "../check-row";
import { settingsSchema } from "../imports/imports";
import { parseReport } from "../imports/reports";
import type { CompanyStatement, Statement } from "../statement";
import type { EventKind } from "../withdraw/event-kinds";
import type { SourceStatement } from "../write/events/agreed";
import { splitMoves } from "../write/events/joint-moves";
import { notedOf } from "../write/import-records";
import { pushTo } from "../write/keys";
import { readSourceOrder, UNLISTED } from "../write/source-order";
import type { Run } from "../write/update";

/** A part that a company has in an event. */
export type Side = "company" | "target" | "acquirer";

export const SIDES_OF: Readonly<Record<EventKind["kind"], readonly Side[]>> = {
  funding: ["company"],
  acquisition: ["target", "acquirer"],
  exec_move: ["company"],
};

/** The rows of the batch, whose reports are stored after it. */
export type BatchRows = ReadonlyMap<number, readonly Statement[]>;

interface ReportRow {
  readonly id: string;
  readonly importId: number;
  readonly line: number;
  /** Null for a row of the batch. */
  readonly report: string | null;
  readonly settings: unknown;
  readonly at: Date;
}

const REPORTS = `with recursive part (id, root) as (
  select id, id from unnest($1::uuid[]) event (id)
  union select m.id, part.root from part join merged_records m on m.into_id = part.id)
select part.root as id, r.import_id as "importId", r.line, p.report, i.settings, i.started_at as at
from part cross join lateral ${notedOf("part.id")} r join imports i on i.id = r.import_id
  left join import_reports p on p.import_id = r.import_id and p.line = r.line
where i.kind in ('file', 'correction') and i.undone_at is null and r.line > 0`;

/** Returns the reports of events as statements, by the ids of the events. */
export async function loadStatements(
  { client, importId }: Run,
  ids: readonly string[],
  rows: BatchRows,
): Promise<ReadonlyMap<string, readonly Statement[]>> {
  const found = await client.query<ReportRow>(REPORTS, [ids]);
  const statements = new Map<string, Statement[]>([]);
  for (const row of found.rows)
    if (row.report !== null) pushTo(statements, row.id, readReport(row.report, row));
    else if (row.importId === importId) for (const one of rows.get(row.line) ?? []) pushTo(statements, row.id, one);
  return statements;
}

interface SourceRow extends ReportRow {
  readonly place: number;
  /** The first import of the source that named the event. */
  readonly first: number;
}

const LATEST = `with recursive part (id, root) as (
  select id, id from unnest($1::uuid[]) event (id)
  union select m.id, part.root from part join merged_records m on m.into_id = part.id)
select distinct on (part.root, i.source) part.root as id, r.import_id as "importId", r.line, p.report, i.settings, i.started_at as at,
  coalesce(array_position($2::text[], i.source), ${UNLISTED}) as place,
  min(r.import_id) over (partition by part.root, i.source) as first
from part cross join lateral ${notedOf("part.id")} r join imports i on i.id = r.import_id
  left join import_reports p on p.import_id = r.import_id and p.line = r.line
where i.kind = 'file' and i.undone_at is null and r.line > 0
order by part.root, i.source, r.import_id desc, r.line`;

/** Returns what each source stated latest, in the order in which the sources first told of the event, by the ids of the events. */
export async function loadLatest(
  { client, importId }: Pick<Run, "client" | "importId">,
  ids: readonly string[],
  rows: BatchRows,
): Promise<ReadonlyMap<string, readonly SourceStatement[]>> {
  const found = await client.query<SourceRow>(LATEST, [ids, await readSourceOrder(client, importId)]);
  const latest = new Map<string, SourceStatement[]>([]);
  for (const row of found.rows.toSorted((a, b) => a.first - b.first)) {
    const own = row.importId === importId ? rows.get(row.line) : undefined;
    const statements = row.report === null ? own : splitMoves(readReport(row.report, row));
    if (statements !== undefined) pushTo(latest, row.id, { place: row.place, statements });
  }
  return latest;
}

function readReport(report: string, { settings, at }: ReportRow): Statement {
  const { dates, numbers } = settingsSchema.parse(settings);
  return checkRow(parseReport(report), { dates, numbers, rates: null, now: at }).statement;
}

/** Returns what the statements of an event say of one of its companies. */
export function statedOf(statements: readonly Statement[], side: Side): CompanyStatement[] {
  return statements.flatMap((one) => {
    if (one.kind === "acquisition") return side === "company" ? [] : [one[side]];
    return side === "company" && (one.kind === "funding" || one.kind === "exec_move") ? [one.company] : [];
  });
}

export async function loadSharedHosts(client: pg.ClientBase, statements: readonly CompanyStatement[]) {
  const domains = [...new Set(statements.flatMap(({ domain }) => domain ?? []))];
  if (domains.length === 0) return new Set<string>([]);
  const { rows } = await client.query<{ host: string }>("select host from shared_hosts where host = any($1::text[])", [
    domains,
  ]);
  return new Set(rows.map(({ host }) => host));
}
