/**
 * Runs `npm run bench -- memory`: measures how 50,000 different requests that cost nothing grow the memory of the
 * service and of the dashboard: queries of 12 kB that match nothing, each from another address.
 */
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { EXPLORE_PATH, RECORDS_PATH } from "@dealflow/contract/account/free-explore";
import { FEEDS } from "@dealflow/contract/feeds";
import { API_KEY_HEADER, IDEMPOTENCY_KEY_HEADER } from "@dealflow/contract/headers";
import { INDUSTRIES } from "@dealflow/contract/values/industries";
import { INTENT_HEADER } from "@/lib/api/dashboard";
import { createSignedInPerson } from "@/service/accounts/people/testing";
import { fillMarket } from "./harness/feed-data";
import type { Request } from "./harness/load";
import { type Metric, round } from "./harness/metric";
import { type BenchOptions, readOptions } from "./harness/options";
import { BENCH_SECRET, type Program } from "./harness/programs";
import { runBench } from "./harness/run-bench";
import { openAccount } from "./harness/workspaces";

const PROBE = pathToFileURL(path.resolve(import.meta.dirname, "memory-probe.mjs")).href;
const MB = 1024 * 1024;
const MOST_MB = 64;
const EVENTS = 2_000;
const PEOPLE = 50;
/**
 * These requests come before the first measurement, so that the memory of a running program is not counted as growth.
 */
const WARM_UP = 2_000;
const AT_ONCE = 16;
/** Each query has this many characters. */
const QUERY_LENGTH = 12_000;
/** The file of the probe is read at this interval, ms. */
const LOOK_MS = 50;

type SentRequest = Pick<Request, "path" | "headers" | "body">;

/** The program writes its memory to a file on a signal. */
interface Measured {
  readonly name: string;
  readonly program: Program;
  readonly file: string;
  /** Returns the request of that number; no two are alike. */
  readonly buildRequest: (number: number) => SentRequest;
}

export async function benchMemory(args: readonly string[]): Promise<void> {
  const options = readOptions("memory", args);
  await runBench("memory", options, async ({ pools, dataDir, print, startService, startDashboard }) => {
    await fillMarket(pools.jobs, EVENTS);
    const { key, workspaceId } = await openAccount(pools.jobs, "Free requests");
    const cookies: string[] = [];
    for (let index = 0; index < PEOPLE; index++)
      cookies.push((await createSignedInPerson(pools.jobs, BENCH_SECRET, workspaceId, "member")).cookie);

    const settings = (name: string) => ({
      NODE_OPTIONS: `--import=${PROBE}`,
      DEALFLOW_MEMORY_FILE: path.join(dataDir, `${name}.json`),
      // Client addresses that the benchmark sends are trusted.
      TRUST_PROXY: "127.0.0.1",
    });
    const service = await startService(settings("service"));
    const dashboard = await startDashboard(service, settings("dashboard"));
    const measured: readonly Measured[] = [
      {
        name: "service",
        program: service,
        file: path.join(dataDir, "service.json"),
        buildRequest: serviceRequests(key),
      },
      {
        name: "dashboard",
        program: dashboard,
        file: path.join(dataDir, "dashboard.json"),
        buildRequest: dashboardRequests(cookies),
      },
    ];
    const metrics: Metric[] = [];
    for (const one of measured) metrics.push(...(await measureGrowth(one, options, print)));
    return metrics;
  });
}

/** The industries make a query long. */
const LONG = (() => {
  const search = new URLSearchParams();
  for (const label of INDUSTRIES) {
    if (search.toString().length >= QUERY_LENGTH) break;
    search.append("industryGroups", label);
  }
  return search.toString();
})();

/** Builds a query for an amount that no round has. */
function buildQuery(number: number): string {
  return `minAmountUsd=${10 ** 12 + number}&${LONG}`;
}

function buildAddress(number: number): string {
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
}

function serviceRequests(key: string): Measured["buildRequest"] {
  return (number) => ({ path: `${FEEDS.funding.path}?${buildQuery(number)}`, headers: { [API_KEY_HEADER]: key } });
}

