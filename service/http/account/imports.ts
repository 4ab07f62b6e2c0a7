/** Lets operators import files, now and on a schedule (below /account/v1/imports, /import-files and /import-schedules). */
import { createReadStream, existsSync } from "node:fs";
import { IMPORTS, type ImportSchedule, MOST_CHUNK_BYTES } from "@dealflow/contract/account/imports/imports";
import { readCorrection } from "@/service/ingest/correct/read-correction";
import { storedRates } from "@/service/ingest/imports/exchange-rates";
import { describeOrigin } from "@/service/ingest/imports/how";
import { listImports } from "@/service/ingest/imports/imports";
import { compareRecords } from "@/service/ingest/merge/compare";
import { MapError, parseMap } from "@/service/ingest/read/map";
import { checkAddress, formatInterval, parseInterval } from "@/service/ingest/schedules/address";
import {
  addSchedule,
  listSchedules,
  makeDue,
  pauseSchedule,
  removeSchedule,
  type Schedule,
} from "@/service/ingest/schedules/store";
import { findAnyRecord } from "@/service/ingest/withdraw/find-record";
import { inTransaction } from "@/service/store/transaction";
import { ApiError } from "../api-error";
import { getSearchParams, readBytes } from "../read-request";
import { handleEach } from "./endpoint-handlers";
import { respondFile, withImportErrors } from "./request-input";

const SOURCE = /^[a-z0-9][a-z0-9._-]{0,59}$/;

/** Throws `ApiError` with the mistakes of a map. */
function checkMap(text: string): void {
  try {
    parseMap(JSON.parse(text), "of the schedule");
  } catch (error) {
    if (error instanceof MapError) throw new ApiError("INVALID_INPUT", `map: ${error.message}`);
    if (error instanceof SyntaxError) throw new ApiError("INVALID_INPUT", "map: the file is not valid JSON");
    throw error;
  }
}

/** The map stays on the server, because a page shows none. */
function toListed({ everySeconds, options, ...schedule }: Schedule): ImportSchedule {
  const { source, map, full, strict } = options;
  return { ...schedule, every: formatInterval(everySeconds), source, hasMap: map !== null, full, strict };
}

export const IMPORT_HANDLERS = handleEach(IMPORTS, {
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

  undoImport: ({ importFiles }, { given }) => importFiles.changes.undo(given),

  retractRecord: async ({ importFiles, pools }, { body, viewer }) => {
    const { record, reason } = await body();
    // A mistake in the request is reported without waiting for imports.
    const found = inTransaction(pools.main, (client) => findAnyRecord(client, record));
    await withImportErrors("CONFLICT", found);
    await importFiles.changes.withdraw(record, reason, viewer.personId);
  },

  correctRecord: async ({ importFiles, pools }, { body, viewer, now }) => {
    const { record, values, reason } = await body();
    const checked = inTransaction(pools.main, async (client) => {
      const found = await findAnyRecord(client, record);
      const rates = await storedRates(pools.main, client);
      return readCorrection(found, new Map(Object.entries(values)), { rates, now });
    });
    await withImportErrors("CONFLICT", checked);
    await importFiles.changes.correct(record, values, reason, viewer.personId);
  },

  importQuality: ({ importQuality }) => importQuality.read(),

  recordOrigin: ({ pools }, { given }) => withImportErrors("NOT_FOUND", describeOrigin(pools.main, given)),

  recordComparison: ({ pools }, { c, given }) =>
    withImportErrors("NOT_FOUND", compareRecords(pools.main, [given, c.req.query("other") ?? ""] as const)),

  separateRecord: ({ importFiles }, { given }) => importFiles.changes.separate(given),

  addImportFile: async ({ importFiles }, { body }) => {
    const { name, bytes } = await body();
    return importFiles.add(name, bytes);
  },

  importFile: ({ importFiles }, { id }) => importFiles.get(id),

  sendImportChunk: async ({ importFiles }, request) => {
    const offset = getSearchParams(request.c).get("offset") ?? "";
    if (!/^\d{1,12}$/.test(offset)) throw new ApiError("INVALID_INPUT", "offset: must be a whole number of bytes");
    const chunk = await readBytes(request.c, MOST_CHUNK_BYTES, "chunk");
    return importFiles.append(request.id, Number(offset), chunk);
  },

  inspectImportFile: async ({ importFiles }, request) => {
    const { map, kind } = await request.body();
    return importFiles.inspect(request.id, map, kind);
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
    return respondFile(c, "refused-rows.csv", createReadStream(file));
  },

  addImportSchedule: async ({ pools, outbound, importFolders, scheduleRunner }, { body }) => {
    const { address: place, every, source, map, full, strict } = await body();
    const everySeconds = parseInterval(every);
    if (everySeconds === undefined)
      throw new ApiError(
        "INVALID_INPUT",
        `every: "${every}" must be an interval such as 15m, 1h, 1d or 2w, of at most a year`,
      );
    if (source !== null && !SOURCE.test(source))
      throw new ApiError("INVALID_INPUT", "source: must be 1 to 60 of a-z, 0-9, dot, hyphen and underscore");
    if (map !== null) checkMap(map);
    const options = { source, map, kind: null, full, strict, notify: false };
    const places = { folders: importFolders, checkUrl: outbound.check };
    const address = await withImportErrors("INVALID_INPUT", checkAddress(place.trim(), places));
    const draft = { address, everySeconds, options };
    const schedule = await withImportErrors("INVALID_INPUT", addSchedule(pools.main, draft, new Date()));
    void scheduleRunner.tick();
    return toListed(schedule);
  },

  pauseImportSchedule: async ({ pools }, { given, body }) => {
    const { paused } = await body();
    await withImportErrors("NOT_FOUND", pauseSchedule(pools.main, given, paused));
  },

  runImportSchedule: async ({ pools, scheduleRunner }, { given, now }) => {
    await withImportErrors("NOT_FOUND", makeDue(pools.main, given, now));
    void scheduleRunner.tick();
  },

  removeImportSchedule: ({ pools }, { given }) => withImportErrors("NOT_FOUND", removeSchedule(pools.main, given)),
});
