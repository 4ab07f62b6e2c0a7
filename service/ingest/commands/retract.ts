/** Withdraws a record. */
import type pg from "pg";
import type { RetractArguments } from "../record-arguments";
import { findAnyRecord, findRecord } from "../withdraw/find-record";
import { retractRecord } from "../withdraw/retract";
import { kindName } from "../write/import-records";
import { EXIT } from "./exit-codes";

export async function printRetraction(
  pool: pg.Pool,
  { kind, name, source, reason, json }: RetractArguments,
): Promise<number> {
  const retracted = await retractRecord(
    pool,
    (client) => (kind === null ? findAnyRecord(client, name) : findRecord(client, { kind, name, source })),
    { source: source ?? "retraction", reason },
    new Date(),
  );
  const { id, title, events } = retracted;
  const those =
    events === 0 ? "" : ` ${events === 1 ? "1 event" : `${events.toLocaleString("en-US")} events`} changed with it.`;
  process.stdout.write(
    json
      ? `${JSON.stringify(retracted)}\n`
      : `The ${kindName(retracted.kind)} ${title} is withdrawn.${those}\nImport ${id}; bring it back with: npm run import -- undo ${id}\n`,
  );
  return EXIT.done;
}
