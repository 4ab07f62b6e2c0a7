/** Reads what the sources of stored events state. */
import { together } from "@/service/store/batching";
import { readReport } from "../imports/reports";
import type { CompanyStatement, Statement } from "../statement";
import type { EventKind } from "../withdraw/event-kinds";
import type { Noting } from "../withdraw/remove";
import type { SourceStatement } from "../write/events/agreed";
import { splitMoves } from "../write/events/joint-moves";
import { NOTED_BY_IMPORT, PARTS } from "../write/import-records";
import { pushTo } from "../write/keys";
import { readSourceOrder, UNLISTED } from "../write/source-order";
import type { Run } from "../write/update";

export type Side = "company" | "target" | "acquirer";

export const SIDES_OF: Readonly<Record<EventKind["kind"], readonly Side[]>> = {
  funding: ["company"],
  acquisition: ["target", "acquirer"],
  exec_move: ["company"],
};

interface StatedParty {
  readonly id: string | null;
  readonly name: string | null;
}

export function readSides(record: string, kind: EventKind["kind"]): (readonly [Side, StatedParty])[] {
  const parties = JSON.parse(record) as Record<Side, StatedParty>;
  return SIDES_OF[kind].map((side) => [side, parties[side]] as const);
}

export interface StatedCompany extends CompanyStatement {
  readonly source: string;
}

export interface SourcedStatement {
  readonly source: string;
  readonly statement: Statement;
}

/** The rows of the batch, whose reports are stored after it. */
export type BatchRows = ReadonlyMap<number, readonly Statement[]>;

interface ReportRow {
  readonly id: string;
  readonly source: string;
  readonly importId: number;
  readonly line: number;
  /** It is null for a row of the batch, which is not stored yet. */
  readonly report: string | null;
  readonly settings: unknown;
  readonly at: Date;
}

const COLUMNS = `part.id, r.import_id as "importId", r.line, p.report, i.source, i.settings, i.started_at as at`;
const NAMING = `from part ${NOTED_BY_IMPORT}
  left join import_reports p on p.import_id = r.import_id and p.line = r.line
where i.undone_at is null and r.line > 0`;
const REPORTS = `${PARTS} select ${COLUMNS} ${NAMING} and i.kind in ('file', 'correction') order by r.import_id, r.line`;

/** Returns the reports of records as statements, by the ids of the records. */
export async function loadStatements(
  { client, importId, source }: Run,
  ids: readonly string[],
  rows: BatchRows,
): Promise<ReadonlyMap<string, readonly SourcedStatement[]>> {
  const statements = new Map<string, SourcedStatement[]>([]);
  if (ids.length === 0) return statements;
  const found = await client.query<ReportRow>(REPORTS, [ids]);
  for (const row of found.rows)
    if (row.report !== null) {
      const { statement } = readReport({ ...row, report: row.report });
      pushTo(statements, row.id, { source: row.source, statement });
    } else if (row.importId === importId)
      for (const statement of rows.get(row.line) ?? []) pushTo(statements, row.id, { source, statement });
  return statements;
}

interface SourceRow extends ReportRow {
  /** The first import of the source that named the event. */
  readonly first: number;
}

const LATEST = `${PARTS} select distinct on (part.id, i.source) ${COLUMNS},
  min(r.import_id) over (partition by part.id, i.source) as first
${NAMING} and i.kind = 'file' order by part.id, i.source, r.import_id desc, r.line`;

/** Returns what each source stated latest, in the order in which the sources first reported the event, by the ids of the events. */
export async function loadLatest(
  { client, importId }: Noting,
  ids: readonly string[],
  rows: BatchRows,
): Promise<ReadonlyMap<string, readonly SourceStatement[]>> {
  const [found, order] = await together(
    client,
    () => client.query<SourceRow>(LATEST, [ids]),
    () => readSourceOrder(client, importId),
  );
  const latest = new Map<string, SourceStatement[]>([]);
  for (const row of found.rows.toSorted((a, b) => a.first - b.first)) {
    const own = row.importId === importId ? rows.get(row.line) : undefined;
    const statements = row.report === null ? own : splitMoves(readReport({ ...row, report: row.report }).statement);
    const place = order.indexOf(row.source);
    if (statements !== undefined) pushTo(latest, row.id, { place: place === -1 ? UNLISTED : place, statements });
  }
  return latest;
}

/** Returns what the statements of an event say of one of its companies. */
export function listStatedCompanies(statements: readonly SourcedStatement[], side: Side): StatedCompany[] {
  return statements.flatMap(({ source, statement: one }) => {
    if (one.kind === "acquisition") return side === "company" ? [] : [{ ...one[side], source }];
    const isEvent = one.kind === "funding" || one.kind === "exec_move";
    return side === "company" && isEvent ? [{ ...one.company, source }] : [];
  });
}
