/** Corrects an event. */
import type pg from "pg";
import type { CorrectArguments } from "../arguments/record-arguments";
import { correctRecord } from "../correct/correct";
import { findAnyRecord } from "../withdraw/find-record";
import { kindName } from "../write/import-records";
import type { CommandOutput } from "./command-output";

export async function runCorrect(pool: pg.Pool, { record, ...request }: CorrectArguments): Promise<CommandOutput> {
  const corrected = await correctRecord(pool, (client) => findAnyRecord(client, record), request, new Date());
  const { id, kind, title, parts, changed } = corrected;
  const what = changed ? "is corrected" : "had these values already, and keeps them";
  return {
    json: corrected,
    text: `The ${kindName(kind)} ${title} ${what}: ${parts.join(", ")}.\nImport ${id}; take it back with: npm run import -- undo ${id}`,
  };
}
