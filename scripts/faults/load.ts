/** Sends this many requests a second, without waiting for responses. */
import { setTimeout as delay } from "node:timers/promises";
import type { Chance } from "@/service/ingest/demo/random";
import { newId } from "@/service/store/new-id";
import type { History, Keyed } from "../history/history";
import type { Check } from "../history/ledger-check";
import type { Account } from "./accounts";
import { type Attempt, anyRequest, type Request, send } from "./requests";

const TICK_MS = 10;
/** The load stops growing at this number of requests without a response. */
const MAX_IN_FLIGHT = 3_000;
/** A client that was rejected, or got no response, retries after this, and then after twice as long each time (ms). */
const FIRST_RETRY_MS = 400;
const LONGEST_RETRY_MS = 3_200;
/** A request under a key that has no response by then never gets one. */
const ABANDON_AFTER_MS = 120_000;

export interface LoadOptions {
  /** Requests take turns among these services, and so do the repetitions of one. */
  readonly services: readonly string[];
  readonly accounts: readonly Account[];
  readonly companies: readonly string[];
  /** The rate is in requests per second, without repetitions. */
  readonly rate: number;
  /** People pay for a record once. */
  readonly paysOnce: boolean;
  /** The rate grows to its value over this time (ms). */
  readonly rampMs?: number;
  readonly chance: Chance;
}

export class Load {
  readonly attempts: Attempt[] = [];
  readonly #keyed: Keyed[] = [];
  readonly #under = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #due = 0;
  #turn = 0;
  #skipped = 0;

  constructor(private readonly options: LoadOptions) {}

  get history(): History {
    return { accounts: this.options.accounts, attempts: this.attempts, keyed: this.#keyed };
  }

  start(): void {
    const { rate, rampMs = 0 } = this.options;
    const startedAt = performance.now();
    this.#timer = setInterval(() => {
      const ms = performance.now() - startedAt;
      const due = Math.floor((rate * (ms < rampMs ? ms ** 2 / (2 * rampMs) : ms - rampMs / 2)) / 1_000);
      for (; this.#due < due; this.#due++)
        if (this.#under.size < MAX_IN_FLIGHT) this.#begin(this.#due);
        else this.#skipped++;
    }, TICK_MS);
  }

  /** Sends nothing new, and waits until every request has its response. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#under);
  }

  checkRate(): Check {
    const late = `${this.#skipped} requests were not sent, because too many waited`;
    return {
      title: `the load was ${this.options.rate} requests a second throughout`,
      contradictions: this.#skipped === 0 ? [] : [late],
    };
  }

  #begin(number: number): void {
    const { accounts } = this.options;
    const account = accounts[number % accounts.length];
    if (account === undefined) throw new Error("there is no account");
    const running: Promise<void> = (account.keyed ? this.#sendUntilResponse(account) : this.#sendOnce(account)).finally(
      () => this.#under.delete(running),
    );
    this.#under.add(running);
  }

  async #sendOnce(account: Account): Promise<void> {
    this.attempts.push(await send(this.#nextService(), account, this.#drawRequest(account)));
  }

  async #sendUntilResponse(account: Account): Promise<void> {
    const request = this.#drawRequest(account);
    const key = newId();
    const until = performance.now() + ABANDON_AFTER_MS;
    for (let waitMs = FIRST_RETRY_MS; performance.now() < until; waitMs = Math.min(2 * waitMs, LONGEST_RETRY_MS)) {
      const response = await send(this.#nextService(), account, request, { key });
      this.attempts.push(response);
      if (isFinal(response)) {
        this.#keyed.push({ account, response });
        return;
      }
      await delay(waitMs);
    }
    this.#keyed.push({ account, response: undefined });
  }

  #drawRequest({ through }: Account): Request {
    const { chance, companies, paysOnce } = this.options;
    return anyRequest(chance, companies, paysOnce && through === "session");
  }

  #nextService(): string {
    const { services } = this.options;
    const service = services[this.#turn++ % services.length];
    if (service === undefined) throw new Error("there is no service");
    return service;
  }
}

/** Tells whether a client with an idempotency key does not retry: the request succeeded, or its failure is the client's own. */
export function isFinal({ status }: Attempt): boolean {
  return status !== null && status > 0 && status < 500 && status !== 409 && status !== 429;
}
