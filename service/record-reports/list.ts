/** Lists reports: those of a workspace for its members, and the open ones of all workspaces for operators. */
import { MOST_LISTED, type OpenRecordReport, type RecordReport } from "@dealflow/contract/account/record-reports";
import { FEED_NAMES, type FeedName } from "@dealflow/contract/feeds";
import type pg from "pg";
import { REFUNDED } from "@/service/credits/ledger";
import { SOURCES } from "@/service/feed/feeds";
import { preciseRecord } from "@/service/feed/precise-record";
import { queryItems } from "@/service/store/query-items";

/** Selects what a workspace sees of its reports, which have the alias `r`. A merged record is the one that it is today. */
const OWN_REPORTS = `
  select r.id, r.kind, current_record(r.record_id) as "recordId", r.reason, r.at, u.name as person, r.status,
    coalesce(l.delta, 0)::int as refunded, r.decision_note as "decisionNote", r.decided_at as "decidedAt"
  from record_reports r left join users u on u.id = r.person_id left join ledger l on l.id = r.refund_id
  where r.workspace_id = $1`;

type OwnRow = Omit<RecordReport, "feed"> & { readonly kind: string };

export async function listOwnReports(pool: pg.Pool, workspaceId: string): Promise<RecordReport[]> {
  const statement = `${OWN_REPORTS} order by r.id desc limit ${MOST_LISTED.own}`;
  return (await queryItems<OwnRow>(pool, statement, [workspaceId])).map(toOwnReport);
}

export async function readOwnReport(client: pg.ClientBase, workspaceId: string, id: string): Promise<RecordReport> {
  const [row] = await queryItems<OwnRow>(client, `${OWN_REPORTS} and r.id = $2`, [workspaceId, id]);
  if (row === undefined) throw new Error(`the report ${id} does not exist`);
  return toOwnReport(row);
}

function toOwnReport({ kind, ...report }: OwnRow): RecordReport {
  return { ...report, feed: feedOfTable(kind) };
}

export function feedOfTable(table: string): FeedName {
  const feed = FEED_NAMES.find((name) => SOURCES[name].table === table);
  if (feed === undefined) throw new Error(`no feed has the table ${table}`);
  return feed;
}

/**
 * Computes what accepting the report `r` refunds: 1 for a record that was paid for, unless this was refunded for an earlier
 * report of it, or all of the charge was refunded. A workspace that bought a merged record owns the other by the same charge, so
 * they are refunded as one.
 */
export const REFUND = `(case when exists (select from ledger l where l.id = r.charge_id and ${REFUNDED} < -l.delta) and not exists (
    select from record_reports earlier where earlier.charge_id = r.charge_id and earlier.kind = r.kind
      and current_record(earlier.record_id) = current_record(r.record_id) and earlier.refund_id is not null
  ) then 1 else 0 end)`;

type OpenRow = Omit<OpenRecordReport, "feed" | "record" | "duplicateOf"> & {
  readonly kind: string;
  readonly duplicateOf: string | null;
  readonly total: number;
};

/** Returns the oldest open reports with their records, and how many are open in all. */
export async function listOpenReports(pool: pg.Pool) {
  const rows = await queryItems<OpenRow>(
    pool,
    `select r.id, r.kind, current_record(r.record_id) as "recordId", r.reason, r.at, u.name as person, w.name as workspace,
       r.title, current_record(r.duplicate_of) as "duplicateOf", r.note, ${REFUND} as refund, (count(*) over ())::int as total
     from record_reports r join workspaces w on w.id = r.workspace_id left join users u on u.id = r.person_id
     where r.status = 'open' order by r.id limit ${MOST_LISTED.open}`,
  );
  const records = await readRecords(pool, rows);
  const reports = rows.map(({ kind, duplicateOf, total: _, ...report }) => ({
    ...report,
    feed: feedOfTable(kind),
    record: records.get(report.recordId) ?? null,
    duplicateOf: duplicateOf === null ? null : { id: duplicateOf, record: records.get(duplicateOf) ?? null },
  }));
  return { reports, total: rows[0]?.total ?? 0 };
}

/** Reads the reported records and those that they duplicate, as the dashboard shows records, by id. */
async function readRecords(
  pool: pg.Pool,
  reports: readonly Pick<OpenRow, "kind" | "recordId" | "duplicateOf">[],
): Promise<ReadonlyMap<string, OpenRecordReport["record"]>> {
  const found: (readonly [string, OpenRecordReport["record"]])[] = [];
  for (const kind of [...new Set(reports.map((report) => report.kind))]) {
    const { table } = SOURCES[feedOfTable(kind)];
    const ids = reports.filter((report) => report.kind === kind).flatMap((one) => [one.recordId, one.duplicateOf]);
    const { rows } = await pool.query<{ id: string; record: string }>(
      `select r.id, ${preciseRecord(table, "r")} as record from ${table} r where r.id = any($1::uuid[])`,
      [ids.filter((id) => id !== null)],
    );
    found.push(...rows.map(({ id, record }) => [id, JSON.parse(record)] as const));
  }
  return new Map(found);
}
