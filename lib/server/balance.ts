/** What is known of one account's balance: from every answer, and from a question that costs nothing. */
import "server-only";
import { judge } from "@/lib/api/judge";
import { readListPage } from "@/lib/api/list-page";
import { type Host, sendOnce } from "@/lib/api/send-once";
import { FEEDS, LIMIT_PARAMETER } from "@/lib/contract/feeds";

/** A company that does not exist: its list is empty, and an empty list costs nothing. */
const NOBODY = "00000000-0000-7000-8000-000000000000";
const PROBE_PATH = `${FEEDS.funding.path}?${new URLSearchParams({ companyId: NOBODY, [LIMIT_PARAMETER]: "1" })}`;
const PROBE_EVERY_MS = 15_000;
const PROBE_TIMEOUT_MS = 5_000;

export interface Known {
  readonly balance: number | null;
  /** It was computed, since the last answer did not tell it. */
  readonly estimated: boolean;
  readonly highest: number | null;
  readonly probedAt: string | null;
}

const NOTHING: Known = { balance: null, estimated: false, highest: null, probedAt: null };

/** `charges`: the question was not free after all. */
interface Probed {
  /** Null: the host answered, so some are left, and did not say how many. Undefined: nothing was learned. */
  readonly balance: number | null | undefined;
  readonly charges: boolean;
}

export class Balance {
  #known = NOTHING;
  /** When the request was sent whose answer is known, in ms: an older answer that comes later says nothing new. */
  #asOf = 0;
  /** Purchases on their way, and when the last one was answered, in ms. */
  #buying = 0;
  #boughtAt = Number.NEGATIVE_INFINITY;
  #triedAt = Number.NEGATIVE_INFINITY;
  #trying: Promise<void> | undefined;
  /** A host that charged for the free question is not asked it again. */
  #charges = false;

  constructor(readonly now: () => number = Date.now) {}

  get known(): Known {
    return this.#known;
  }

  /** Takes the balance over from an answer to a request sent at `sentAt` (ms). */
  learn(balance: number, sentAt: number): void {
    if (sentAt < this.#asOf) return;
    this.#asOf = sentAt;
    // Nothing is offered at 0: whether there are more is asked whenever somebody wants to know.
    if (balance === 0) this.doubt();
    const highest = Math.max(this.#known.highest ?? 0, balance);
    this.#known = { balance, estimated: false, highest, probedAt: new Date(this.now()).toISOString() };
  }

  /** A purchase is on its way until the answered function is called: only what it tells is sure to count it. */
  buying(): () => void {
    this.#buying += 1;
    return () => {
      this.#buying -= 1;
      this.#boughtAt = this.now();
    };
  }

  /** The same from a question beside the purchases: the service may have answered it before one of them was charged. */
  learnBeside(balance: number, sentAt: number): void {
    if (this.#buying === 0 && sentAt > this.#boughtAt) this.learn(balance, sentAt);
  }

  /** Takes off what an answer cost that does not tell the balance; the next refresh asks for it. */
  spend(credits: number): void {
    const { balance } = this.#known;
    if (balance === null || credits === 0) return;
    this.#known = { ...this.#known, balance: Math.max(0, balance - credits), estimated: true };
    this.doubt();
  }

  /** What is known may be wrong now: the next refresh asks at once. */
  doubt(): void {
    this.#triedAt = Number.NEGATIVE_INFINITY;
  }

  /** Asks a foreign host for the balance unless that was done a moment ago; waits `waitMs` at most. Never throws. */
  async refresh(host: Host, waitMs: number): Promise<void> {
    // Of a host that is not asked nobody can say whether there are more by now.
    if (this.#charges) this.#forgetNothing();
    if (this.#trying === undefined && this.now() - this.#triedAt >= PROBE_EVERY_MS && !this.#charges) {
      this.#triedAt = this.now();
      this.#trying = this.#probe(host).finally(() => {
        this.#trying = undefined;
      });
    }
    if (this.#trying === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const waited = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, waitMs);
    });
    await Promise.race([this.#trying, waited]);
    clearTimeout(timer);
  }

  /** That nothing is left is no longer so, or no longer known. */
  #forgetNothing(): void {
    if (this.#known.balance === 0) this.#known = { ...this.#known, balance: null };
  }

  async #probe(host: Host): Promise<void> {
    const sentAt = this.now();
    const { balance, charges } = await probe(host, sentAt);
    if (typeof balance === "number") this.learn(balance, sentAt);
    else if (balance === null) this.#forgetNothing();
    if (charges) this.#charges = true;
  }
}

async function probe(host: Host, sentAt: number): Promise<Probed> {
  const sent = await sendOnce(host, { path: PROBE_PATH }, { timeoutMs: PROBE_TIMEOUT_MS });
  const judged = judge(host, sent, sentAt, (json) => readListPage("funding", json));
  const charges = judged.kind === "read" && (judged.value.records.length > 0 || (judged.credits ?? 0) > 0);
  return { balance: judged.balance ?? (judged.kind === "read" ? null : undefined), charges };
}
