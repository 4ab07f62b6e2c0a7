/**
 * Runs `npm run bench -- webhooks`: measures how much subscriptions, and saved views with their inboxes, slow an
 * insert, how soon and how fast deliveries leave, and how a hanging endpoint affects the others. The receiver is HTTPS,
 * in this process; the worker is the service's.
 */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { SAVED_LIMITS } from "@dealflow/contract/account/saved";
import { COUNTRIES } from "@dealflow/contract/values/countries";
import { ROUNDS } from "@dealflow/contract/values/events";
import type pg from "pg";
import { createSignedInPerson } from "@/service/accounts/people/testing";
import { createViews } from "@/service/accounts/views";
import { createWorkspace } from "@/service/accounts/workspaces";
import { addEvent } from "@/service/ingest/add-event";
import { TEST_CA } from "@/service/net/testing/certificates";
import { type Receiver, startReceiver } from "@/service/net/testing/receiver";
import type { Pools } from "@/service/store/pools/pools";
import { subscribe } from "@/service/webhooks/testing/subscriptions";
import type { Program } from "../test-runner/built-programs";
import { inTurn, timed } from "./harness/load";
import { describeTimes, getQuantiles, type Metric, median, quantile, round } from "./harness/metric";
import type { BenchOptions } from "./harness/options";
import { BENCH_SECRET } from "./harness/programs";
import { runBench } from "./harness/run-bench";

/** Each stage has a database, and a worker that delivers from it. */
interface Stage {
  readonly options: BenchOptions<"webhooks">;
  readonly pools: Pools;
  readonly receiver: Receiver;
  /** Starts a service that delivers from the database. */
  startWorker(): Promise<Program>;
  print(sentence: string): void;
}

export async function benchWebhooks(options: BenchOptions<"webhooks">): Promise<void> {
  const receiver = await startReceiver();
  await runBench("webhooks", options, async ({ dataDir, print, openDatabase, startService }) => {
    const ca = path.join(dataDir, "ca.pem");
    writeFileSync(ca, TEST_CA);
    const settings = { LOG_LEVEL: "error", WEBHOOK_ALLOW_CIDRS: "127.0.0.1", WEBHOOK_CA: ca };
    const stage = async (name: string): Promise<Stage> => {
      const { url, pools } = await openDatabase(`bench_webhooks_${name}`);
      return { options, pools, receiver, print, startWorker: () => startService(url, settings) };
    };
    return [
      ...(await measureInsert(await stage("none"), await stage("many"), await stage("views"))),
      ...(await measureLatency(await stage("latency"))),
      ...(await measureThroughput(await stage("throughput"))),
      ...(await measureIsolation(await stage("isolation"))),
    ];
  }).finally(() => receiver.stop());
}

let events = 0;

async function addRound(pool: pg.Pool): Promise<void> {
  const number = ++events;
  const country = COUNTRIES[(number * 7) % COUNTRIES.length]?.value;
  const company = { name: `Company ${number}`, domain: `company-${number}.example`, hqCountry: { code: country } };
  const facts = { round: ROUNDS[number % ROUNDS.length]?.value, amountUsd: 1_000_000 + number, company };
  const record = { ...facts, announcedAt: "2026-11-01" };
  await addEvent(pool, JSON.stringify({ kind: "funding", key: String(number), record }), new Date());
}

/** Saves views of workspaces, for their inboxes, with the same filters. */
async function saveViews({ pools: { main, jobs } }: Stage, count: number): Promise<void> {
  const { perRequest } = SAVED_LIMITS;
  for (let first = 0; first < count; first += perRequest) {
    const workspace = await createWorkspace(main, `Workspace ${first}`, 0, new Date());
    if (workspace === undefined) throw new Error(`Workspace ${first} exists`);
    const { personId } = await createSignedInPerson(jobs, BENCH_SECRET, workspace.id, "owner");
    const views = Array.from({ length: Math.min(perRequest, count - first) }, (_, index) => ({
      ...{ name: `View ${index}`, feed: "funding" as const, columns: null, sort: null, shared: true },
      query: buildQuery(first + index),
    }));
    await createViews(main, { workspaceId: workspace.id, personId }, views, new Date());
  }
}

