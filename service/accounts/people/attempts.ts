/**
 * Limits the rate of sign-in attempts by account, by address, and by both together. They are counted in the database,
 * so that the limits hold across processes, and the same for accounts that exist and that do not.
 */
import { createHash } from "node:crypto";
import { ATTEMPTS_PER_MINUTE, SIGN_IN_FAILURES } from "@dealflow/contract/account/people";
import type pg from "pg";
import { inTransaction } from "@/service/store/transaction";

const MINUTE_MS = 60_000;
/** The waits after the first full window are 1, 2, 4, 8, 15, 15, ... minutes. */
const LONGEST_WAIT_MS = 15 * MINUTE_MS;
/** Counting starts over this long after the last wait, and at least a whole window, without an attempt. */
const REST_MS = 15 * MINUTE_MS;
const LONGEST_WINDOW_MS = Math.max(...Object.values(SIGN_IN_FAILURES).map(({ minutes }) => minutes)) * MINUTE_MS;

/** Each kind of attempt has its own count, so that a wrong password does not block a reset link. */
export type Attempt = "sign in" | "register" | "ask for a link" | "use a link" | "prove a password";

export interface AttemptKey {
  readonly attempt: Attempt;
  /** The attempt names this e-mail address or id, which may not exist. */
  readonly account?: string;
  /** The person's browser is in this network. */
  readonly address?: string;
  /** The browser signed in to this account before (`KnownBrowsers`). */
  readonly browser?: string | undefined;
}

export class TooManyAttempts extends Error {
  override readonly name = "TooManyAttempts";

  /** @param seconds how long to wait */
  constructor(readonly seconds: number) {
    super(`too many attempts; ${seconds} s to wait`);
  }
}

interface Counter {
  readonly subject: string;
  /** The account is stored as its digest. */
  readonly account: string | null;
  readonly most: number;
  readonly windowMs: number;
  /** The counter is this client's alone, so that a success may reset it. */
  readonly own: boolean;
}

/**
 * A row that must wait stays as it is, and is not among those returned. Rows are locked in the order of their names.
 * Count and start of a window that has passed are reset while there was no wait in it; after a wait each attempt
 * counts, until there was none for long enough.
 */
const RECORD_ATTEMPT = `
insert into attempts as a (subject, account, count, since)
select subject, account, 1, $5 from unnest($1::text[], $2::text[]) tried (subject, account) order by subject
on conflict (subject) do update set (count, since, refused_until) = (
  select count, case when count = 1 then $5 else a.since end,
    case when count >= most then $5::timestamptz + least(
      interval '${MINUTE_MS} ms' * 2 ^ least(count - most, 20), interval '${LONGEST_WAIT_MS} ms') end
  from (
    select most, case
      when a.refused_until is null and a.since <= $5::timestamptz - window_ms * interval '1 ms' then 1
      when a.refused_until <= $5::timestamptz - greatest(window_ms, ${REST_MS}) * interval '1 ms' then 1
      else a.count + 1
    end as count
    from unnest($1::text[], $3::integer[], $4::integer[]) counter (subject, most, window_ms)
    where counter.subject = a.subject
  ) counted
)
where a.refused_until is null or a.refused_until <= $5
returning refused_until is not null as locked`;

/** The wait caused by the attempt itself is removed with it. */
const UNDO_ATTEMPT = `
update attempts set count = greatest(count - 1, 0),
  refused_until = case when count - 1 >= $2 then least(refused_until, $3) end
where subject = $1`;

/** @param now ms since 1970 */
export function createAttemptLimiter(pool: pg.Pool, now: () => number) {
  return {
    /**
     * Counts an attempt before its outcome is known, so that concurrent ones all count. If one that `isLast` fails, the client or
     * the account has to wait before the next one. Throws `TooManyAttempts`.
     */
    async record(key: AttemptKey) {
      const counters = getCounters(key);
      const subjects = counters.map(({ subject }) => subject);
      const at = new Date(now());
      return inTransaction(pool, async (client) => {
        const { rows: counted } = await client.query<{ locked: boolean }>(RECORD_ATTEMPT, [
          subjects,
          counters.map(({ account }) => account),
          counters.map(({ most }) => most),
          counters.map(({ windowMs }) => windowMs),
          at,
        ]);
        if (counted.length === subjects.length) return { isLast: counted.some(({ locked }) => locked) };
        // A rejected attempt is not counted, or waiting would never end for clients that share an address.
        const { rows } = await client.query<{ until: Date | null }>(
          "select max(refused_until) as until from attempts where subject = any($1)",
          [subjects],
        );
        const wait = (rows[0]?.until?.getTime() ?? at.getTime()) - at.getTime();
        throw new TooManyAttempts(Math.max(1, Math.ceil(wait / 1000)));
      });
    },
    /** Stops counting a recorded attempt, because it succeeded, and resets the client's own counters. */
    async recordSuccess(key: AttemptKey): Promise<void> {
      // Rows are updated one by one, so that no transaction waits for a row while it holds another.
      for (const { subject, most, own } of getCounters(key)) {
        if (own) await pool.query("delete from attempts where subject = $1", [subject]);
        else await pool.query(UNDO_ATTEMPT, [subject, most, new Date(now())]);
      }
    },
    /** Stops counting all earlier attempts, because the account has a new password. */
    async clearAccount(account: string): Promise<void> {
      await clearAttempts(pool, account);
    },
  };
}

/** Deletes the counts of accounts from any network or browser; returns how many counted anything. */
export async function clearAttempts(db: pg.Pool | pg.PoolClient, ...accounts: string[]): Promise<number> {
  const { rows } = await db.query<{ count: number }>("delete from attempts where account = any($1) returning count", [
    accounts.map(hashAccount),
  ]);
  return rows.filter(({ count }) => count > 0).length;
}

function getCounters({ attempt, account, address, browser }: AttemptKey): Counter[] {
  const digest = account === undefined ? null : hashAccount(account);
  const of = `${attempt} of ${digest}`;
  if (attempt !== "sign in" || digest === null) {
    const limit = { most: ATTEMPTS_PER_MINUTE, windowMs: MINUTE_MS };
    return [
      ...(digest === null ? [] : [{ subject: of, account: digest, own: true, ...limit }]),
      ...(address === undefined
        ? []
        : [{ subject: `${attempt} from ${address}`, account: null, own: false, ...limit }]),
    ];
  }
  const counter = (subject: string, limit: keyof typeof SIGN_IN_FAILURES, own: boolean): Counter => {
    const { max: most, minutes } = SIGN_IN_FAILURES[limit];
    return { subject, account: digest, most, windowMs: minutes * MINUTE_MS, own };
  };
  if (browser !== undefined)
    return [
      counter(`${of} by ${browser}`, "browser", true),
      // A person who once had the password may have many such browsers.
      counter(`${of} by known browsers`, "account", false),
    ];
  return [
    counter(`${of} from ${address}`, "network", true),
    counter(of, "account", false),
    { ...counter(`${attempt} from ${address}`, "address", false), account: null },
  ];
}

/** The submitted address may be a password: only its digest is stored. */
function hashAccount(account: string): string {
  return createHash("sha256").update(account).digest("base64url");
}

/** Deletes attempts that no longer count. */
export async function deleteOldAttempts(pool: pg.Pool, now: Date): Promise<void> {
  await pool.query("delete from attempts where coalesce(refused_until, since) <= $1", [
    new Date(now.getTime() - Math.max(LONGEST_WINDOW_MS, REST_MS)),
  ]);
}
