/**
 * Pays for one request: makes its charges, and the headers that report them. Its first charge also counts it
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
import { inPart } from "@/lib/monitoring/phases";
import type { Caller } from "@/service/accounts/keys";
import {
  type ExceededBudget,
  formatBudgetMessage,
  formatCredits,
  readBudgets,
  readSessionUse,
} from "@/service/credits/budgets";
import {
  AllowanceUsedUp,
  BudgetReached,
  type Charge,
  type Charged,
  type RateLimit,
  type RecordKey,
} from "@/service/credits/charge";
import type { Debits } from "@/service/credits/debit";
import type { RateCache } from "@/service/credits/rates";
import type { Feeds } from "@/service/feed/feeds";
import { purchasesSince } from "@/service/feed/purchases/purchased";
import type { Pools } from "@/service/store/pools/pools";
import { ApiError } from "../api-error";

/** A bill names the records to charge for; the rest of a charge follows from the request. */
interface Bill extends Pick<Charge, "records" | "steps" | "feed" | "version"> {
  /** The records, when they may be paid for once. */
  readonly items: () => readonly RecordKey[];
}

/** Creates one charge inside the transaction of a request under an idempotency key. */
type ChargeFunction = (charge: Charge) => Promise<Charged>;

/** Callers that cannot wait for a request's charges read their state. */
interface Progress {
  /** A charge may be committed whose response is not sent yet. */
  pending: boolean;
  cancelled: boolean;
  /** The latest charge that was committed. */
  committed: Charged | undefined;
  /** Credits of all charges that were committed, but for those made elsewhere. */
  credits: number;
  refusal: Refusal | undefined;
}

/** Nothing was charged, because there are no credits left, or a budget or the allowance of an MCP connection has none. */
export type Refusal = "credits" | "budget" | "allowance";

/** Never appears in the ledger: a charge of 0 writes no entry. */
const ADMISSION = { endpoint: "admission", feed: "companies", records: 0, items: () => [] } as const;
/** A wait gets this much longer before it is rounded up, because the client's clock may differ from the database's. */
const SLACK_S = 0.05;

interface PaymentDependencies {
  readonly feeds: Feeds;
  readonly debits: Debits;
  readonly rates: RateCache;
  readonly payOnceDays: number;
  readonly pools: Pick<Pools, "main">;
}

/** Says who pays for the request, and has the ledger's fields. */
export interface Payer {
  readonly caller: Caller;
  readonly requestId: string;
  /**
   * Requests of the dashboard have a person, a sign-in session and a page; those of an MCP client a person and its
   * connection.
   */
  readonly personId?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly view?: string | undefined;
  readonly connectionId?: string | undefined;
  readonly dailyAllowance?: number | undefined;
  /** Returns true when the client has closed its connection. */
  readonly isDisconnected: () => boolean;
}

/** Charges for one request, and reports its charges. Every request has a payment, so it is a class and not a dozen closures. */
export class Payment {
  /** It is true when records that the workspace owns are free. */
  readonly paysOnce: boolean;
  readonly #dependencies: PaymentDependencies;
  readonly #payer: Payer;
  readonly #chargeElsewhere: ChargeFunction | undefined;
  readonly #progress: Progress;
  #used = 0;
  #delivered = 0;
  /** The latest charge that may be undone. */
  #uncommitted: Charged | undefined;

  constructor(
    dependencies: PaymentDependencies,
    payer: Payer,
    chargeElsewhere?: ChargeFunction,
    progress: Progress = { pending: false, cancelled: false, committed: undefined, credits: 0, refusal: undefined },
  ) {
    this.#dependencies = dependencies;
    this.#payer = payer;
    this.#chargeElsewhere = chargeElsewhere;
    this.#progress = progress;
    // Clients of the API and of MCP are charged for every record.
    this.paysOnce = dependencies.payOnceDays > 0 && payer.personId !== undefined && payer.connectionId === undefined;
  }

  get admitted(): boolean {
    return this.#progress.committed !== undefined;
  }

  /** Returns true when a person pays, in the dashboard or through an MCP connection, and not an API key. */
  get isPersonal(): boolean {
    return this.#payer.personId !== undefined;
  }

  /**
   * Returns true when a charge is committed, or may be: a failure must not say then that nothing was charged. Code that charges
   * elsewhere sets it.
   */
  get pending(): boolean {
    return this.#progress.pending;
  }

  set pending(pending: boolean) {
    this.#progress.pending = pending;
  }

  /** Credits that this request was charged, also when it failed afterwards. */
  get credits(): number {
    return this.#progress.credits;
  }