/** Measures all sides in turn, so that other work of the machine affects them alike. */
async function measureInsert(none: Stage, many: Stage, views: Stage): Promise<Metric[]> {
  const { options, print } = none;
  const { subscriptions, inserts } = options;
  print(`creating ${subscriptions} subscriptions`);
  for (let first = 0; first < subscriptions; first += 100)
    await Promise.all(
      Array.from({ length: Math.min(100, subscriptions - first) }, (_, index) =>
        subscribe(many.pools.main, { "funding.created": buildQuery(first + index) }),
      ),
    );
  print(`saving ${subscriptions} views`);
  await saveViews(views, subscriptions);
  for (const { pools } of [none, many, views]) await pools.jobs.query("analyze");
  const add =
    ({ pools }: Stage) =>
    () =>
      timed(() => addRound(pools.jobs));
  const found = await inTurn(inserts, { none: add(none), many: add(many), views: add(views) });
  const countPerInsert = async ({ pools }: Stage, table: string) => {
    const { rows } = await pools.jobs.query<{ number: number }>(`select count(*) as number from ${table}`);
    return round((rows[0]?.number ?? 0) / (inserts + 1), 2);
  };
  const [without, within, withViews] = [median(found.none), median(found.many), median(found.views)];
  return [
    { what: "insert without subscriptions: p50, ms", value: round(without, 2) },
    { what: `insert with ${subscriptions} subscriptions: p50, ms`, value: round(within, 2) },
    { what: "the second against the first", value: round(within / without, 2), budget: { most: 2 } },
    { what: "deliveries per insert", value: await countPerInsert(many, "webhook_deliveries") },
    { what: `insert with ${subscriptions} saved views: p50, ms`, value: round(withViews, 2) },
    { what: "that against the first", value: round(withViews / without, 2), budget: { most: 2 } },
    { what: "items of inboxes per insert", value: await countPerInsert(views, "inbox_items") },
  ];
}

/** Builds a query of one to three countries, mostly with a round or an amount, as people narrow feeds. */
function buildQuery(number: number): string {
  const query = new URLSearchParams();
  for (let index = 0; index <= number % 3; index++)
    query.append("countries", COUNTRIES[(number * 13 + index * 31) % COUNTRIES.length]?.value ?? "US");
  if (number % 5 !== 0) query.append("round", ROUNDS[(number * 11) % ROUNDS.length]?.value ?? "seed");
  if (number % 2 === 0) query.append("minAmountUsd", String((number % 50) * 100_000));
  return query.toString();
}

async function subscribeToAll({ pools, receiver }: Stage, count: number, to = receiver): Promise<void> {
  for (let index = 0; index < count; index++) await subscribe(pools.main, { "funding.created": "" }, { url: to.url() });
}

/** Adds events at this rate for so long; returns the ms from the transaction of each to its arrival. */
async function latencies(stage: Stage, perSecond: number, seconds: number): Promise<number[]> {
  const found: number[] = [];
  stage.receiver.respond = (response, { body }) => {
    response.writeHead(204).end();
    const { createdAt }: { createdAt: string } = JSON.parse(body);
    found.push(Date.now() - Date.parse(createdAt));
  };
  const startedAt = performance.now();
  for (let count = 0; count < perSecond * seconds; count++) {
    await delay(Math.max(0, startedAt + (count * 1000) / perSecond - performance.now()));
    await addRound(stage.pools.jobs);
  }
  await delay(2_000);
  return found;
}

async function measureLatency(stage: Stage): Promise<Metric[]> {
  const { seconds } = stage.options;
  await subscribeToAll(stage, 20);
  const service = await stage.startWorker();
  await latencies(stage, 10, 2);
  stage.print("50 events a second to 20 subscriptions");
  const found = await latencies(stage, 50, seconds);
  await service.stop();
  return [
    ...describeTimes("50 events/s, 20 subscriptions, insert to arrival", getQuantiles(found), {
      budget: { most: 1_000 },
    }),
    { what: "the same: deliveries/s", value: round(found.length / seconds) },
  ];
}

async function measureThroughput(stage: Stage): Promise<Metric[]> {
  const { deliveries } = stage.options;
  const subscriptions = 20;
  await subscribeToAll(stage, subscriptions);
  for (let count = 0; count < deliveries / subscriptions; count++) await addRound(stage.pools.jobs);
  stage.print(`${deliveries} deliveries from a backlog`);
  const arrivals: number[] = [];
  stage.receiver.respond = (response) => {
    arrivals.push(performance.now());
    response.writeHead(204).end();
  };
  const service = await stage.startWorker();
  while (arrivals.length < deliveries) await delay(50);
  await service.stop();
  const [first = 0, last = 0] = [arrivals[0], arrivals.at(-1)];
  return [
    { what: "backlog: deliveries/s", value: round((arrivals.length * 1000) / (last - first)), budget: { least: 300 } },
  ];
}

async function measureIsolation(stage: Stage): Promise<Metric[]> {
  const { seconds } = stage.options;
  const hanging = await startReceiver();
  hanging.respond = () => undefined;
  await subscribeToAll(stage, 9);
  const service = await stage.startWorker();
  await latencies(stage, 10, 2);
  stage.print("nine endpoints alone, then next to one that hangs");
  const alone = await latencies(stage, 20, seconds);
  await subscribeToAll(stage, 1, hanging);
  const nextToHanging = await latencies(stage, 20, seconds);
  await service.stop();
  await hanging.stop();
  const [before, after] = [quantile(alone, 0.95), quantile(nextToHanging, 0.95)];
  return [
    { what: "nine endpoints: p95, ms", value: round(before) },
    { what: "next to one that hangs: p95, ms", value: round(after) },
    { what: "the second against the first", value: round(after / before, 2), budget: { most: 1.1 } },
  ];
}
