/** Gives tests a database and workers with their own clock, whose requests the test responds to. */
import pino from "pino";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { addEvent } from "@/service/ingest/add-event";
import type { Exchange, Outbound } from "@/service/net/outbound";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { createWorker, type Worker, type WorkerSettings } from "../worker";
import { readDeliveries, type StoredDelivery } from "./subscriptions";

export const START = Date.parse("2026-11-20T12:00:00.000Z");
export const OK: Exchange = {
  error: null,
  status: 204,
  body: "",
  truncated: false,
  retryAfter: undefined,
  durationMs: 10,
};

export interface Sent {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The stage of a test file is emptied before each test. */
export class WorkerStage {
  /** The clock is in ms since 1970. */
  clock = START;
  #database: TestDatabase | undefined;
  #events = 0;

  constructor() {
    beforeAll(async () => {
      this.#database = await testDatabase();
    });
    afterAll(() => this.#database?.drop());
    beforeEach(async () => {
      await this.pool.query(
        `truncate companies, investors, people, funding_events, acquisitions, exec_moves, event_sources, external_keys,
           webhook_subscriptions, webhook_events cascade`,
      );
      this.clock = START;
    });
  }

  get pool() {
    if (this.#database === undefined) throw new Error("the database is opened before the tests");
    return this.#database.pool;
  }

  /** Another program finds the database here. */
  get url(): string {
    return this.#database?.url ?? "";
  }

  async addRound(): Promise<void> {
    const company = { name: "Zürich Größe", domain: "groesse.example" };
    const record = { round: "seed", amountUsd: 2_000_000, announcedAt: "2026-11-01", company };
    await addEvent(this.pool, JSON.stringify({ kind: "funding", key: String(++this.#events), record }), new Date());
    // The event is added at the time of the machine, which is not that of the test.
    const due = "update webhook_deliveries set next_attempt_at = $1 where attempts = 0 and state = 'pending'";
    await this.pool.query(due, [new Date(this.clock)]);
  }

  workerWith(
    respond: (sent: Sent) => Partial<Exchange> | Promise<Partial<Exchange>>,
    settings: Partial<WorkerSettings> = {},
  ): Worker & { readonly sent: Sent[] } {
    const sent: Sent[] = [];
    const outbound: Pick<Outbound, "post"> = {
      post: async (url, headers, body) => {
        sent.push({ url, headers, body });
        return { ...OK, ...(await respond({ url, headers, body })) };
      },
    };
    const fixed = {
      payOnceDays: Number.POSITIVE_INFINITY,
      now: () => this.clock,
      random: () => 0.5,
      log: pino({ level: "silent" }),
    };
    return { sent, ...createWorker({ pool: this.pool, outbound, ...fixed, ...settings }) };
  }

  async only(): Promise<StoredDelivery> {
    const [delivery, ...more] = await readDeliveries(this.pool);
    expect(more).toEqual([]);
    return delivery ?? expect.fail();
  }
}
