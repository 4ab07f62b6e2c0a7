/** What is known of one account's balance: from every answer, and from a question that costs nothing. */
import "server-only";
import { readListPage } from "@/lib/api/list-page";
import { parseResponse } from "@/lib/api/parse-response";
import { type Host, sendOnce } from "@/lib/api/send-once";
import { FEEDS, LIMIT_PARAMETER } from "@/lib/contract/feeds";

/** A company that does not exist: its list is empty, and an empty list costs nothing. */
const NONEXISTENT_COMPANY = "00000000-0000-7000-8000-000000000000";
const PROBE_PATH = `${FEEDS.funding.path}?${new URLSearchParams({ companyId: NONEXISTENT_COMPANY, [LIMIT_PARAMETER]: "1" })}`;
const PROBE_EVERY_MS = 15_000;
const PROBE_TIMEOUT_MS = 5_000;

export interface BalanceState {
  readonly balance: number | null;
  /** It was computed, since the last answer did not tell it. */
  readonly estimated: boolean;
  readonly highest: number | null;
  readonly probedAt: string | null;
}

const UNKNOWN_BALANCE: BalanceState = { balance: null, estimated: false, highest: null, probedAt: null };

/** `charges`: the question was not free after all. */
interface ProbeResult {
  /** Null: the host answered, so some are left, and did not say how many. Undefined: nothing was learned. */
  readonly balance: number | null | undefined;
  readonly charges: boolean;
}

export class Balance {
  #state = UNKNOWN_BALANCE;
  /** When the request was sent whose answer is known, in ms: an older answer that comes later says nothing new. */
  #asOf = 0;
  /** Purchases on their way, and when the last one was answered, in ms. */
  #purchasesInFlight = 0;
  #lastPurchaseAt = Number.NEGATIVE_INFINITY;
  #probedAt = Number.NEGATIVE_INFINITY;
  #probing: Promise<void> | undefined;
  /** A host that charged for the free question is not asked it again. */
  #charges = false;

  constructor(readonly now: () => number = Date.now) {}

  get state(): BalanceState {
    return this.#state;
  }

  /** Takes the balance over from an answer to a request sent at `sentAt` (ms). */
  update(balance: number, sentAt: number): void {
    if (sentAt < this.#asOf) return;
    this.#asOf = sentAt;
    // Nothing is offered at 0: whether there are more is asked whenever somebody wants to know.
    if (balance === 0) this.invalidate();
    const highest = Math.max(this.#state.highest ?? 0, balance);
    this.#state = { balance, estimated: false, highest, probedAt: new Date(this.now()).toISOString() };
  }

  /** A purchase is on its way until the answered function is called: only what it tells is sure to count it. */
  startPurchase(): () => void {
    this.#purchasesInFlight += 1;
    return () => {
      this.#purchasesInFlight -= 1;
      this.#lastPurchaseAt = this.now();
    };
  }

  /** The same from a question beside the purchases: the service may have answered it before one of them was charged. */
  updateBetweenPurchases(balance: number, sentAt: number): void {
    if (this.#purchasesInFlight === 0 && sentAt > this.#lastPurchaseAt) this.update(balance, sentAt);
  }

  /** Takes off what an answer cost that does not tell the balance; the next refresh asks for it. */
  spend(credits: number): void {
    const { balance } = this.#state;
    if (balance === null || credits === 0) return;
    this.#state = { ...this.#state, balance: Math.max(0, balance - credits), estimated: true };
    this.invalidate();
  }

  /** What is known may be wrong now: the next refresh asks at once. */
  invalidate(): void {
    this.#probedAt = Number.NEGATIVE_INFINITY;
  }

  /** Asks a foreign host for the balance unless that was done a moment ago; waits `waitMs` at most. Never throws. */
  async refresh(host: Host, waitMs: number): Promise<void> {
    // Of a host that is not asked nobody can say whether there are more by now.
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

  /** That nothing is left is no longer so, or no longer known. */
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
  const charges = result.kind === "read" && (result.value.records.length > 0 || (result.credits ?? 0) > 0);
  return { balance: result.balance ?? (result.kind === "read" ? null : undefined), charges };
}
