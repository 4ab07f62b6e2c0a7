/** Adds one record, as a line of a JSON Lines import states it, and sends webhooks for an event. */
import type pg from "pg";
import { importRows } from "./import-rows";
import { noTotals } from "./imports/totals";
import { jsonlRow } from "./read/jsonl-row";
import { RowError } from "./row-error";
import { PLAIN_NUMBERS } from "./values/amounts";
import { OWN_DATES } from "./values/dates";

/** Throws `RowError` when the line is refused. */
export async function addEvent(pool: pg.Pool, line: string, now: Date, source = "admin") {
  const row = jsonlRow(line);
  const totals = noTotals();
  let reason: string | undefined;
  await importRows(
    pool,
    (async function* () {
      yield { line: 1, row };
    })(),
    {
      source,
      file: "admin event add",
      digest: null,
      map: null,
      formats: { dates: OWN_DATES, numbers: PLAIN_NUMBERS, rates: null, now, strict: true },
      dryRun: false,
      notify: true,
      stopped: () => false,
      refused: (rejection) => {
        reason = rejection.reason;
      },
    },
    totals,
  );
  if (reason !== undefined) throw new RowError(reason);
  const { added, changed } = totals.rows;
  return { kind: row.kind, outcome: added > 0 ? "added" : changed > 0 ? "changed" : "unchanged" };
}
