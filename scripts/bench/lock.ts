/**
 * Runs `npm run bench -- lock`: compares purchases of one workspace while a transaction locks others, whose purchases
 * are still requested, to the same purchases without the locks.
 */
import { FEEDS } from "@dealflow/contract/feeds";
import { API_KEY_HEADER } from "@dealflow/contract/headers";
import { inTransaction } from "@/service/store/transaction";
import { getMedianRound, inTurn, type Load, measure, measurePaced } from "./harness/load";
import { round } from "./harness/metric";
import type { BenchOptions } from "./harness/options";
import { runBench } from "./harness/run-bench";
import { type Account, openAccount } from "./harness/workspaces";

const EVENTS = 10_000;
/** The measured workspace makes this many purchases a second. */
const RATE = 200;
/** This many connections send the measured purchases. */
const CONNECTIONS = 16;
/** Clients of the locked workspaces; there are at least as many as workspaces. */
const WAITING_CLIENTS = 16;
const MOST_RATIO = 1.25;

export async function benchLock(options: BenchOptions<"lock">): Promise<void> {
  await runBench("lock", options, async ({ openMarket, startService }) => {
    const { url: databaseUrl, pools } = await openMarket("bench_lock", EVENTS);
    const locked: Account[] = [];
    while (locked.length < options.locked) locked.push(await openAccount(pools.main, `locked ${locked.length}`));
    const { key } = await openAccount(pools.main, "measured");
    const { url } = await startService(databaseUrl);
    const load: Load = {
      url,
      requests: [{ path: FEEDS.funding.path, headers: { [API_KEY_HEADER]: key } }],
      connections: CONNECTIONS,
      seconds: options.seconds,
    };
    await measure(load);
    const found = await inTurn(options.rounds, {
      without: () => measurePaced(load, RATE),
      beside: () =>
        inTransaction(pools.jobs, async (client) => {
          const ids = locked.map(({ workspaceId }) => workspaceId);
          await client.query("select from workspaces where id = any($1) for update", [ids]);
          const controller = new AbortController();
          const clients = Array.from(
            { length: Math.max(WAITING_CLIENTS, locked.length) },
            (_, index) => locked[index % locked.length],
          );
          const waiting = clients.map((account) =>
            requestUntil(controller.signal, `${url}${FEEDS.funding.path}`, account?.key ?? ""),
          );
          const result = await measurePaced(load, RATE);
          controller.abort();
          await Promise.all(waiting);
          return result;
        }),
    });
    const [without, beside] = [getMedianRound(found.without), getMedianRound(found.beside)];
    return [
      { what: `${RATE} purchases a second: p50; without a lock elsewhere, ms`, value: round(without.p50, 2) },
      { what: `beside ${options.locked} locked workspaces: p50, ms`, value: round(beside.p50, 2) },
      { what: "without a lock elsewhere: p99, ms", value: round(without.p99, 2) },
      { what: `beside ${options.locked} locked workspaces: p99, ms`, value: round(beside.p99, 2) },
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
