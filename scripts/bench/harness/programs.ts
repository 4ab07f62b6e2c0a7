/** Starts the programs that a benchmark measures as they run in production, each in another process, and measures them. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { bundleFile } from "../../build.mjs";
import { failOnExit, type Program, ROOT, startNode } from "../../test-runner/built-programs";
import { waitUntil } from "../../test-runner/wait-until";
import type { BareShape } from "../feed/bare-server";

export const BENCH_SECRET = "the benchmark's own secret, never used elsewhere";

/** Waits until the service has read all feeds after its start. */
export async function untilLoaded(url: string): Promise<void> {
  await waitUntil(async () => {
    const { status, warming }: { readonly status: string; readonly warming?: unknown } = await (
      await fetch(`${url}/readyz`)
    ).json();
    return status === "ready" && warming === undefined ? undefined : `${url} has not read the feeds`;
  }, LOADED_WITHIN_MS);
}

export async function startBare(databaseUrl: string, shapes: readonly BareShape[]): Promise<Program> {
  const program = startNode(["--import", "tsx", path.join(ROOT, "scripts/bench/feed/bare-server.ts")], {}, "shown");
  program.child.send({ databaseUrl, shapes });
  const message = await Promise.race([once(program.child, "message"), failOnExit(program, "bare server")]);
  const [{ port }] = message as [{ port: number }];
  return { ...program, url: `http://127.0.0.1:${port}` };
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
const LOADED_WITHIN_MS = 10 * 60_000;

/** Runs a bundle of the build to its end; returns the JSON that it printed, its time and its peak memory. */
export async function runProgram<Printed>(
  bundle: "admin" | "import",
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<{ readonly json: Printed; readonly seconds: number; readonly peakMB: number }> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [bundleFile(bundle), ...args, "--json"], {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const printed = text(child.stdout);
  let peakMB = 0;
  const look = setInterval(() => {
    // A process that is ending has no memory left.
    if (child.exitCode === null) peakMB = Math.max(peakMB, peakMemoryMB(child));
  }, LOOK_MS);
  const [code] = await once(child, "close");
  clearInterval(look);
  if (code !== 0) throw new Error(`${bundle} ${args[0]} ended with code ${code}.`);
  return { json: JSON.parse(await printed), seconds: Math.round((performance.now() - startedAt) / 100) / 10, peakMB };
}
