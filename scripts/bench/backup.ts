/**
 * Runs `npm run bench -- backup`: backs up a large installation while its service charges, and restores it into another
 * database. Measures time, size, memory and the effect on readers, and checks that the restored installation is the
 * same and continues.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { FEEDS } from "@dealflow/contract/feeds";
import {
  API_KEY_HEADER,
  CREDITS_USED_HEADER,
  IDEMPOTENCY_KEY_HEADER,
  IDEMPOTENT_REPLAYED_HEADER,
} from "@dealflow/contract/headers";
import type pg from "pg";
import { createViews } from "@/service/accounts/views";
import type { Pools } from "@/service/store/pools/pools";
import { fillMarket } from "./harness/feed-data";
import { getMedianRound, type Measured, measurePaced } from "./harness/load";
import { describeTimes, type Metric } from "./harness/metric";
import type { BenchOptions } from "./harness/options";
import { BENCH_SECRET, runProgram } from "./harness/programs";
import { type Installation, reportMetrics, withInstallation } from "./harness/run-bench";
import { openPerson } from "./harness/workspaces";

const WORKSPACES = 4;
const QUIET_SECONDS = 10;
const PAGE = `${FEEDS.funding.path}?round=seed&limit=20`;
const RETRY = "before-the-backup";

export async function benchBackup(options: BenchOptions<"backup">): Promise<void> {
  await withInstallation("backup", {}, async (installation) => {
    reportMetrics("backup", options, await backUpAndRestore(installation, options));
  });
}

async function backUpAndRestore(
  { dataDir: work, createDatabase, openPools, startService, print }: Installation,
  { events, rate }: BenchOptions<"backup">,
): Promise<Metric[]> {
  const at = (name: string) => path.join(work, name);
  const [dataDir, otherDataDir, folder] = [at("data"), at("other-data"), at("backup")];
  mkdirSync(dataDir);
  writeFileSync(path.join(dataDir, "secret"), BENCH_SECRET, { mode: 0o600 });
  const [url, otherUrl] = [await createDatabase("bench_backup"), await createDatabase("bench_restored")];
  const source = openPools(url);
  const keys = await fill(source, events);
  print(`${events.toLocaleString("en-US")} events are there`);

  const service = await startService(url, { DATA_DIR: dataDir });
  const [key = ""] = keys;
  const { cursor } = await page(service.url, key);
  const next = await page(service.url, key, cursor);
  const response = await retry(service.url, key);
  const pace = (seconds: number) =>
    measurePaced(
      {
        url: service.url,
        requests: keys.map((one) => ({ method: "GET", path: PAGE, headers: { [API_KEY_HEADER]: one } })),
        connections: 16,
        seconds,
      },
      rate,
    );
  await pace(QUIET_SECONDS);
  const quiet = await pace(QUIET_SECONDS);
  const during: Measured[] = [];
  const created = admin(url, dataDir, "backup", folder, "--with-secrets");
  let running = true;
  void created.finally(() => {
    running = false;
  });
  while (running) during.push(await pace(1));
  const backed = await created;
  await service.stop();

  const restored = await admin(otherUrl, otherDataDir, "restore", folder);
  const compared = await compare(source, openPools(otherUrl));
  const secret = readFileSync(path.join(otherDataDir, "secret"), "utf8");
  const other = await startService(otherUrl, { DATA_DIR: otherDataDir, SECRET: secret });
  const continued = (await page(other.url, key, cursor)).data === next.data;
  const replayed = await retry(other.url, key);
  const isReplayed = replayed.replayed && replayed.credits === "0" && replayed.body === response.body;
  return [
    { what: "rows", value: backed.json.rows ?? 0 },
    { what: "backup: seconds, all", value: backed.seconds },
    { what: "backup: MB in the folder", value: Math.round(Number(backed.json.bytes) / 1e6) },
    { what: "backup: MB of memory at its peak", value: backed.peakMB },
    ...describeTimes(`pages at ${rate}/s without a backup`, quiet, { digits: 1 }),
    ...describeTimes(`pages at ${rate}/s during the backup`, getMedianRound(during), { digits: 1 }),
    { what: "restore: seconds, all", value: restored.seconds },
    { what: "restore: MB of memory at its peak", value: restored.peakMB },
    ...compared,
    describeCheck("a cursor from before gives the same page", continued),
    describeCheck("an idempotency key from before is replayed for 0 credits", isReplayed),
  ];
}

/** A check has the value 1 when it holds. */
function describeCheck(what: string, holds: boolean): Metric {
  return { what, value: Number(holds), budget: { least: 1 } };
}

