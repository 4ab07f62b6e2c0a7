import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Manifest, readManifest, writeManifest } from "@/service/backup/manifest";
import { openFolder } from "@/service/backup/source";
import { type Folder, getDigests, testFolder } from "@/service/backup/testing/folder";
import { readConfig } from "@/service/config";
import { insertRound } from "@/service/http/testing/fixtures";
import { TEST_SECRET, type TestService, testService } from "@/service/http/testing/service";
import { openSecret } from "@/service/secret";
import { query, startProgram } from "@/service/store/embedded/testing";
import { MIGRATIONS } from "@/service/store/migrate";
import { dropDatabase, emptyDatabase, type TestDatabase, testDatabase, withLimitedRole } from "@/service/store/testing";
import { BACKUP_COMMANDS } from "./backup-commands";
import { parseCommand } from "./command";
import { runBackupCommand as run } from "./testing";

const ROUNDS = 40;
let folder: Folder;
let service: TestService;
/** The running service has this DATA_DIR. */
let dataDir: string;
beforeAll(async () => {
  folder = testFolder();
  // PostgreSQL's user has to pass through when the test runs as root.
  chmodSync(folder.path, 0o755);
  dataDir = folder.fresh("data");
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, "secret"), TEST_SECRET, { mode: 0o600 });
  service = await testService();
  for (let index = 0; index < ROUNDS; index++) await insertRound(service.database.pool, `Company ${index}`);
  await service.account(100);
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

describe("a backup", () => {
  it("can be read by its owner alone, and holds neither secret, sessions nor links unless they were requested", async () => {
    const path = folder.fresh("without");
    expect(await run(service.database, dataDir, "backup", path)).toMatchObject({ secrets: false });
    expect(statSync(path).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(path)) expect(statSync(join(path, name)).mode & 0o777, name).toBe(0o600);
    expect(readdirSync(path)).not.toContain("secret");
    expect(await readManifest(openFolder(path))).toMatchObject({
      secrets: false,
      omitted: ["user_sessions", "user_verifications", "webhook_secrets"],
    });
    const target = await emptyDatabase();
    const at = folder.fresh("elsewhere");
    expect(await run(target, at, "restore", path)).toMatchObject({ secret: "none" });
    expect(existsSync(join(at, "secret"))).toBe(false);
    const digests = await getDigests(target.pool);
    expect(digests.user_sessions?.rows).toBe(0);
    expect(digests.users).toEqual((await getDigests(service.database.pool)).users);
    await target.drop();
  });

  it("is verified by restoring it, and says what it found", async () => {
    const path = folder.fresh("verified");
    await run(service.database, dataDir, "backup", path);
    expect(await run(service.database, dataDir, "backup", "--verify", path)).toMatchObject({
      ...{ folder: path, restored: true, notRestored: null, rows: expect.any(Number) },
    });
    const call = parseCommand(["backup", "--verify", path], BACKUP_COMMANDS);
    const elsewhere = readConfig({ DATA_DIR: folder.fresh("nothing-here") });
    const result = await call?.command.runOn(elsewhere, call.options, new AbortController().signal);
    expect(result?.lines).toEqual([
      expect.stringMatching(
        /has its checksums: [\d,]+ rows\. It was not restored, because there is no database here\.$/,
      ),
    ]);
    truncateSync(join(path, "ledger.copy.gz"), 20);
    await expect(run(service.database, dataDir, "backup", "--verify", path)).rejects.toThrow(
      /has 20 bytes; expected \d+/,
    );
    await expect(run(service.database, dataDir, "backup", "--verify", "/nowhere")).rejects.toThrow(
      "/nowhere is not a complete backup: it has no manifest.json.",
    );
  });

  it("goes into an empty folder, and into no other", async () => {
    const path = folder.fresh("empty");
    mkdirSync(path);
    await run(service.database, dataDir, "backup", path);
    const files = readdirSync(path);
    await expect(run(service.database, dataDir, "backup", path)).rejects.toThrow(
      `${path} is not empty; back up to a new or empty folder.`,
    );
    expect(readdirSync(path)).toEqual(files);
    const below = join(folder.path, "a-file", "backup");
    writeFileSync(join(folder.path, "a-file"), "");
    await expect(run(service.database, dataDir, "backup", below)).rejects.toThrow(
      /^.*a-file\/backup cannot be created: /,
    );
  });

  it("is not created of a database without an installation, or of a missing embedded one", async () => {
    const empty = await emptyDatabase();
    await expect(run(empty, dataDir, "backup", folder.fresh("none"))).rejects.toThrow(
      "The database contains no Dealflow installation: there is nothing to back up.",
    );
    await empty.drop();
    const nowhere = folder.fresh("nowhere");
    const call = parseCommand(["backup", folder.fresh("none")], BACKUP_COMMANDS);
    await expect(
      call?.command.runOn(readConfig({ DATA_DIR: nowhere }), call.options, new AbortController().signal),
    ).rejects.toThrow(
      `There is no database in ${nowhere}; set DATA_DIR or DATABASE_URL to the installation to back up.`,
    );
    expect(existsSync(nowhere)).toBe(false);
  });

  it("needs the right to read every table", async () => {
    await withLimitedRole(service.database, (url) =>
      expect(run({ url }, dataDir, "backup", folder.fresh("reader"))).rejects.toThrow(
        /^The database role lacks privileges \(permission denied for .*\): .*[^.]\.$/,
      ),
    );
    expect(readdirSync(folder.path).filter((name) => name.includes("reader"))).toEqual([]);
  });
});

