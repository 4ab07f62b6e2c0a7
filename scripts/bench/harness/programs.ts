/** Starts the programs that a benchmark measures as they run in production, each in another process, and measures them. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { failOnExit, type Program, ROOT, startNode } from "../../test-runner/built-programs";
import type { BareShape } from "../feed/bare-server";

export const BENCH_SECRET = "the benchmark's own secret, never used elsewhere";

/** Waits until the service has read all feeds after its start. */
export async function untilLoaded(url: string): Promise<void> {
  for (;;) {
    const verdict: { readonly status: string; readonly warming?: unknown } = await (
      await fetch(`${url}/readyz`)
    ).json();
    if (verdict.status === "ready" && verdict.warming === undefined) return;
    await delay(LOOK_MS);
  }
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
