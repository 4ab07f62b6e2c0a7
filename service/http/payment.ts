/**
 * The payment of one request: its charges, and the headers that report them. Its first charge also counts it
 * against the workspace's rate limit; a request over the limit is rejected there, before anything is charged.
 */
import { ALLOWANCE_REACHED, BUDGET_REACHED } from "@dealflow/contract/errors";
import {
  BALANCE_SEQUENCE_HEADER,
  CREDITS_REMAINING_HEADER,
  CREDITS_USED_HEADER,
  RATE_LIMIT_HEADER,
  RATE_LIMIT_POLICY_HEADER,
  RECORDS_HEADER,
  RETRY_AFTER_HEADER,
  SESSION_USED_HEADER,
  VIEW_USED_HEADER,
} from "@dealflow/contract/headers";
import type { Caller } from "@/service/accounts/keys";
import { type ExceededBudget, readBudgets, readSessionUse } from "@/service/credits/budgets";
import type { Charge, Charged, RateLimit, RecordKey } from "@/service/credits/charge";
import { AllowanceUsedUp, BudgetReached, type Debits } from "@/service/credits/debit";
import type { RateCache } from "@/service/credits/rates";
import type { Feeds } from "@/service/feed/feeds";
import { purchasesSince } from "@/service/feed/purchases/purchased";
import type { Pools } from "@/service/store/pools";
import { ApiError } from "./api-error";

/** A bill names the records to charge for; the rest of a charge follows from the request. */
interface Bill extends Pick<Charge, "records" | "steps" | "feed" | "version"> {
  /** The records, when they may be paid for once. */
  readonly items: () => readonly RecordKey[];
}

/** Creates one charge inside the transaction of a request under an idempotency key. */
type ChargeFunction = (charge: Charge) => Promise<Charged>;

/** State of a request's charges, for callers that cannot wait for them. */
interface Progress {
  /** A charge may be committed whose outcome is not known yet. */
  pending: boolean;
  cancelled: boolean;
  /** The latest charge that was committed. */
  committed: Charged | undefined;
}

export interface Payment {
  /** True when the request was counted against the limit. */
  readonly admitted: boolean;
  /** True when records that the workspace owns are free. */
  readonly paysOnce: boolean;
  /** True when a person pays, in the dashboard or through an MCP connection, and not an API key. */
  readonly isPersonal: boolean;
  /** True while the outcome of a charge in progress is unknown; code that charges elsewhere sets it. */
  pending: boolean;
  /** The client is gone: what was not charged yet never will be. */
  cancel(): void;
  /** Throws when this process already knows that the workspace is over its limit. */
  rejectEarly(): void;
  /** Counts the request without charging; returns the balance. */
  admit(): Promise<Charged>;
  /**
   * Throws `TOO_MANY_REQUESTS` when over the limit, `PAYMENT_REQUIRED` when the balance is 0, `BUDGET_REACHED` when a
   * budget would be exceeded, and `ALLOWANCE_REACHED` when a connection's allowance is used up.
   */
  pay(endpoint: string, bill: Bill): Promise<Charged>;
  /** Throws `PAYMENT_REQUIRED` when the balance is 0, before anything is read (decisions). */
  expectCredits(endpoint: string): Promise<void>;
  /**
   * Throws as `pay` does when so many records could not be paid for, before anything is read: a refusal that depends on
   * what matches would say for free what does. Of a balance or an allowance one credit is enough, which a match then takes.
   */
  expectRoom(records: number): Promise<void>;
  /**
   * The same request, which pays elsewhere; those charges may be undone, and only that payment reports them. A charge of
   * nothing that comes before them is still made here: it would hold the lock of the workspace while records are read.
   */
  through(chargeWith: ChargeFunction): Payment;
  /** Headers of credits and limits. */
  headers(): Record<string, string>;
}

/** Never appears in the ledger: a charge of 0 writes no entry. */
const ADMISSION = { endpoint: "admission", feed: "companies", records: 0, items: () => [] } as const;
/** Added to a wait before it is rounded up, for the difference between the database's clock and the client's (s). */
const SLACK_S = 0.05;

/** Services that a payment needs. */
interface PaymentDependencies {
  readonly feeds: Feeds;
  readonly debits: Debits;
  readonly rates: RateCache;
  readonly payOnceDays: number;
  readonly pools: Pick<Pools, "main">;
}

