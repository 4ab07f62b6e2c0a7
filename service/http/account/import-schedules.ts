/** Lets operators import addresses and folders on a schedule (below /account/v1/import-schedules). */
import { IMPORTS, type ImportSchedule } from "@dealflow/contract/account/imports";
import { ImportError } from "@/service/ingest/imports/imports";
import { MapError, parseMap } from "@/service/ingest/read/map";
import { checkAddress, formatInterval, parseInterval } from "@/service/ingest/schedules/address";
import { addSchedule, makeDue, pauseSchedule, removeSchedule, type Schedule } from "@/service/ingest/schedules/store";
import { ApiError } from "../api-error";
import { type AccountHandlers, parseBody, respond } from "./request-input";

const SOURCE = /^[a-z0-9][a-z0-9._-]{0,59}$/;

export const IMPORT_SCHEDULE_HANDLERS = {
  addImportSchedule:
    ({ pools, outbound, importFolders, scheduleRunner }) =>
    async (c) => {
      const { address, every, source, map, full, strict } = await parseBody(c, IMPORTS.addImportSchedule);
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
      const schedule = await withImportErrors("INVALID_INPUT", async () =>
        addSchedule(
          pools.main,
          {
            address: await checkAddress(address.trim(), { folders: importFolders, checkUrl: outbound.check }),
            everySeconds,
            options,
          },
          new Date(),
        ),
      );
      void scheduleRunner.tick();
      return respond(c, IMPORTS.addImportSchedule, toListed(schedule), 201);
    },
  pauseImportSchedule:
    ({ pools }) =>
    async (c) => {
      const { paused } = await parseBody(c, IMPORTS.pauseImportSchedule);
      await withImportErrors("NOT_FOUND", () => pauseSchedule(pools.main, c.req.param("id") ?? "", paused));
      return c.body(null, 204);
    },
  runImportSchedule:
    ({ pools, scheduleRunner }) =>
    async (c) => {
      await withImportErrors("NOT_FOUND", () => makeDue(pools.main, c.req.param("id") ?? "", new Date()));
      void scheduleRunner.tick();
      return c.body(null, 204);
    },
  removeImportSchedule:
    ({ pools }) =>
    async (c) => {
      await withImportErrors("NOT_FOUND", () => removeSchedule(pools.main, c.req.param("id") ?? ""));
      return c.body(null, 204);
    },
} satisfies AccountHandlers;

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

async function withImportErrors<T>(code: "INVALID_INPUT" | "NOT_FOUND", work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ImportError) throw new ApiError(code, error.message);
    throw error;
  }
}
