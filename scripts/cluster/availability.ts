/** Measures for how long something was away: the longest time without a success. Instants are of `performance.now()`. */
import { setTimeout as delay } from "node:timers/promises";
import { EXPLORE } from "@dealflow/contract/account/explore";
import { FEEDS, LIMIT_PARAMETER } from "@dealflow/contract/feeds";
import type { Account } from "../faults/accounts";
import { type Attempt, type Request, send } from "../faults/requests";
import type { FaultSpan, History } from "../history/history";

/** A person has few requests in progress: these are answered late while something is away (ms). */
const BETWEEN_MS = 200;
const TIMEOUT_MS = 5_000;
const MOST_LISTED = 5;

/** Returns the longest time between the ends of two successes that overlaps with the span (ms). */
export function longestGap(successes: readonly Attempt[], { from, to }: Pick<FaultSpan, "from" | "to">): number {
  const inOrder = successes.map(({ endedAt }) => endedAt).toSorted((a, b) => a - b);
  const before = inOrder.findLast((at) => at <= from) ?? from;
  const after = inOrder.find((at) => at >= to) ?? to;
  const points = [before, ...inOrder.filter((at) => at > from && at < to), after];
  return Math.max(...points.map((at, index) => at - (points[index - 1] ?? at)));
}

/** Reads the first page of a free list again and again, from each service in turn, until it is stopped. */
export class ReadProbe {
  readonly attempts: Attempt[] = [];
  #isStopped = false;
  #running: Promise<void> | undefined;

  constructor(
    private readonly services: readonly string[],
    readonly account: Account,
  ) {}

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  mostFrequentFailures(): string[] {
    const counts = new Map<string, number>();
    for (const { status, message } of this.attempts) {
      const failure = status === null ? "late" : `${status || "broken"} ${message}`;
      if (status !== 200) counts.set(failure, (counts.get(failure) ?? 0) + 1);
    }
    return [...counts]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, MOST_LISTED)
      .map(([failure, count]) => `${count} × ${failure}`);
  }

  async #run(): Promise<void> {
    const page = `${LIMIT_PARAMETER}=5`;
    // What it owns from the beginning, it must own in every later response.
    const purchase: Request = { f: "purchase", path: `${FEEDS.funding.path}?${page}` };
    this.attempts.push(await send(this.services[0] ?? "", this.account, purchase));
    const read: Request = { f: "read", path: `${EXPLORE.explore.path.replace(":id", "funding")}?${page}` };
    // One by one they would wait for a slow answer.
    const pending = new Set<Promise<void>>();
    for (let turn = 0; !this.#isStopped; turn++) {
      const sent = this.#read(read, this.services[turn % this.services.length]);
      pending.add(sent);
      void sent.finally(() => pending.delete(sent));
      await delay(BETWEEN_MS);
    }
    await Promise.all(pending);
  }

  async #read(request: Request, service = ""): Promise<void> {
    this.attempts.push(await send(service, this.account, request, { timeoutMs: TIMEOUT_MS }));
  }
}

/** Adds the requests of the probe to a history. */
export function withReads({ accounts, attempts, keyed }: History, probe: ReadProbe): History {
  return { accounts: [...accounts, probe.account], attempts: [...attempts, ...probe.attempts], keyed };
}
