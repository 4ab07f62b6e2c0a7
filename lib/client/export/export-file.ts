/** Creates the export file in a worker and lets the browser save it. Costs nothing: no request is sent. */
import { type ExportPlan, fileName } from "./facts";
import type { ExportRow } from "./fields";
import type { FromWorker, ToWorker } from "./worker";

/** This many rows are posted together: a portion takes a few ms, and frames are painted between them. */
const PORTION = 500;

export async function exportFile(
  plan: ExportPlan,
  rows: readonly { readonly record: unknown; readonly purchasedAt: string }[],
): Promise<void> {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  const post = (message: ToWorker) => worker.postMessage(message);
  try {
    const reply = new Promise<FromWorker>((resolve, reject) => {
      worker.onmessage = (event: MessageEvent<FromWorker>) => resolve(event.data);
      worker.onerror = (event) => reject(new Error(event.message || "The part that writes files could not be loaded."));
    });
    // It is awaited below; until then a rejection would be unhandled.
    reply.catch(() => undefined);
    for (let from = 0; from < rows.length; from += PORTION) {
      const portion = rows.slice(from, from + PORTION);
      post({ kind: "rows", rows: portion.map(({ record, purchasedAt }): ExportRow => ({ record, purchasedAt })) });
      await painted();
    }
    post({ kind: "write", plan });
    const result = await reply;
    if (result.kind === "failed") throw new Error(result.message);
    saveFile(result.file, fileName(plan));
  } finally {
    worker.terminate();
  }
}

function painted(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** The address of the file is revoked once the browser has had time to read it. */
const KEPT_MS = 60_000;

export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
