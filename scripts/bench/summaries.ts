/**
 * `npm run bench -- summaries`: how long 16 people wait for the summaries of random filter mixes, dense and sparse, that
 * nobody requested before, and of those that are cached; and what pages of the feed take alone and beside them.
 */
import { ACCOUNT } from "@dealflow/contract/account";
import { accountFeedPath } from "@dealflow/contract/account-people";
import { FEEDS } from "@dealflow/contract/feeds";
import { LISTS } from "@dealflow/contract/values/lists";
import { createSignedInPerson } from "@/service/accounts/people/testing";
import { createWorkspace, updateWorkspace } from "@/service/accounts/workspaces";
import { Chance } from "@/service/ingest/demo/random";
import { newId } from "@/service/store/new-id";
import type { Pools } from "@/service/store/pools";
import { fillMarket } from "./feed-data";
import { forwardedHeaders } from "./forwarded-headers";
import { readOptions } from "./options";
import { BENCH_SECRET, peakMemoryMB } from "./programs";
import { runBench } from "./run-bench";
import { type Metric, quantile, round } from "./web/metric";

const CLIENTS = 16;
/** Pages of the feed a second, and summaries beside them. */
const PAGES = 50;
const SUMMARIES = 20;
/** More requests and credits than a run uses. */
const UNLIMITED = 1_000_000_000;

interface Stage {
  readonly url: string;
  readonly people: readonly (() => Record<string, string>)[];
  readonly seconds: number;
}

export async function benchSummaries(args: readonly string[]): Promise<void> {
  const options = readOptions("summaries", args);
  await runBench("summaries", { ...options }, async ({ pools, startService }) => {
    if (options.database === undefined) await fillMarket(pools.jobs, options.events);
    const service = await startService({ RATE_LIMIT_FACTOR: "9999" });
    const people: (() => Record<string, string>)[] = [];
    for (let client = 0; client < CLIENTS; client++) people.push(await newPerson(pools, `198.51.100.${client + 1}`));
    return [
      ...(await measure({ url: service.url, people, seconds: options.seconds })),
      { what: "service, peak memory, MB", value: peakMemoryMB(service.child) },
    ];
  });
}

async function newPerson({ main }: Pools, address: string): Promise<() => Record<string, string>> {
  const workspace = await createWorkspace(main, `Bench ${newId()}`, UNLIMITED, new Date());
  if (workspace === undefined) throw new Error("The workspace is there already.");
  await updateWorkspace(main, workspace.id, { rate: UNLIMITED, burst: UNLIMITED });
  const { cookie } = await createSignedInPerson(main, BENCH_SECRET, workspace.id, "owner");
  return () => forwardedHeaders(cookie, address);
}

async function measure(stage: Stage): Promise<Metric[]> {
  const chance = new Chance(20_261_123);
  // The first summary waits until the feed has been read.
  await getUntilRead(stage);
  const cached = Array.from({ length: 40 }, () => mix(chance, true));
  const dense = () => `${mix(chance, true)}&until=${unseen()}`;
  const sparse = () => `${mix(chance, false)}&until=${unseen()}`;
  await atOnce({ ...stage, seconds: 3 }, dense);
  const of = (what: string, latencies: readonly number[], most?: number): Metric[] => [
    { what: `${what}: p50, ms`, value: round(quantile(latencies, 0.5), 1) },
    {
      what: `${what}: p95, ms`,
      value: round(quantile(latencies, 0.95), 1),
      ...(most === undefined ? {} : { budget: { most } }),
    },
    { what: `${what}: requests`, value: latencies.length },
  ];
  const metrics = [
    ...of(`dense mixes, ${CLIENTS} clients`, await atOnce(stage, dense), 150),
    ...of(`sparse mixes, ${CLIENTS} clients`, await atOnce(stage, sparse), 150),
    ...of(`one client, dense mixes`, await atOnce({ ...stage, people: stage.people.slice(0, 1) }, dense)),
  ];
  for (const search of cached) await get(stage, 0, summaryPath(search));
  metrics.push(...of(`cached, ${CLIENTS} clients`, await atOnce(stage, () => chance.pick(cached)), 20));
  const page = () => `${accountFeedPath(FEEDS.funding.path)}?${mix(chance, true)}`;
  await paced(stage, PAGES, page);
  metrics.push(...of(`pages of the feed, ${PAGES} a second, alone`, await paced(stage, PAGES, page)));
  const [beside] = await Promise.all([paced(stage, PAGES, page), paced(stage, SUMMARIES, () => summaryPath(dense()))]);
  metrics.push(...of(`pages of the feed beside ${SUMMARIES} summaries a second`, beside));
  return metrics;
}

