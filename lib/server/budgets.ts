/**
 * Budgets, held before anything is sent: what a purchase could cost at most is reserved, and settled with what it did
 * cost, so that two tabs at once cannot pass a budget together. Days are kept over a restart, sessions are not. Of our own
 * service only the budget of a session is held here.
 */
import "server-only";
import type pino from "pino";
import { BUDGET_PERIODS, type BudgetLimits, type BudgetPeriod, type BudgetsState, NO_LIMITS } from "@/lib/api/budgets";
import { type BoundedCache, createCache } from "@/lib/cache/bounded-cache";
import { BudgetsFile, type KeptBudgets } from "./budgets-file";
import { SESSION_MS } from "./sessions";

/** Days beyond this month and the one before it are forgotten. */
const DAYS_KEPT = 70;
/** Room for about 15,000 sessions. */
const SESSIONS_BYTES = 4 * 1024 * 1024;

export interface Spender {
  readonly account: string;
  /** Of this account: what the same browser uses of another one is another session. */
  readonly session: string;
  /** Our own service holds the budgets of days and months itself, and counts for them. */
  readonly own: boolean;
  /** Credits that the session has used so far. */
  readonly used: number;
}

export interface Reservation {
  /** With what it did cost; `unknown`: it may have cost all that was reserved. Resolves once that is kept. */
  settle(credits: number | "unknown"): Promise<void>;
}

/** One sentence for the person: which budget, what is used of it, and what was asked. */
export interface Refusal {
  readonly refused: string;
}

export class Budgets {
  readonly #file: BudgetsFile;
  #accounts: Map<string, KeptBudgets> | undefined;
  /** Credits that are reserved by purchases under way, by account. */
  readonly #byAccount = new Map<string, number>();
  /** The same by session, and what it may have spent without anybody knowing. */
  readonly #bySession: BoundedCache<number>;

  constructor(
    dataDir: string,
    readonly log: pino.Logger,
    readonly now: () => number = Date.now,
  ) {
    this.#file = new BudgetsFile(dataDir);
    this.#bySession = createCache<number>({
      name: "reserved credits of sessions",
      maxBytes: SESSIONS_BYTES,
      sizeOf: () => 0,
      ttlMs: SESSION_MS,
      slidingTtl: true,
    });
  }

  limitsOf(account: string): BudgetLimits {
    return this.#read().get(account)?.limits ?? NO_LIMITS;
  }

  /** `used`: by the session that asks. */
  stateOf(account: string, used: number): BudgetsState {
    const { day, month } = this.#spent(account);
    return { limits: this.limitsOf(account), used: { session: used, day, month } };
  }

  async set(account: string, limits: BudgetLimits): Promise<void> {
    this.#of(account).limits = limits;
    await this.#file.write(this.#read());
  }

  /** `most`: what it can cost; undefined where nobody can tell: then it takes all that is left, and nothing beside it. */
  reserve(spender: Spender, most: number | undefined): Reservation | Refusal {
    const { account, session, own } = spender;
    const limits = this.limitsOf(account);
    const used = this.#reserved(spender);
    const left = BUDGET_PERIODS.map((period) => (limits[period] ?? Number.POSITIVE_INFINITY) - used[period]);
    const asked = most ?? Math.max(1, Math.min(...left));
    const held = Number.isFinite(asked) ? asked : 0;
    for (const [index, period] of BUDGET_PERIODS.entries()) {
      const limit = limits[period];
      if (limit !== null && held > (left[index] ?? 0)) return { refused: sentence(period, limit, used[period], most) };
    }
    this.#hold(account, session, held);
    const day = dayOf(this.now());
    let open = true;
    return {
      settle: async (credits) => {
        if (!open) return;
        open = false;
        this.#hold(account, session, -held);
        // What nobody knows counts as spent, so that a budget is never passed by hoping.
        if (credits === "unknown") this.#holdSession(session, most === undefined ? 0 : held);
        if (!own) await this.#spend(account, day, credits === "unknown" ? (most === undefined ? 0 : held) : credits);
      },
    };
  }

  #reserved({ account, session, used }: Spender): Record<BudgetPeriod, number> {
    const spent = this.#spent(account);
    const reserved = this.#byAccount.get(account) ?? 0;
    return {
      session: used + (this.#bySession.get(session) ?? 0),
      day: spent.day + reserved,
      month: spent.month + reserved,
    };
  }

  #hold(account: string, session: string, credits: number): void {
    const held = Math.max(0, (this.#byAccount.get(account) ?? 0) + credits);
    if (held === 0) this.#byAccount.delete(account);
    else this.#byAccount.set(account, held);
    this.#holdSession(session, credits);
  }

  #holdSession(session: string, credits: number): void {
    if (credits !== 0) this.#bySession.set(session, Math.max(0, (this.#bySession.get(session) ?? 0) + credits));
  }

  #spent(account: string): { day: number; month: number } {
    const days = this.#read().get(account)?.days ?? new Map<string, number>();
    const today = dayOf(this.now());
    let month = 0;
    for (const [day, credits] of days) if (day.slice(0, 7) === today.slice(0, 7)) month += credits;
    return { day: days.get(today) ?? 0, month };
  }

  async #spend(account: string, day: string, credits: number): Promise<void> {
    if (credits === 0) return;
    const { days } = this.#of(account);
    days.set(day, (days.get(day) ?? 0) + credits);
    const oldest = dayOf(this.now() - DAYS_KEPT * 86_400_000);
    for (const kept of days.keys()) if (kept < oldest) days.delete(kept);
    await this.#file.write(this.#read()).catch((error: unknown) => {
      this.log.warn({ event: "budgets not kept", reason: String(error) });
    });
  }

  #of(account: string): KeptBudgets {
    const accounts = this.#read();
    const kept = accounts.get(account) ?? { limits: NO_LIMITS, days: new Map<string, number>() };
    accounts.set(account, kept);
    return kept;
  }

  #read(): Map<string, KeptBudgets> {
    if (this.#accounts === undefined) {
      const { accounts, aside } = this.#file.read();
      if (aside !== undefined) this.log.warn({ event: "budgets not readable", aside });
      this.#accounts = accounts;
    }
    return this.#accounts;
  }
}

const WHOSE: Readonly<Record<BudgetPeriod, string>> = {
  session: "This session's",
  day: "Today's",
  month: "This month's",
};

function sentence(period: BudgetPeriod, limit: number, used: number, most: number | undefined): string {
  const asks =
    most === undefined ? "what this asks for has no known price" : `this asks for up to ${written(most)} more`;
  return `${WHOSE[period]} budget of ${written(limit)} ${limit === 1 ? "credit" : "credits"} is reached: ${written(used)} used, ${asks}`;
}

function written(credits: number): string {
  return credits.toLocaleString("en-US");
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
