/**
 * How often somebody may try: so many times a minute for one account and from one address, then each time a longer wait.
 * Counted in the database, so that it holds across processes, and alike for accounts that exist and that do not.
 */
import { createHash } from "node:crypto";
import type pg from "pg";
import { ATTEMPTS_A_MINUTE } from "@/lib/contract/account-people";
import { inTransaction } from "@/service/store/transaction";

const MINUTE_MS = 60_000;
/** The waits after the first full minute: 1, 2, 4, 8, 15, 15, ... minutes. */
const LONGEST_WAIT_MS = 15 * MINUTE_MS;
/** Who has rested so long after the last attempt or the last wait begins anew. */
const FORGOTTEN_AFTER_MS = 15 * MINUTE_MS;

/** What is tried; each is counted for itself, so that a wrong password does not keep anybody from asking for a link. */
export type Attempt = "sign in" | "register" | "ask for a link" | "use a link" | "prove a password";

export interface Trying {
  readonly attempt: Attempt;
  /** The e-mail address or id that is tried, known here or not. */
  readonly account?: string;
  /** The network of the person's browser. */
  readonly address?: string;
}

/** It is too early for another attempt. */
export class TooManyAttempts extends Error {
  override readonly name = "TooManyAttempts";

  /** @param seconds how long to wait */
  constructor(readonly seconds: number) {
    super(`too many attempts; ${seconds} s to wait`);
  }
}

export interface Attempts {
  /** Counts one, before it is known how it ends: those that come at once are all counted. Throws `TooManyAttempts`. */
  note(trying: Trying): Promise<void>;
  /** The account's own attempts ended well. What came from the address stays counted. */
  clear(attempt: Attempt, account: string): Promise<void>;
}

/*
 * A row that must wait is left as it is, and is not among those returned. Rows are locked in the order of their names.
 * Count and instant of a minute that has passed begin anew while there was no wait in it; after a wait each attempt
 * counts, until there was none for long enough.
 */
const NOTE = `
insert into attempts as a (subject, count, since)
select subject, 1, $2 from unnest($1::text[]) subject order by subject
on conflict (subject) do update set (count, since, refused_until) = (
  select count, case when count = 1 then $2 else a.since end,
    case when count >= ${ATTEMPTS_A_MINUTE} then $2::timestamptz + least(
      interval '${MINUTE_MS} ms' * 2 ^ least(count - ${ATTEMPTS_A_MINUTE}, 20), interval '${LONGEST_WAIT_MS} ms') end
  from (
    select case
      when a.refused_until is null and a.since <= $2::timestamptz - interval '${MINUTE_MS} ms' then 1
      when coalesce(a.refused_until, a.since) <= $2::timestamptz - interval '${FORGOTTEN_AFTER_MS} ms' then 1
      else a.count + 1
    end as count
  ) counted
)
where a.refused_until is null or a.refused_until <= $2
returning subject`;

/** @param now ms since 1970 */
export function openAttempts(pool: pg.Pool, now: () => number): Attempts {
  return {
    async note({ attempt, account, address }) {
      const subjects = [
        ...(account === undefined ? [] : [subjectOf(attempt, account)]),
        ...(address === undefined ? [] : [`${attempt} from ${address}`]),
      ];
      const at = new Date(now());
      await inTransaction(pool, async (client) => {
        const { rowCount } = await client.query(NOTE, [subjects, at]);
        if (rowCount === subjects.length) return;
        // Nothing of a refused attempt is counted, or waiting would never end for whoever shares an address.
        const { rows } = await client.query<{ until: Date | null }>(
          "select max(refused_until) as until from attempts where subject = any($1)",
          [subjects],
        );
        const wait = (rows[0]?.until?.getTime() ?? at.getTime()) - at.getTime();
        throw new TooManyAttempts(Math.max(1, Math.ceil(wait / 1000)));
      });
    },
    async clear(attempt, account) {
      await pool.query("delete from attempts where subject = $1", [subjectOf(attempt, account)]);
    },
  };
}

/** What was typed for an address may be a password: only its digest is kept. */
function subjectOf(attempt: Attempt, account: string): string {
  return `${attempt} of ${createHash("sha256").update(account).digest("base64url")}`;
}

/** Forgets what counts for nothing any more. */
export async function forgetOldAttempts(pool: pg.Pool, now: Date): Promise<void> {
  await pool.query("delete from attempts where coalesce(refused_until, since) <= $1", [
    new Date(now.getTime() - FORGOTTEN_AFTER_MS),
  ]);
}
