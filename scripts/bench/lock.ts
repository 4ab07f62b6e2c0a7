/**
 * `npm run bench -- lock`: purchases of one workspace while a transaction locks another one, whose purchases go on to be
 * requested, beside the same purchases without the lock.
 */
import { FEEDS } from "@dealflow/contract/feeds";
import { API_KEY_HEADER } from "@dealflow/contract/headers";
import { createKey } from "@/service/accounts/keys";
import { createWorkspace, updateWorkspace } from "@/service/accounts/workspaces";
import type { Pools } from "@/service/store/pools";
import { inTransaction } from "@/service/store/transaction";
import { fillMarket } from "./feed-data";
import { type Load, type Measured, measure, medianOf } from "./load";
import { readOptions } from "./options";
import { measurePaced } from "./paced";
import { runBench } from "./run-bench";
import { round } from "./web/metric";

const EVENTS = 10_000;
const UNLIMITED = 1_000_000_000;
/** Purchases a second of the workspace that is measured. */
const RATE = 200;
/** Clients of the other workspace, whose requests wait for the lock. */
const WAITING_CLIENTS = 16;
const MOST_RATIO = 1.25;

export async function benchLock(args: readonly string[]): Promise<void> {
  const options = readOptions("lock", args);
  await runBench("lock", { ...options }, async ({ pools, startService }) => {
    await fillMarket(pools.jobs, EVENTS);
    const [locked, measured] = [await openAccount(pools, "locked"), await openAccount(pools, "measured")];
    const { url } = await startService();
    const load = (key: string, connections: number): Load => ({
      url,
      requests: [{ method: "GET", path: FEEDS.funding.path, headers: { [API_KEY_HEADER]: key } }],
      connections,
      seconds: options.seconds,
    });
    const buy = () => measurePaced(load(measured.key, WAITING_CLIENTS), RATE);
    await measure(load(measured.key, WAITING_CLIENTS));
    const [free, during]: [Measured[], Measured[]] = [[], []];
    // Turn by turn, so that whatever else the machine does falls on both alike.
    for (let turn = 0; turn < options.rounds; turn++) {
      free.push(await buy());
      during.push(
        await inTransaction(pools.jobs, async (client) => {
          await client.query("select from workspaces where id = $1 for update", [locked.workspaceId]);
          const controller = new AbortController();
          const waiting = Array.from({ length: WAITING_CLIENTS }, () =>
            requestUntil(controller.signal, `${url}${FEEDS.funding.path}`, locked.key),
          );
          const result = await buy();
          controller.abort();
          await Promise.all(waiting);
          return result;
        }),
      );
    }
    const [without, beside] = [medianOf(free), medianOf(during)];
    return [
      { what: `${RATE} purchases a second: p50; without a lock elsewhere, ms`, value: round(without.p50, 2) },
      { what: "beside a locked workspace: p50, ms", value: round(beside.p50, 2) },
      { what: "without a lock elsewhere: p99, ms", value: round(without.p99, 2) },
      { what: "beside a locked workspace: p99, ms", value: round(beside.p99, 2) },
      { what: "p99 beside, of without", budget: { most: MOST_RATIO }, value: round(beside.p99 / without.p99, 2) },
    ];
  });
}

async function openAccount({ main }: Pools, name: string) {
  const workspace = await createWorkspace(main, name, UNLIMITED, new Date());
  if (workspace === undefined) throw new Error(`there is a workspace named ${name} already`);
  await updateWorkspace(main, workspace.id, { rate: UNLIMITED, burst: UNLIMITED });
  const { key } = await createKey(main, workspace.id, "bench", new Date());
  return { workspaceId: workspace.id, key };
}

/** Requests a page again and again; every response is a 503 while the lock is held. */
async function requestUntil(signal: AbortSignal, url: string, key: string): Promise<void> {
  while (!signal.aborted) {
    const response = await fetch(url, { headers: { [API_KEY_HEADER]: key }, signal }).catch(() => undefined);
    await response?.arrayBuffer().catch(() => undefined);
  }
}
