/** Starts the programs that a benchmark measures, each in another process. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { freePort } from "../../test-runner/free-port";
import type { BareShape } from "../feed/bare-server";

const ROOT = path.resolve(import.meta.dirname, "../../..");
export const BENCH_SECRET = "the benchmark's own secret, never used elsewhere";

export interface Program {
  readonly child: ChildProcess;
  readonly url: string;
}

/** Starts the service as it runs in production: its bundle, its log at its usual level into a file. */
export async function startService(
  databaseUrl: string,
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Program> {
  const port = await freePort();
  const child = spawn(process.execPath, [path.join(ROOT, "dist/service.mjs")], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      API_PORT: String(port),
      DATA_DIR: dataDir,
      SECRET: BENCH_SECRET,
      DEMO: "0",
      NODE_ENV: "production",
      ...settings,
    },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  await Promise.race([once(child, "message"), exited(child, "The service")]);
  return { child, url: `http://127.0.0.1:${port}` };
}

/** Waits until the service has read all feeds after its start. */
export async function untilLoaded(url: string): Promise<void> {
  for (;;) {
    const verdict: { readonly status: string; readonly warming?: unknown } = await (
      await fetch(`${url}/readyz`)
    ).json();
    if (verdict.status === "ready" && verdict.warming === undefined) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/** Starts the dashboard as it runs in production. */
export async function startDashboard(
  serviceUrl: string,
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Program> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const next = path.join(ROOT, "node_modules/next/dist/bin/next");
  const child = spawn(process.execPath, [next, "start", "-H", "127.0.0.1", "-p", String(port)], {
    cwd: ROOT,
    env: {
      ...process.env,
      API_KEY: "",
      API_URL: "",
      API_INTERNAL_URL: serviceUrl,
      DASHBOARD_PORT: String(port),
      DASHBOARD_URL: url,
      DATA_DIR: dataDir,
      SECRET: BENCH_SECRET,
      NEXT_TELEMETRY_DISABLED: "1",
      NODE_ENV: "production",
      ...settings,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  await Promise.race([waitUntilReady(`${url}/_next/static/none`), exited(child, "The dashboard")]);
  return { child, url };
}

/** Next opens its port before it can serve: only a response counts. */
async function waitUntilReady(url: string): Promise<void> {
  for (;;) {
    if (await fetch(url, { method: "HEAD" }).catch(() => undefined)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export async function startBare(databaseUrl: string, shapes: readonly BareShape[]): Promise<Program> {
  const child = spawn(process.execPath, ["--import", "tsx", path.join(ROOT, "scripts/bench/feed/bare-server.ts")], {
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  child.send({ databaseUrl, shapes });
  const message = await Promise.race([once(child, "message"), exited(child, "The bare server")]);
  const [{ port }] = message as [{ port: number }];
  return { child, url: `http://127.0.0.1:${port}` };
}

async function exited(child: ChildProcess, what: string): Promise<never> {
  const [code] = await once(child, "exit");
  throw new Error(`${what} ended with code ${code} before it was ready.`);
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  await exit;
}

/** Returns the peak resident memory of a process in MB (Linux). */
export function peakMemoryMB(child: ChildProcess): number {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024);
}

/** Returns the processor time of a process until now, in ms (Linux). */
export function processorTimeMs(child: ChildProcess): number {
  const stat = readFileSync(`/proc/${child.pid}/stat`, "utf8");
  // The name of the program, in parentheses, may contain spaces. User and system time follow in ticks of 10 ms.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

const TICK_MS = 10;
const LOOK_MS = 100;

/** Runs a bundle of the build to its end; returns the JSON that it printed, its time and its peak memory. */
export async function runProgram<Printed>(
  bundle: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<{ readonly json: Printed; readonly seconds: number; readonly peakMB: number }> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [path.join(ROOT, `dist/${bundle}.mjs`), ...args, "--json"], {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let [text, peakMB] = ["", 0];
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  const look = setInterval(() => {
    // A process that is ending has no memory left.
    if (child.exitCode === null) peakMB = Math.max(peakMB, peakMemoryMB(child));
  }, LOOK_MS);
  const [code] = await once(child, "close");
  clearInterval(look);
  if (code !== 0) throw new Error(`${bundle} ${args[0]} ended with code ${code}.`);
  return { json: JSON.parse(text), seconds: Math.round((performance.now() - startedAt) / 100) / 10, peakMB };
}
