/** Knows the balance of one account from every response, and from a free probe. */
import "server-only";
import { readListPage } from "@dealflow/client/list-page";
import { type Host, sendOnce } from "@dealflow/client/send-once";
import { FEEDS, LIMIT_PARAMETER } from "@dealflow/contract/feeds";
import { withTimeout } from "../pages/with-timeout";

/** This company does not exist, and an empty list costs nothing. */
const NONEXISTENT_COMPANY = "00000000-0000-7000-8000-000000000000";
const PROBE_PATH = `${FEEDS.funding.path}?${new URLSearchParams({ companyId: NONEXISTENT_COMPANY, [LIMIT_PARAMETER]: "1" })}`;
const PROBE_EVERY_MS = 15_000;
const PROBE_TIMEOUT_MS = 5_000;

export interface BalanceState {
  readonly balance: number | null;
  /**
   * The state with the higher sequence is the newer one. Our own service numbers ledger entries; on a foreign host it
   * is the send time (ms) of the request whose response had the balance. 0 means that nothing is known.
   */
  readonly sequence: number;
  /** It was computed here, because the last response did not include it. */
  readonly estimated: boolean;
  readonly highest: number | null;
}

const UNKNOWN_BALANCE: BalanceState = { balance: null, sequence: 0, estimated: false, highest: null };

export class Balance {
  #state = UNKNOWN_BALANCE;
  #probedAt = Number.NEGATIVE_INFINITY;
  #probing: Promise<void> | undefined;
  /** A host that charged for the probe is not probed again. */
  #charges = false;

  constructor(readonly now: () => number = Date.now) {}

  get state(): BalanceState {
    return this.#state;
  }

  /** Updates the balance unless a newer one is known: responses may arrive in any order. */
  update(balance: number, sequence: number): void {
    if (sequence < this.#state.sequence) return;
    // At 0 nothing can be bought, so every refresh checks again.
    if (balance === 0) this.invalidate();
    const highest = Math.max(this.#state.highest ?? 0, balance);
    this.#state = { balance, sequence, estimated: false, highest };
  }

  /**
   * Subtracts the cost of a response that did not include the balance, to a request of a foreign host sent at `sentAt`
   * (ms); the next refresh probes for it.
   */
  spend(credits: number, sentAt: number): void {
    const { balance, sequence } = this.#state;
    if (balance === null || credits === 0) return;
    const spent = { balance: Math.max(0, balance - credits), sequence: Math.max(sequence + 1, sentAt) };
    this.#state = { ...this.#state, ...spent, estimated: true };
    this.invalidate();
  }

  /** Marks the balance as possibly wrong: the next refresh probes at once. */
  invalidate(): void {
    this.#probedAt = Number.NEGATIVE_INFINITY;
  }

  /** Probes a foreign host for the balance unless that was done recently; waits at most `waitMs`. Never throws. */
  async refresh(host: Host, waitMs: number): Promise<void> {
    // Without probing, a balance of 0 may be out of date.
    if (this.#charges) this.#clearZeroBalance(this.#state.sequence + 1);
    if (this.#probing === undefined && this.now() - this.#probedAt >= PROBE_EVERY_MS && !this.#charges) {
      this.#probedAt = this.now();
      this.#probing = this.#probe(host).finally(() => {
        this.#probing = undefined;
      });
    }
    if (this.#probing !== undefined) await withTimeout(this.#probing, waitMs);
  }

  /** Clears a balance of 0 that is no longer true, or no longer known; browsers may have one that is not known here. */
  #clearZeroBalance(sequence: number): void {
    if (sequence < this.#state.sequence || (this.#state.balance ?? 0) > 0) return;
    this.#state = { ...this.#state, balance: null, sequence };
  }

  async #probe(host: Host): Promise<void> {
    const sentAt = this.now();
    const { balance, charges } = await probe(host);
    if (typeof balance === "number") this.update(balance, sentAt);
    else if (balance === null) this.#clearZeroBalance(sentAt);
    if (charges) this.#charges = true;
  }
}

/**
 * Returns null as the balance when the host responded, so credits are left, but did not say how many, and undefined when nothing
 * was learned. A probe that `charges` was not free after all.
 */
async function probe(host: Host) {
  const result = await sendOnce(host, { path: PROBE_PATH }, (json) => readListPage("funding", json), {
    timeoutMs: PROBE_TIMEOUT_MS,
  });
  const charges = result.kind === "success" && (result.value.records.length > 0 || (result.credits ?? 0) > 0);
  return { balance: result.balance ?? (result.kind === "success" ? null : undefined), charges };
}
