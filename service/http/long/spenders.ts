/** Clients that spend credits as fast as possible, and sum up the responses they received. */
import { setTimeout as pause } from "node:timers/promises";
import { CHARGE_UNKNOWN, ERROR_STATUS } from "@dealflow/contract/errors";
import { FEEDS, LIMIT_PARAMETER } from "@dealflow/contract/feeds";
import { API_KEY_HEADER, IDEMPOTENCY_KEY_HEADER } from "@dealflow/contract/headers";
import { BATCH_FIELD, TIMELINE_PATH } from "@dealflow/contract/timeline";
import type { Chance } from "@/service/ingest/demo/random";
import { Count } from "./concurrency";

export interface Account {
  readonly workspaceId: string;
  readonly key: string;
  /** Every request goes out under an idempotency key and is sent again until it gets a response. */
  readonly keyed: boolean;
}

/** A request, and what it costs at most. */
export interface SpendRequest {
  readonly path: string;
  readonly body?: string;
  readonly most: number;
}

export interface SpendResponse {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/** Records what one workspace's clients received, and what was in progress when its service was killed. */
interface WorkspaceUsage {
  acknowledged: number;
  atRisk: number;
  /** Requests with status 402, pages that were cut, batches with skipped companies. */
  rejected: number;
  cut: number;
  skipped: number;
}

export interface Company {
  readonly id: string;
  /** Its whole timeline costs this many credits. */
  readonly price: number;
}

/** A list, a timeline or a batch of timelines. */
export function anyRequest(chance: Chance, companies: readonly Company[]): SpendRequest {
  const kind = chance.next();
  if (kind < 0.3) {
    const limit = chance.between(1, 20);
    const path = chance.happens(0.8) ? FEEDS.funding.path : FEEDS.companies.path;
    return { path: `${path}?${LIMIT_PARAMETER}=${limit}`, most: limit };
  }
  if (kind < 0.5) {
    const { id, price } = chance.pick(companies);
    return { path: `${TIMELINE_PATH}?id=${id}`, most: price };
  }
  const companiesRequested = Array.from({ length: chance.between(1, 6) }, () => chance.pick(companies));
  const items = [...companiesRequested.map(({ id }) => ({ id })), { domain: "nobody.example" }];
  return {
    path: TIMELINE_PATH,
    body: JSON.stringify({ [BATCH_FIELD]: items }),
    most: companiesRequested.reduce((sum, { price }) => sum + price, 0),
  };
}

const RETRIED: readonly number[] = [ERROR_STATUS.CONFLICT, ERROR_STATUS.SERVICE_UNAVAILABLE];
/** Between two attempts of a client (ms), and how many it makes. */
const PAUSE_MS = 25;
const MAX_ATTEMPTS = 2_000;
/** A request without a response by then is abandoned as lost (ms). */
const LOST_AFTER_MS = 60_000;

export class Spenders {
  readonly usageByWorkspace = new Map<string, WorkspaceUsage>();
  /** Requests in progress, by the address they were sent to. */
  readonly #under = new Map<string, Set<{ readonly account: Account; readonly most: number }>>();
  /** Requests that got a response, or were abandoned as lost. */
  readonly done = new Count();
  lostRequests = 0;
  /** Requests without an idempotency key that failed with `CHARGE_UNKNOWN`: a busy machine did not respond in time. */
  unknownCharges = 0;
  repeated = 0;
  #stopped = false;

  /** @param addresses of the services that run now */
  constructor(private readonly addresses: () => readonly string[]) {}

  getUsage(workspaceId: string): WorkspaceUsage {
    let getUsage = this.usageByWorkspace.get(workspaceId);
    if (getUsage === undefined) {
      getUsage = { acknowledged: 0, atRisk: 0, rejected: 0, cut: 0, skipped: 0 };
      this.usageByWorkspace.set(workspaceId, getUsage);
    }
    return getUsage;
  }

  /** To be called in the moment of a kill: what is in progress there may be charged and never get a response. */
  recordKill(address: string): void {
    for (const { account, most } of this.#under.get(address) ?? []) this.getUsage(account.workspaceId).atRisk += most;
  }

  /** Tells whether a kill now loses a request for good, because its client has no idempotency key to repeat it. */
  hasUnrepeatable(address: string): boolean {
    return [...(this.#under.get(address) ?? [])].some(({ account }) => !account.keyed);
  }

  /** Spends once; a request without an idempotency key that may have been charged is not repeated. */
  async spend(
    account: Account,
    request: SpendRequest,
    idempotencyKey: string,
    turn: number,
  ): Promise<SpendResponse | undefined> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS && !this.#stopped; attempt++) {
      const addresses = this.addresses();
      const address = addresses[(turn + attempt) % addresses.length];
      const result = address === undefined ? undefined : await this.send(address, account, request, idempotencyKey);
      const unknown = result === undefined ? address !== undefined : isChargeUnknown(result);
      const again = result === undefined || RETRIED.includes(result.status);
      if (!again || (unknown && !account.keyed)) {
        if (result === undefined) this.lostRequests++;
        else if (unknown) this.#enterUnknown(account, request);
        else this.#enter(account, result);
        this.done.add();
        return result;
      }
      this.repeated++;
      await pause(PAUSE_MS);
    }
    throw new Error(`${request.path} got no response in ${MAX_ATTEMPTS} attempts`);
  }

  /** No one tries again after this. */
  stop(): void {
    this.#stopped = true;
    this.done.end();
  }

  /** Sends once; undefined when the connection broke or could not be made. */
  async send(
    address: string,
    account: Account,
    { path, body, most }: SpendRequest,
    idempotencyKey: string,
  ): Promise<SpendResponse | undefined> {
    const under = this.#under.get(address) ?? new Set();
    this.#under.set(address, under);
    const entry = { account, most };
    under.add(entry);
    try {
      const response = await fetch(`${address}${path}`, {
        headers: {
          [API_KEY_HEADER]: account.key,
          ...(account.keyed ? { [IDEMPOTENCY_KEY_HEADER]: idempotencyKey } : {}),
          ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        },
        ...(body === undefined ? {} : { method: "POST", body }),
        signal: AbortSignal.timeout(LOST_AFTER_MS),
      });
      return { status: response.status, text: await response.text(), headers: response.headers };
    } catch {
      return undefined;
    } finally {
      under.delete(entry);
    }
  }

  #enterUnknown({ workspaceId }: Account, { most }: SpendRequest): void {
    this.unknownCharges++;
    this.getUsage(workspaceId).atRisk += most;
  }

  #enter({ workspaceId }: Account, { status, text }: SpendResponse): void {
    const getUsage = this.getUsage(workspaceId);
    if (status === ERROR_STATUS.PAYMENT_REQUIRED) {
      getUsage.rejected++;
      return;
    }
    if (status !== 200) throw new Error(`an unexpected response with status ${status}: ${text}`);
    const body: { meta: { creditsUsed: number; creditsRemaining: number } } | { status: string; cost: number }[] =
      JSON.parse(text);
    if (Array.isArray(body)) {
      getUsage.acknowledged += body.reduce((sum, { cost }) => sum + cost, 0);
      getUsage.skipped += Number(body.some((item) => item.status === "skipped"));
    } else {
      getUsage.acknowledged += body.meta.creditsUsed;
      getUsage.cut += Number(body.meta.creditsRemaining === 0);
    }
  }
}

function isChargeUnknown({ status, text }: SpendResponse): boolean {
  return status === ERROR_STATUS.CHARGE_UNKNOWN && JSON.parse(text).error.code === CHARGE_UNKNOWN;
}
