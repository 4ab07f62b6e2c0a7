/** Writes stored reports of an import once more. */
import { checkRow } from "../check-row";
import { writeBatch } from "../write/batch";
import type { Run } from "../write/update";
import type { StoredImport } from "./imports";
import { parseReport } from "./reports";

const PORTION = 4_000;

/** @param among the table of reports, or a join that selects some of them */
export async function writeReports(
  run: Run,
  { id, startedAt, settings }: StoredImport,
  among = "import_reports",
): Promise<void> {
  const formats = { dates: settings.dates, numbers: settings.numbers, rates: null, now: startedAt };
  for (let after = 0; ; ) {
    const { rows } = await run.client.query<{ line: number; report: string }>(
      `select line, report from ${among} where import_id = $1 and line > $2 order by line limit ${PORTION}`,
      [id, after],
    );
    const checked = rows.map(({ line, report }) => ({ line, ...checkRow(parseReport(report), formats) }));
    if (checked.length > 0) await writeBatch(run, checked);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PORTION) return;
    after = last.line;
  }
}
