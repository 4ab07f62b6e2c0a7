import pino from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { insertCompany } from "./http/testing/fixtures";
import { createScheduledJobs, type ScheduledJobs } from "./scheduled-jobs";
import { newId } from "./store/new-id";
import { type TestDatabase, testDatabase } from "./store/testing";

const [MINUTE, HOUR] = [60_000, 3_600_000];
const NOON = Date.parse("2026-11-20T12:00:00.000Z");

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

interface Process {
  readonly jobs: ScheduledJobs;
  readonly logged: string[];
  /** Its clock shows this time (ms since 1970). */
  at: number;
}

/** Starts the scheduled jobs of a process that has its own clock. */
function startProcess(at: number): Process {
  const logged: string[] = [];
  const log = pino({ level: "debug" }, { write: (line: string) => void logged.push(line) });
  const started: Process = { jobs: createScheduledJobs(database.pool, log, () => started.at), logged, at };
  return started;
}

async function readSnapshots(): Promise<{ generation: number; at: string }[]> {
  const { rows } = await database.pool.query<{ generation: number; made_at: Date }>(
    "select generation, made_at from rank_generations where generation > 0 order by generation",
  );
  return rows.map(({ generation, made_at }) => ({ generation, at: made_at.toISOString() }));
}

it("refresh the metrics once after the first start, and then every night at 02:00 UTC, in the first process that is due", async () => {
  const [one, other] = [startProcess(NOON), startProcess(NOON)];
  const both = () => Promise.all([one.jobs.tick(), other.jobs.tick()]);
  await both();
  expect(await readSnapshots()).toEqual([{ generation: 1, at: "2026-11-20T12:00:00.000Z" }]);
  expect([...one.logged, ...other.logged].filter((line) => line.includes("nightly metrics refreshed"))).toHaveLength(1);

  one.at = other.at = Date.parse("2026-11-21T01:59:59.999Z");
  await both();
  expect(await readSnapshots()).toHaveLength(1);
  one.at = other.at = Date.parse("2026-11-21T02:00:00.000Z");
  await both();
  expect((await readSnapshots()).at(-1)).toEqual({ generation: 2, at: "2026-11-21T02:00:00.000Z" });
  one.at = other.at = Date.parse("2026-11-22T01:00:00.000Z");
  await both();
  // A process that starts later finds it done.
  await startProcess(one.at).jobs.tick();
  expect(await readSnapshots()).toHaveLength(2);
  expect((await readSnapshots()).at(-1)?.generation).toBe(2);
});

it("run a missed refresh later", async () => {
  const at = Date.parse("2026-11-25T09:30:00.000Z");
  await startProcess(at).jobs.tick();
  expect((await readSnapshots()).at(-1)).toEqual({ generation: 3, at: "2026-11-25T09:30:00.000Z" });
});

it("logs what fails, tries it again after ten minutes, and does the rest meanwhile", async () => {
  const { pool } = database;
  await pool.query("create function refuse() returns trigger language plpgsql as $$ begin raise 'no room'; end $$");
  await pool.query("create trigger refuse before insert on company_ranks for each row execute function refuse()");
  await pool.query("alter table company_ranks disable trigger refuse");
  await insertCompany(pool, { domain: null });
  await pool.query("alter table company_ranks enable trigger refuse");
  await pool.query("insert into bad_keys (address, count, since) values ('192.0.2.1', 3, now() - interval '10 years')");
  const process = startProcess(Date.parse("2026-11-26T02:00:00.000Z"));
  await process.jobs.tick();
  expect(process.logged).toHaveLength(1);
  expect(process.logged[0]).toMatch(/"msg":"nightly metrics failed; retrying in 10 minutes"/);
  expect(process.logged[0]).toContain("no room");
  expect((await pool.query("select from bad_keys")).rowCount).toBe(0);

  await pool.query("drop trigger refuse on company_ranks");
  process.at += 10 * MINUTE - 1;
  await process.jobs.tick();
  expect((await readSnapshots()).at(-1)?.generation).toBe(3);
  process.at += 1;
  await process.jobs.tick();
  expect((await readSnapshots()).at(-1)).toEqual({ generation: 4, at: "2026-11-26T02:10:00.000Z" });
});

it("delete responses after 24 hours, and addresses that are neither counted nor blocked any more", async () => {
  const { pool } = database;
  const process = startProcess(NOON);
  const [before, after] = [new Date(NOON - 24 * HOUR - 1), new Date(NOON - 24 * HOUR)];
  for (const [key, at] of [
    ["old", before],
    ["new", after],
  ] as const)
    await pool.query("insert into idempotent_answers (workspace_id, key, fingerprint, at) values ($1, $2, '', $3)", [
      newId(),
      key,
      at,
    ]);
  const minutes = (count: number) => new Date(NOON + count * MINUTE);
  for (const [address, since, until] of [
    ["counted", minutes(-9), null],
    ["counted long ago", minutes(-10), null],
    ["refused", minutes(-14), minutes(1)],
    ["refused long ago", minutes(-16), minutes(0)],
  ] as const)
    await pool.query("insert into bad_keys values ($1, 20, $2, $3)", [address, since, until]);

  const left = async () => {
    const { rows } = await pool.query<{ name: string }>(
      "select key as name from idempotent_answers union all select address from bad_keys order by 1",
    );
    return rows.map(({ name }) => name);
  };
  await process.jobs.tick();
  expect(await left()).toEqual(["counted", "new", "refused"]);
  process.at += HOUR - 1;
  await process.jobs.tick();
  expect(await left()).toEqual(["counted", "new", "refused"]);
  process.at += 1;
  await process.jobs.tick();
  expect(await left()).toEqual([]);
});

it("works without further calls once started, and gives up what is in progress when stopped", async () => {
  const { pool } = database;
  const process = startProcess(Date.parse("2026-12-01T00:00:00.000Z"));
  process.jobs.start(5);
  await expect.poll(async () => (await readSnapshots()).at(-1)?.generation).toBe(5);

  const blocker = await pool.connect();
  await blocker.query("begin");
  await blocker.query("select from feeds where feed = 'companies' for update");
  process.at += 48 * HOUR;
  const waits = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await expect.poll(async () => (await database.pools.totals.query(waits)).rowCount).toBe(1);
  await process.jobs.stop();
  expect((await database.pools.totals.query(waits)).rowCount).toBe(0);
  await blocker.query("rollback");
  blocker.release();
  await process.jobs.tick();
  expect((await readSnapshots()).at(-1)?.generation).toBe(5);
  expect(process.logged.filter((line) => !line.includes("nightly metrics refreshed"))).toEqual([]);
});
