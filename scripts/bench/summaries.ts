/**
 * Runs `npm run bench -- summaries`: measures how long 16 people wait for the summaries of random filter mixes, dense
 * and sparse, that nobody requested before, and for cached ones; how long pages of the feed take alone and at the same
 * time; when numbers are right after many changes, and there after a restart; and numbers from a sample of the feed.
 */
import { ACCOUNT } from "@dealflow/contract/account/account";
import { accountFeedPath } from "@dealflow/contract/account/people";
import { FEEDS } from "@dealflow/contract/feeds";
import { LISTS } from "@dealflow/contract/values/lists";
import type pg from "pg";
import { Chance } from "@/service/ingest/demo/random";
import { BYTES_PER_RECORD } from "@/service/summaries/sampling";
import type { Program } from "../test-runner/built-programs";
import { type Load, type Measured, measure, measurePaced, type Request } from "./harness/load";
import { type Budget, describeTimes, type Metric, round } from "./harness/metric";
import type { BenchOptions } from "./harness/options";
import { peakMemoryMB, untilLoaded } from "./harness/programs";
import { runBench } from "./harness/run-bench";
import { forwardedHeaders, openPerson } from "./harness/workspaces";

const CLIENTS = 16;
/** Pages of the feed are requested at this rate per second, next to summaries. */
const PAGES = 50;
const SUMMARIES = 20;
const ADDED = 100_000;
/** Summaries that nobody requested before take so many ms at the 95th percentile, and the service so many MB. */
const BUDGETS = { million: { ms: 150, MB: 400 }, more: { ms: 1_000, MB: 1_024 } };
const SETTINGS = { RATE_LIMIT_FACTOR: "9999" };

type Headers = Readonly<Record<string, string>>;

export async function benchSummaries(options: BenchOptions<"summaries">): Promise<void> {
  await runBench("summaries", options, async ({ openMarket, startService }) => {
    const { url, pools } = await openMarket("bench_summaries", options.events);
    const start = (settings: Readonly<Record<string, string>> = {}) => startService(url, { ...SETTINGS, ...settings });
    const service = await start();
    await untilLoaded(service.url);
    const budgets = options.events > 2_000_000 ? BUDGETS.more : BUDGETS.million;
    const people: Headers[] = [];
    for (let client = 0; client < CLIENTS; client++) {
      const { cookie } = await openPerson(pools.main, `Bench ${client}`);
      people.push(forwardedHeaders(cookie, `198.51.100.${client + 1}`));
    }
    return [
      ...(await measureSummaries(service.url, people, options.seconds, budgets.ms)),
      await measureAdded(pools.jobs, service.url, people[0] ?? {}),
      { what: "service, peak memory, MB", value: peakMemoryMB(service.child), budget: { most: budgets.MB } },
      await measureRestart(service, start, people[0] ?? {}),
      ...(await measureSample(start, options, people[0] ?? {})),
    ];
  });
}

/** Adds many records, as an import does, and waits until a summary counts all of them. */
async function measureAdded(pool: pg.Pool, url: string, headers: Headers): Promise<Metric> {
  await pool.query(
    `insert into funding_events select (jsonb_populate_record(null::funding_events, to_jsonb(r) || jsonb_build_object('id', uuidv7()))).*
     from (select * from funding_events limit ${ADDED}) r`,
  );
  const startedAt = performance.now();
  for (;;) {
    const response = await fetch(`${url}${summaryPath("round=seed")}`, { headers: { ...headers } });
    const summary: { readonly counting: boolean } = await response.json();
    if (!summary.counting) break;
  }
  const what = `${ADDED} added records until they are counted, ms`;
  return { what, value: round(performance.now() - startedAt), budget: { most: 2_000 } };
}

