/**
 * Unusable keys by the address they come from: after a number of them within a window, further requests with unusable keys
 * from there are refused for a while (decisions, 403). Counted in the database, so that the limit holds across processes;
 * an address that is refused is remembered here and costs no query.
 */
import type pg from "pg";
import { createCache } from "@/lib/cache/bounded-cache";
import { BAD_KEYS } from "@/lib/contract/limits";

/** Room for refusals of about 7,000 addresses; others are asked for again. */
const KNOWN_BYTES = 2 * 1024 * 1024;

/** A refusal that is over starts anew, and so does a window that has passed without one. */
const ANEW = "coalesce(b.refused_until <= $2, b.since <= $3)";
const NOTE = `
insert into bad_keys as b (address, count, since) values ($1, 1, $2)
on conflict (address) do update set
  count = case when ${ANEW} then 1 else b.count + 1 end,
  since = case when ${ANEW} then $2 else b.since end,
  refused_until = case
    when ${ANEW} then null
    when b.refused_until is null and b.count + 1 >= $4 then $5
    else b.refused_until
  end
returning count, refused_until`;

export interface BadKeys {
  /** When requests with unusable keys from this address are heard again (ms since 1970); undefined: now, as far as is known. */
  refusedUntil(address: string): number | undefined;
  /** Counts one; returns when such requests are heard again if an earlier one had already reached the limit. */
  note(address: string): Promise<number | undefined>;
}

/** @param now ms since 1970 */
export function openBadKeys(pool: pg.Pool, now: () => number): BadKeys {
  const known = createCache<number>({ name: "refused addresses", maxBytes: KNOWN_BYTES, sizeOf: () => 0 });

  function refusedUntil(address: string): number | undefined {
    const until = known.get(address);
    if (until === undefined || until > now()) return until;
    known.delete(address);
    return undefined;
  }

  return {
    refusedUntil,
    async note(address) {
      const at = now();
      const { rows } = await pool.query<{ count: number; refused_until: Date | null }>(NOTE, [
        address,
        new Date(at),
        new Date(at - BAD_KEYS.windowMinutes * 60_000),
        BAD_KEYS.count,
        new Date(at + BAD_KEYS.blockedMinutes * 60_000),
      ]);
      const [{ count, refused_until: until } = { count: 0, refused_until: null }] = rows;
      if (until === null) return undefined;
      known.set(address, until.getTime());
      // The one that reaches the limit is still told what is wrong with its key; those after it are refused.
      return count > BAD_KEYS.count ? until.getTime() : undefined;
    },
  };
}
