/**
 * Limits the requests of people in all processes of the service together. A request is decided by what its process knows, so it
 * waits for no statement; once a second a process adds what its people used to the database, and reads what they used elsewhere.
 */
import type pg from "pg";
import { type Rate, RateLimiter } from "@/lib/limits/rate-limiter";

/** Until then a person may use the limit of each process (ms). */
const EXCHANGE_MS = 1_000;

/** The order prevents deadlocks between processes. A person may have been deleted meanwhile. */
const EXCHANGE = `
insert into person_rates as rate (user_id, rested_at)
select u.id, now() + used.ms * interval '1 millisecond'
from unnest($1::uuid[], $2::float8[]) as used (user_id, ms)
join users u on u.id = used.user_id
order by u.id
on conflict (user_id) do update
set rested_at = greatest(rate.rested_at, now()) + (excluded.rested_at - now())
returning user_id, extract(epoch from rested_at - now())::float8 * 1000 as rest_ms`;

export class PersonRates extends RateLimiter {
  readonly #pool: pg.Pool;
  /** Requests of people that the database does not know of. */
  readonly #used = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #exchanging: Promise<void> | undefined;

  /** @param now ms of a monotonic clock */
  constructor(pool: pg.Pool, rate: Rate, now?: () => number) {
    super("requests by person", rate, now);
    this.#pool = pool;
  }

  override consume(personId: string, cost = 1): number {
    const waitMs = super.consume(personId, cost);
    if (waitMs === 0) this.#used.set(personId, (this.#used.get(personId) ?? 0) + cost);
    return waitMs;
  }

  start(): void {
    this.#timer = setInterval(() => {
      // Without a database, each process limits people by what it knows; that the database is away is reported elsewhere.
      this.#exchanging ??= this.exchange()
        .catch(() => undefined)
        .finally(() => {
          this.#exchanging = undefined;
        });
    }, EXCHANGE_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#exchanging;
  }

  async exchange(): Promise<void> {
    if (this.#used.size === 0) return;
    const people = [...this.#used.keys()];
    const rests = [...this.#used.values()].map((count) => count * this.intervalMs);
    this.#used.clear();
    const { rows } = await this.#pool.query<{ user_id: string; rest_ms: number }>(EXCHANGE, [people, rests]);
    for (const { user_id, rest_ms } of rows)
      this.extend(user_id, rest_ms + (this.#used.get(user_id) ?? 0) * this.intervalMs);
  }
}
