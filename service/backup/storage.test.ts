/** Backups in object storage: made once, kept, checked, verified and restored there, and what is said when it is away. */
import { chmodSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createWorkspace } from "@/service/accounts/workspaces";
import { BACKUP_COMMANDS } from "@/service/admin/backup-commands";
import { parseCommand } from "@/service/admin/command";
import { readConfig } from "@/service/config";
import { emptyDatabase, type TestDatabase, testDatabase } from "@/service/store/testing";
import { readBackupState } from "./backup-state";
import { runDueBackup } from "./scheduled-backups";
import { type Folder, getDigests, testFolder } from "./testing/folder";
import { startTestStorage, type TestStorage } from "./testing/swift";

const DAY_MS = 86_400_000;
const AT_THREE = Date.parse("2026-11-20T03:00:00Z");
let database: TestDatabase;
let folder: Folder;
beforeAll(async () => {
  folder = testFolder();
  // The user of the storage has to pass through when the test runs as root.
  chmodSync(folder.path, 0o755);
  database = await testDatabase();
  await createWorkspace(database.pool, "Backed up", 10, new Date());
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await database.drop();
  folder.remove();
});

interface Place {
  readonly endpoint: string;
  readonly dataDir: string;
  readonly address: string;
}

function setCredentials(accessKeyId: string, secretAccessKey: string): void {
  vi.stubEnv("AWS_ACCESS_KEY_ID", accessKeyId);
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", secretAccessKey);
}

function run({ endpoint, dataDir, address }: Place, at: number, keep = 3) {
  const config = readConfig({
    DATA_DIR: dataDir,
    BACKUP_URL: address,
    BACKUP_KEEP: `${keep}`,
    AWS_ENDPOINT_URL: endpoint,
  });
  const installation = { url: database.url, location: null, dataDir, version: "test", storage: config.storage };
  if (config.backups === undefined) throw new Error("no backups are scheduled");
  return runDueBackup(installation, config.backups, new Date(at), new AbortController().signal);
}

const forget = () => database.pool.query("delete from settings where name = 'scheduled backups'");
const readFailure = async () => (await readBackupState(database.pool))?.failure?.message;
function open(endpoint: string, prefix: string): Place {
  const dataDir = folder.fresh(prefix);
  mkdirSync(dataDir, { recursive: true });
  return { endpoint, dataDir, address: `s3://backups/${prefix}` };
}

it("keeps the verified backup while the storage cannot be reached, and says so", async () => {
  await forget();
  setCredentials("someone", "secret");
  // Nothing listens there.
  const place = open("http://127.0.0.1:1", "away");
  await expect(run(place, AT_THREE)).rejects.toThrow();
  const staging = join(place.dataDir, "backup-upload");
  expect(await readFailure()).toBe(
    `s3://backups/away at http://127.0.0.1:1 cannot be reached: connect ECONNREFUSED 127.0.0.1:1. The verified backup waits in ${staging}.`,
  );
  await expect(run(place, AT_THREE + 600_000)).rejects.toThrow("cannot be reached");
  expect(readdirSync(staging)).toEqual(["dealflow-20261120T030000Z"]);
});