/** Measures from the end of the program until the next one has answered a summary. */
async function measureRestart(running: Program, start: () => Promise<Program>, headers: Headers): Promise<Metric> {
  await running.stop();
  const startedAt = performance.now();
  const { url } = await start();
  while (!(await fetch(`${url}${summaryPath("round=seed")}`, { headers: { ...headers } })).ok);
  const what = "restart until the first summary, ms";
  return { what, value: round(performance.now() - startedAt), budget: { most: 2_000 } };
}

/** Measures a service that has memory for a quarter of the rounds. */
async function measureSample(
  start: (settings: Readonly<Record<string, string>>) => Promise<Program>,
  { events, seconds }: { readonly events: number; readonly seconds: number },
  headers: Headers,
): Promise<Metric[]> {
  const memoryMb = Math.ceil((events * BYTES_PER_RECORD) / 4 / 1024 ** 2);
  const { url } = await start({ FREE_EXPLORE_MEMORY_MB: String(memoryMb) });
  await untilLoaded(url);
  const chance = new Chance(20_261_127);
  const request = () => ({ path: summaryPath(mix(chance, true)), headers });
  const load: Load = { url, requests: request, connections: 1, seconds };
  await measure({ ...load, seconds: 3 });
  return describeTimes("one client, dense mixes, from a sample", await measure(load), { digits: 1 });
}

async function measureSummaries(url: string, people: readonly Headers[], seconds: number, most: number) {
  const chance = new Chance(20_261_123);
  const request = (client: number, path: string): Request => ({ path, headers: people[client] ?? {} });
  const atOnce = (search: () => string, changed: Partial<Load> = {}) => {
    const requests = (client: number) => request(client, summaryPath(search()));
    return measure({ url, requests, connections: CLIENTS, seconds, ...changed });
  };
  const paced = (perSecond: number, path: () => string) => {
    const requests = (index: number) => request(index % CLIENTS, path());
    return measurePaced({ url, requests, connections: Number.POSITIVE_INFINITY, seconds }, perSecond);
  };
  const cached = Array.from({ length: 40 }, () => mix(chance, true));
  const dense = () => `${mix(chance, true)}&until=${unseen()}`;
  const sparse = () => `${mix(chance, false)}&until=${unseen()}`;
  await atOnce(dense, { seconds: 3 });
  const of = (what: string, measured: Measured, budget?: Budget): Metric[] => [
    ...describeTimes(what, measured, { digits: 1, budget }),
    { what: `${what}: requests a second`, value: round(measured.rate, 1) },
  ];
  const metrics = [
    ...of(`dense mixes, ${CLIENTS} clients`, await atOnce(dense), { most }),
    ...of(`sparse mixes, ${CLIENTS} clients`, await atOnce(sparse), { most }),
    ...of("one client, dense mixes", await atOnce(dense, { connections: 1 })),
  ];
  for (const search of cached) await fetch(`${url}${summaryPath(search)}`, { headers: { ...people[0] } });
  metrics.push(...of(`cached, ${CLIENTS} clients`, await atOnce(() => chance.pick(cached)), { most: 20 }));
  const page = () => `${accountFeedPath(FEEDS.funding.path)}?${mix(chance, true)}`;
  await paced(PAGES, page);
  metrics.push(...of(`pages of the feed, ${PAGES} a second, alone`, await paced(PAGES, page)));
  const [during] = await Promise.all([paced(PAGES, page), paced(SUMMARIES, () => summaryPath(dense()))]);
  return [...metrics, ...of(`pages of the feed during ${SUMMARIES} summaries a second`, during)];
}

function summaryPath(search: string): string {
  return `${ACCOUNT.summary.path.replace(":id", "funding")}?${search}`;
}

let instant = Date.parse("2027-01-01T00:00:00.000Z");
/** Returns an end of the period after all events, which makes a query that nobody requested before. */
function unseen(): string {
  return new Date(instant++).toISOString();
}

/** Mixes filters each of which leaves most of the feed, or little. */
function mix(chance: Chance, dense: boolean): string {
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
