/** Queries the imports and the files that are being imported, and sends files in chunks. */
import { IMPORTS, type ImportFile, MOST_CHUNK_BYTES } from "@dealflow/contract/account/imports/imports";
import { isUuid } from "@dealflow/contract/query/syntax";
import { queryOptions } from "@tanstack/react-query";
import { fetchDashboard } from "@/lib/client/requests/fetch-dashboard";
import { accountKey, accountQuery, callAccount } from "./account";
import { WHEN_ONLINE } from "./client";

/** Work in progress is read this often (ms). */
const POLL_MS = 500;
/** Work of other programs is read this often (ms). */
const ELSEWHERE_MS = 3_000;

/** Another tab may have begun or ended work since this one was seen, and only work in progress is polled. */
const ON_FOCUS = { refetchOnWindowFocus: "always" } as const;

export function isWorking({ state }: ImportFile): boolean {
  return state === "waiting" || state === "inspecting" || state === "checking" || state === "importing";
}

export function importsQuery() {
  return queryOptions({
    ...accountQuery(IMPORTS.imports),
    refetchInterval: ({ state: { data } }) => {
      if (data?.files.some(isWorking) || data?.changes.some(({ problem }) => problem === null)) return POLL_MS;
      // Other programs import too, and run schedules.
      const isElsewhere = data?.schedules.length || data?.imports.some(({ isRunning }) => isRunning);
      return isElsewhere ? ELSEWHERE_MS : false;
    },
    ...ON_FOCUS,
    ...WHEN_ONLINE,
  });
}

/** @param id names no record until it is complete: nothing is requested before */
export function recordOriginQuery(id: string) {
  return queryOptions({ ...accountQuery(IMPORTS.recordOrigin, { id }), enabled: isUuid(id), ...WHEN_ONLINE });
}

/** The figures are read this often while they are counted (ms). */
const QUALITY_MS = 1_000;

export function qualityQuery() {
  return queryOptions({
    ...accountQuery(IMPORTS.importQuality),
    refetchInterval: ({ state: { data } }) => (data?.isCounting ? QUALITY_MS : false),
    ...WHEN_ONLINE,
  });
}

export function importOfFileQuery(importId: string | null) {
  return queryOptions({
    queryKey: [...accountKey(IMPORTS.imports), importId],
    queryFn: async () => (await callAccount(IMPORTS.imports)).imports.find(({ id }) => id === importId) ?? null,
    enabled: importId !== null,
    ...WHEN_ONLINE,
  });
}

export function importFileQuery(id: string) {
  return queryOptions({
    ...accountQuery(IMPORTS.importFile, { id }),
    refetchInterval: ({ state: { data } }) => (data !== undefined && isWorking(data) ? POLL_MS : false),
    ...ON_FOCUS,
    ...WHEN_ONLINE,
  });
}

/** A chunk whose answer was lost is sent again after this time (ms), this often. */
const RETRY_MS = 1_000;
const MOST_RETRIES = 30;

/**
 * Sends what the service does not have of a file, and continues one that it has in part. Throws an error with a sentence
 * when the file cannot be read or the service refuses it.
 */
export async function sendFile(
  file: File,
  known: ImportFile | undefined,
  onProgress: (sent: ImportFile) => void,
): Promise<ImportFile> {
  let sent = known ?? (await callAccount(IMPORTS.addImportFile, { body: { name: file.name, bytes: file.size } }));
  onProgress(sent);
  for (let failures = 0; sent.received < sent.bytes; onProgress(sent)) {
    const next = await sendChunk(sent, file.slice(sent.received, sent.received + MOST_CHUNK_BYTES));
    if (next === undefined) {
      failures++;
      if (failures > MOST_RETRIES) throw new Error("The connection was lost. Choose the file again to go on.");
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      continue;
    }
    failures = 0;
    sent = next;
  }
  return sent;
}

/** Returns undefined when the answer was lost. */
async function sendChunk({ id, received }: ImportFile, chunk: Blob): Promise<ImportFile | undefined> {
  const bytes = await chunk.arrayBuffer().catch(() => undefined);
  if (bytes === undefined) throw new Error("The file changed or can't be read any more. Choose it again.");
  const path = IMPORTS.sendImportChunk.path.replace(":id", id);
  const response = await fetchDashboard(`${path}?offset=${received}`, {
    method: "PUT",
    body: bytes,
    headers: { "Content-Type": "application/octet-stream" },
  }).catch(() => undefined);
  if (response === undefined || response.status >= 500) return undefined;
  const json: unknown = await response.json().catch(() => undefined);
  const parsed = IMPORTS.sendImportChunk.response.safeParse(json);
  if (parsed.success) return parsed.data;
  // The file was removed, or the person signed out: reading it again says which.
  return callAccount(IMPORTS.importFile, { id });
}
