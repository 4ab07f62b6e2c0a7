/** Lets operators import addresses and folders on a schedule (below /account/v1/import-schedules). */
import { IMPORTS, type ImportSchedule } from "@dealflow/contract/account/imports";
import { MapError, parseMap } from "@/service/ingest/read/map";
import { checkAddress, formatInterval, parseInterval } from "@/service/ingest/schedules/address";
import { addSchedule, makeDue, pauseSchedule, removeSchedule, type Schedule } from "@/service/ingest/schedules/store";
import { ApiError } from "../api-error";
import { handleEach } from "./endpoint-handlers";
import { withImportErrors } from "./request-input";

const SOURCE = /^[a-z0-9][a-z0-9._-]{0,59}$/;

export const IMPORT_SCHEDULE_HANDLERS = handleEach(IMPORTS, {
  addImportSchedule: async ({ pools, outbound, importFolders, scheduleRunner }, { body }) => {
    const { address: given, every, source, map, full, strict } = await body();
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
    const address = await withImportErrors("INVALID_INPUT", checkAddress(given.trim(), places));
    const draft = { address, everySeconds, options };
    const schedule = await withImportErrors("INVALID_INPUT", addSchedule(pools.main, draft, new Date()));
    void scheduleRunner.tick();
    return toListed(schedule);
  },

  pauseImportSchedule: async ({ pools }, { c, body }) => {
    const { paused } = await body();
    await withImportErrors("NOT_FOUND", pauseSchedule(pools.main, c.req.param("id") ?? "", paused));
  },

  runImportSchedule: async ({ pools, scheduleRunner }, { c, now }) => {
    await withImportErrors("NOT_FOUND", makeDue(pools.main, c.req.param("id") ?? "", now));
    void scheduleRunner.tick();
  },

  removeImportSchedule: ({ pools }, { c }) =>
    withImportErrors("NOT_FOUND", removeSchedule(pools.main, c.req.param("id") ?? "")),
});

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
export function toListed({ everySeconds, options, ...schedule }: Schedule): ImportSchedule {
  const { source, map, full, strict } = options;
  return { ...schedule, every: formatInterval(everySeconds), source, hasMap: map !== null, full, strict };
}