describe("a restore", () => {
  let whole: string;
  let wholeManifest: Manifest;
  let target: TestDatabase;
  beforeAll(async () => {
    whole = folder.fresh("whole");
    await run(service.database, dataDir, "backup", whole, "--with-secrets");
    wholeManifest = await readManifest(openFolder(whole));
    target = await emptyDatabase();
  });
  afterAll(() => target.drop());

  /** Returns a copy of the backup in which something was changed. */
  function changed(change: (path: string) => void): string {
    const path = folder.fresh("changed");
    cpSync(whole, path, { recursive: true });
    change(path);
    return path;
  }
  const edit = (path: string, alter: (bytes: Buffer) => void) => {
    const bytes = readFileSync(path);
    alter(bytes);
    writeFileSync(path, bytes);
  };
  const remade = (change: (manifest: Manifest) => Manifest) =>
    changed((path) => writeManifest(path, change(wholeManifest)));
  const FILE = "funding_events.copy.gz";

  const BROKEN: Readonly<Record<string, [string | RegExp, () => string]>> = {
    "a folder that is not there": [/nowhere is not a complete backup: /, () => join(folder.path, "nowhere")],
    "a file": [/ is a file; a backup is a folder\.$/, () => join(dataDir, "secret")],
    "a folder without a manifest": [
      / is not a complete backup: it has no manifest\.json\.$/,
      () => changed((path) => rmSync(join(path, "manifest.json"))),
    ],
    "a backup of another program": [
      / is not a Dealflow backup: its manifest\.json belongs to another program\.$/,
      () => changed((path) => writeFileSync(join(path, "manifest.json"), '{"product": "other"}')),
    ],
    "one of a newer format": [
      / was made by a newer version of Dealflow: its format is 2; this version reads 1\.$/,
      () => changed((path) => writeFileSync(join(path, "manifest.json"), '{"product": "dealflow", "format": 2}')),
    ],
    "one of a newer schema": [
      "The backup was written by a newer version of Dealflow: it has 9999-later.",
      () =>
        remade((manifest) => ({
          ...manifest,
          migrations: [...manifest.migrations, { name: "9999-later", checksum: null }],
        })),
    ],
    "one of a modified version": [
      /^The backup was written by a modified version of Dealflow: 0001-schema differs/,
      () =>
        remade((manifest) => ({
          ...manifest,
          migrations: manifest.migrations.map((one) =>
            one.name === "0001-schema" ? { ...one, checksum: "0".repeat(64) } : one,
          ),
        })),
    ],
    "one of an older schema": [
      "The backup was written by an earlier version of Dealflow: start commit 3c9915c of Dealflow once with this data, then start this version.",
      () => remade((manifest) => ({ ...manifest, migrations: [{ name: "0001-initial", checksum: null }] })),
    ],
    "a manifest that is cut off": [
      /manifest\.json is damaged: its checksum does not match\.$/,
      () => changed((path) => truncateSync(join(path, "manifest.json"), 900)),
    ],
    "a manifest in which a digit was changed": [
      /manifest\.json is damaged: /,
      () =>
        changed((path) =>
          edit(join(path, "manifest.json"), (bytes) => {
            const at = bytes.indexOf('"rows": 40') + 8;
            bytes.write("9", at);
          }),
        ),
    ],
    "a file that is missing": [/copy\.gz is missing: /, () => changed((path) => rmSync(join(path, FILE)))],
    "a file that is cut off": [
      /copy\.gz has 1000 bytes; expected \d+: the backup is truncated or damaged\.$/,
      () => changed((path) => truncateSync(join(path, FILE), 1_000)),
    ],
    "a file in which a byte was flipped": [
      /copy\.gz is damaged: its contents do not match the checksum\.$/,
      () =>
        changed((path) =>
          edit(join(path, FILE), (bytes) => {
            const at = Math.floor(bytes.length / 2);
            bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
          }),
        ),
    ],
    "a file in whose header a byte was flipped that unpacking does not mind": [
      /copy\.gz is damaged: /,
      // This byte of gzip's header is part of a time that nothing reads.
      () => changed((path) => edit(join(path, FILE), (bytes) => bytes.writeUInt8(1, 4))),
    ],
    "a file that is another table's": [
      /copy\.gz has \d+ bytes; expected \d+: /,
      () => changed((path) => copyFileSync(join(path, "companies.copy.gz"), join(path, FILE))),
    ],
    "a secret that was changed": [
      /secret is damaged: /,
      () => changed((path) => edit(join(path, "secret"), (bytes) => bytes.writeUInt8(bytes.readUInt8(0) ^ 1, 0))),
    ],
    "tables that its migrations do not make": [
      "The backup does not match its own list of migrations: the tables differ.",
      () => remade((manifest) => ({ ...manifest, tables: manifest.tables.filter(({ table }) => table !== "ledger") })),
    ],
  };

  it.each(Object.entries(BROKEN))("rejects %s, and changes nothing", async (_what, [message, broken]) => {
    const at = folder.fresh("untouched");
    await expect(run(target, at, "restore", broken())).rejects.toThrow(message);
    expect(await query(target.url, "select from pg_class where relnamespace = 'public'::regnamespace")).toEqual([]);
    expect(existsSync(at)).toBe(false);
  });

  it("rejects a database that has data", async () => {
    const used = await testDatabase();
    await query(used.url, "insert into workspaces (id, name, created_at) values (gen_random_uuid(), 'Ours', now())");
    await expect(run(used, folder.fresh("used"), "restore", whole)).rejects.toThrow(
      /^The database already has data \(workspaces\).*DATA_DIR to a new folder.*DEMO=0/,
    );
    expect(await query(used.url, "select name from workspaces")).toEqual([{ name: "Ours" }]);
    await used.drop();
  });

  it("rejects a database that a service uses, or whose schema is later than the backup's", async () => {
    const used = await testDatabase();
    const at = folder.fresh("used");
    await used.pool.query("select 1");
    await expect(run(used, at, "restore", whole)).rejects.toThrow(
      /^The database is in use by a running service or command \(dealflow-\w+\); stop it before restoring\.$/,
    );
    await used.pools.close();
    const earlier = remade((manifest) => ({ ...manifest, migrations: [] }));
    await expect(run(used, at, "restore", earlier)).rejects.toThrow(
      `The database was set up by a later version than the backup (it has ${MIGRATIONS.map(({ name }) => name).join(", ")}): restore into a new database`,
    );
    expect(await query(used.url, "select from users")).toEqual([]);
    expect(await run(used, at, "restore", whole)).toMatchObject({ secret: "restored" });
    await dropDatabase(used.name);
  });

  it("rejects a role that may not create tables", async () => {
    await withLimitedRole(target, (url) =>
      expect(run({ url }, folder.fresh("writer"), "restore", whole)).rejects.toThrow(
        /^The database role lacks privileges \(permission denied for schema public\): .*[^.]\.$/,
      ),
    );
  });

  it("keeps the secret that DATA_DIR has, and uses the one of the environment", async () => {
    const at = folder.fresh("own");
    const secret = openSecret(undefined, at);
    const own = await emptyDatabase();
    expect(await run(own, at, "restore", whole)).toMatchObject({ secret: "kept" });
    expect(openSecret(undefined, at)).toBe(secret);
    await own.drop();
  });
});

it("works on embedded databases: restored into a new DATA_DIR, backed up from there, rejected while a program uses it @long", async () => {
  const [first, second] = [folder.fresh("first"), folder.fresh("second")];
  const embedded = folder.fresh("embedded");
  const command = (...args: string[]) => {
    const call = parseCommand(args, BACKUP_COMMANDS);
    const config = readConfig({ DATA_DIR: embedded });
    return call?.command.runOn(config, call.options, new AbortController().signal);
  };
  await run(service.database, dataDir, "backup", first, "--with-secrets");
  await command("restore", first);
  expect(readFileSync(join(embedded, "secret"), "utf8")).toBe(TEST_SECRET);
  await command("backup", second, "--with-secrets");
  const readTables = async (path: string) =>
    (await readManifest(openFolder(path))).tables.map(({ table, rows, sha256 }) => [table, rows, sha256]);
  expect(await readTables(second)).toEqual(await readTables(first));

  const other = startProgram(embedded);
  await other.opened;
  await expect(command("restore", first)).rejects.toThrow(
    /^The database is in use by .* \(process \d+\); stop it before/,
  );
  await other.close();
  await expect(command("restore", first)).rejects.toThrow(/^The database already has data/);
});
