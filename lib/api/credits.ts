/** Data of the Credits page, and tolerant readers for the account's responses. */

import { isObject, list, number, object, text } from "@dealflow/client/tolerant-reader";
import type { AccountCredits, AccountLedger, AccountUsage, UsedBy } from "@/lib/contract/account-credits";
import type { BudgetsState } from "./budgets";

/** One purchase of this dashboard. */
export interface Receipt {
  /** ISO timestamp. */
  readonly at: string;
  readonly requestId: string | null;
  readonly endpoint: string;
  /** Address of the page that it was for. */
  readonly view: string;
  readonly credits: number;
  /** From the response. */
  readonly balance: number | null;
}

export interface Spent {
  readonly name: string;
  readonly credits: number;
  readonly requests: number;
}

/** The dashboard's own count since its server was started. */
export interface DashboardCount {
  /** ISO timestamp. */
  readonly since: string;
  /** Expected balance; null while it is unknown, or a purchase is in flight. */
  readonly expected: number | null;
  readonly spent: number;
  /** Requests of unknown outcome, which may have been charged. */
  readonly unknown: number;
  /** Newest first. */
  readonly receipts: readonly Receipt[];
  readonly endpoints: readonly Spent[];
  readonly views: readonly Spent[];
}

/** The account as our own service reports it. */
export interface AccountState {
  readonly credits: AccountCredits;
  readonly usage: AccountUsage;
  readonly ledger: AccountLedger;
}

export interface CreditsState {
  /** Undefined on a foreign host, which has no account endpoints; a sentence when our own could not be reached. */
  readonly account: AccountState | string | undefined;
  readonly count: DashboardCount;
  readonly budgets: BudgetsState;
  /** The last known one; null: unknown. */
  readonly balance: number | null;
  /** Of two balances the one of the higher sequence is the newer. */
  readonly sequence: number;
  readonly estimated: boolean;
  /** Time of this state, an ISO timestamp. */
  readonly at: string;
}

const credits = object({
  workspace: text,
  balance: number,
  sequence: number,
  sum: number,
  granted: number,
  used: number,
  grants: number,
  grantedAt: text,
  since: text,
});

export function readCredits(json: unknown): AccountCredits | undefined {
  const read = credits(json);
  if (read === null || read.balance === null || read.sum === null) return undefined;
  const { balance, sum } = read;
  return {
    ...read,
    balance,
    sum,
    sequence: read.sequence ?? 0,
    workspace: read.workspace ?? "",
    granted: read.granted ?? 0,
    used: read.used ?? 0,
    grants: read.grants ?? 0,
  };
}

export function readUsage(json: unknown): AccountUsage | undefined {
  if (!isObject(json)) return undefined;
  const [from, to] = [text(json.from), text(json.to)];
  if (from === null || to === null) return undefined;
  const day = object({ day: text, credits: number, requests: number });
  return {
    from,
    to,
    days: list(day)(json.days).map((one) => ({
      day: one.day ?? "",
      credits: one.credits ?? 0,
      requests: one.requests ?? 0,
    })),
    endpoints: list(usedBy)(json.endpoints),
    clients: list(usedBy)(json.clients),
    people: list(usedBy)(json.people),
    views: list(usedBy)(json.views),
  };
}

function usedBy(value: unknown): UsedBy | null {
  if (!isObject(value)) return null;
  const days: Record<string, number> = {};
  for (const [day, used] of Object.entries(isObject(value.days) ? value.days : {})) days[day] = number(used) ?? 0;
  const kind = value.kind === "none" || value.kind === "rest" ? value.kind : "named";
  return { kind, name: text(value.name) ?? "", credits: number(value.credits) ?? 0, days };
}

const entry = object({
  id: text,
  at: text,
  requestId: text,
  endpoint: text,
  view: text,
  person: text,
  client: text,
  records: number,
  delta: number,
  balance: number,
});

export function readLedger(json: unknown): AccountLedger | undefined {
  if (!isObject(json) || !Array.isArray(json.entries)) return undefined;
  const entries = list(entry)(json.entries).map((one) => ({
    ...one,
    id: one.id ?? "",
    at: one.at ?? "",
    endpoint: one.endpoint ?? "",
    records: one.records ?? 0,
    delta: one.delta ?? 0,
    balance: one.balance ?? 0,
  }));
  return { entries, nextCursor: text(json.nextCursor) };
}