/** Who pays for the request, and the ledger's fields. */
export interface Payer {
  readonly caller: Caller;
  readonly requestId: string;
  /** Requests of the dashboard have a person, a sign-in session and a page; those of an MCP client a person and its connection. */
  readonly personId?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly view?: string | undefined;
  readonly connectionId?: string | undefined;
  /** The connection has this allowance. */
  readonly dailyAllowance?: number | undefined;
  /** Returns true when the client has closed its connection. */
  readonly isDisconnected: () => boolean;
}

export function createPayment(
  dependencies: PaymentDependencies,
  payer: Payer,
  chargeWith?: ChargeFunction,
  progress: Progress = { pending: false, cancelled: false, committed: undefined },
): Payment {
  const { debits, feeds, rates } = dependencies;
  const { caller, connectionId, isDisconnected, personId, requestId, sessionId, view } = payer;
  const policy = formatPolicy(caller.limit);
  // Clients of the API and of MCP are charged for every record.
  const paysOnce = dependencies.payOnceDays > 0 && personId !== undefined && connectionId === undefined;
  let used = 0;
  let delivered = 0;
  /** The latest charge that may be undone. */
  let uncommitted: Charged | undefined;
  const getLast = () => uncommitted ?? progress.committed;

  async function charge(endpoint: string, { items, ...bill }: Bill): Promise<Charged> {
    const sentAt = performance.now();
    const limit = getLast() === undefined ? caller.limit : undefined;
    const elsewhere = bill.records > 0 || uncommitted !== undefined ? chargeWith : undefined;
    const request: Charge = {
      ...bill,
      workspaceId: caller.workspaceId,
      keyId: caller.keyId,
      requestId,
      endpoint,
      personId,
      sessionId,
      view,
      connectionId,
      limit,
      once: paysOnce ? { items: items(), since: purchasesSince(dependencies.payOnceDays, new Date()) } : undefined,
      isCancelled: () => progress.cancelled || isDisconnected(),
    };
    const isCommitted = elsewhere === undefined;
    const charged = await (elsewhere ?? chargeDirectly)(request).catch((error: unknown) => {
      if (!(error instanceof BudgetReached || error instanceof AllowanceUsedUp)) throw error;
      applyCharge(limit, error.admitted, sentAt, isCommitted);
      throw error instanceof BudgetReached
        ? new ApiError(BUDGET_REACHED, formatBudgetMessage(error.exceeded), headers())
        : new ApiError(ALLOWANCE_REACHED, formatAllowanceMessage(error.allowance), headers());
    });
    feeds.recordVersion(bill.feed, charged.version);
    return applyCharge(limit, charged, sentAt, isCommitted);
  }

  function applyCharge(limit: RateLimit | undefined, charged: Charged, sentAt: number, isCommitted: boolean): Charged {
    if (limit !== undefined) {
      rates.record(caller.workspaceId, charged.tokens, sentAt);
      if (!charged.admitted) throw rateLimitError(caller.limit, charged.tokens, policy);
    }
    used += charged.credits;
    delivered += charged.records;
    // Only the charge that counted the request knows the remaining limit.
    const latest = { ...charged, tokens: getLast()?.tokens ?? charged.tokens };
    if (isCommitted) progress.committed = latest;
    else uncommitted = latest;
    return latest;
  }

  async function chargeDirectly(request: Charge): Promise<Charged> {
    progress.pending = request.records > 0;
    try {
      return await debits.charge(request);
    } finally {
      progress.pending = false;
    }
  }

  async function pay(endpoint: string, bill: Bill): Promise<Charged> {
    const charged = await charge(endpoint, bill);
    // With nothing to pay for, or with a page that has to be read again, the balance does not matter yet.
    const nothingDue = paysOnce && (bill.records === 0 || (bill.version ?? charged.version) !== charged.version);
    if (charged.records === 0 && charged.balance === 0 && !nothingDue) throw noCredits();
    return charged;
  }

  function noCredits(): ApiError {
    return new ApiError("PAYMENT_REQUIRED", "the workspace has no credits left", headers());
  }

  async function expectRoom(requested: number): Promise<void> {
    const { balance, allowance } = await charge(ADMISSION.endpoint, ADMISSION);
    if (balance === 0) throw noCredits();
    if (allowance === 0)
      throw new ApiError(ALLOWANCE_REACHED, formatAllowanceMessage(payer.dailyAllowance ?? 0), headers());
    const { main } = dependencies.pools;
    const now = new Date();
    const session = sessionId === undefined ? 0 : await readSessionUse(main, sessionId, now);
    for (const { personId: owner, limits, used: spentOn } of await readBudgets(main, caller.workspaceId, now)) {
      const spent = { session, ...spentOn };
      for (const period of ["session", "day", "month"] as const) {
        const limit = period === "session" && sessionId === undefined ? null : (limits[period] ?? null);
        if ((owner !== null && owner !== personId) || limit === null || spent[period] + requested <= limit) continue;
        const exceeded = {
          owner: owner === null ? "workspace" : "person",
          period,
          limit,
          used: spent[period],
          requested,
        } as const;
        throw new ApiError(BUDGET_REACHED, formatBudgetMessage(exceeded), headers());
      }
    }
  }

  function headers(): Record<string, string> {
    const last = getLast();
    if (last === undefined) return {};
    return {
      [CREDITS_USED_HEADER]: String(used),
      [CREDITS_REMAINING_HEADER]: String(last.balance),
      // The public interface has no such header.
      ...(personId === undefined || connectionId !== undefined
        ? {}
        : { [BALANCE_SEQUENCE_HEADER]: String(last.sequence) }),
      ...(last.sessionUsed === undefined ? {} : { [SESSION_USED_HEADER]: String(last.sessionUsed) }),
      ...(last.viewUsed === undefined ? {} : { [VIEW_USED_HEADER]: String(last.viewUsed) }),
      ...(paysOnce ? { [RECORDS_HEADER]: String(delivered) } : {}),
      [RATE_LIMIT_POLICY_HEADER]: policy,
      [RATE_LIMIT_HEADER]: formatRemaining(caller.limit, last.tokens),
    };
  }

  return {
    paysOnce,
    isPersonal: personId !== undefined,
    get admitted() {
      return progress.committed !== undefined;
    },
    get pending() {
      return progress.pending;
    },
    set pending(pending) {
      progress.pending = pending;
    },
    cancel() {
      progress.cancelled = true;
    },
    rejectEarly() {
      const tokens = rates.getUpperBound(caller.workspaceId, caller.limit, performance.now());
      if (tokens !== undefined && tokens < 1) throw rateLimitError(caller.limit, tokens, policy);
    },
    admit: () => charge(ADMISSION.endpoint, ADMISSION),
    pay,
    async expectCredits(endpoint) {
      // Some of the records may be purchased already.
      if (!paysOnce && !debits.mayHaveCredits(caller.workspaceId)) await pay(endpoint, ADMISSION);
    },
    expectRoom,
    through: (chargeElsewhere) => createPayment(dependencies, payer, chargeElsewhere, progress),
    headers,
  };
}

