/** What the service looks after while it runs: the nightly figures, and forgetting what has expired. */
import type pg from "pg";
import type { Logger } from "pino";
import { BAD_KEYS } from "@/lib/contract/limits";
import { forgetOldInvitations } from "./accounts/members/invitations";
import { forgetOldAttempts } from "./accounts/people/attempts";
import { forgetEndedSessions } from "./accounts/people/sessions";
import { refreshFiguresOnce } from "./figures/refresh";
import { forgetExpiredAnswers } from "./http/idempotency";

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
/** Hour of the day, UTC, at which the figures are due. */
const NIGHT_HOUR = 2;
/** What failed is tried again after this (ms). */
const RETRY_MS = 10 * MINUTE;
/** How often it is asked what is due (ms), and so how soon after the start that is done which was missed. */
const TICK_MS = 20_000;

export interface Upkeep {
  /** Does what is due, and from then on what becomes due. */
  start(tickMs?: number): void;
  /** Does what is due now. Never rejects: what fails is logged, and due again later. */
  tick(): Promise<void>;
  /** Ends it; figures under way are given up. */
  stop(): Promise<void>;
}

interface Duty {
  readonly name: string;
  run(now: Date): Promise<void>;
  /** When it is due again (ms since 1970) after it was done at `now`. */
  next(now: number): number;
}

/** @param now ms since 1970 */
export function openUpkeep(pool: pg.Pool, log: Logger, now: () => number): Upkeep {
  const stopped = new AbortController();
  const duties: readonly Duty[] = [
    {
      name: "nightly figures",
      run: async (at) => {
        const made = await refreshFiguresOnce(pool, at, new Date(nightOf(at.getTime())), stopped.signal);
        if (made !== undefined) log.info(made, "nightly figures made");
      },
      next: (at) => nightOf(at) + DAY,
    },
    { name: "expired answers", run: (at) => forgetExpiredAnswers(pool, at), next: (at) => at + HOUR },
    { name: "old unusable keys", run: (at) => forgetBadKeys(pool, at), next: (at) => at + HOUR },
    { name: "old attempts", run: (at) => forgetOldAttempts(pool, at), next: (at) => at + HOUR },
    { name: "ended sessions", run: (at) => forgetEndedSessions(pool, at), next: (at) => at + HOUR },
    { name: "old invitations", run: (at) => forgetOldInvitations(pool, at), next: (at) => at + HOUR },
  ];
  const due = new Map<Duty, number>();
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function attend(duty: Duty, at: number): Promise<void> {
    try {
      await duty.run(new Date(at));
      due.set(duty, duty.next(at));
    } catch (error) {
      if (stopped.signal.aborted) return;
      due.set(duty, at + RETRY_MS);
      log.error({ err: error }, `${duty.name} failed; tried again in ${RETRY_MS / MINUTE} minutes`);
    }
  }

  async function run(): Promise<void> {
    for (const duty of duties) {
      const at = now();
      if (!stopped.signal.aborted && at >= (due.get(duty) ?? 0)) await attend(duty, at);
    }
  }

  function tick(): Promise<void> {
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  }

  return {
    start: (tickMs = TICK_MS) => {
      timer = setInterval(() => void tick(), tickMs).unref();
    },
    tick,
    stop: async () => {
      clearInterval(timer);
      stopped.abort();
      await running;
    },
  };
}

/** The latest instant up to this one at which figures were due. */
function nightOf(at: number): number {
  return Math.floor((at - NIGHT_HOUR * HOUR) / DAY) * DAY + NIGHT_HOUR * HOUR;
}

/** Forgets addresses whose window has passed and which are not refused any more. */
async function forgetBadKeys(pool: pg.Pool, now: Date): Promise<void> {
  await pool.query("delete from bad_keys where since <= $1 and (refused_until is null or refused_until <= $2)", [
    new Date(now.getTime() - BAD_KEYS.windowMinutes * MINUTE),
    now,
  ]);
}
