/**
 * Runs `npm run bench -- import`: imports invented companies, and rounds with investors, into a database that a service
 * serves meanwhile, then the same rounds again, and undoes them. Measures rows a second, memory, and the effect on readers.
 */
import { createWriteStream } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { FEEDS } from "@dealflow/contract/feeds";
import { API_KEY_HEADER } from "@dealflow/contract/headers";
import { freePort } from "../test-runner/free-port";
import { companyLines, namedCompanies, roundLines } from "./harness/import-lines";
import { measurePaced } from "./harness/load";
import { type Metric, round } from "./harness/metric";
import type { BenchOptions } from "./harness/options";
import { peakMemoryMB, runProgram } from "./harness/programs";
import { measureReports, REPORT_KINDS } from "./harness/reports";
import { runBench } from "./harness/run-bench";
import { openAccount } from "./harness/workspaces";

const EVENTS = 20_000;
const PAGE = `${FEEDS.funding.path}?limit=20`;
/** Pages a second are read before the import and during it. */
const RATE = 20;
const QUIET_SECONDS = 10;
const TOKEN = "the benchmark's own token, never used elsewhere".replaceAll(" ", "-");
/** One report is stored within this time at the 95th percentile (ms). */
const REPORT_MS = 20;

export async function benchImport(options: BenchOptions<"import">): Promise<void> {
  const { companies, rounds, reports } = options;
  await runBench("import", options, async ({ openMarket, dataDir, print, startService }) => {
    const { url, pools } = await openMarket("bench_import", EVENTS);
    const { key } = await openAccount(pools.jobs, "Readers");
    const ingestPort = await freePort();
    const service = await startService(url, { INGEST_TOKEN: TOKEN, INGEST_PORT: String(ingestPort) });
    const file = async (name: string, lines: Iterable<string>) => {
      const target = path.join(dataDir, name);
      await pipeline(Readable.from(lines), createWriteStream(target));
      return target;
    };
    const [companyFile, roundFile] = [
      await file("companies.csv", companyLines(companies)),
      await file("rounds.csv", roundLines(rounds, companies)),
    ];
    const requests = [{ path: PAGE, headers: { [API_KEY_HEADER]: key } }];
    const read = (seconds: number) => measurePaced({ url: service.url, requests, seconds, connections: 8 }, RATE);
    const metrics: Metric[] = [];
    const add = (what: string, value: number, most?: number) => {
      metrics.push({ what, value, budget: most === undefined ? undefined : { most } });
      print(`${what}: ${value}`);
    };

    const quiet = await read(QUIET_SECONDS);
    const programs = { DATABASE_URL: url, DATA_DIR: dataDir };
    for (const [what, target] of [
      ["companies", companyFile],
      ["rounds with investors", roundFile],
      ["the same rounds again", roundFile],
    ] as const) {
      const run = runProgram<ImportJson>("import", [target], programs);
      const meanwhile = read(QUIET_SECONDS);
      const { json: report, peakMB } = await run;
      add(`${what}, rows a second`, Math.round(report.rows.read / report.seconds));
      add(`${what}, memory of the import (MB)`, peakMB);
      add(`p95 of a page meanwhile (ms; without an import ${round(quiet.p95, 1)})`, round((await meanwhile).p95, 1));
    }
    const listed = await runProgram<{ imports: { id: string }[] }>("import", ["list"], programs);
    for (const { id } of listed.json.imports.slice(0, 2))
      add(`undo of import ${id} (s)`, (await runProgram("import", ["undo", id], programs)).seconds);
    const receiver = { url: `http://127.0.0.1:${ingestPort}`, token: TOKEN };
    for (const kind of REPORT_KINDS) {
      const { p50, p95 } = await measureReports(receiver, kind, namedCompanies(reports));
      add(`one report of ${kind}, p50 (ms)`, round(p50, 1));
      add(`one report of ${kind}, p95 (ms)`, round(p95, 1), REPORT_MS);
    }
    add("memory of the service (MB)", peakMemoryMB(service.child));
    return metrics;
  });
}

interface ImportJson {
  readonly rows: { readonly read: number };
  readonly seconds: number;
}
