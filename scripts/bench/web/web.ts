/**
 * Runs `npm run bench -- web`: measures the dashboard's cost to the reader, in one Chromium over the production build
 * and a real service. Counts and bytes must be within budget; times are this machine's, and are reported next to the
 * budget and, where an empty page can be measured the same way, next to that.
 */
import { chromium } from "@playwright/test";
import { CHROMIUM, findProgram } from "../../test-runner/system-programs.mjs";
import type { Metric } from "../harness/metric";
import type { BenchOptions } from "../harness/options";
import { measureMachineLoad, runBench } from "../harness/run-bench";
import { openPerson } from "../harness/workspaces";
import { measureBrush } from "./brush";
import { measureFilters } from "./filters";
import { measureLighthouse } from "./lighthouse";
import { measureManyRows } from "./many-rows";
import type { Stage } from "./page";
import { measurePlaces } from "./places";
import { measureScripts } from "./scripts";
import { measureSession } from "./session";

interface Part {
  readonly measure: (stage: Stage) => Promise<Metric[]>;
  /** It fails after this many minutes. */
  readonly most: number;
}

const PARTS: Readonly<Record<string, Part>> = {
  scripts: { measure: measureScripts, most: 5 },
  // It runs before the session, whose purchases are cached, and would not be requested from the API any more.
  filters: { measure: measureFilters, most: 10 },
  places: { measure: measurePlaces, most: 5 },
  brush: { measure: measureBrush, most: 5 },
  session: { measure: measureSession, most: 5 },
  rows: { measure: measureManyRows, most: 15 },
  lighthouse: { measure: measureLighthouse, most: 30 },
};

export async function benchWeb(options: BenchOptions<"web">): Promise<void> {
  await runBench("web", options, async ({ openMarket, print, startService, startDashboard }) => {
    const { url, pools } = await openMarket("bench_web", options.events);
    const { cookie } = await openPerson(pools.main, "bench web");
    const { rows } = await pools.main.query<{ id: string }>("select id from companies order by id limit 1");
    const [company] = rows;
    if (company === undefined) throw new Error("The market has no company.");
    print(`${options.events.toLocaleString("en-US")} events`);
    const dashboard = await startDashboard(await startService(url));
    const executable = findProgram(CHROMIUM) ?? chromium.executablePath();
    const browser = await chromium.launch({
      executablePath: executable,
      args: ["--enable-precise-memory-info", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
    });
    const stage: Stage = {
      browser,
      chromium: executable,
      url: dashboard.url,
      cookie,
      company: company.id,
      options,
      print,
    };
    return run(stage).finally(() => browser.close());
  });
}

/**
 * Runs all parts: one that fails is reported with its reason, and the others follow; the benchmark has then failed too.
 */
async function run(stage: Stage): Promise<Metric[]> {
  const { options, print } = stage;
  const metrics: Metric[] = [];
  for (const [name, part] of Object.entries(PARTS)) {
    if (!name.includes(options.only)) continue;
    const startedAt = performance.now();
    try {
      metrics.push(...(await within(part, stage)));
    } catch (error) {
      print(`Not measured: ${name}: ${error instanceof Error ? error.message : String(error)}`);
      process.exitCode = 1;
    }
    const load = measureMachineLoad(`${name}: load average`);
    print(`${load.what}: ${load.value}, after ${Math.round((performance.now() - startedAt) / 1000)} s`);
    metrics.push(load);
  }
  return metrics;
}

async function within({ measure, most }: Part, stage: Stage): Promise<Metric[]> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`not done within ${most} minutes`));
      // Work that still waits for a page then ends too.
      for (const context of stage.browser.contexts()) void context.close();
    }, most * 60_000);
  });
  try {
    return await Promise.race([measure(stage), late]);
  } finally {
    clearTimeout(timer);
  }
}