async function getUntilRead(stage: Stage): Promise<void> {
  while (!(await fetch(`${stage.url}${summaryPath("")}`, { headers: stage.people[0]?.() ?? {} })).ok);
}

function summaryPath(search: string): string {
  return `${ACCOUNT.summary.path.replace(":id", "funding")}?${search}`;
}

let instant = Date.parse("2027-01-01T00:00:00.000Z");
/** An end of the period after all events: a query that nobody requested before. */
function unseen(): string {
  return new Date(instant++).toISOString();
}

/** Filters of which each leaves most of the feed, or little. */
export function mix(chance: Chance, dense: boolean): string {
  const search = new URLSearchParams();
  const some = (param: string, values: readonly { readonly value: string }[], most: number) => {
    const count = dense ? Math.ceil(values.length * 0.7) : chance.between(1, most);
    for (const { value } of [...values].sort(() => chance.next() - 0.5).slice(0, count)) search.append(param, value);
  };
  if (chance.happens(0.5)) some("round", LISTS.rounds, 3);
  if (chance.happens(0.4))
    for (const code of ["US", "GB", "DE", "IN"].slice(0, dense ? 4 : 1)) search.append("countries", code);
  if (chance.happens(0.4)) some("employeeBuckets", LISTS.employeeBuckets, 2);
  if (chance.happens(0.3)) some("verticals", LISTS.verticals, 2);
  if (chance.happens(0.2)) search.set("naicsCode", chance.pick(["51", "54", "31-33", "5132"]));
  if (chance.happens(0.3)) search.set("minAmountUsd", String(dense ? 100_000 : 50_000_000));
  if (chance.happens(0.3)) search.set("since", dense ? "2021-01-01" : "2026-06-01");
  if (chance.happens(0.2)) search.set("enrichedOnly", "true");
  return search.toString();
}

/** Latencies of all clients, each of which requests again as soon as it gets a response. */
async function atOnce(stage: Stage, search: () => string): Promise<number[]> {
  const until = performance.now() + stage.seconds * 1000;
  const clients = stage.people.map(async (_, client) => {
    const latencies: number[] = [];
    while (performance.now() < until) latencies.push(await get(stage, client, summaryPath(search())));
    return latencies;
  });
  return (await Promise.all(clients)).flat();
}

/** Latencies of so many requests a second, whether or not those before got a response. */
async function paced(stage: Stage, perSecond: number, path: () => string): Promise<number[]> {
  const latencies: Promise<number>[] = [];
  for (let index = 0; index < perSecond * stage.seconds; index++) {
    latencies.push(get(stage, index % CLIENTS, path()));
    await new Promise((resolve) => setTimeout(resolve, 1000 / perSecond));
  }
  return Promise.all(latencies);
}

/** ms until the whole response was there. */
async function get({ url, people }: Stage, client: number, pathAndSearch: string): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(`${url}${pathAndSearch}`, { headers: people[client]?.() ?? {} });
  const body = await response.text();
  if (!response.ok) throw new Error(`${pathAndSearch}: ${response.status} ${body}`);
  return performance.now() - startedAt;
}
