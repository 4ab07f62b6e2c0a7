/**
 * Runs the schedules that are due, one at a time. The import program leases a schedule in the database, so that of
 * several services one runs it, and stores what came of it.
 */
import type pg from "pg";
import type { Logger } from "pino";
import type { ImportFiles } from "./import-files";

export interface ScheduleRunner {
  /** Runs what is due, and from then on what becomes due. */
  start(tickMs?: number): void;
  /** Runs what is due now. Never rejects. */
  tick(): Promise<void>;
  stop(): void;
}

const TICK_MS = 15_000;

export function createScheduleRunner(pool: pg.Pool, importFiles: ImportFiles, log: Logger): ScheduleRunner {
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function run(): Promise<void> {
    const { rows } = await pool.query<{ id: number }>(
      `select id from import_schedules where not paused and next_run_at <= $1 and (leased_until is null or leased_until <= $1)
       order by next_run_at`,
      [new Date()],
    );
    for (const { id } of rows) {
      if (isStopped || !(await importFiles.runSchedule(String(id)))) return;
      log.info({ schedule: id }, "scheduled import ran");
    }
  }

  function tick(): Promise<void> {
    running ??= run()
      .catch((error: unknown) => log.error({ err: error }, "running the scheduled imports failed"))
      .finally(() => {
        running = undefined;
      });
    return running;
  }

  return {
    start: (tickMs = TICK_MS) => {
      timer = setInterval(() => void tick(), tickMs).unref();
    },
    tick,
    stop: () => {
      isStopped = true;
      clearInterval(timer);
    },
  };
}
