/** Adds, lists, pauses, removes and runs schedules. */
import { readFileSync } from "node:fs";
import type { ScheduleRun } from "@dealflow/contract/account/imports/imports";
import type pg from "pg";
import type { AddScheduleArguments } from "../arguments/arguments";
import { BUILT_IN_MAPS, loadMap } from "../read/map";
import { checkAddress, formatInterval, type SchedulePlaces } from "../schedules/address";
import { type RunSettings, runSchedule } from "../schedules/run";
import {
  addSchedule,
  leaseSchedule,
  listSchedules,
  pauseSchedule,
  removeSchedule,
  type Schedule,
  type ScheduleOptions,
} from "../schedules/store";
import { type CommandOutput, counted, EXIT } from "./command-output";

type Settings = Omit<RunSettings, "yes"> & Pick<SchedulePlaces, "checkUrl">;

export async function runScheduleCommand(
  pool: pg.Pool,
  { action, options }: AddScheduleArguments,
  settings: Settings,
): Promise<CommandOutput> {
  const now = new Date();
  switch (action.name) {
    case "add": {
      const address = await checkAddress(action.address, settings);
      const { everySeconds } = action;
      const schedule = await addSchedule(pool, { address, everySeconds, options: readOptions(options) }, now);
      const text = `Schedule ${schedule.id} imports ${address} every ${formatInterval(everySeconds)}, at first now.`;
      return { json: toJson(schedule), text };
    }
    case "list": {
      const schedules = await listSchedules(pool, now);
      const text = schedules.length === 0 ? "There are no schedules yet." : schedules.map(getLine).join("\n");
      return { json: { schedules: schedules.map(toJson) }, text };
    }
    case "remove":
      await removeSchedule(pool, action.id);
      return { json: { id: action.id, removed: true }, text: `Schedule ${action.id} is removed; its imports stay.` };
    case "pause":
    case "resume": {
      const paused = action.name === "pause";
      await pauseSchedule(pool, action.id, paused);
      return { json: { id: action.id, paused }, text: `Schedule ${action.id} ${paused ? "is paused" : "goes on"}.` };
    }
    case "run": {
      const leased = await leaseSchedule(pool, action.id, action.onlyDue, now);
      if (leased === undefined) {
        const text = `Schedule ${action.id} is running in another program.`;
        return { json: { id: action.id, run: null }, text, code: action.onlyDue ? EXIT.done : EXIT.failed };
      }
      const run = await runSchedule(pool, leased, { ...settings, yes: action.yes });
      const code = run.state === "failed" ? EXIT.failed : EXIT.done;
      return { json: { id: action.id, run }, text: `${runText(run)}.`, code };
    }
  }
}

/** The map is stored as it is now, because the service may run where its file is not. */
function readOptions({ map, source, kind, full, strict, notify }: AddScheduleArguments["options"]): ScheduleOptions {
  if (map !== undefined) loadMap(map);
  const stored = map === undefined ? null : BUILT_IN_MAPS.includes(map) ? map : readFileSync(map, "utf8");
  return { source: source ?? null, map: stored, kind: kind ?? null, full, strict, notify };
}

function toJson({ everySeconds, ...schedule }: Schedule) {
  return { ...schedule, every: formatInterval(everySeconds) };
}

function getLine({ id, address, everySeconds, paused, isRunning, nextRunAt, lastRun }: Schedule): string {
  const next = isRunning ? "running" : paused ? "paused" : `next ${nextRunAt.slice(0, 16).replace("T", " ")}`;
  const last = lastRun === null ? "not run yet" : `${lastRun.at.slice(0, 16).replace("T", " ")} ${runText(lastRun)}`;
  return `${id.padStart(4)}  ${address}  every ${formatInterval(everySeconds)}, ${next}; ${last}`;
}

function runText({ state, files, added, changed, withdrawn, importId, problem }: ScheduleRun): string {
  if (state === "failed") return `failed: ${problem?.replace(/\.$/, "")}`;
  if (state === "unchanged") return "unchanged";
  const counts = `${added.toLocaleString("en-US")} added, ${changed.toLocaleString("en-US")} changed`;
  const gone = withdrawn === 0 ? "" : `, ${withdrawn.toLocaleString("en-US")} withdrawn`;
  return `imported ${counted(files, "file")} as import ${importId}: ${counts}${gone}`;
}
