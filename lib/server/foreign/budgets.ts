/**
 * Enforces the budgets of a dashboard for another host before anything is sent: the maximum cost of a purchase is reserved
 * and the actual cost committed, so that two concurrent tabs cannot exceed a budget together. Limits and days are in a file
 * of the data directory; sessions do not survive a restart.
 */
import "server-only";
import { mkdirSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { parseJson } from "@dealflow/client/list-page";
import type pino from "pino";
import * as z from "zod";
import { BUDGET_PERIODS, type BudgetLimits, type BudgetPeriod, NO_LIMITS, parseLimit } from "@/lib/api/budgets";
import { type BoundedCache, createCache } from "@/lib/cache/bounded-cache";
import { EnvironmentError } from "../environment";
import { readStored } from "./read-stored";
import { SESSION_MS } from "./sessions";

/** Covers this month and the one before; older days are deleted. */
const RETENTION_DAYS = 70;
/** This holds about 15,000 sessions. */
const SESSIONS_BYTES = 4 * 1024 * 1024;
const FILE = "budgets.json";

interface Spender {
  readonly account: string;
  readonly session: string;
  readonly used: number;
}

interface StoredBudgets {
  limits: BudgetLimits;
  /** The keys are days, YYYY-MM-DD in UTC. */
  readonly days: Map<string, number>;
}

const storedLimit = z
  .number()
  .nullable()
  .refine((limit) => parseLimit(limit) !== undefined);
const storedFile = z.object({
  accounts: z.record(
    z.string(),
    z.object({
      limits: z.object({ session: storedLimit, day: storedLimit, month: storedLimit }),
      days: z.record(z.iso.date(), z.int().positive()).transform((days) => new Map(Object.entries(days))),
    }),
  ),
});

export class Budgets {
  readonly #path: string;
  readonly #accounts: Map<string, StoredBudgets>;
  #writing: Promise<void> = Promise.resolve();
  /** Purchases in flight reserve these credits, by account. */
  readonly #byAccount = new Map<string, number>();
  /** These are reserved by session, and include charges of unknown outcome. */
  readonly #bySession: BoundedCache<number>;

  /** Throws `EnvironmentError` for a file that is damaged, because a start without it would lift the budgets. */
  constructor(
    dataDir: string,
    readonly log: pino.Logger,
    readonly now: () => number = Date.now,
  ) {
    this.#path = resolve(dataDir, FILE);
    this.#accounts = readAccounts(this.#path);
    this.#bySession = createCache<number>({
      name: "reserved credits of sessions",
      maxBytes: SESSIONS_BYTES,
      measureBytes: () => 0,
      ttlMs: SESSION_MS,
      slidingTtl: true,
    });
  }

  readLimits(account: string): BudgetLimits {
    return this.#accounts.get(account)?.limits ?? NO_LIMITS;
  }

  spent(account: string): { day: number; month: number } {
    const days = this.#accounts.get(account)?.days ?? new Map<string, number>();
    const today = formatDay(this.now());
    let month = 0;
    for (const [day, credits] of days) if (day.slice(0, 7) === today.slice(0, 7)) month += credits;
    return { day: days.get(today) ?? 0, month };
  }

  async set(account: string, limits: BudgetLimits): Promise<void> {
    this.#stored(account).limits = limits;
    await this.#write();
  }

  /**
   * Reserves `maxCost`, or everything left where that is undefined, so that nothing else runs meanwhile. A sentence says which
   * budget would be exceeded, how much of it is used, and what was requested.
   */
  reserve(spender: Spender, maxCost: number | undefined) {
    const { account, session } = spender;
    const limits = this.readLimits(account);
    const used = this.#reserved(spender);
    const left = BUDGET_PERIODS.map((period) => (limits[period] ?? Number.POSITIVE_INFINITY) - used[period]);
    const requested = maxCost ?? Math.max(1, Math.min(...left));
    const reserved = Number.isFinite(requested) ? requested : 0;
    for (const [index, period] of BUDGET_PERIODS.entries()) {
      const limit = limits[period];
      if (limit !== null && reserved > (left[index] ?? 0))
        return { exceeded: exceededMessage(period, limit, used[period], maxCost) };
    }
    this.#addReserved(account, session, reserved);
    const day = formatDay(this.now());
    let open = true;
    return {
      /** Commits the actual cost; `unknown`: everything reserved may have been charged. Resolves once it is stored. */
      commit: async (credits: number | "unknown") => {
        if (!open) return;
        open = false;
        this.#addReserved(account, session, -reserved);
        // An unknown outcome counts as spent, so that a budget is never exceeded.
        const unknown = maxCost === undefined ? 0 : reserved;
        if (credits === "unknown") this.#addSessionReserved(session, unknown);
        await this.#spend(account, day, credits === "unknown" ? unknown : credits);
      },
    };
  }

  #reserved({ account, session, used }: Spender): Record<BudgetPeriod, number> {
    const spent = this.spent(account);
    const reserved = this.#byAccount.get(account) ?? 0;
    return {
      session: used + (this.#bySession.get(session) ?? 0),
      day: spent.day + reserved,
      month: spent.month + reserved,
    };
  }

  #addReserved(account: string, session: string, credits: number): void {
    const reserved = Math.max(0, (this.#byAccount.get(account) ?? 0) + credits);
    if (reserved === 0) this.#byAccount.delete(account);
    else this.#byAccount.set(account, reserved);
    this.#addSessionReserved(session, credits);
  }

  #addSessionReserved(session: string, credits: number): void {
    if (credits !== 0) this.#bySession.set(session, Math.max(0, (this.#bySession.get(session) ?? 0) + credits));
  }

  async #spend(account: string, day: string, credits: number): Promise<void> {
    if (credits === 0) return;
    const { days } = this.#stored(account);
    days.set(day, (days.get(day) ?? 0) + credits);
    const oldest = formatDay(this.now() - RETENTION_DAYS * 86_400_000);
    for (const stored of days.keys()) if (stored < oldest) days.delete(stored);
    await this.#write().catch((error: unknown) => {
      this.log.warn({ event: "budgets not saved", reason: String(error) });
    });
  }

  #stored(account: string): StoredBudgets {
    const stored = this.#accounts.get(account) ?? { limits: NO_LIMITS, days: new Map<string, number>() };
    this.#accounts.set(account, stored);
    return stored;
  }

  #write(): Promise<void> {
    const written = this.#writing.then(() => replaceFile(this.#path, serialize(this.#accounts)));
    this.#writing = written.catch(() => undefined);
    return written;
  }
}