/** Fills a market, and workspaces with a person and a saved view each; returns their keys. */
async function fill({ jobs, main }: Pools, events: number): Promise<string[]> {
  await fillMarket(jobs, events);
  const keys: string[] = [];
  for (let index = 0; index < WORKSPACES; index++) {
    const { key, ...person } = await openPerson(main, `bench ${index}`);
    const view = { name: "Seed rounds", feed: "funding", query: "round=seed" } as const;
    await createViews(main, person, [{ ...view, columns: null, sort: null, shared: true }], new Date());
    keys.push(key);
  }
  return keys;
}

/** Runs a command of the build, in another process. */
function admin(databaseUrl: string, dataDir: string, ...args: string[]) {
  const environment = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, SECRET: "", NODE_ENV: "production" };
  return runProgram<{ readonly rows?: number; readonly bytes?: number }>("admin", args, environment);
}

async function page(url: string, key: string, cursor?: string): Promise<{ data: string; cursor: string }> {
  const search = cursor === undefined ? "" : `&cursor=${cursor}`;
  const response = await fetch(`${url}${PAGE}${search}`, { headers: { [API_KEY_HEADER]: key } });
  const { data, pagination } = await response.json();
  return { data: JSON.stringify(data), cursor: pagination.nextCursor };
}

async function retry(url: string, key: string): Promise<{ body: string; replayed: boolean; credits: string | null }> {
  const headers = { [API_KEY_HEADER]: key, [IDEMPOTENCY_KEY_HEADER]: RETRY };
  const response = await fetch(`${url}${PAGE}`, { headers });
  return {
    body: await response.text(),
    replayed: response.headers.get(IDEMPOTENT_REPLAYED_HEADER) === "true",
    credits: response.headers.get(CREDITS_USED_HEADER),
  };
}

/** Compares the tables that did not change while the backup ran, row by row, and checks the ledger, which continued. */
async function compare(source: Pools, restored: Pools): Promise<Metric[]> {
  const records = ["companies", "investors", "people", "funding_events", "acquisitions", "exec_moves"];
  const accounts = ["users", "user_sessions", "members", "saved_views", "api_keys"];
  const derived = ["event_sources", "company_figures", "company_ranks", "feeds"];
  const same = async (tables: readonly string[]) => {
    for (const table of tables)
      if ((await digest(source.jobs, table)) !== (await digest(restored.jobs, table))) return false;
    return true;
  };
  const { rows: unequal } = await restored.jobs.query(
    "select from workspaces w where balance <> (select sum(delta) from ledger l where l.workspace_id = w.id)",
  );
  return [
    describeCheck("records equal, row by row", await same(records)),
    describeCheck("sources, totals, metrics and ranks equal, row by row", await same(derived)),
    describeCheck("people, sessions, members, saved views and keys equal", await same(accounts)),
    describeCheck("every balance is the sum of its ledger", unequal.length === 0),
  ];
}

async function digest(pool: pg.Pool, table: string): Promise<string> {
  // The last use of a key and of a session is written while the service runs.
  const row = "to_jsonb(t) - 'last_used_at' - 'updated_at'";
  const { rows } = await pool.query<{ digest: string }>(
    `select count(*) || ' ' || coalesce(sum(hashtextextended((${row})::text, 0)::numeric), 0) as digest from ${table} t`,
  );
  return rows[0]?.digest ?? "";
}
