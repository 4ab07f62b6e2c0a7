/** Adds one event, as a line of a JSON Lines import states it, and sends webhooks for it. */
import type pg from "pg";
import { PLAIN_NUMBERS } from "./amounts";
import { type ImportCounts, importRows, noTotals } from "./import-rows";
import { jsonlRow } from "./jsonl-row";
import { RowError } from "./row-error";

const SOURCE = "admin";

/** Throws `RowError` when the line is refused. */
export async function addEvent(pool: pg.Pool, line: string, now: Date): Promise<"added" | "changed" | "unchanged"> {
  const row = jsonlRow(line);
  const totals = noTotals();
  let reason: string | undefined;
  await importRows(
    pool,
    (async function* () {
      yield { line: 1, row };
    })(),
    {
      source: SOURCE,
      formats: { dates: ["iso"], numbers: PLAIN_NUMBERS, rates: null, now },
      dryRun: false,
      notify: true,
      stopped: () => false,
      refused: (rejection) => {
        reason = rejection.reason;
      },
      progress: () => undefined,
    },
    totals,
  );
  if (reason !== undefined) throw new RowError(reason);
  return outcomeOf(totals.rows);
}

function outcomeOf({ added, changed }: ImportCounts): "added" | "changed" | "unchanged" {
  if (added > 0) return "added";
  return changed > 0 ? "changed" : "unchanged";
}
