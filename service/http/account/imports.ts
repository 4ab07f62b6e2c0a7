/** Lets operators import files (below /account/v1/imports and /account/v1/import-files). */
import { createReadStream, existsSync } from "node:fs";
import { Readable } from "node:stream";
import { IMPORTS, MOST_CHUNK_BYTES } from "@dealflow/contract/account/imports";
import type { Context } from "hono";
import { ImportFileError } from "@/service/import-files/import-files";
import { describeOrigin } from "@/service/ingest/imports/how";
import { ImportError, listImports } from "@/service/ingest/imports/imports";
import { compareRecords } from "@/service/ingest/merge/compare";
import { listSchedules } from "@/service/ingest/schedules/store";
import { ApiError } from "../api-error";
import type { Env } from "../context";
import { getSearchParams } from "../read-request";
import { IMPORT_SCHEDULE_HANDLERS, toListed } from "./import-schedules";
import { type AccountHandlers, getIdParameter, parseBody, respond } from "./request-input";

export const IMPORT_HANDLERS = {
  ...IMPORT_SCHEDULE_HANDLERS,
  imports:
    ({ pools, importFiles }) =>
    async (c) => {
      const imports = await listImports(pools.main);
      const schedules = await listSchedules(pools.main, new Date());
      return respond(c, IMPORTS.imports, {
        imports: imports.map((one) => ({ ...one, isUndoing: importFiles.isUndoing(one.id) })),
        files: await importFiles.list(),
        schedules: schedules.map(toListed),
      });
    },
  undoImport:
    ({ importFiles }) =>
    async (c) => {
      await withFileErrors(importFiles.undo(c.req.param("id") ?? ""));
      return c.body(null, 204);
    },
  retractRecord:
    ({ importFiles }) =>
    async (c) => {
      const { record, reason } = await parseBody(c, IMPORTS.retractRecord);
      await withFileErrors(importFiles.retract(record, reason));
      return c.body(null, 204);
    },
  importQuality:
    ({ importQuality }) =>
    async (c) =>
      respond(c, IMPORTS.importQuality, await importQuality.read()),
  recordOrigin:
    ({ pools }) =>
    async (c) =>
      respond(c, IMPORTS.recordOrigin, await orNotFound(describeOrigin(pools.main, c.req.param("id") ?? ""))),
  recordComparison:
    ({ pools }) =>
    async (c) => {
      const pair = [c.req.param("id") ?? "", c.req.query("other") ?? ""] as const;
      return respond(c, IMPORTS.recordComparison, await orNotFound(compareRecords(pools.main, pair)));
    },
  separateRecord:
    ({ importFiles }) =>
    async (c) => {
      await withFileErrors(importFiles.separate(c.req.param("id") ?? ""));
      return c.body(null, 204);
    },
  addImportFile:
    ({ importFiles }) =>
    async (c) => {
      const { name, bytes } = await parseBody(c, IMPORTS.addImportFile);
      return respond(c, IMPORTS.addImportFile, await withFileErrors(importFiles.add(name, bytes)), 201);
    },
  importFile:
    ({ importFiles }) =>
    async (c) =>
      respond(c, IMPORTS.importFile, await withFileErrors(importFiles.get(getIdParameter(c)))),
  sendImportChunk:
    ({ importFiles }) =>
    async (c) => {
      const offset = getSearchParams(c).get("offset") ?? "";
      if (!/^\d{1,12}$/.test(offset)) throw new ApiError("INVALID_INPUT", "offset: must be a whole number of bytes");
      const chunk = await readChunk(c);
      const file = await withFileErrors(importFiles.append(getIdParameter(c), Number(offset), chunk));
      return respond(c, IMPORTS.sendImportChunk, file);
    },
  inspectImportFile:
    ({ importFiles }) =>
    async (c) => {
      const { map } = await parseBody(c, IMPORTS.inspectImportFile);
      return respond(c, IMPORTS.inspectImportFile, await withFileErrors(importFiles.inspect(getIdParameter(c), map)));
    },
  checkImportFile:
    ({ importFiles }) =>
    async (c) =>
      respond(c, IMPORTS.checkImportFile, await withFileErrors(importFiles.check(getIdParameter(c)))),
  setImportFileFull:
    ({ importFiles }) =>
    async (c) => {
      const { full } = await parseBody(c, IMPORTS.setImportFileFull);
      return respond(c, IMPORTS.setImportFileFull, await withFileErrors(importFiles.setFull(getIdParameter(c), full)));
    },
  runImportFile:
    ({ importFiles }) =>
    async (c) =>
      respond(
        c,
        IMPORTS.runImportFile,
        await withFileErrors(importFiles.run(getIdParameter(c), c.get("viewer").personId)),
      ),
  stopImportFile:
    ({ importFiles }) =>
    async (c) =>
      respond(c, IMPORTS.stopImportFile, await withFileErrors(importFiles.stop(getIdParameter(c)))),
  removeImportFile:
    ({ importFiles }) =>
    async (c) => {
      await withFileErrors(importFiles.remove(getIdParameter(c)));
      return c.body(null, 204);
    },
  refusedRows:
    ({ importFiles }) =>
    async (c) => {
      const file = await withFileErrors(importFiles.refusedRows(getIdParameter(c)));
      if (!existsSync(file)) throw new ApiError("NOT_FOUND", "No rows were refused.");
      return c.body(Readable.toWeb(createReadStream(file)) as ReadableStream, 200, {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": 'attachment; filename="refused-rows.csv"',
      });
    },
} satisfies AccountHandlers;

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

async function withFileErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ImportFileError)) throw error;
    throw new ApiError(error.reason === "missing" ? "NOT_FOUND" : "CONFLICT", error.message);
  }
}

async function orNotFound<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    throw new ApiError("NOT_FOUND", error.message);
  }
}
