/**
 * Counts unusable keys by the address they come from: after a number of them within a window, further requests with
 * unusable keys from there are rejected for a while (decisions, 403). They are counted in the database, so that the
 * limit holds across processes; a blocked address is cached here and costs no query.
 */

import { BAD_KEYS } from "@dealflow/contract/limits";
import type pg from "pg";
import { createCache } from "@/lib/cache/bounded-cache";

/** Holds about 7,000 blocked addresses; others are looked up again. */
const CACHE_BYTES = 2 * 1024 * 1024;

/** Counting starts again after a block, and after a window that passed without one. */
const HAS_EXPIRED = "coalesce(b.refused_until <= $2, b.since <= $3)";
const RECORD_ATTEMPT = `
insert into bad_keys as b (address, count, since) values ($1, 1, $2)
on conflict (address) do update set
  count = case when ${HAS_EXPIRED} then 1 else b.count + 1 end,
  since = case when ${HAS_EXPIRED} then $2 else b.since end,
  refused_until = case
    when ${HAS_EXPIRED} then null
    when b.refused_until is null and b.count + 1 >= $4 then $5
    else b.refused_until
  end
returning count, refused_until`;

export type BadKeys = ReturnType<typeof openBadKeys>;

/** @param now ms since 1970 */
export function openBadKeys(pool: pg.Pool, now: () => number) {
  const cache = createCache<number>({ name: "refused addresses", maxBytes: CACHE_BYTES, measureBytes: () => 0 });

  /** Returns when such requests are accepted again (ms since 1970); undefined means now, as far as is known. */
  function blockedUntil(address: string): number | undefined {
    const until = cache.get(address);
    if (until === undefined || until > now()) return until;
    cache.delete(address);
    return undefined;
  }

  return {
    blockedUntil,
    /** Counts one; returns when such requests are accepted again if an earlier one had already reached the limit. */
    async record(address: string) {
      const at = now();
      const { rows } = await pool.query<{ count: number; refused_until: Date | null }>(RECORD_ATTEMPT, [
        address,
        new Date(at),
        new Date(at - BAD_KEYS.windowMinutes * 60_000),
        BAD_KEYS.count,
        new Date(at + BAD_KEYS.blockedMinutes * 60_000),
      ]);
      const [{ count, refused_until: until } = { count: 0, refused_until: null }] = rows;
      if (until === null) return undefined;
      cache.set(address, until.getTime());
      // The request that reaches the limit still gets the reason for its key; later ones are rejected.
      return count > BAD_KEYS.count ? until.getTime() : undefined;
    },
  };
}
