/**
 * Runs `npm run bench -- lock`: compares purchases of one workspace while a transaction locks another one, whose
 * purchases are still requested, to the same purchases without the lock.
 */
import { FEEDS } from "@dealflow/contract/feeds";
import { API_KEY_HEADER } from "@dealflow/contract/headers";
import { inTransaction } from "@/service/store/transaction";
import { fillMarket } from "./harness/feed-data";
import { getMedianRound, inTurn, type Load, measure, measurePaced } from "./harness/load";
import { round } from "./harness/metric";
import { readOptions } from "./harness/options";
import { runBench } from "./harness/run-bench";
import { openAccount } from "./harness/workspaces";

const EVENTS = 10_000;
/** The measured workspace makes this many purchases a second. */
const RATE = 200;
/** This many clients of the other workspace wait for the lock. */
const WAITING_CLIENTS = 16;
const MOST_RATIO = 1.25;

export async function benchLock(args: readonly string[]): Promise<void> {
  const options = readOptions("lock", args);
  await runBench("lock", { ...options }, async ({ pools, startService }) => {
    await fillMarket(pools.jobs, EVENTS);
    const locked = await openAccount(pools.main, "locked");
    const { key } = await openAccount(pools.main, "measured");
    const { url } = await startService();
    const load: Load = {
      url,
      requests: [{ method: "GET", path: FEEDS.funding.path, headers: { [API_KEY_HEADER]: key } }],
      connections: WAITING_CLIENTS,
      seconds: options.seconds,
    };
    await measure(load);
    const found = await inTurn(options.rounds, {
      without: () => measurePaced(load, RATE),
      beside: () =>
        inTransaction(pools.jobs, async (client) => {
          await client.query("select from workspaces where id = $1 for update", [locked.workspaceId]);
          const controller = new AbortController();
          const waiting = Array.from({ length: WAITING_CLIENTS }, () =>
            requestUntil(controller.signal, `${url}${FEEDS.funding.path}`, locked.key),
          );
          const result = await measurePaced(load, RATE);
          controller.abort();
          await Promise.all(waiting);
          return result;
        }),
    });
    const [without, beside] = [getMedianRound(found("without")), getMedianRound(found("beside"))];
    return [
      { what: `${RATE} purchases a second: p50; without a lock elsewhere, ms`, value: round(without.p50, 2) },
      { what: "beside a locked workspace: p50, ms", value: round(beside.p50, 2) },
      { what: "without a lock elsewhere: p99, ms", value: round(without.p99, 2) },
      { what: "beside a locked workspace: p99, ms", value: round(beside.p99, 2) },
      { what: "p99 beside, of without", budget: { most: MOST_RATIO }, value: round(beside.p99 / without.p99, 2) },
    ];
  });
}

/** Requests a page repeatedly; every response is a 503 while the lock is held. */
async function requestUntil(signal: AbortSignal, url: string, key: string): Promise<void> {
  while (!signal.aborted) {
    const response = await fetch(url, { headers: { [API_KEY_HEADER]: key }, signal }).catch(() => undefined);
    await response?.arrayBuffer().catch(() => undefined);
  }
}
