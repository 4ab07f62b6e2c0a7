/** The balance of one account as far as it is known: from every response, and from a free probe. */
import "server-only";
import { readListPage } from "@dealflow/client/list-page";
import { parseResponse } from "@dealflow/client/parse-response";
import { type Host, sendOnce } from "@dealflow/client/send-once";
import { FEEDS, LIMIT_PARAMETER } from "@/lib/contract/feeds";

/** A company that does not exist: its list is empty, and an empty list costs nothing. */
const NONEXISTENT_COMPANY = "00000000-0000-7000-8000-000000000000";
const PROBE_PATH = `${FEEDS.funding.path}?${new URLSearchParams({ companyId: NONEXISTENT_COMPANY, [LIMIT_PARAMETER]: "1" })}`;
const PROBE_EVERY_MS = 15_000;
const PROBE_TIMEOUT_MS = 5_000;

export interface BalanceState {
  readonly balance: number | null;
  /** Computed here, because the last response did not include it. */
  readonly estimated: boolean;
  readonly highest: number | null;
  readonly probedAt: string | null;
}

const UNKNOWN_BALANCE: BalanceState = { balance: null, estimated: false, highest: null, probedAt: null };

/** `charges`: the probe was not free after all. */
interface ProbeResult {
  /** Null: the host responded, so credits are left, but did not say how many. Undefined: nothing was learned. */
  readonly balance: number | null | undefined;
  readonly charges: boolean;
}

export class Balance {
  #state = UNKNOWN_BALANCE;
  /** Send time (ms) of the request that the balance is from: responses to earlier requests are ignored. */
  #asOf = 0;
  /** Purchases in flight, and when the last one completed, in ms. */
  #purchasesInFlight = 0;
  #lastPurchaseAt = Number.NEGATIVE_INFINITY;
  #probedAt = Number.NEGATIVE_INFINITY;
  #probing: Promise<void> | undefined;
  /** A host that charged for the probe is not probed again. */
  #charges = false;

  constructor(readonly now: () => number = Date.now) {}

  get state(): BalanceState {
    return this.#state;
  }

  /** Updates the balance from the response to a request sent at `sentAt` (ms). */
  update(balance: number, sentAt: number): void {
    if (sentAt < this.#asOf) return;
    this.#asOf = sentAt;
    // At 0 nothing can be bought, so every refresh checks again.
    if (balance === 0) this.invalidate();
    const highest = Math.max(this.#state.highest ?? 0, balance);
    this.#state = { balance, estimated: false, highest, probedAt: new Date(this.now()).toISOString() };
  }

  /** A purchase is in flight until the returned function is called: only its own response is sure to include it. */
  startPurchase(): () => void {
    this.#purchasesInFlight += 1;
    return () => {
      this.#purchasesInFlight -= 1;
      this.#lastPurchaseAt = this.now();
    };
  }

  /** Updates from a request other than a purchase: the service may have answered it before a purchase was charged. */
  updateBetweenPurchases(balance: number, sentAt: number): void {
    if (this.#purchasesInFlight === 0 && sentAt > this.#lastPurchaseAt) this.update(balance, sentAt);
  }

  /** Subtracts the cost of a response that did not include the balance; the next refresh probes for it. */
  spend(credits: number): void {
    const { balance } = this.#state;
    if (balance === null || credits === 0) return;
    this.#state = { ...this.#state, balance: Math.max(0, balance - credits), estimated: true };
    this.invalidate();
  }

  /** Marks the balance as possibly wrong: the next refresh probes at once. */
  invalidate(): void {
    this.#probedAt = Number.NEGATIVE_INFINITY;
  }

  /** Probes a foreign host for the balance unless that was done recently; waits at most `waitMs`. Never throws. */
  async refresh(host: Host, waitMs: number): Promise<void> {
    // Without probing, a balance of 0 may be out of date.
    if (this.#charges) this.#clearZeroBalance();
    if (this.#probing === undefined && this.now() - this.#probedAt >= PROBE_EVERY_MS && !this.#charges) {
      this.#probedAt = this.now();
      this.#probing = this.#probe(host).finally(() => {
        this.#probing = undefined;
      });
    }
    if (this.#probing === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const waited = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, waitMs);
    });
    await Promise.race([this.#probing, waited]);
    clearTimeout(timer);
  }

  /** Clears a balance of 0 that is no longer true, or no longer known. */
  #clearZeroBalance(): void {
    if (this.#state.balance === 0) this.#state = { ...this.#state, balance: null };
  }

  async #probe(host: Host): Promise<void> {
    const sentAt = this.now();
    const { balance, charges } = await probe(host, sentAt);
    if (typeof balance === "number") this.update(balance, sentAt);
    else if (balance === null) this.#clearZeroBalance();
    if (charges) this.#charges = true;
  }
}

async function probe(host: Host, sentAt: number): Promise<ProbeResult> {
  const sent = await sendOnce(host, { path: PROBE_PATH }, { timeoutMs: PROBE_TIMEOUT_MS });
  const result = parseResponse(host, sent, sentAt, (json) => readListPage("funding", json));
  const charges = result.kind === "success" && (result.value.records.length > 0 || (result.credits ?? 0) > 0);
  return { balance: result.balance ?? (result.kind === "success" ? null : undefined), charges };
}