  get refusal(): Refusal | undefined {
    return this.#progress.refusal;
  }

  /** The client is gone: what was not charged yet never will be. */
  cancel(): void {
    this.#progress.cancelled = true;
  }

  /** It is true when nobody waits for what is not charged yet. */
  readonly isCancelled = (): boolean => this.#progress.cancelled || this.#payer.isDisconnected();

  /** Throws when this process already knows that the workspace is over its limit. */
  rejectEarly(): void {
    const { workspaceId, limit } = this.#payer.caller;
    const tokens = this.#dependencies.rates.getUpperBound(workspaceId, limit, performance.now());
    if (tokens !== undefined && tokens < 1) throw rateLimitError(limit, tokens);
  }

  /** Counts the request without charging; returns the balance. */
  admit(): Promise<Charged> {
    return this.#charge(ADMISSION.endpoint, ADMISSION);
  }

  /**
   * Throws `TOO_MANY_REQUESTS` when over the limit, `PAYMENT_REQUIRED` when the balance is 0, `BUDGET_REACHED` when a
   * budget would be exceeded, and `ALLOWANCE_REACHED` when a connection's allowance is used up.
   */
  async pay(endpoint: string, bill: Bill): Promise<Charged> {
    const charged = await this.#charge(endpoint, bill);
    // With nothing to pay for, or with a page that has to be read again, the balance does not matter yet.
    const nothingDue = this.paysOnce && (bill.records === 0 || (bill.version ?? charged.version) !== charged.version);
    if (charged.records === 0 && charged.balance === 0 && !nothingDue) throw this.#noCredits();
    return charged;
  }

  /** Counts the request like `admit`, and throws as `pay` does. */
  payNothing(): Promise<Charged> {
    return this.pay(ADMISSION.endpoint, ADMISSION);
  }

