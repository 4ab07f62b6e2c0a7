/**
 * Runs `npm run bench -- memory`: measures how 50,000 different requests that cost nothing grow the memory of the
 * service and of the dashboard: queries of 12 kB that match nothing, each from another address.
 */
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { EXPLORE_PATH, RECORDS_PATH } from "@dealflow/contract/account/free-explore";
import { FEEDS } from "@dealflow/contract/feeds";
import { API_KEY_HEADER, IDEMPOTENCY_KEY_HEADER } from "@dealflow/contract/headers";
import { INDUSTRIES } from "@dealflow/contract/values/industries";
import { INTENT_HEADER } from "@/lib/api/dashboard";
import { createSignedInPerson } from "@/service/accounts/people/testing";
import type { Program } from "../test-runner/built-programs";
import { fillMarket } from "./harness/feed-data";
import { type Outcome, type Request, sendEach } from "./harness/load";
import { type Metric, round } from "./harness/metric";
import type { BenchOptions } from "./harness/options";
import { BENCH_SECRET } from "./harness/programs";
import { runBench } from "./harness/run-bench";
import { getClientAddress, openAccount } from "./harness/workspaces";

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

/** The program writes its memory to a file on a signal. */
interface Measured {
  readonly name: string;
  readonly program: Program;
  readonly file: string;
  /** Returns the request of that number; no two are alike. */
  readonly buildRequest: (number: number) => Request;
}

export async function benchMemory(options: BenchOptions<"memory">): Promise<void> {
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

function buildQuery(number: number): string {
  return `minAmountUsd=${10 ** 12 + number}&${LONG}`;
}

function get(path: string, headers: Request["headers"]): Request {
  return { method: "GET", path, headers };
}

function serviceRequests(key: string): Measured["buildRequest"] {
  return (number) => get(`${FEEDS.funding.path}?${buildQuery(number)}`, { [API_KEY_HEADER]: key });
}

/** Builds requests of which half buy an empty page; of the others some read free rows, some are signed out, and a few are whole pages. */
function dashboardRequests(cookies: readonly string[]): Measured["buildRequest"] {
  return (number) => {
    const from = { "X-Forwarded-For": getClientAddress(number), "Sec-Fetch-Site": "same-origin" };
    const signedIn = { ...from, Cookie: cookies[number % cookies.length] ?? "" };
    const rows = `/api${EXPLORE_PATH.replace(":id", "funding")}?${buildQuery(number)}`;
    if (number % 100 === 0) return get(`/funding?${buildQuery(number)}`, signedIn);
    if (number % 4 === 0) return get(rows, from);
    if (number % 4 === 1) return get(rows, signedIn);
    const headers = {
      ...signedIn,
      [INTENT_HEADER]: "buy",
      [IDEMPOTENCY_KEY_HEADER]: `memory-${number}`,
      "Content-Type": "application/json",
    };
    const path = `/api${RECORDS_PATH.replace(":id", "funding")}?${buildQuery(number)}`;
    return { method: "POST", path, headers, body: "{}" };
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
  const outcomes = await send(measured, WARM_UP, requests, performance.now() + seconds * 1_000);
  const after = await readMemory(measured);
  const sent = outcomes.length;
  const statuses = [...new Set(outcomes.map(({ status }) => status))].map(
    (status) => `${status} × ${outcomes.filter((one) => one.status === status).length}`,
  );
  print(`${name}: ${sent} requests, responses ${statuses.join(", ")}`);
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
): Promise<readonly Outcome[]> {
  let next = first;
  const outcomes = await sendEach(program.url, AT_ONCE, () =>
    next < first + count && performance.now() < until ? buildRequest(next++) : undefined,
  );
  if (outcomes.some(({ status }) => status === 0)) throw new Error(`${program.url} did not respond to a request.`);
  return outcomes;
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
