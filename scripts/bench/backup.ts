/**
 * `npm run bench -- backup`: a backup of a large installation while its service charges, restored into another database:
 * time, size, memory, what the readers notice, and that what was restored is the same and continues.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { FEEDS } from "@dealflow/contract/feeds";
import {
  API_KEY_HEADER,
  CREDITS_USED_HEADER,
  IDEMPOTENCY_KEY_HEADER,
  IDEMPOTENT_REPLAYED_HEADER,
} from "@dealflow/contract/headers";
import type pg from "pg";
import { createKey } from "@/service/accounts/keys";
import { createSignedInPerson } from "@/service/accounts/people/testing";
import { createViews } from "@/service/accounts/views";
import { createWorkspace, updateWorkspace } from "@/service/accounts/workspaces";
import { openDatabaseServer } from "@/service/store/database-server";
import { migrate } from "@/service/store/migrate";
import { openPools } from "@/service/store/pools";
import { createDatabase } from "./database";
import { fillMarket } from "./feed-data";
import { type Measured, medianOf } from "./load";
import { readOptions } from "./options";
import { measurePaced } from "./paced";
import { BENCH_SECRET, end, peakMemoryMB, startService } from "./programs";
import { writeResults } from "./results";

const ROOT = path.resolve(import.meta.dirname, "../..");
const WORKSPACES = 4;
const UNLIMITED = 1_000_000_000;
const QUIET_SECONDS = 10;
const PAGE = `${FEEDS.funding.path}?round=seed&limit=20`;
const RETRY = "before-the-backup";

interface Metric {
  readonly what: string;
  readonly measured: string | number | boolean;
}

export async function benchBackup(args: readonly string[]): Promise<void> {
  const { events, rate } = readOptions("backup", args);
  const print = (sentence: string) => void process.stderr.write(`${sentence}\n`);
  const work = await mkdtemp(path.join(tmpdir(), "dealflow-bench-backup-"));
  const [dataDir, otherDataDir, folder] = ["data", "other-data", "backup"].map((name) => path.join(work, name));
  if (dataDir === undefined || otherDataDir === undefined || folder === undefined) throw new Error("three are named");
  mkdirSync(dataDir);
  writeFileSync(path.join(dataDir, "secret"), BENCH_SECRET, { mode: 0o600 });
  const databaseUrl = process.env.DATABASE_URL || null;
  const server = await openDatabaseServer({ databaseUrl, dataDir: work, program: "bench", log: print });
  const metrics: Metric[] = [];
  const report = (what: string, measured: Metric["measured"]) => {
    metrics.push({ what, measured });
    print(`${what}: ${measured}`);
  };
  try {
    const [url, otherUrl] = [
      await createDatabase(server.url, "bench_backup"),
      await createDatabase(server.url, "bench_restored"),
    ];
    const keys = await fill(url, events);
    print(`${events.toLocaleString("en-US")} events are there`);

    const service = await startService(url, dataDir);
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
    await end(service.child);
    report("rows", backed.json.rows ?? 0);
    report("backup: seconds, all", backed.seconds);
    report("backup: MB in the folder", Math.round(Number(backed.json.bytes) / 1e6));
    report("backup: MB of memory at its peak", backed.memoryMB);
    report(`pages at ${rate}/s without a backup: p50, p95 ms`, latencies(quiet));
    report(`pages at ${rate}/s during the backup: p50, p95 ms`, latencies(medianOf(during)));

    const restored = await admin(otherUrl, otherDataDir, "restore", folder);
    report("restore: seconds, all", restored.seconds);
    report("restore: MB of memory at its peak", restored.memoryMB);

    for (const [what, same] of await compare(url, otherUrl)) report(what, same);
    const secret = readFileSync(path.join(otherDataDir, "secret"), "utf8");
    const other = await startService(otherUrl, otherDataDir, { SECRET: secret });
    report("a cursor from before gives the same page", (await page(other.url, key, cursor)).data === next.data);
    const replayed = await retry(other.url, key);
    report(
      "an idempotency key from before is replayed for 0 credits",
      replayed.replayed && replayed.credits === "0" && replayed.body === response.body,
    );
    await end(other.child);
  } finally {
    await server.close();
    if (server.location !== null) rmSync(server.location, { recursive: true, force: true });
    rmSync(work, { recursive: true, force: true });
  }
  console.table(metrics);
  writeResults("backup", metrics);
}

/** A market, and workspaces with a person and a saved view each; returns their keys. */
async function fill(url: string, events: number): Promise<string[]> {
  await migrate(url);
  const pools = openPools(url);
  const { jobs, main } = pools;
  await fillMarket(jobs, events);
  const keys: string[] = [];
  for (let index = 0; index < WORKSPACES; index++) {
    const workspace = await createWorkspace(main, `bench ${index}`, UNLIMITED, new Date());
    if (workspace === undefined) throw new Error("The database is new.");
    await updateWorkspace(main, workspace.id, { rate: UNLIMITED, burst: UNLIMITED });
    const { personId } = await createSignedInPerson(main, BENCH_SECRET, workspace.id, "owner");
    const view = { name: "Seed rounds", feed: "funding", query: "round=seed" } as const;
    const seeing = { workspaceId: workspace.id, personId };
    await createViews(main, seeing, [{ ...view, columns: null, sort: null, shared: true }], new Date());
    keys.push((await createKey(main, workspace.id, "bench", new Date())).key);
  }
  await pools.close();
  return keys;
}

