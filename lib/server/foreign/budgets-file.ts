/** Budgets stored in the data directory: limits and daily spending of each account. */
import "server-only";
import { mkdirSync, readFileSync, renameSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { parseJson } from "@dealflow/client/list-page";
import { isObject, number } from "@dealflow/client/tolerant-reader";
import { type BudgetLimits, NO_LIMITS, parseLimit } from "@/lib/api/budgets";

export interface StoredBudgets {
  limits: BudgetLimits;
  /** Credits by day, YYYY-MM-DD in UTC. */
  readonly days: Map<string, number>;
}

const FILE = "budgets.json";

export class BudgetsFile {
  readonly #path: string;
  #writing: Promise<void> | undefined;
  #waiting: Promise<void> | undefined;

  constructor(readonly dataDir: string) {
    this.#path = resolve(dataDir, FILE);
  }

  /** Reads as much as is valid. A file that is not JSON is renamed, and its new name returned. */
  read(): { accounts: Map<string, StoredBudgets>; backupPath?: string } {
    let text: string;
    try {
      text = readFileSync(this.#path, "utf8");
    } catch {
      return { accounts: new Map() };
    }
    const json = parseJson(text);
    if (isObject(json)) return { accounts: readAccounts(json.accounts) };
    const backupPath = `${this.#path}.unreadable`;
    renameSync(this.#path, backupPath);
    return { accounts: new Map(), backupPath };
  }

  /** Writes the state of `accounts` at that moment; calls during a write share the next one. */
  write(accounts: ReadonlyMap<string, StoredBudgets>): Promise<void> {
    if (this.#writing === undefined) return this.#start(accounts);
    this.#waiting ??= this.#writing.catch(() => undefined).then(() => this.#start(accounts));
    return this.#waiting;
  }

  #start(accounts: ReadonlyMap<string, StoredBudgets>): Promise<void> {
    this.#waiting = undefined;
    this.#writing = this.#replace(serialize(accounts)).finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  /** Atomic: readers see the old text or the new one, never a partial file. */
  async #replace(text: string): Promise<void> {
    mkdirSync(this.dataDir, { recursive: true });
    const next = `${this.#path}.${process.pid}`;
    await writeFile(next, text, { mode: 0o600 });
    await rename(next, this.#path);
  }
}

function readAccounts(json: unknown): Map<string, StoredBudgets> {
  const accounts = new Map<string, StoredBudgets>();
  for (const [account, stored] of Object.entries(isObject(json) ? json : {})) {
    if (!isObject(stored)) continue;
    const limits = isObject(stored.limits) ? stored.limits : {};
    const days = new Map<string, number>();
    for (const [day, credits] of Object.entries(isObject(stored.days) ? stored.days : {})) {
      const read = number(credits);
      if (/^\d{4}-\d\d-\d\d$/.test(day) && read !== null && read > 0) days.set(day, read);
    }
    accounts.set(account, {
      limits: {
        session: parseLimit(limits.session) ?? NO_LIMITS.session,
        day: parseLimit(limits.day) ?? NO_LIMITS.day,
        month: parseLimit(limits.month) ?? NO_LIMITS.month,
      },
      days,
    });
  }
  return accounts;
}

function serialize(accounts: ReadonlyMap<string, StoredBudgets>): string {
  const json = [...accounts].map(([account, { limits, days }]) => [
    account,
    { limits, days: Object.fromEntries([...days].sort()) },
  ]);
  return `${JSON.stringify({ accounts: Object.fromEntries(json) }, null, 2)}\n`;
}
