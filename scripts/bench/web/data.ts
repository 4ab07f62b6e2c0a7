/** The database behind the measured dashboard. A large one takes minutes to fill, so it can be stored for the next run. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createSignedInPerson } from "@/service/accounts/people/testing";
import { createWorkspace, updateWorkspace } from "@/service/accounts/workspaces";
import { refreshMetrics } from "@/service/metrics/refresh";
import { openDatabaseServer } from "@/service/store/database-server";
import { migrate } from "@/service/store/migrate";
import { openPools } from "@/service/store/pools";
import { createDatabase } from "../database";
import { fillMarket } from "../feed-data";

/** More credits and requests than any run can use. */
const UNLIMITED = 1_000_000_000;

export interface Data {
  readonly url: string;
  /** For the programs that are measured. */
  readonly dataDir: string;
  /** Of the session of someone in a workspace that no run can exhaust: `name=value`. */
  readonly cookie: string;
  /** Of some company. */
  readonly company: string;
  close(): Promise<void>;
}

interface StoredData {
  readonly events: number;
  readonly workspaceId: string;
}

/** Opens a market of so many rounds, for a service of this secret; with a folder, the one that is stored there, created when there is none of that size. */
export async function openData(
  events: number,
  folder: string | undefined,
  secret: string,
  print: (sentence: string) => void,
): Promise<Data> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "dealflow-bench-web-"));
  if (folder !== undefined) mkdirSync(folder, { recursive: true });
  const databaseUrl = process.env.DATABASE_URL || null;
  const server = await openDatabaseServer({ databaseUrl, dataDir: folder ?? dataDir, program: "bench", log: print });
  const close = async () => {
    await server.close();
    if (server.location !== null && folder === undefined) rmSync(server.location, { recursive: true, force: true });
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const note = folder === undefined ? undefined : path.join(folder, "bench-web.json");
    let stored = note === undefined ? undefined : readStored(note);
    const url = new URL(server.url);
    url.pathname = "/bench_web";
    if (stored?.events === events) await refresh(url.href);
    else {
      if (note !== undefined) rmSync(note, { force: true });
      stored = { events, workspaceId: await fill(await createDatabase(server.url, "bench_web"), events) };
      if (note !== undefined) writeFileSync(note, JSON.stringify(stored), { mode: 0o600 });
    }
    const cookie = await signedIn(url.href, stored.workspaceId, secret);
    return { url: url.href, dataDir, cookie, company: await someCompany(url.href), close };
  } catch (error) {
    await close();
    throw error;
  }
}

function readStored(note: string): StoredData | undefined {
  try {
    const { events, workspaceId } = JSON.parse(readFileSync(note, "utf8"));
    return typeof events === "number" && typeof workspaceId === "string" ? { events, workspaceId } : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the workspace that no run can exhaust. */
function fill(url: string, events: number): Promise<string> {
  return withPools(url, async ({ jobs }) => {
    await migrate(url);
    await fillMarket(jobs, events);
    const workspace = await createWorkspace(jobs, "bench web", UNLIMITED, new Date());
    if (workspace === undefined) throw new Error("The benchmark's database was used before.");
    await updateWorkspace(jobs, workspace.id, { rate: UNLIMITED, burst: UNLIMITED });
    return workspace.id;
  });
}

/** What a stored database lacks: newer migrations, and a current ranking snapshot. */
function refresh(url: string): Promise<void> {
  return withPools(url, async ({ jobs }) => {
    await migrate(url);
    await refreshMetrics(jobs, new Date());
  });
}

function signedIn(url: string, workspaceId: string, secret: string): Promise<string> {
  return withPools(url, async ({ main }) => {
    return (await createSignedInPerson(main, secret, workspaceId, "owner", "Bench")).cookie;
  });
}

function someCompany(url: string): Promise<string> {
  return withPools(url, async ({ main }) => {
    const { rows } = await main.query<{ id: string }>("select id from companies order by id limit 1");
    const [company] = rows;
    if (company === undefined) throw new Error("The market has no company.");
    return company.id;
  });
}

async function withPools<T>(url: string, task: (pools: ReturnType<typeof openPools>) => Promise<T>): Promise<T> {
  const pools = openPools(url);
  try {
    return await task(pools);
  } finally {
    await pools.close();
  }
}