/** Builds requests of which half buy an empty page; of the others some read free rows, some are signed out, and a few are whole pages. */
function dashboardRequests(cookies: readonly string[]): Measured["buildRequest"] {
  return (number) => {
    const from = { "X-Forwarded-For": buildAddress(number), "Sec-Fetch-Site": "same-origin" };
    const signedIn = { ...from, Cookie: cookies[number % cookies.length] ?? "" };
    const rows = `/api${EXPLORE_PATH.replace(":id", "funding")}?${buildQuery(number)}`;
    if (number % 100 === 0) return { path: `/funding?${buildQuery(number)}`, headers: signedIn };
    if (number % 4 === 0) return { path: rows, headers: from };
    if (number % 4 === 1) return { path: rows, headers: signedIn };
    const headers = {
      ...signedIn,
      [INTENT_HEADER]: "buy",
      [IDEMPOTENCY_KEY_HEADER]: `memory-${number}`,
      "Content-Type": "application/json",
    };
    return { path: `/api${RECORDS_PATH.replace(":id", "funding")}?${buildQuery(number)}`, headers, body: "{}" };
  };
}

async function measureGrowth(
  measured: Measured,
  { requests, seconds }: BenchOptions<"memory">,
  print: (sentence: string) => void,
): Promise<Metric[]> {
  const { name } = measured;
  await send(measured, 0, WARM_UP, Number.POSITIVE_INFINITY);
  const before = await readMemory(measured);
  const { sent, statuses } = await send(measured, WARM_UP, requests, performance.now() + seconds * 1_000);
  const after = await readMemory(measured);
  print(
    `${name}: ${sent} requests, responses ${[...statuses].map(([status, count]) => `${status} × ${count}`).join(", ")}`,
  );
  const grown = (bytes: (memory: NodeJS.MemoryUsage) => number) => round((bytes(after) - bytes(before)) / MB, 1);
  return [
    { what: `${name}: different free requests`, value: sent, budget: { least: requests } },
    { what: `${name}: resident memory before, MB`, value: round(before.rss / MB, 1) },
    { what: `${name}: resident memory grown by, MB`, value: grown(({ rss }) => rss), budget: { most: MOST_MB } },
    {
      what: `${name}: heap and buffers grown by, MB`,
      value: grown(({ heapUsed, external }) => heapUsed + external),
      budget: { most: MOST_MB },
    },
  ];
}

/** Sends this many requests from that number on, or as many as there is time for. */
async function send(
  { program, buildRequest }: Measured,
  first: number,
  count: number,
  until: number,
): Promise<{ sent: number; statuses: ReadonlyMap<number, number> }> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const statuses = new Map<number, number>();
  let next = first;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < first + count && performance.now() < until) {
        const status = await getStatus(agent, program.url, buildRequest(next++));
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }),
  );
  agent.destroy();
  return { sent: next - first, statuses };
}

async function getStatus(agent: Agent, url: string, wanted: SentRequest): Promise<number> {
  const { hostname, port } = new URL(url);
  const { path: target, headers, body } = wanted;
  const method = body === undefined ? "GET" : "POST";
  const sent = request({ agent, hostname, port, path: target, method, headers }).end(body);
  try {
    const [response] = await once(sent, "response");
    response.resume();
    await once(response, "end");
    return response.statusCode;
  } catch (error) {
    // The program closed a connection that was not used for a while, just when it was used again.
    if (sent.reusedSocket) return getStatus(agent, url, wanted);
    throw error;
  }
}

async function readMemory({ program, file }: Measured): Promise<NodeJS.MemoryUsage> {
  rmSync(file, { force: true });
  program.child.kill("SIGUSR2");
  while (!existsSync(file)) {
    if (program.child.exitCode !== null) throw new Error(`A program ended with code ${program.child.exitCode}.`);
    await delay(LOOK_MS);
  }
  return JSON.parse(readFileSync(file, "utf8"));
}
