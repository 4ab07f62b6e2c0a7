/** Receives the rows of an export in portions, and returns the file. */
import type { ExportPlan } from "./facts";
import type { ExportRow } from "./fields";
import { writeFile } from "./write";

export type ToWorker =
  | { readonly kind: "rows"; readonly rows: readonly ExportRow[] }
  | { readonly kind: "write"; readonly plan: ExportPlan };

export type FromWorker =
  | { readonly kind: "file"; readonly file: Blob }
  | { readonly kind: "failed"; readonly message: string };

const rows: ExportRow[] = [];

async function handleMessage(message: ToWorker): Promise<FromWorker | undefined> {
  if (message.kind === "rows") {
    for (const row of message.rows) rows.push(row);
    return undefined;
  }
  try {
    return { kind: "file", file: await writeFile(message.plan, rows) };
  } catch (error) {
    return { kind: "failed", message: error instanceof Error ? error.message : String(error) };
  }
}

self.addEventListener("message", async (event: MessageEvent<ToWorker>) => {
  const result = await handleMessage(event.data);
  if (result !== undefined) self.postMessage(result);
});
