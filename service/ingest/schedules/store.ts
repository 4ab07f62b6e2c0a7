/** Stores schedules, and leases a due one to one process. */
import { type ImportSchedule, type ScheduleRun, scheduleRun } from "@dealflow/contract/account/imports/imports";
import type pg from "pg";
import * as z from "zod";
import { newId } from "@/service/store/new-id";
import { KINDS } from "../fields";
import { ImportError } from "../imports/imports";

const optionsSchema = z.object({
  source: z.string().nullable(),
  /** The name of a built-in map, or a map as JSON; null for the proposed one. */
  map: z.string().nullable(),
  kind: z.enum(KINDS).nullable(),
  full: z.boolean(),
  strict: z.boolean(),
  /** Webhooks are notified of added events. */
  notify: z.boolean(),
});
export type ScheduleOptions = z.infer<typeof optionsSchema>;

export interface Schedule extends Omit<ImportSchedule, "every" | "hasMap" | "source" | "full" | "strict"> {
  readonly everySeconds: number;
  readonly options: ScheduleOptions;
}

export interface LeasedSchedule extends Schedule {
  readonly leaseId: string;
  /** The version that the address had when it was last imported. */
  readonly etag: string | null;
  readonly lastModified: string | null;
}

interface Row extends Omit<LeasedSchedule, "leaseId" | "options" | "nextRunAt" | "isRunning" | "lastRun"> {
  readonly options: unknown;
  readonly nextRunAt: Date;
  readonly leasedUntil: Date | null;
  readonly lastRun: unknown;
}

const COLUMNS = `id::text, address, every_seconds as "everySeconds", options, paused, next_run_at as "nextRunAt", failures,
  leased_until as "leasedUntil", last_run as "lastRun", etag, last_modified as "lastModified"`;

/** A process that does not renew its lease for this long has ended (ms). */
export const LEASE_MS = 90_000;
/** A failed run is repeated after a minute, then two, and so on up to this, or when the next run is due (ms). */
const LONGEST_RETRY_MS = 6 * 3_600_000;
const MOST_SCHEDULES = 100;

function parseRow({ leasedUntil, etag: _, lastModified: __, ...row }: Row, now: Date): Schedule {
  return {
    ...row,
    options: optionsSchema.parse(row.options),
    nextRunAt: row.nextRunAt.toISOString(),
    isRunning: leasedUntil !== null && leasedUntil > now,
    lastRun: row.lastRun === null ? null : scheduleRun.parse(row.lastRun),
  };
}

/** Returns the new schedule, which is due now. Throws `ImportError` when there are too many. */
export async function addSchedule(
  pool: pg.Pool,
  { address, everySeconds, options }: Pick<Schedule, "address" | "everySeconds" | "options">,
  now: Date,
): Promise<Schedule> {
  const { rows } = await pool.query<Row>(
    `insert into import_schedules (address, every_seconds, options, created_at, next_run_at)
     select $1, $2, $3, $4, $4 where (select count(*) from import_schedules) < $5 returning ${COLUMNS}`,
    [address, everySeconds, JSON.stringify(options), now, MOST_SCHEDULES],
  );
  const [row] = rows;
  if (row === undefined) throw new ImportError(`There are ${MOST_SCHEDULES} schedules; remove one first.`);
  return parseRow(row, now);
}

export async function listSchedules(pool: pg.Pool, now: Date): Promise<Schedule[]> {
  const { rows } = await pool.query<Row>(`select ${COLUMNS} from import_schedules order by import_schedules.id`);
  return rows.map((row) => parseRow(row, now));
}

/** Throws `ImportError` when there is no such schedule. */
export async function removeSchedule(pool: pg.Pool, id: string): Promise<void> {
  await changed(pool, id, "delete from import_schedules where id = $1", []);
}

/** A schedule that goes on after a pause runs when it is due. Throws `ImportError` when there is no such schedule. */
export async function pauseSchedule(pool: pg.Pool, id: string, paused: boolean): Promise<void> {
  await changed(pool, id, "update import_schedules set paused = $2 where id = $1", [paused]);
}

/** Makes a schedule due now, also one that is paused. Throws `ImportError` when there is no such schedule. */
export async function makeDue(pool: pg.Pool, id: string, now: Date): Promise<void> {
  await changed(pool, id, "update import_schedules set next_run_at = $2, paused = false where id = $1", [now]);
}

