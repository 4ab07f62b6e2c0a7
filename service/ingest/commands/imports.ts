/** Lists imports, and undoes them. */
import type { ListedImport } from "@dealflow/contract/account/imports/imports";
import type pg from "pg";
import { listImports } from "../imports/imports";
import { undoImport } from "../imports/undo";
import { type CommandOutput, counted } from "./command-output";

export async function runList(pool: pg.Pool): Promise<CommandOutput> {
  const imports = await listImports(pool);
  const text = imports.length === 0 ? "There are no imports yet." : imports.map(getLine).join("\n");
  return { json: { imports }, text };
}

function getLine(listed: ListedImport): string {
  const { id, at, source, file, added, changed, withdrawn, merged, complete, undoneAt, by } = listed;
  const state = undoneAt !== null ? `; undone ${minute(undoneAt)}` : complete ? "" : "; interrupted";
  const counts = `${added.toLocaleString("en-US")} added, ${changed.toLocaleString("en-US")} changed`;
  const gone = withdrawn === 0 ? "" : `, ${withdrawn.toLocaleString("en-US")} withdrawn`;
  const what = merged > 0 ? `${merged} merged` : (describeChange(listed) ?? `${counts}${gone}`);
  return `${id.padStart(4)}  ${minute(at)}  ${by ?? "deleted person"}  ${source}  ${file}: ${what}${state}`;
}

function describeChange({ corrected, reason }: ListedImport): string | undefined {
  if (reason === null) return undefined;
  return corrected.length === 0
    ? `withdrawn because: ${reason}`
    : `corrected ${corrected.join(", ")} because: ${reason}`;
}

function minute(at: string): string {
  return at.slice(0, 16).replace("T", " ");
}

export async function runUndo(pool: pg.Pool, id: number): Promise<CommandOutput> {
  const undone = await undoImport(pool, id, new Date());
  const later = undone.rederived === 0 ? "" : `; ${counted(undone.rederived, "later import")} derived again`;
  return {
    json: undone,
    text: `Import ${id} is undone: ${counted(undone.removed, "record")} removed, ${undone.restored.toLocaleString("en-US")} restored${later}.`,
  };
}
