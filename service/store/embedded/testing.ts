// Gives the tests of the embedded server temporary folders, programs that can be killed, and reads of the server.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { findLocation } from "./location";
import { findPostmaster } from "./postmaster";

export const isRoot = process.getuid?.() === 0;

/** Creates a folder that PostgreSQL's user can enter, as far as the temporary folder allows. */
export function temporaryFolder(): { path: string; remove: () => void } {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "dealflow-embedded-")));
  chmodSync(path, 0o755);
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
}

type TestProgram = {
  child: ChildProcess;
  /** Resolves to the connection string, once the server is open. Rejects when the program ends before that. */
  opened: Promise<string>;
  close: () => Promise<void>;
  kill: () => Promise<void>;
};

/** Opens the server of `dataDir` in another process. */
export function startProgram(dataDir: string): TestProgram {
  const child = fork(join(import.meta.dirname, "server.test-program.ts"), [dataDir], { execArgv: ["--import", "tsx"] });
  const exit = once(child, "exit");
  const opened = Promise.race([
    once(child, "message").then(([message]) => String(message.url)),
    exit.then(([code, signal]) => Promise.reject(new Error(`The program ended with ${signal ?? code}.`))),
  ]);
  // A test that kills it early does not wait for this.
  opened.catch(() => {});
  return {
    child,
    opened,
    close: async () => {
      child.send("close");
      await exit;
    },
    kill: async () => {
      child.kill("SIGKILL");
      await exit;
    },
  };
}

/** Returns the process id of the running server of `dataDir`; null when there is none. */
export function postmasterPid(dataDir: string): number | null {
  const location = findLocation(dataDir);
  return location === null ? null : (findPostmaster(location)?.pid ?? null);
}

/** Runs one statement over its own connection. */
export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Polls until the condition holds; throws after twenty seconds, which a busy machine may need. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error("The condition did not come true within 20 s.");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
