/** Runs the service as a separate process, which may be killed at any moment. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import path from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { bundleFile, ensureBuilt } from "@/scripts/build.mjs";
import { freePort } from "@/scripts/test-runner/free-port";

/** The responses of a halted process are read in these turns of the event loop. */
const TURNS = 100;
const ROOT = path.resolve(import.meta.dirname, "../../..");
/** Ends the process when its starter died, also by kill -9. */
const GUARD = pathToFileURL(path.join(ROOT, "scripts", "processes", "child-guard.mjs")).href;

export interface ServiceProcess {
  readonly url: string;
  /** `pg_stat_activity` shows its connections under this name. */
  readonly name: string;
  /** It printed this, which is its log from errors on. */
  output(): string;
  /** SIGSTOP: it accepts connections but no longer runs, until it is killed. Resolves when what it answered was read. */
  halt(): Promise<void>;
  /** SIGKILL: nothing that it was doing is finished. */
  kill(): Promise<void>;
}

/** Processes over one database must sign cursors alike, so they are given one secret. */
export async function startServiceProcess(databaseUrl: string, secret: string): Promise<ServiceProcess> {
  await ensureBuilt("service");
  const port = await freePort();
  const name = `service-${port}`;
  const ownUrl = new URL(databaseUrl);
  ownUrl.searchParams.set("application_name", name);
  const child = spawn(process.execPath, ["--import", GUARD, bundleFile("service")], {
    cwd: ROOT,
    // Nothing that an operator has set for this clone.
    env: {
      NODE_ENV: "production",
      DEALFLOW_STARTED_BY: String(process.pid),
      DATABASE_URL: ownUrl.href,
      DATA_DIR: path.join(tmpdir(), "unused"),
      API_PORT: String(port),
      SECRET: secret,
      DEMO: "0",
      LOG_LEVEL: "error",
      TMPDIR: tmpdir(),
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  const ready = await Promise.race([once(child, "message").then(() => true), once(child, "exit").then(() => false)]);
  if (!ready) throw new Error(`the service ended before it was ready:\n${printed}`);
  return {
    url: `http://127.0.0.1:${port}`,
    name,
    output: () => printed,
    halt: async () => {
      child.kill("SIGSTOP");
      for (let turn = 0; turn < TURNS; turn++) await nextTurn();
    },
    kill: () => kill(child),
  };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}