interface ProcessResult {
  readonly json: Readonly<Record<string, unknown>> & { readonly rows?: number };
  readonly seconds: number;
  readonly memoryMB: number;
}

/** Runs a command as it is built, as a process of its own. */
async function admin(databaseUrl: string, dataDir: string, ...args: string[]): Promise<ProcessResult> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [path.join(ROOT, "dist/admin.mjs"), ...args, "--json"], {
    env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, SECRET: "", NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let memoryMB = 0;
  const watch = setInterval(() => {
    if (child.exitCode === null) memoryMB = Math.max(memoryMB, peakMemoryMB(child));
  }, 100);
  let text = "";
  child.stdout.on("data", (chunk) => {
    text += chunk;
  });
  const [code] = await once(child, "close");
  clearInterval(watch);
  if (code !== 0) throw new Error(`admin ${args[0]} ended with code ${code}.`);
  return { json: JSON.parse(text), seconds: Math.round((performance.now() - startedAt) / 100) / 10, memoryMB };
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

/** What nobody changed while the backup ran, row by row; and the ledger, which went on. */
async function compare(url: string, otherUrl: string): Promise<[string, boolean][]> {
  const [source, restored] = [openPools(url), openPools(otherUrl)];
  try {
    const records = ["companies", "investors", "people", "funding_events", "acquisitions", "exec_moves"];
    const derived = ["event_sources", "event_bitmaps", "company_figures", "company_ranks", "feeds"];
    const same = async (tables: readonly string[]) => {
      for (const table of tables)
        if ((await digest(source.jobs, table)) !== (await digest(restored.jobs, table))) return false;
      return true;
    };
    const { rows: unequal } = await restored.jobs.query(
      "select from workspaces w where balance <> (select sum(delta) from ledger l where l.workspace_id = w.id)",
    );
    return [
      ["records equal, row by row", await same(records)],
      ["sources, totals, metrics and ranks equal, row by row", await same(derived)],
      [
        "people, sessions, members and saved views equal",
        await same(["users", "user_sessions", "members", "saved_views"]),
      ],
      ["keys equal", await same(["api_keys"])],
      ["every balance is the sum of its ledger", unequal.length === 0],
    ];
  } finally {
    await Promise.all([source.close(), restored.close()]);
  }
}

async function digest(pool: pg.Pool, table: string): Promise<string> {
  // The last use of a key and of a session is written while the service runs.
  const row = "to_jsonb(t) - 'last_used_at' - 'updated_at'";
  const { rows } = await pool.query<{ digest: string }>(
    `select count(*) || ' ' || coalesce(sum(hashtextextended((${row})::text, 0)::numeric), 0) as digest from ${table} t`,
  );
  return rows[0]?.digest ?? "";
}

function latencies({ p50, p95 }: Measured): string {
  return `${p50.toFixed(1)}, ${p95.toFixed(1)}`;
}