describe("with a server that speaks S3", () => {
  let storage: TestStorage;
  beforeAll(async () => {
    storage = await startTestStorage(folder.fresh("swift"));
    setCredentials(storage.credentials.accessKeyId, storage.credentials.secretAccessKey);
  });
  afterAll(() => storage.close());

  it("finds the damaged one of five, and keeps so many intact ones @long", async () => {
    await forget();
    const place = open(storage.endpoint, "five/deep");
    const made: string[] = [];
    for (let day = 0; day < 3; day++) made.push((await run(place, AT_THREE + day * DAY_MS, 2))?.folder ?? "");
    expect(made[0]).toBe("s3://backups/five/deep/dealflow-20261120T030000Z");
    const file = `${made[2]}/workspaces.copy.gz`;
    const key = file.replace("s3://backups/", "");
    const bytes = await storage.read(key);
    bytes[bytes.length - 12] = (bytes.at(-12) ?? 0) ^ 1;
    await storage.write(key, bytes);
    // One process was killed while it uploaded; others keep their files there.
    await storage.write("five/deep/dealflow-20261101T030000Z/users.copy.gz", bytes);
    await storage.write("five/deep/notes/users.copy.gz", bytes);
    for (let day = 3; day < 5; day++) made.push((await run(place, AT_THREE + day * DAY_MS, 2))?.folder ?? "");
    expect(await readBackupState(database.pool)).toMatchObject({
      success: { folder: made[4], notRestored: null },
      failure: null,
      intact: 2,
      damaged: [`${file} is damaged: its contents do not match the checksum.`],
    });
    const folders = new Set((await storage.list("five/")).map((one) => `s3://backups/${one.replace(/\/[^/]+$/, "")}`));
    expect([...folders]).toEqual([...made.slice(2), "s3://backups/five/deep/notes"]);
    expect(existsSync(join(place.dataDir, "backup-upload"))).toBe(false);
  });

  it("verifies and restores from there @long", async () => {
    await forget();
    const place = open(storage.endpoint, "restored");
    const made = await run(place, AT_THREE);
    const command = (url: string, ...args: readonly string[]) => {
      const call = parseCommand(args, BACKUP_COMMANDS);
      const environment = { DATABASE_URL: url, DATA_DIR: place.dataDir, AWS_ENDPOINT_URL: storage.endpoint };
      return call?.command.runOn(readConfig(environment), call.options, new AbortController().signal);
    };
    const path = made?.folder ?? "";
    expect((await command(database.url, "backup", "--verify", path))?.json).toMatchObject({
      folder: path,
      restored: true,
    });
    const target = await emptyDatabase();
    await command(target.url, "restore", path);
    expect((await getDigests(target.pool)).workspaces).toEqual((await getDigests(database.pool)).workspaces);
    await target.drop();
    await expect(command(database.url, "backup", "--verify", `${place.address}/nothing`)).rejects.toThrow(
      "s3://backups/restored/nothing is not a complete backup: it has no manifest.json.",
    );
    await expect(command(database.url, "backup", place.address)).rejects.toThrow("Back up to a folder");
  });

  it("makes one in several processes, and none again after one died before it recorded its backup @long", async () => {
    await forget();
    const places = [1, 2].map(() => open(storage.endpoint, "once"));
    const made = (await Promise.all(places.map((place) => run(place, AT_THREE)))).filter((one) => one !== undefined);
    expect(made).toHaveLength(1);
    await forget();
    for (const place of places) await run(place, AT_THREE + 60_000);
    expect((await readBackupState(database.pool))?.success).toEqual(made[0]);
    expect((await storage.list("once/")).filter((key) => key.endsWith("/manifest.json"))).toHaveLength(1);
  });

  it("uploads the same backup after credentials, bucket and room are right @long", async () => {
    await forget();
    const place = open(storage.endpoint, "retried");
    const fail = async (at: number, sentence: RegExp, where = place) => {
      await expect(run(where, at)).rejects.toThrow(sentence);
      expect(await readFailure()).toMatch(sentence);
    };
    setCredentials(storage.credentials.accessKeyId, "wrong");
    await fail(AT_THREE, /^s3:\/\/backups\/retried refuses the credentials \(.*SignatureDoesNotMatch: .* waits in/);
    setCredentials(storage.credentials.accessKeyId, storage.credentials.secretAccessKey);
    await fail(AT_THREE + 1, /has no such bucket; create it, or correct BACKUP_URL\./, {
      ...place,
      address: "s3://nowhere/retried",
    });
    storage.setQuota(1);
    await fail(
      AT_THREE + 2,
      /^s3:\/\/backups\/retried has no room for the backup: EntityTooLarge: Upload exceeds quota\./,
    );
    storage.setQuota(null);
    await storage.stop();
    await fail(AT_THREE + 3, /cannot be reached: connect ECONNREFUSED/);
    await storage.start();
    expect(await run(place, AT_THREE + 600_000)).toMatchObject({
      folder: `${place.address}/dealflow-20261120T030000Z`,
    });
    expect(await readBackupState(database.pool)).toMatchObject({ failure: null, intact: 1, damaged: [] });
  });
});
