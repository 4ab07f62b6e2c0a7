/** The steps of docs/operations.md that take one PostgreSQL back to the second before a mistake, while a service sells. */
import { execFile, execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";
import { Chance } from "@/service/ingest/demo/random";
import type { ClockReading } from "../cluster/cluster";
import { FolderWriter } from "../cluster/configuration";
import { ClusterProcess } from "../cluster/process";
import { findRecoveryPrograms } from "../cluster/programs";
import { checkRestore } from "../cluster/restore-check";
import { withClient } from "../faults/database";
import { Load } from "../faults/load";
import { prepareLoad } from "../faults/prepare";
import { startService } from "../test-runner/built-programs";
import { freePort } from "../test-runner/free-port";

const ROOT = resolve(import.meta.dirname, "../..");
const SECRET = "a secret of the recovery's test, long enough";
const ADDRESS = "127.0.0.1";
const WITHIN_MS = 120_000;
const BETWEEN_MS = 50;
const RATE = 40;
const PURCHASES = 40;

const run = promisify(execFile);
const cleanups: (() => unknown)[] = [];
afterAll(async () => {
  for (const clean of cleanups.toReversed()) await clean();
});

/** Returns the commands of pgBackRest in the section, in their order. */
function readSteps(): readonly string[][] {
  const text = readFileSync(join(ROOT, "docs/operations.md"), "utf8");
  const [, section = ""] = text.split("### Recovery to a point in time\n");
  const [own = ""] = section.split("\n## ");
  return [...own.matchAll(/^sudo -u postgres pgbackrest (.+)$/gm)].map(([, args = ""]) =>
    [...args.matchAll(/(?:[^\s"]|"[^"]*")+/g)].map(([word]) => word.replaceAll('"', "")),
  );
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = performance.now() + WITHIN_MS; !(await condition()); await delay(BETWEEN_MS))
    if (performance.now() > end) throw new Error(`the condition did not come true: ${condition}`);
}

/** Starts a PostgreSQL as the files in deploy/postgresql configure it, except for its paths. */
async function startServer() {
  const { pgbackrest, postgresBin, user, userName } = findRecoveryPrograms();
  const folder = mkdtempSync(join(tmpdir(), "dealflow-recovery-"));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  // PostgreSQL's user passes through when root runs this.
  chmodSync(folder, 0o755);
  const writer = new FolderWriter(join(folder, "server"), user);
  const copy = (name: string) => writer.write(name, readFileSync(join(ROOT, "deploy/postgresql", name), "utf8"));
  const [data, sockets, port] = [writer.createFolder("data"), writer.createFolder("sockets"), await freePort()];
  const paths = {
    PGBACKREST_CONFIG: copy("pgbackrest.conf"),
    PGBACKREST_REPO1_PATH: writer.createFolder("repository"),
    PGBACKREST_PG1_PATH: data,
    PGBACKREST_PG1_PORT: String(port),
    PGBACKREST_PG1_SOCKET_PATH: sockets,
    PGBACKREST_LOCK_PATH: writer.createFolder("locks"),
    PGBACKREST_LOG_PATH: writer.createFolder("logs"),
  };
  execFileSync(join(postgresBin, "initdb"), [`--username=${userName}`, "--auth=trust", "-D", data], {
    ...{ ...user, stdio: "ignore", cwd: folder },
  });
  const configuration = `include '${copy("archive.conf")}'\nport = ${port}\nunix_socket_directories = '${sockets}'\n`;
  writer.write("data/postgresql.conf", `${readFileSync(join(data, "postgresql.conf"), "utf8")}${configuration}`);
  const server = new ClusterProcess({
    ...{ file: join(postgresBin, "postgres"), args: ["-D", data], env: paths, user },
    log: join(folder, "postgres.log"),
  });
  cleanups.push(() => server.end("SIGINT"));
  const administrator = `postgres://${userName}@${ADDRESS}:${port}/postgres`;
  /** Starts it, and waits until it takes writes. */
  const start = async () => {
    server.start();
    const isWritable = () =>
      withClient(administrator, (client) => client.query<{ done: boolean }>("select not pg_is_in_recovery() as done"));
    await until(async () => {
      if (server.pid === undefined) throw new Error(`PostgreSQL ended: ${server.readLog().slice(-500)}`);
      return isWritable().then(
        ({ rows }) => rows[0]?.done === true,
        () => false,
      );
    });
  };
  await start();
  await withClient(administrator, async (client) => {
    await client.query("create role dealflow login");
    await client.query("create database dealflow owner dealflow encoding 'UTF8' template template0");
  });
  return {
    ...{ folder, server, start, url: `postgres://dealflow@${ADDRESS}:${port}/dealflow` },
    pgbackrest: (args: readonly string[]) => run(pgbackrest, [...args], { env: { ...process.env, ...paths }, ...user }),
  };
}

it("restores what was bought and deleted, up to the second before the delete @long", async () => {
  const steps = readSteps();
  expect(steps.map((words) => words.at(-1))).toEqual(["stanza-create", "check", "backup", "restore", "backup"]);
  const [createStanza = [], check = [], backup = [], restore = [], again = []] = steps;
  const { folder, server, start, url, pgbackrest } = await startServer();
  for (const step of [createStanza, check, backup]) await pgbackrest(step);
  const settings = { DATABASE_URL: url, DEMO: "0", SECRET, LOG_LEVEL: "error", RATE_LIMIT_FACTOR: "10" };
  const service = await startService({ ...settings, DATA_DIR: join(folder, "service") });
  cleanups.push(() => service.stop());
  const { accounts, companies } = await prepareLoad(url, SECRET);
  const services = [service.url];
  const load = new Load({ services, accounts, companies, rate: RATE, chance: new Chance(1), paysOnce: true });
  const bought = () => load.attempts.filter(({ status, used }) => status === 200 && used > 0).length;
  const buyMore = (count: number, from = bought()) => until(() => bought() >= from + count);
  load.start();
  cleanups.push(() => load.stop());
  await buyMore(PURCHASES);

  const count = async () =>
    withClient(url, async (client) => (await client.query("select count(*)::int from funding_events")).rows);
  const before = await count();
  const reading = await withClient(url, async (client): Promise<ClockReading> => {
    const from = performance.now();
    const { rows } = await client.query<{ time: string }>("select clock_timestamp()::text as time");
    return { time: rows[0]?.time ?? "", from, to: performance.now() };
  });
  await buyMore(PURCHASES);
  await until(() => performance.now() > reading.to + 1_000);
  await withClient(url, (client) => client.query("delete from funding_events"));
  expect(await count()).not.toEqual(before);
  await buyMore(PURCHASES);
  await load.stop();
  await service.stop();

  await server.end("SIGINT");
  const startedAt = performance.now();
  await pgbackrest(restore.map((word) => (word.startsWith("--target=") ? `--target=${reading.time}` : word)));
  await start();
  process.stdout.write(`Restored to ${reading.time} in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s.\n`);
  expect(await count()).toEqual(before);
  const restored = { restoreTo: async () => ({ url, server }) };
  await pgbackrest(again);
  const result = await checkRestore(restored, load.history, reading, { paysOnce: true });
  expect(result.check.contradictions).toEqual([]);
  expect(result.purchases).toBeGreaterThanOrEqual(PURCHASES);
});
