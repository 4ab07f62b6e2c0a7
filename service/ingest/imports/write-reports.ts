/** Writes stored reports of an import once more. */
import { checkRow } from "../check-row";
import { writeBatch } from "../write/batch";
import type { Run } from "../write/update";
import type { StoredImport } from "./imports";
import { inPortions } from "./portions";
import { parseReport } from "./reports";

const PORTION = 4_000;

/** @param among the table of reports, or a join that selects some of them */
export async function writeReports(run: Run, { id, startedAt, settings }: StoredImport, among = "import_reports") {
  const formats = { dates: settings.dates, numbers: settings.numbers, rates: null, now: startedAt };
  const reports = inPortions<{ line: number; report: string }>(PORTION, async (last) => {
    const { rows } = await run.client.query(
      `select line, report from ${among} where import_id = $1 and line > $2 order by line limit ${PORTION}`,
      [id, last?.line ?? 0],
    );
    return rows;
  });
  for await (const rows of reports) {
    const checked = rows.map(({ line, report }) => ({ line, ...checkRow(parseReport(report), formats) }));
    await writeBatch(run, checked);
  }
}
