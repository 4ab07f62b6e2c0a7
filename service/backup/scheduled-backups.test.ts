/** Backups on a schedule: made once, verified, kept for so long, and what is said when one fails or is damaged. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { createWorkspace } from "@/service/accounts/workspaces";
import { readConfig } from "@/service/config";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { runAsAdministrator } from "@/service/store/testing-databases";
import { readBackupState } from "./backup-state";
import { checkBackup } from "./check-restore";
import { type BackupSchedule, getLastDue, runDueBackup } from "./scheduled-backups";
import { BackupError, openFolder } from "./source";
import { type Folder, testFolder } from "./testing/folder";

const DAY_MS = 86_400_000;
const AT_THREE = Date.parse("2026-11-20T03:00:00Z");
let database: TestDatabase;
let folder: Folder;
/** The first test makes it. */
let whole = "";
beforeAll(async () => {
  folder = testFolder();
  database = await testDatabase();
  await createWorkspace(database.pool, "Backed up", 10, new Date());
});
afterAll(async () => {
  await database.drop();
  folder.remove();
});

const open = (name: string, keep = 3): BackupSchedule => ({ location: folder.fresh(name), times: [3 * 60], keep });
const run = (schedule: BackupSchedule, at: number, url = database.url) =>
  runDueBackup(
    { url, location: null, dataDir: folder.path, version: "test", storage: readConfig({}).storage },
    schedule,
    new Date(at),
    new AbortController().signal,
  );
const forget = () => database.pool.query("delete from settings where name = 'scheduled backups'");
const damage = (path: string) => {
  const file = join(path, "workspaces.copy.gz");
  const bytes = readFileSync(file);
  bytes[bytes.length - 12] = (bytes.at(-12) ?? 0) ^ 1;
  writeFileSync(file, bytes);
};

it("finds the latest time of the day that has passed", () => {
  const due = (time: string) =>
    getLastDue([180, 15 * 60 + 30], new Date(`2026-11-20T${time}Z`))
      .toISOString()
      .slice(5, 16);
  expect(["00:00:00", "02:59:59", "03:00:00", "15:29:59", "23:59:59"].map(due)).toEqual([
    ...["11-19T15:30", "11-19T15:30", "11-20T03:00", "11-20T03:00", "11-20T15:30"],
  ]);
});

it("makes one at each time, in one of several processes, and verifies it in a scratch database that it drops", async () => {
  await forget();
  const schedule = open("once");
  const made = await Promise.all([run(schedule, AT_THREE), run(schedule, AT_THREE), run(schedule, AT_THREE)]);
  const successes = made.filter((one) => one !== undefined);
  expect(successes).toEqual([
    {
      folder: join(schedule.location, "dealflow-20261120T030000Z"),
      ...{ takenAt: expect.stringMatching(/Z$/), due: "2026-11-20T03:00:00.000Z", notRestored: null },
      ...{ bytes: expect.any(Number), seconds: expect.any(Number) },
    },
  ]);
  whole = successes[0]?.folder ?? "";
  expect(await run(schedule, AT_THREE + DAY_MS - 1)).toBeUndefined();
  expect(readdirSync(schedule.location)).toEqual(["dealflow-20261120T030000Z"]);
  // A failure after it was made, such as storage that was away for the checks of all, is over with the next checks.
  await database.pool.query(
    `update settings set value = value || '{"intact": 0, "failure": {"at": "2026-11-20T03:01:00Z", "message": "away"}}' where name = 'scheduled backups'`,
  );
  expect(await run(schedule, AT_THREE + DAY_MS - 1)).toBeUndefined();
  expect(readdirSync(schedule.location)).toEqual(["dealflow-20261120T030000Z"]);
  const { rows } = await database.pool.query(
    "select from pg_database where datname = current_database() || '_backup_check'",
  );
  expect(rows).toEqual([]);
  expect(await readBackupState(database.pool)).toEqual({
    success: successes[0],
    failure: null,
    intact: 1,
    damaged: [],
  });
});

it("says why it failed", async () => {
  await forget();
  const schedule = open("unreachable");
  writeFileSync(schedule.location, "a file is in the way");
  await expect(run(schedule, AT_THREE)).rejects.toThrow(BackupError);
  expect(await readBackupState(database.pool)).toMatchObject({
    success: null,
    failure: {
      at: "2026-11-20T03:00:00.000Z",
      message: expect.stringContaining(`${schedule.location} cannot be read: `),
    },
  });
});

it("compares checksums where the role may not create databases", async () => {
  const role = `plain_${process.pid}`;
  const owner = new URL(database.url).username;
  await runAsAdministrator(inject("superuserUrl"), `create role ${role} login password 'plain' in role ${owner}`);
  const url = new URL(database.url);
  [url.username, url.password] = [role, "plain"];
  const check = { source: openFolder(whole), url: url.href, location: null };
  expect(await checkBackup(check)).toMatchObject({ notRestored: "the role of the service may not create databases" });
  await runAsAdministrator(inject("superuserUrl"), `drop role ${role}`);
  damage(whole);
  await expect(checkBackup(check)).rejects.toThrow(/is damaged: its contents do not match the checksum\.$/);
});

it("finds the damaged one of five, keeps so many intact ones, and touches nothing else @long", async () => {
  await forget();
  const schedule = open("five", 2);
  const isFailing = async () => (await readBackupState(database.pool))?.failure !== null;
  await expect(run({ ...schedule, location: "/dev/null/backups" }, AT_THREE)).rejects.toThrow("cannot be read");
  expect(await isFailing()).toBe(true);
  for (const other of ["2026-11-22", "dealflow-notes"]) mkdirSync(join(schedule.location, other), { recursive: true });
  const made: string[] = [];
  for (let day = 0; day < 3; day++) made.push((await run(schedule, AT_THREE + day * DAY_MS))?.folder ?? "");
  expect(made.map((path) => existsSync(path))).toEqual([false, true, true]);
  expect(await isFailing()).toBe(false);
  damage(made[2] ?? "");
  mkdirSync(join(schedule.location, "dealflow-20261101T030000Z.partial-0a0a"));
  for (let day = 3; day < 5; day++) made.push((await run(schedule, AT_THREE + day * DAY_MS))?.folder ?? "");
  expect(readdirSync(schedule.location)).toEqual([
    "2026-11-22",
    ...made.slice(2).map((path) => basename(path)),
    "dealflow-notes",
  ]);
  expect(await readBackupState(database.pool)).toMatchObject({
    success: { folder: made[4] },
    failure: null,
    intact: 2,
    damaged: [`${made[2]}/workspaces.copy.gz is damaged: its contents do not match the checksum.`],
  });
});
