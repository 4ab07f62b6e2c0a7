/**
 * `npm run bench -- web`: what the dashboard costs the reader, in one Chromium over the production build and a real
 * service. Counts and bytes are gates; times are this machine's, and are told beside the budget and, where a page of
 * nothing can be measured the same way, beside that.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Browser, chromium } from "@playwright/test";
import { createKey } from "@/service/accounts/keys";
import { createWorkspace, setWorkspace } from "@/service/accounts/workspaces";
import { openDatabaseServer } from "@/service/store/database-server";
import { migrate } from "@/service/store/migrate";
import { openPools } from "@/service/store/pools";
import { createDatabase } from "../database";
import { fillMarket } from "../feed-data";
import { readWebOptions, type WebOptions } from "../options";
import { end, type Program, startDashboard, startService } from "../programs";
import { measureFilters } from "./filters";
import { measureLighthouse } from "./lighthouse";
import { measureManyRows } from "./many-rows";
import { measureScripts } from "./scripts";
import { measureSession } from "./session";

const RESULTS = path.resolve(import.meta.dirname, "../../../bench-results");
const SECRET = "the benchmark's own secret, never used elsewhere";
const UNLIMITED = 1_000_000_000;

export interface Figure {
  readonly what: string;
  readonly figure: number | string;
  /** As the product promises it; empty where it promises nothing. */
  readonly budget: string;
}

export interface Stage {
  readonly browser: Browser;
  /** Of the browser, for programs that start one themselves. */
  readonly chromium: string;
  readonly url: string;
  readonly options: WebOptions;
  say(sentence: string): void;
}

const PARTS: Readonly<Record<string, (stage: Stage) => Promise<Figure[]>>> = {
  scripts: measureScripts,
  session: measureSession,
  filters: measureFilters,
  rows: measureManyRows,
  lighthouse: measureLighthouse,
};

export async function benchWeb(words: readonly string[]): Promise<void> {
  const options = readWebOptions(words);
  const say = (sentence: string) => void process.stderr.write(`${sentence}\n`);
  const dataDir = mkdtempSync(path.join(tmpdir(), "dealflow-bench-web-"));
  const operators = process.env.DATABASE_URL || null;
  const server = await openDatabaseServer({ databaseUrl: operators, dataDir, program: "bench", log: say });
  const programs: Program[] = [];
  let browser: Browser | undefined;
  try {
    const database = await createDatabase(server.url, "bench_web");
    const key = await fill(database, options.events);
    say(`${options.events.toLocaleString("en-US")} events`);
    writeFileSync(path.join(dataDir, "dashboard.key"), `${key}\n`, { mode: 0o600 });
    const service = await startService(database, dataDir, SECRET);
    programs.push(service);
    const dashboard = await startDashboard(service.url, dataDir, SECRET);
    programs.push(dashboard);
    const executable = browserFile();
    browser = await chromium.launch({
      executablePath: executable,
      args: ["--enable-precise-memory-info", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
    });
    const stage: Stage = { browser, chromium: executable, url: dashboard.url, options, say };
    const figures: Figure[] = [];
    for (const [name, part] of Object.entries(PARTS)) {
      if (!name.includes(options.only)) continue;
      for (const figure of await part(stage)) {
        figures.push(figure);
        // Said as it is measured: a run may be stopped.
        say(`${figure.what}: ${figure.figure}`);
      }
    }
    console.table(figures);
    mkdirSync(RESULTS, { recursive: true });
    writeFileSync(path.join(RESULTS, "web.json"), `${JSON.stringify({ options, figures }, null, 2)}\n`);
  } finally {
    await browser?.close();
    for (const program of programs.reverse()) await end(program.child);
    await server.close();
    if (server.place !== null) rmSync(server.place, { recursive: true, force: true });
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The system's Chromium, else Playwright's own. */
function browserFile(): string {
  const system = process.env.DEALFLOW_CHROMIUM || "/usr/bin/chromium";
  return existsSync(system) ? system : chromium.executablePath();
}

/** A market of so many rounds, and the key of a workspace that no run can exhaust. */
async function fill(database: string, events: number): Promise<string> {
  const pools = openPools(database);
  try {
    await migrate(pools.main);
    await fillMarket(pools.main, events);
    const workspace = await createWorkspace(pools.main, "bench web", UNLIMITED, new Date());
    if (workspace === undefined) throw new Error("The benchmark's database was used before.");
    await setWorkspace(pools.main, workspace.id, { rate: UNLIMITED, burst: UNLIMITED });
    return (await createKey(pools.main, workspace.id, "bench web", new Date())).key;
  } finally {
    await pools.close();
  }
}
