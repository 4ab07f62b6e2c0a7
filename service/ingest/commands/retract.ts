/** Withdraws a record. */
import type pg from "pg";
import type { RetractArguments } from "../arguments/record-arguments";
import { findAnyRecord, findRecord } from "../withdraw/find-record";
import { retractRecord } from "../withdraw/retract";
import { kindName } from "../write/import-records";
import type { CommandOutput } from "./command-output";

export async function runRetract(
  pool: pg.Pool,
  { kind, name, source, reason, by }: RetractArguments,
): Promise<CommandOutput> {
  const retracted = await retractRecord(
    pool,
    (client) => (kind === null ? findAnyRecord(client, name) : findRecord(client, { kind, name, source })),
    { source: source ?? "retraction", reason, by },
    new Date(),
  );
  const { id, title, events } = retracted;
  const those =
    events === 0 ? "" : ` ${events === 1 ? "1 event" : `${events.toLocaleString("en-US")} events`} changed with it.`;
  return {
    json: retracted,
    text: `The ${kindName(retracted.kind)} ${title} is withdrawn.${those}\nImport ${id}; bring it back with: npm run import -- undo ${id}`,
  };
}
