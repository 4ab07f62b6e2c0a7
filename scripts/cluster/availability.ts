/** Measures for how long something was away: the longest time without a success. Instants are of `performance.now()`. */
import { setTimeout as delay } from "node:timers/promises";
import { EXPLORE } from "@dealflow/contract/account/explore";
import type { Account } from "../faults/accounts";
import { sendRequest } from "../faults/requests";

/** A person has few requests in progress: these are answered late while something is away (ms). */
const BETWEEN_MS = 200;
const TIMEOUT_MS = 5_000;
const MOST_LISTED = 5;

/** Returns the longest time between two successes that overlaps with the span (ms). */
export function longestGap(successes: readonly number[], from: number, to: number): number {
  const inOrder = successes.toSorted((a, b) => a - b);
  const before = inOrder.findLast((at) => at <= from) ?? from;
  const after = inOrder.find((at) => at >= to) ?? to;
  const points = [before, ...inOrder.filter((at) => at > from && at < to), after];
  return Math.max(...points.map((at, index) => at - (points[index - 1] ?? at)));
}

/** Reads the first page of a free list again and again, from each service in turn, until it is stopped. */
export class ReadProbe {
  readonly successes: number[] = [];
  readonly #failures: string[] = [];
  #isStopped = false;
  #running: Promise<void> | undefined;

  constructor(
    private readonly services: readonly string[],
    private readonly account: Account,
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
    for (const failure of this.#failures) counts.set(failure, (counts.get(failure) ?? 0) + 1);
    return [...counts]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, MOST_LISTED)
      .map(([failure, count]) => `${count} × ${failure}`);
  }

  async #run(): Promise<void> {
    const path = `${EXPLORE.explore.path.replace(":id", "funding")}?limit=5`;
    // One by one they would wait for a slow answer.
    const pending = new Set<Promise<void>>();
    for (let turn = 0; !this.#isStopped; turn++) {
      const sent = this.#read(`${this.services[turn % this.services.length]}${path}`);
      pending.add(sent);
      void sent.finally(() => pending.delete(sent));
      await delay(BETWEEN_MS);
    }
    await Promise.all(pending);
  }

  async #read(address: string): Promise<void> {
    const response = await sendRequest(address, { headers: this.account.headers, timeoutMs: TIMEOUT_MS });
    if (typeof response !== "string" && response.status === 200) this.successes.push(performance.now());
    else
      this.#failures.push(typeof response === "string" ? response : `${response.status} ${readMessage(response.text)}`);
  }
}

function readMessage(text: string): string {
  try {
    return JSON.parse(text).error.message;
  } catch {
    return text.slice(0, 100);
  }
}
