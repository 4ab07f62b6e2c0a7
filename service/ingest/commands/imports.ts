/** Lists imports, and undoes them. */
import type { ListedImport } from "@dealflow/contract/account/imports";
import type pg from "pg";
import type { ListArguments, UndoArguments } from "../arguments";
import { listImports } from "../imports/imports";
import { undoImport } from "../imports/undo";
import { EXIT } from "./exit-codes";

export async function printImports(pool: pg.Pool, { json }: ListArguments): Promise<number> {
  const imports = await listImports(pool);
  const lines = imports.length === 0 ? ["There are no imports yet."] : imports.map(getLine);
  process.stdout.write(json ? `${JSON.stringify({ imports })}\n` : `${lines.join("\n")}\n`);
  return EXIT.done;
}

function getLine(listed: ListedImport): string {
  const { id, at, source, file, added, changed, withdrawn, merged, reason, complete, undoneAt, by } = listed;
  const state = undoneAt !== null ? `; undone ${minute(undoneAt)}` : complete ? "" : "; interrupted";
  const counts = `${added.toLocaleString("en-US")} added, ${changed.toLocaleString("en-US")} changed`;
  const gone = withdrawn === 0 ? "" : `, ${withdrawn.toLocaleString("en-US")} withdrawn`;
  const what = merged > 0 ? `${merged} merged` : reason === null ? `${counts}${gone}` : `withdrawn because: ${reason}`;
  return `${id.padStart(4)}  ${minute(at)}  ${by ?? "deleted person"}  ${source}  ${file}: ${what}${state}`;
}

function minute(at: string): string {
  return at.slice(0, 16).replace("T", " ");
}

export async function printUndo(pool: pg.Pool, { id, json }: UndoArguments): Promise<number> {
  const undone = await undoImport(pool, id, new Date());
  const count = (number: number, noun: string) => `${number.toLocaleString("en-US")} ${noun}${number === 1 ? "" : "s"}`;
  const later = undone.rederived === 0 ? "" : `; ${count(undone.rederived, "later import")} derived again`;
  process.stdout.write(
    json
      ? `${JSON.stringify(undone)}\n`
      : `Import ${id} is undone: ${count(undone.removed, "record")} removed, ${undone.restored.toLocaleString("en-US")} restored${later}.\n`,
  );
  return EXIT.done;
}