  /** Throws `PAYMENT_REQUIRED` when the balance is 0, before anything is read (decisions). */
  async expectCredits(endpoint: string): Promise<void> {
    // Some of the records may be purchased already.
    if (!this.paysOnce && !this.#dependencies.debits.mayHaveCredits(this.#payer.caller.workspaceId))
      await this.pay(endpoint, ADMISSION);
  }

  /**
   * Throws as `pay` does when so many records could not be paid for, before anything is read: a refusal that depends on
   * what matches would say for free what does. Of a balance or an allowance one credit is enough, which a match then takes.
   */
  async expectRoom(requested: number): Promise<void> {
    const { caller, dailyAllowance = 0, personId, sessionId } = this.#payer;
    const { balance, allowance } = await this.admit();
    if (balance === 0) throw this.#noCredits();
    if (allowance === 0) throw this.#allowanceReached(dailyAllowance);
    const { main } = this.#dependencies.pools;
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
        throw this.#budgetReached(exceeded);
      }
    }
  }

  /**
   * The same request, which pays elsewhere; those charges may be undone, and only that payment reports them. A charge of
   * nothing that comes before them is still made here: it would hold the lock of the workspace while records are read.
   */
  through(chargeElsewhere: ChargeFunction): Payment {
    return new Payment(this.#dependencies, this.#payer, chargeElsewhere, this.#progress);
  }

  headers(): Record<string, string> {
    const last = this.#last;
    if (last === undefined) return {};
    const { caller, connectionId, personId } = this.#payer;
    const headers: Record<string, string> = {
      [CREDITS_USED_HEADER]: String(this.#used),
      [CREDITS_REMAINING_HEADER]: String(last.balance),
      [RATE_LIMIT_POLICY_HEADER]: formatPolicy(caller.limit),
      [RATE_LIMIT_HEADER]: formatRemaining(caller.limit, last.tokens),
    };
    // The public interface has no such headers.
    if (personId !== undefined && connectionId === undefined) headers[BALANCE_SEQUENCE_HEADER] = String(last.sequence);
    if (last.sessionUsed !== undefined) headers[SESSION_USED_HEADER] = String(last.sessionUsed);
    if (last.viewUsed !== undefined) headers[VIEW_USED_HEADER] = String(last.viewUsed);
    if (this.paysOnce) headers[RECORDS_HEADER] = String(this.#delivered);
    return headers;
  }

  get #last(): Charged | undefined {
    return this.#uncommitted ?? this.#progress.committed;
  }

  async #charge(endpoint: string, { records, steps, feed, version, items }: Bill): Promise<Charged> {
    const { payOnceDays } = this.#dependencies;
    const { caller, connectionId, personId, requestId, sessionId, view } = this.#payer;
    const sentAt = performance.now();
    const limit = this.#last === undefined ? caller.limit : undefined;
    const elsewhere = records > 0 || this.#uncommitted !== undefined ? this.#chargeElsewhere : undefined;
    const request: Charge = {
      records,
      steps,
      feed,
      version,
      workspaceId: caller.workspaceId,
      keyId: caller.keyId,
      requestId,
      endpoint,
      personId,
      sessionId,
      view,
      connectionId,
      limit,
      once: this.paysOnce ? { items: items(), since: purchasesSince(payOnceDays, new Date()) } : undefined,
      isCancelled: this.isCancelled,
    };
    const isCommitted = elsewhere === undefined;
    try {
      const part = { phase: "charge", name: "charge", attributes: { "dealflow.records": records } } as const;
      const charged = await inPart(part, () =>
        elsewhere === undefined ? this.#chargeDirectly(request) : elsewhere(request),
      );
      this.#dependencies.feeds.recordVersion(feed, charged.version);
      return this.#apply(limit, charged, sentAt, isCommitted);
    } catch (error) {
      if (!(error instanceof BudgetReached || error instanceof AllowanceUsedUp)) throw error;
      this.#apply(limit, error.admitted, sentAt, isCommitted);
      throw error instanceof BudgetReached
        ? this.#budgetReached(error.exceeded)
        : this.#allowanceReached(error.allowance);
    }
  }

  #apply(limit: RateLimit | undefined, charged: Charged, sentAt: number, isCommitted: boolean): Charged {
    if (limit !== undefined) {
      this.#dependencies.rates.record(this.#payer.caller.workspaceId, charged.tokens, sentAt);
      if (!charged.admitted) throw rateLimitError(limit, charged.tokens);
    }
    this.#used += charged.credits;
    this.#delivered += charged.records;
    // Only the charge that counted the request knows the remaining limit.
    const last = this.#last;
    const latest = last === undefined ? charged : { ...charged, tokens: last.tokens };
    if (isCommitted) this.#progress.committed = latest;
    else this.#uncommitted = latest;
    return latest;
  }

  async #chargeDirectly(request: Charge): Promise<Charged> {
    const wasPending = this.#progress.pending;
    this.#progress.pending ||= request.records > 0;
    let isCharged = false;
    try {
      const charged = await this.#dependencies.debits.charge(request);
      isCharged = charged.credits > 0;
      this.#progress.credits += charged.credits;
      return charged;
    } finally {
      this.#progress.pending = wasPending || isCharged;
    }
  }

  #noCredits(): ApiError {
    this.#progress.refusal = "credits";
    return new ApiError("PAYMENT_REQUIRED", "the workspace has no credits left", this.headers());
  }

  #budgetReached(exceeded: ExceededBudget): ApiError {
    this.#progress.refusal = "budget";
    return new ApiError(BUDGET_REACHED, formatBudgetMessage(exceeded), this.headers());
  }

  #allowanceReached(allowance: number): ApiError {
    this.#progress.refusal = "allowance";
    return new ApiError(ALLOWANCE_REACHED, formatAllowanceMessage(allowance), this.headers());
  }
}

function formatAllowanceMessage(allowance: number): string {
  return `this connection has used its allowance of ${formatCredits(allowance)} a day; it is renewed at 00:00 UTC, and its person can raise it in the dashboard under Settings, MCP connections`;
}

/** States the burst, with the seconds after which it is fully available again, and the requests a minute. */
function formatPolicy({ perMinute, burst }: RateLimit): string {
  return `"burst";q=${burst};w=${Math.ceil((burst * 60) / perMinute)}, "minute";q=${perMinute};w=60`;
}

/** Writes what is left of the burst, and the seconds until it is fully available again. */
function formatRemaining({ perMinute, burst }: RateLimit, tokens: number): string {
  return `"burst";r=${Math.max(0, Math.floor(tokens))};t=${Math.max(0, Math.ceil(((burst - tokens) * 60) / perMinute))}`;
}

function rateLimitError(limit: RateLimit, tokens: number): ApiError {
  const seconds = Math.max(1, Math.ceil(((1 - tokens) * 60) / limit.perMinute + SLACK_S));
  return new ApiError(
    "TOO_MANY_REQUESTS",
    `the rate limit is ${limit.perMinute} requests a minute, ${limit.burst} at once; retry in ${seconds} s`,
    {
      [RETRY_AFTER_HEADER]: String(seconds),
      [RATE_LIMIT_POLICY_HEADER]: formatPolicy(limit),
      [RATE_LIMIT_HEADER]: formatRemaining(limit, tokens),
    },
  );
}