function formatBudgetMessage({ owner, period, limit, used, requested }: ExceededBudget): string {
  const whose = owner === "person" ? "Your" : "The workspace's";
  const budget =
    period === "session"
      ? `This session's budget of ${credits(limit)} is reached`
      : `${whose} budget of ${credits(limit)} a ${period} is reached`;
  return `${budget}: ${used.toLocaleString("en-US")} used, this request needs ${requested.toLocaleString("en-US")}`;
}

function formatAllowanceMessage(allowance: number): string {
  return `this connection has used its allowance of ${credits(allowance)} a day; it is renewed at 00:00 UTC, and its person can raise it in the dashboard under Settings, MCP connections`;
}

function credits(count: number): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? "credit" : "credits"}`;
}

/** Requests at once, with the seconds after which they are all there again; and requests a minute. */
function formatPolicy({ perMinute, burst }: RateLimit): string {
  return `"burst";q=${burst};w=${Math.ceil((burst * 60) / perMinute)}, "minute";q=${perMinute};w=60`;
}

/** Requests left at once, and seconds until the burst is fully available again. */
function formatRemaining({ perMinute, burst }: RateLimit, tokens: number): string {
  return `"burst";r=${Math.max(0, Math.floor(tokens))};t=${Math.max(0, Math.ceil(((burst - tokens) * 60) / perMinute))}`;
}

function rateLimitError(limit: RateLimit, tokens: number, policy: string): ApiError {
  const seconds = Math.max(1, Math.ceil(((1 - tokens) * 60) / limit.perMinute + SLACK_S));
  return new ApiError(
    "TOO_MANY_REQUESTS",
    `the rate limit is ${limit.perMinute} requests a minute, ${limit.burst} at once; retry in ${seconds} s`,
    {
      [RETRY_AFTER_HEADER]: String(seconds),
      [RATE_LIMIT_POLICY_HEADER]: policy,
      [RATE_LIMIT_HEADER]: formatRemaining(limit, tokens),
    },
  );
}