async function changed(pool: pg.Pool, id: string, sql: string, values: readonly unknown[]): Promise<void> {
  const { rowCount } = await pool.query(sql, [parseId(id), ...values]);
  if (rowCount === 0) throw missing(id);
}

/** Ids are whole numbers; -1 is none. */
function parseId(id: string): number {
  return /^[1-9]\d{0,8}$/.test(id) ? Number(id) : -1;
}

function missing(id: string): ImportError {
  return new ImportError(`There is no schedule ${id}; see npm run import -- schedule list.`);
}

/**
 * Leases a schedule, so that no other process runs it. Returns undefined when another one does, or when it is not due and
 * `onlyDue` is true. Throws `ImportError` when there is no such schedule.
 */
export async function leaseSchedule(
  pool: pg.Pool,
  id: string,
  onlyDue: boolean,
  now: Date,
): Promise<LeasedSchedule | undefined> {
  const leaseId = newId();
  const { rows } = await pool.query<Row>(
    `update import_schedules set lease_id = $2, leased_until = $3
     where id = $1 and (leased_until is null or leased_until <= $4) and (not $5 or (not paused and next_run_at <= $4))
     returning ${COLUMNS}`,
    [parseId(id), leaseId, new Date(now.getTime() + LEASE_MS), now, onlyDue],
  );
  const [row] = rows;
  if (row !== undefined) return { ...parseRow(row, now), leaseId, etag: row.etag, lastModified: row.lastModified };
  const { rowCount } = await pool.query("select from import_schedules where id = $1", [parseId(id)]);
  if (rowCount === 0) throw missing(id);
  return undefined;
}

/** Keeps the lease; false when the schedule was removed or another process has it now. */
export async function renewLease(pool: pg.Pool, { id, leaseId }: LeasedSchedule, now: Date): Promise<boolean> {
  const { rowCount } = await pool.query(
    "update import_schedules set leased_until = $3 where id = $1 and lease_id = $2",
    [Number(id), leaseId, new Date(now.getTime() + LEASE_MS)],
  );
  return rowCount === 1;
}

interface RunEnd {
  readonly run: ScheduleRun;
  /** The version of the address that is imported now; undefined when nothing is known about it. */
  readonly version: { readonly etag: string | null; readonly lastModified: string | null } | undefined;
}

/** Stores the result of a run, says when the next is due, and returns the lease. */
export async function recordRun(
  pool: pg.Pool,
  { id, leaseId, everySeconds, failures }: LeasedSchedule,
  { run, version }: RunEnd,
  now: Date,
): Promise<void> {
  const failed = run.state === "failed" ? failures + 1 : 0;
  const retryMs = Math.min(60_000 * 2 ** Math.min(failures, 20), LONGEST_RETRY_MS);
  const waitMs = failed === 0 ? everySeconds * 1000 : Math.min(retryMs, everySeconds * 1000);
  await pool.query(
    `update import_schedules set last_run = $3, failures = $4, next_run_at = $5, lease_id = null, leased_until = null,
       etag = case when $6 then $7 else etag end, last_modified = case when $6 then $8 else last_modified end
     where id = $1 and lease_id = $2`,
    [
      ...[Number(id), leaseId, JSON.stringify(run), failed, new Date(now.getTime() + waitMs)],
      ...[version !== undefined, version?.etag ?? null, version?.lastModified ?? null],
    ],
  );
}

export async function knownDigests(pool: pg.Pool, id: string, digests: readonly Buffer[]): Promise<Set<string>> {
  const { rows } = await pool.query<{ digest: Buffer }>(
    "select digest from import_schedule_files where schedule_id = $1 and digest = any($2::bytea[])",
    [Number(id), digests],
  );
  return new Set(rows.map(({ digest }) => digest.toString("hex")));
}

/**
 * Notes that a file was imported. Of an address only the latest file is known, and of a folder the latest of each name, because it may
 * return to an earlier one.
 * @param former what was noted of files of this name, or begins with it
 */
export async function rememberDigest(pool: pg.Pool, id: string, digest: Buffer, former: readonly Buffer[]) {
  await pool.query(
    `delete from import_schedule_files
     where schedule_id = $1 and exists (select from unnest($2::bytea[]) f where f = substring(digest for length(f)))`,
    [Number(id), former],
  );
  await pool.query(
    `insert into import_schedule_files (schedule_id, digest)
     select id, $2 from import_schedules where id = $1 on conflict do nothing`,
    [Number(id), digest],
  );
}
