/** Runs PgBouncer before the database of a test, which gives each transaction another connection. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { inject } from "vitest";
import { freePort } from "@/scripts/test-runner/free-port";

/** PgBouncer refuses to run as root. */
const USER = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
const READY_WITHIN_MS = 10_000;

export interface TestPooler {
  /** The address of the database goes through the pooler. */
  readonly url: string;
  /** Ends it in the middle of its work. */
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

/**
 * @param size connections to the server
 * @param connectQuery runs on each of them first
 */
export async function openPooler(databaseUrl: string, size: number, connectQuery?: string): Promise<TestPooler> {
  const target = new URL(databaseUrl);
  const folder = mkdtempSync(join(tmpdir(), "dealflow-pgbouncer-"));
  chmodSync(folder, 0o755);
  const port = await freePort();
  writeFileSync(join(folder, "users.txt"), `"${target.username}" "${target.password}"\n`);
  const settings = join(folder, "pgbouncer.ini");
  const options = connectQuery === undefined ? "" : ` connect_query='${connectQuery}'`;
  writeFileSync(
    settings,
    `[databases]
* = host=${target.hostname} port=${target.port} pool_size=${size}${options}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${join(folder, "users.txt")}
pool_mode = transaction
max_client_conn = 100
ignore_startup_parameters = extra_float_digits
`,
  );
  const url = new URL(databaseUrl);
  url.port = String(port);
  let child: ChildProcess | undefined;
  const end = async (signal: NodeJS.Signals) => {
    const running = child;
    child = undefined;
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    const exit = once(running, "exit");
    running.kill(signal);
    await exit;
  };
  const start = async () => {
    child = spawn(inject("pgbouncer"), ["-q", ...USER, settings], { stdio: "ignore" });
    await waitUntilOpen(url.href, performance.now() + READY_WITHIN_MS);
  };
  await start();
  return {
    url: url.href,
    kill: () => end("SIGKILL"),
    start,
    close: async () => {
      await end("SIGTERM");
      rmSync(folder, { recursive: true });
    },
  };
}

async function waitUntilOpen(url: string, until: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.end();
  } catch (error) {
    if (performance.now() > until) throw error;
    await waitUntilOpen(url, until);
  }
}
