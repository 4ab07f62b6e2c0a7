/**
 * Runs `npm run bench -- overload`: one workspace requests more different totals a second than the machine can count,
 * while another one requests a few plain pages a second and a balancer checks that the service is ready.
 */
import { FEEDS } from "@dealflow/contract/feeds";
import { API_KEY_HEADER } from "@dealflow/contract/headers";
import { type Load, type Outcome, type Request, sendPaced } from "./harness/load";
import { type Budget, describeTimes, getQuantiles, type Metric, round } from "./harness/metric";
import type { BenchOptions } from "./harness/options";
import { untilLoaded } from "./harness/programs";
import { runBench } from "./harness/run-bench";
import { openAccount } from "./harness/workspaces";

const PAGES_PER_SECOND = 20;
const PROBES_PER_SECOND = 5;
/** Caches are filled and code is compiled for this long, with as many totals as pages. */
const WARM_UP_SECONDS = 3;
const BUDGETS = { page: 250, ready: 100, response: 5_000 };

export async function benchOverload(options: BenchOptions<"overload">): Promise<void> {
  await runBench("overload", options, async ({ openMarket, startService }) => {
    const database = await openMarket("bench_overload", options.events);
    const { main } = database.pools;
    const flood = await openAccount(main, "flood");
    const customer = await openAccount(main, "customer");
    const { url } = await startService(database.url);
    await untilLoaded(url);
    const get = (key: string, search: string): Request => ({
      path: `${FEEDS.funding.path}?${search}`,
      headers: { [API_KEY_HEADER]: key },
    });
    const page = () => get(customer.key, "limit=20");
    const total = (index: number) => {
      const until = new Date(Date.UTC(2026, 10, 20) - index * 61_001).toISOString();
      return get(flood.key, `limit=1&includeTotal=true&minAmountUsd=${1_000_001 + 2 * index}&until=${until}`);
    };
    const { seconds, totals: perSecond } = options;
    const send = (requests: Load["requests"], rate: number, duration = seconds) =>
      sendPaced({ url, requests, seconds: duration, connections: Number.POSITIVE_INFINITY }, rate);
    await Promise.all([page, total].map((next) => send(next, PAGES_PER_SECOND, WARM_UP_SECONDS)));
    const alone = await send(page, PAGES_PER_SECOND, WARM_UP_SECONDS);
    const [totals, pages, probes] = await Promise.all([
      send((index) => total(WARM_UP_SECONDS * PAGES_PER_SECOND + index), perSecond),
      send(page, PAGES_PER_SECOND),
      send([{ path: "/readyz" }], PROBES_PER_SECOND),
    ]);
    return [
      ...describeOutcomeTimes("pages alone", alone),
      ...describeOutcomeTimes("pages", pages, { most: BUDGETS.page }),
      { what: "pages that were lost", budget: { most: 0 }, value: pages.filter(({ status }) => status !== 200).length },
      ...describeOutcomeTimes("totals", totals),
      { what: "totals served a second", value: round(served(totals).length / seconds, 1) },
      ...describeOutcomeTimes("totals served", served(totals)),
      ...describeOutcomeTimes(
        "totals refused",
        totals.filter(({ status }) => status === 503),
      ),
      { what: "totals without a response", value: totals.filter(({ status }) => status === 0).length },
      { what: "totals: slowest, ms", budget: { most: BUDGETS.response }, value: slowest(totals) },
      { what: "/readyz: slowest, ms", budget: { most: BUDGETS.ready }, value: slowest(probes) },
      { what: "/readyz that were not 200", budget: { most: 0 }, value: probes.length - served(probes).length },
    ];
  });
}

function served(outcomes: readonly Outcome[]): readonly Outcome[] {
  return outcomes.filter(({ status }) => status === 200);
}

function slowest(outcomes: readonly Outcome[]): number {
  return round(Math.max(0, ...outcomes.map(({ ms }) => ms)));
}

function describeOutcomeTimes(what: string, outcomes: readonly Outcome[], budget?: Budget): Metric[] {
  return describeTimes(what, getQuantiles(outcomes.map(({ ms }) => ms)), { budget });
}
