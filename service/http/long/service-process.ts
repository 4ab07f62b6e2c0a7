/** Runs the service as a separate process, which may be killed at any moment. */

import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { tmpdir } from "node:os";
import path from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { ensureBuilt } from "@/scripts/build.mjs";
import { startService } from "@/scripts/test-runner/built-programs";

/** The responses of a halted process are read in these turns of the event loop. */
const TURNS = 100;

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
  const name = `service-${randomUUID()}`;
  const ownUrl = new URL(databaseUrl);
  ownUrl.searchParams.set("application_name", name);
  const own = { DATABASE_URL: ownUrl.href, DATA_DIR: path.join(tmpdir(), "unused"), SECRET: secret };
  const { child, url, output } = await startService({ ...own, DEMO: "0", LOG_LEVEL: "error" });
  return {
    ...{ url, name, output },
    halt: async () => {
      child.kill("SIGSTOP");
      for (let turn = 0; turn < TURNS; turn++) await nextTurn();
    },
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    },
  };
}
