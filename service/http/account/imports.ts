/** Lets operators import files (below /account/v1/imports and /account/v1/import-files). */
import { createReadStream, existsSync } from "node:fs";
import { Readable } from "node:stream";
import { IMPORTS, MOST_CHUNK_BYTES } from "@dealflow/contract/account/imports";
import type { Context } from "hono";
import { describeOrigin } from "@/service/ingest/imports/how";
import { listImports } from "@/service/ingest/imports/imports";
import { compareRecords } from "@/service/ingest/merge/compare";
import { listSchedules } from "@/service/ingest/schedules/store";
import { findAnyRecord } from "@/service/ingest/withdraw/find-record";
import { inTransaction } from "@/service/store/transaction";
import { ApiError } from "../api-error";
import type { Env } from "../context";
import { getSearchParams } from "../read-request";
import { handleEach } from "./endpoint-handlers";
import { IMPORT_SCHEDULE_HANDLERS, toListed } from "./import-schedules";
import { withImportErrors } from "./request-input";

export const IMPORT_HANDLERS = {
  ...IMPORT_SCHEDULE_HANDLERS,
  ...handleEach(IMPORTS, {
    imports: async ({ pools, importFiles }, { now }) => {
      // A change that ends meanwhile is then among the imports, and at worst in both.
      const changes = importFiles.changes.list();
      const schedules = await listSchedules(pools.main, now);
      return {
        imports: await listImports(pools.main),
        changes,
        files: await importFiles.list(),
        schedules: schedules.map(toListed),
      };
    },

    undoImport: ({ importFiles }, { c }) => importFiles.changes.undo(c.req.param("id") ?? ""),

    retractRecord: async ({ importFiles, pools }, { body }) => {
      const { record, reason } = await body();
      // A withdrawal waits for imports; a mistake in its request is reported without.
      const found = inTransaction(pools.main, (client) => findAnyRecord(client, record));
      await withImportErrors("CONFLICT", found);
      await importFiles.changes.withdraw(record, reason);
    },

    importQuality: ({ importQuality }) => importQuality.read(),

    recordOrigin: ({ pools }, { c }) =>
      withImportErrors("NOT_FOUND", describeOrigin(pools.main, c.req.param("id") ?? "")),

    recordComparison: ({ pools }, { c }) =>
      withImportErrors(
        "NOT_FOUND",
        compareRecords(pools.main, [c.req.param("id") ?? "", c.req.query("other") ?? ""] as const),
      ),

    separateRecord: ({ importFiles }, { c }) => importFiles.changes.separate(c.req.param("id") ?? ""),

    addImportFile: async ({ importFiles }, { body }) => {
      const { name, bytes } = await body();
      return importFiles.add(name, bytes);
    },

    importFile: ({ importFiles }, { id }) => importFiles.get(id),

    sendImportChunk: async ({ importFiles }, request) => {
      const offset = getSearchParams(request.c).get("offset") ?? "";
      if (!/^\d{1,12}$/.test(offset)) throw new ApiError("INVALID_INPUT", "offset: must be a whole number of bytes");
      const chunk = await readChunk(request.c);
      return importFiles.append(request.id, Number(offset), chunk);
    },

    inspectImportFile: async ({ importFiles }, request) => {
      const { map } = await request.body();
      return importFiles.inspect(request.id, map);
    },

    checkImportFile: ({ importFiles }, { id }) => importFiles.check(id),

    setImportFileFull: async ({ importFiles }, request) => {
      const { full } = await request.body();
      return importFiles.setFull(request.id, full);
    },

    runImportFile: ({ importFiles }, { id, viewer }) => importFiles.run(id, viewer.personId),

    stopImportFile: ({ importFiles }, { id }) => importFiles.stop(id),

    removeImportFile: ({ importFiles }, { id }) => importFiles.remove(id),

    refusedRows: async ({ importFiles }, { c, id }) => {
      const file = await importFiles.refusedRows(id);
      if (!existsSync(file)) throw new ApiError("NOT_FOUND", "No rows were refused.");
      return c.body(Readable.toWeb(createReadStream(file)) as ReadableStream, 200, {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": 'attachment; filename="refused-rows.csv"',
      });
    },
  }),
};

async function readChunk(c: Context<Env>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MOST_CHUNK_BYTES)
      throw new ApiError("PAYLOAD_TOO_LARGE", `the chunk is larger than ${MOST_CHUNK_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
