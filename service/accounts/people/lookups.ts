/**
 * Limits the exact look-ups of companies that a workspace does not own; distinct ones count, by person and day of UTC.
 */
import { hash } from "node:crypto";
import type pg from "pg";
import { inTransaction } from "@/service/store/transaction";

/**
 * Records look-ups, those of the same day once; a list is recorded as a whole. Returns how many more the person may
 * make today, or undefined when these are too many.
 * @param selectors normalized texts of any length
 */
export function recordLookups(
  pool: pg.Pool,
  personId: string,
  selectors: readonly string[],
  most: number,
  now: Date,
): Promise<number | undefined> {
  const day = now.toISOString().slice(0, "YYYY-MM-DD".length);
  const digests = [...new Set(selectors)].map((selector) => hash("sha256", selector, "buffer"));
  return inTransaction(pool, async (client) => {
    // Concurrent requests of one person would otherwise each count without the other.
    if (digests.length > 0) await client.query("select from users where id = $1 for no key update", [personId]);
    const { rows } = await client.query<{ used: number; known: number }>(
      `select count(*) as used, count(*) filter (where selector = any($3::bytea[])) as known
       from company_lookups where person_id = $1 and day = $2`,
      [personId, day, digests],
    );
    const { used, known } = rows[0] ?? { used: 0, known: 0 };
    const added = digests.length - known;
    if (added === 0) return Math.max(0, most - used);
    if (used + added > most) return undefined;
    await client.query(
      `with past as (delete from company_lookups where person_id = $1 and day < $2)
       insert into company_lookups (person_id, day, selector)
       select $1, $2, selector from unnest($3::bytea[]) selector on conflict do nothing`,
      [personId, day, digests],
    );
    return most - used - added;
  });
}
