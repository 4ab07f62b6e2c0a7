/**
 * Corrects an event. A correction is an import with one report, so it is listed, undone and derived again like one. While it is in
 * force, imports leave what it corrected as it is.
 */
import type pg from "pg";
import { inTransaction } from "@/service/store/transaction";
import { withBulkIndexes } from "../bulk-indexes";
import { copyRows } from "../copy";
import { storedRates } from "../imports/exchange-rates";
import { ImportError, type ImportStart, lockImports, noteProgress, recordChange } from "../imports/imports";
import { REPORT_ROWS, withDollars } from "../imports/reports";
import { noTotals } from "../imports/totals";
import type { FoundRecord } from "../withdraw/find-record";
import { applyCorrection } from "./apply";
import { readCorrection } from "./read-correction";

interface CorrectionRequest {
  /** New values by the names of fields, as a file states them; an empty one says that nothing is known. */
  readonly values: ReadonlyMap<string, string>;
  readonly reason: string;
  readonly by: ImportStart["by"];
}

/**
 * Returns the id of the import that the correction is, the parts that it corrected, such as `amount` or `company`, and whether the
 * event had other values before; these are kept from now on in any case.
 * Throws `ImportError` for a record that is no event, and for values that its kind does not have or that cannot be read.
 * @param find finds the record in the transaction; its errors are thrown
 */
export async function correctRecord(
  pool: pg.Pool,
  find: (client: pg.ClientBase) => Promise<FoundRecord>,
  { values, reason, by }: CorrectionRequest,
  now: Date,
) {
  return inTransaction(pool, async (client) => {
    // Imports wait until the end; readers do not.
    await lockImports(client);
    const found = await find(client);
    const rates = await storedRates(pool, client);
    const { raw, statement, parts } = readCorrection(found, values, { rates, now });
    const { kind, id: recordId, title } = found;
    const id = await recordChange(client, "correction", { source: "correction", file: title, by }, now);
    await client.query(
      "insert into corrections (import_id, kind, record_id, parts, reason) values ($1, $2, $3, $4, $5)",
      [id, kind, recordId, parts, reason],
    );
    await copyRows(client, REPORT_ROWS, [{ importId: id, line: 1, raw: withDollars({ raw, statement }) }]);
    const { changed, refusal } = await withBulkIndexes(client, () => applyCorrection(client, id, now));
    if (refusal !== undefined) throw new ImportError(refusal);
    await noteProgress(client, id, { ...noTotals(), rows: { ...noTotals().rows, read: 1, changed: Number(changed) } });
    return { id: String(id), kind, recordId, title, parts, changed };
  });
}