/** Renaming is atomic: readers see the old text or the new one, never a partial file. */
async function replaceFile(path: string, text: string): Promise<void> {
  mkdirSync(dirname(path), { recursive: true });
  const next = `${path}.${process.pid}`;
  await writeFile(next, text, { mode: 0o600 });
  await rename(next, path);
}

function readAccounts(path: string): Map<string, StoredBudgets> {
  const text = readStored(path);
  if (text === undefined) return new Map();
  const parsed = storedFile.safeParse(parseJson(text));
  if (parsed.success) return new Map(Object.entries(parsed.data.accounts));
  throw new EnvironmentError([
    `${path} is damaged, so the budgets are unknown: restore it from a backup, or remove it to start without budgets.`,
  ]);
}

function serialize(accounts: ReadonlyMap<string, StoredBudgets>): string {
  const json = [...accounts].map(([account, { limits, days }]) => [
    account,
    { limits, days: Object.fromEntries([...days].sort()) },
  ]);
  return `${JSON.stringify({ accounts: Object.fromEntries(json) }, null, 2)}\n`;
}

const OWNER_LABELS: Readonly<Record<BudgetPeriod, string>> = {
  session: "This session's",
  day: "Today's",
  month: "This month's",
};

function exceededMessage(period: BudgetPeriod, limit: number, used: number, maxCost: number | undefined): string {
  const requestText =
    maxCost === undefined
      ? "the price of this request is unknown"
      : `this request needs up to ${formatCredits(maxCost)}`;
  return `${OWNER_LABELS[period]} budget of ${formatCredits(limit)} ${limit === 1 ? "credit" : "credits"} would be exceeded: ${formatCredits(used)} used, ${requestText}`;
}

function formatCredits(credits: number): string {
  return credits.toLocaleString("en-US");
}

function formatDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
