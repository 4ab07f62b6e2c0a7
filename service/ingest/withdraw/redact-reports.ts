/** Removes from stored reports what they say about records that are erased. */
import type pg from "pg";
import { type RowFormats, tryRow } from "../check-row";
import { loadImports, type StoredImport } from "../imports/imports";
import { inPortions, PORTION } from "../imports/portions";
import { parseReport, reportText, withoutInvestors } from "../imports/reports";
import { RowError } from "../row-error";
import type { RawRow } from "../statement";
import { normalName } from "../values/text";
import { splitMoves } from "../write/events/joint-moves";
import { type StatedIdentity, statedIdentities } from "../write/identities";

interface ReportRow {
  readonly importId: number;
  readonly line: number;
  readonly report: string;
}

/**
 * Finds the reports about what has any of the identities. Those about an investor's round lose the investor; others are
 * removed. Every report is read, because a name may be written in any way. With `apply` false it only counts.
 * Returns also the imports of the reports that are removed.
 */
export async function redactReports(client: pg.ClientBase, identities: ReadonlySet<string>, apply: boolean) {
  let count = 0;
  const removedFrom = new Set<number>();
  let run: StoredImport | undefined;
  const reports = inPortions<ReportRow>(PORTION, async (last) => {
    const { rows } = await client.query(
      `select import_id as "importId", line, report from import_reports
       where (import_id, line) > ($1, $2) order by import_id, line limit ${PORTION}`,
      [last?.importId ?? 0, last?.line ?? -1],
    );
    return rows;
  });
  for await (const rows of reports) {
    const removed: ReportRow[] = [];
    const changed: ReportRow[] = [];
    for (const row of rows) {
      if (run?.id !== row.importId) [run] = await loadImports(client, [row.importId]);
      const report = run && redacted(run, row.report, identities);
      if (report === undefined) continue;
      if (report === null) {
        removed.push(row);
        removedFrom.add(row.importId);
      } else changed.push({ ...row, report });
    }
    count += removed.length + changed.length;
    if (apply) await writeReports(client, removed, changed);
  }
  return { count, removedFrom: [...removedFrom] };
}

/** Returns undefined for a report about other things, and null for one to be removed. */
function redacted(
  { source, startedAt, settings }: StoredImport,
  text: string,
  identities: ReadonlySet<string>,
): string | null | undefined {
  const raw = parseReport(text);
  const formats = { dates: settings.dates, numbers: settings.numbers, rates: null, now: startedAt };
  const found = stated(source, raw, formats).filter(({ names }) => names.some((name) => identities.has(name)));
  if (found.length === 0) return undefined;
  if (found.some(({ isOptional }) => !isOptional)) return null;
  const gone = new Set(found.map(({ investor }) => normalName(investor?.name ?? "")));
  return reportText(withoutInvestors(raw, gone));
}

/** A report that an earlier version stored may not be readable any more, and then states nothing. */
function stated(source: string, raw: RawRow, formats: RowFormats): StatedIdentity[] {
  const checked = tryRow(raw, formats);
  if (checked instanceof RowError) return [];
  return splitMoves(checked.statement).flatMap((one) => statedIdentities(source, one));
}

async function writeReports(client: pg.ClientBase, removed: readonly ReportRow[], changed: readonly ReportRow[]) {
  await client.query(
    `delete from import_reports r using unnest($1::integer[], $2::integer[]) as gone (import_id, line)
     where r.import_id = gone.import_id and r.line = gone.line`,
    [removed.map(({ importId }) => importId), removed.map(({ line }) => line)],
  );
  await client.query(
    `update import_reports r set report = c.report from unnest($1::integer[], $2::integer[], $3::text[]) as c (import_id, line, report)
     where r.import_id = c.import_id and r.line = c.line`,
    [changed.map(({ importId }) => importId), changed.map(({ line }) => line), changed.map(({ report }) => report)],
  );
}
