/**
 * `npm run bench -- web`: what the dashboard costs the reader, in one Chromium over the production build and a real
 * service. Counts and bytes must be within budget; times are this machine's, and are reported beside the budget and, where a page of
 * nothing can be measured the same way, beside that.
 */
import { cpus, loadavg } from "node:os";
import { type Browser, chromium } from "@playwright/test";
import { systemBrowser } from "../../browser.mjs";
import { readOptions } from "../options";
import { BENCH_SECRET, end, type Program, startDashboard, startService } from "../programs";
import { writeResults } from "../results";
import { openData } from "./data";
import { measureFilters } from "./filters";
import { measureLighthouse } from "./lighthouse";
import { measureManyRows } from "./many-rows";
import { type Metric, tableOf } from "./metric";
import { measureScripts } from "./scripts";
import { measureSession } from "./session";
import type { Stage } from "./stage";

interface Part {
  readonly measure: (stage: Stage) => Promise<Metric[]>;
  /** After so many minutes it has failed. */
  readonly most: number;
}

const PARTS: Readonly<Record<string, Part>> = {
  scripts: { measure: measureScripts, most: 5 },
  // Before the session: what that buys is cached, and would not be requested from the API any more.
  filters: { measure: measureFilters, most: 10 },
  session: { measure: measureSession, most: 5 },
  rows: { measure: measureManyRows, most: 15 },
  lighthouse: { measure: measureLighthouse, most: 30 },
};

export async function benchWeb(args: readonly string[]): Promise<void> {
  const options = readOptions("web", args);
  const print = (sentence: string) => void process.stderr.write(`${sentence}\n`);
  const programs: Program[] = [];
  const data = await openData(options.events, options.data, BENCH_SECRET, print);
  let browser: Browser | undefined;
  try {
    print(`${options.events.toLocaleString("en-US")} events`);
    const service = await startService(data.url, data.dataDir);
    programs.push(service);
    const dashboard = await startDashboard(service.url, data.dataDir);
    programs.push(dashboard);
    const executable = systemBrowser() ?? chromium.executablePath();
    browser = await chromium.launch({
      executablePath: executable,
      args: ["--enable-precise-memory-info", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
    });
    const { company, cookie } = data;
    await run({ browser, chromium: executable, url: dashboard.url, cookie, company, options, print: print });
  } finally {
    await browser?.close();
    for (const program of programs.reverse()) await end(program.child);
    await data.close();
  }
}

/** A part that fails is reported with its reason, and the others follow; the benchmark has then failed too. */
async function run(stage: Stage): Promise<void> {
  const { options, print } = stage;
  const metrics: Metric[] = [];
  const failures: string[] = [];
  for (const [name, part] of Object.entries(PARTS)) {
    if (!name.includes(options.only ?? "")) continue;
    const startedAt = performance.now();
    try {
      metrics.push(...(await within(part, stage)));
    } catch (error) {
      failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      print(`Not measured: ${failures.at(-1)}`);
    }
    // Who reads times has to know what else the machine did.
    const [load = 0] = loadavg();
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    print(`${name}: ${seconds} s, load average ${load.toFixed(1)} on ${cpus().length} cores`);
    metrics.push({ what: `${name}: load average on ${cpus().length} cores`, value: Number(load.toFixed(1)) });
  }
  process.stdout.write(`\n${tableOf(metrics)}\n`);
  writeResults("web", { options, metrics, failures });
  for (const failure of failures) print(`Not measured: ${failure}`);
  if (failures.length > 0) process.exitCode = 1;
}

async function within({ measure, most }: Part, stage: Stage): Promise<Metric[]> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`not done within ${most} minutes`));
      // What still waits for a page then ends too.
      for (const context of stage.browser.contexts()) void context.close();
    }, most * 60_000);
  });
  try {
    return await Promise.race([measure(stage), late]);
  } finally {
    clearTimeout(timer);
  }
}
