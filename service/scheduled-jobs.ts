/** The scheduled jobs of the service: the nightly metrics, deleting what has expired, backups, and scheduled imports. */

import { BAD_KEYS } from "@dealflow/contract/limits";
import type pg from "pg";
import type { Logger } from "pino";
import { deleteOldInvitations } from "./accounts/members/invitations";
import { deleteExpiredOAuthRecords } from "./accounts/oauth/records";
import { deleteOldAttempts } from "./accounts/people/attempts";
import { deleteExpiredSessions } from "./accounts/people/sessions";
import { deleteOldBulkPurchases } from "./bulk-purchases/store";
import { deletePastSessionUse } from "./credits/budgets";
import { checkLedger } from "./credits/ledger-check";
import { deleteExpiredResponses } from "./http/metered/idempotency";
import type { ImportFiles } from "./import-files/import-files";
import { deleteOldInboxItems } from "./inbox/items";
import { refreshMetricsOnce } from "./metrics/refresh";
import { deleteOldChanges } from "./store/feed-changes";
import { addMonthPartitions } from "./store/partitions";
import { expireWaitingDeliveries } from "./webhooks/admit";
import { deleteEventsWithoutDeliveries, deleteOldDeliveries } from "./webhooks/outbox";
import { deleteOldWebhookAttempts } from "./webhooks/record-attempts";

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
/** The nightly refresh runs at this hour, UTC. */
const REFRESH_HOUR = 2;
/** Delay before a failed job is retried (ms). */
const RETRY_MS = 10 * MINUTE;
/** Due jobs are checked this often (ms), so missed ones run this soon after the start. */
const TICK_MS = 20_000;
/** Scheduled imports are looked for this often (ms), also after a failure. */
const IMPORT_TICK_MS = 15_000;

export interface Jobs {
  /** Runs what is due, and from then on what becomes due. */
  start(tickMs?: number): void;
  /** Runs what is due now. Never rejects: failures are logged, and retried later. */
  tick(): Promise<void>;
  /** Stops the jobs; a metrics refresh or a backup in progress is cancelled. */
  stop(): Promise<void>;
}

export interface ScheduledJobs extends Jobs {
  /** Returns how many balances were not the sums of their entries at the latest daily check; undefined before the first. */
  getLedgerMismatches(): number | undefined;
}

interface Job {
  readonly name: string;
  /** @param signal aborted when the jobs stop */
  run(now: Date, signal: AbortSignal): Promise<void>;
  /** Returns when it is due again (ms since 1970) after it ran at `now`. */
  next(now: number): number;
  /** It is tried again after this time when it failed (ms); 0 means with the next check. */
  readonly retryMs?: number;
}

/** @param now ms since 1970 */
export function createScheduledJobs(pool: pg.Pool, log: Logger, now: () => number): ScheduledJobs {
  let ledgerMismatches: number | undefined;
  const jobs: readonly Job[] = [
    {
      name: "nightly metrics",
      run: async (at, signal) => {
        const refreshed = await refreshMetricsOnce(pool, at, new Date(lastRefreshTime(at.getTime())), signal);
        if (refreshed !== undefined) log.info(refreshed, "nightly metrics refreshed");
      },
      next: (at) => lastRefreshTime(at) + DAY,
    },
    { name: "expired idempotent responses", run: (at) => deleteExpiredResponses(pool, at), next: (at) => at + HOUR },
    { name: "expired unusable keys", run: (at) => deleteExpiredBadKeys(pool, at), next: (at) => at + HOUR },
    { name: "old sign-in attempts", run: (at) => deleteOldAttempts(pool, at), next: (at) => at + HOUR },
    { name: "ended sessions", run: (at) => deleteExpiredSessions(pool, at), next: (at) => at + HOUR },
    { name: "use of past sessions", run: (at) => deletePastSessionUse(pool, at), next: (at) => at + HOUR },
    { name: "expired MCP connections", run: (at) => deleteExpiredOAuthRecords(pool, at), next: (at) => at + HOUR },
    { name: "expired invitations", run: (at) => deleteOldInvitations(pool, at), next: (at) => at + HOUR },
    { name: "old changes of feeds", run: (at) => deleteOldChanges(pool, at), next: (at) => at + HOUR },
    { name: "old items of inboxes", run: (at) => deleteOldInboxItems(pool, at), next: (at) => at + HOUR },
    { name: "old bulk purchases", run: (at) => deleteOldBulkPurchases(pool, at), next: (at) => at + DAY },
    { name: "partitions of coming months", run: (at) => addMonthPartitions(pool, at), next: (at) => at + DAY },
    { name: "old webhook attempts", run: (at) => deleteOldWebhookAttempts(pool, at), next: (at) => at + HOUR },
    {
      name: "webhook deliveries without credits",
      run: (at) => expireWaitingDeliveries(pool, at),
      next: (at) => at + HOUR,
    },
    { name: "old webhook deliveries", run: (at) => deleteOldDeliveries(pool, at), next: (at) => at + DAY },
    {
      name: "ledger check",
      run: async () => {
        const { mismatches } = await checkLedger(pool);
        ledgerMismatches = mismatches.length;
        for (const { name, balance, sum } of mismatches)
          log.error({ workspace: name, balance, sum }, "a balance is not the sum of its ledger");
      },
      next: (at) => at + DAY,
    },
    { name: "events without deliveries", run: () => deleteEventsWithoutDeliveries(pool), next: (at) => at + DAY },
  ];
  return { ...runJobs(jobs, log, now), getLedgerMismatches: () => ledgerMismatches };
}

