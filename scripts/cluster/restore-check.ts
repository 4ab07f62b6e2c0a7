/** Restores a cluster to an instant of the load, and compares the result with what clients had received by then. */
import { withClient } from "../faults/database";
import { cutHistory } from "../history/cut-history";
import type { History } from "../history/history";
import { type Check, checkLedger } from "../history/ledger-check";
import type { ClockReading, Cluster } from "./cluster";

/** Needs no margin: commits have the clock of PostgreSQL, which is read between the two instants. */
export async function checkRestore(
  cluster: Pick<Cluster, "restoreTo">,
  history: History,
  reading: ClockReading,
  options: { readonly paysOnce: boolean },
) {
  const { history: before, later } = cutHistory(history, reading);
  const startedAt = performance.now();
  const restored = await cluster.restoreTo("restored", reading.time);
  const restoredMs = performance.now() - startedAt;
  try {
    const { checks, entries } = await withClient(restored.url, (client) => checkLedger(client, before, options));
    const charged = new Set(entries.map(({ requestId }) => requestId));
    const tooLate = later.filter(({ requestId }) => requestId !== null && charged.has(requestId));
    const purchases = before.attempts.filter(({ balance }) => balance !== undefined).length;
    const isEmpty = purchases === 0 || !later.some(({ balance }) => balance !== undefined);
    const contradictions = [
      ...(isEmpty ? [`nothing was bought before ${reading.time}, or nothing after it`] : []),
      ...tooLate.map(({ requestId }) => `${requestId} was requested after ${reading.time} and is charged`),
      ...checks.flatMap((check) => check.contradictions.map((contradiction) => `${check.title}: ${contradiction}`)),
    ];
    const check: Check = { title: "a restore to a point in time agrees with the responses", contradictions };
    return { check, restoredMs, purchases };
  } finally {
    await restored.server.end("SIGINT");
  }
}