/** Backups have jobs of their own, because nothing else should wait for one. */
export function createBackupJobs(
  backUp: (now: Date, signal: AbortSignal) => Promise<object | undefined>,
  log: Logger,
  now: () => number,
): Jobs {
  const run = async (at: Date, signal: AbortSignal) => {
    const made = await backUp(at, signal);
    if (made !== undefined) log.info(made, "backed up");
  };
  // Another process may have died while it made the backup that is due.
  return runJobs([{ name: "backup", run, next: (at) => at + MINUTE }], log, now);
}

/** The import program leases a schedule in the database, so that of several services one runs it, and stores what came of it. */
export function createImportJobs(pool: pg.Pool, importFiles: ImportFiles, log: Logger): Jobs {
  const run = async (at: Date, signal: AbortSignal) => {
    const { rows } = await pool.query<{ id: number }>(
      `select id from import_schedules where not paused and next_run_at <= $1 and (leased_until is null or leased_until <= $1)
       order by next_run_at`,
      [at],
    );
    for (const { id } of rows) {
      if (signal.aborted || !(await importFiles.runSchedule(String(id)))) return;
      log.info({ schedule: id }, "scheduled import ran");
    }
  };
  const job = { name: "scheduled imports", run, next: (at: number) => at, retryMs: 0 };
  return runJobs([job], log, Date.now, IMPORT_TICK_MS);
}

function runJobs(jobs: readonly Job[], log: Logger, now: () => number, everyMs = TICK_MS): Jobs {
  const stopped = new AbortController();
  const nextRuns = new Map<Job, number>();
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function runJob(job: Job, at: number): Promise<void> {
    try {
      await job.run(new Date(at), stopped.signal);
      nextRuns.set(job, job.next(at));
    } catch (error) {
      if (stopped.signal.aborted) return;
      const { name, retryMs = RETRY_MS } = job;
      nextRuns.set(job, at + retryMs);
      log.error(
        { err: error },
        `${name} failed; retrying ${retryMs === 0 ? "soon" : `in ${retryMs / MINUTE} minutes`}`,
      );
    }
  }

  async function run(): Promise<void> {
    for (const job of jobs) {
      const at = now();
      if (!stopped.signal.aborted && at >= (nextRuns.get(job) ?? 0)) await runJob(job, at);
    }
  }

  function tick(): Promise<void> {
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  }

  return {
    start: (tickMs = everyMs) => {
      timer = setInterval(() => void tick(), tickMs).unref();
    },
    tick,
    stop: async () => {
      clearInterval(timer);
      stopped.abort();
      await running;
    },
  };
}

/** The latest time up to this one at which the metrics were due. */
function lastRefreshTime(at: number): number {
  return Math.floor((at - REFRESH_HOUR * HOUR) / DAY) * DAY + REFRESH_HOUR * HOUR;
}

/** Deletes addresses whose window has passed and which are no longer blocked. */
async function deleteExpiredBadKeys(pool: pg.Pool, now: Date): Promise<void> {
  await pool.query("delete from bad_keys where since <= $1 and (refused_until is null or refused_until <= $2)", [
    new Date(now.getTime() - BAD_KEYS.windowMinutes * MINUTE),
    now,
  ]);
}
