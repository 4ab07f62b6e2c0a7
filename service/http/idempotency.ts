/**
 * Requests under an `Idempotency-Key` (decisions): the response is stored in the transaction that charges for it, so a retry
 * after a lost response, a kill or a broken connection either finds the response or finds that nothing was charged.
 */
import { createHash } from "node:crypto";
import {
  CREDITS_USED_HEADER,
  IDEMPOTENCY_KEY_HEADER,
  IDEMPOTENT_REPLAYED_HEADER,
  RETRY_AFTER_HEADER,
} from "@dealflow/contract/headers";
import { IDEMPOTENCY } from "@dealflow/contract/limits";
import type pg from "pg";
import { ConcurrencyLimiter } from "@/lib/limits/concurrency-limiter";
import { ChargeOutcomeUnknown, ChargeRejected } from "@/service/credits/charge";
import { chargeIn } from "@/service/credits/debit";
import { CommitOutcomeUnknown, readAfterLoss } from "@/service/store/connection-loss";
import { inTransaction } from "@/service/store/transaction";
import { ApiError } from "./api-error";
import type { Payment } from "./payment";

/** The response of a metered endpoint with status 200. */
export interface MeteredResponse {
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Serves a request with the given payment. */
export type Serve = (payment: Payment) => Promise<MeteredResponse>;

const KEY = /^[\x21-\x7e]+$/;
/** PostgreSQL's code for a lock timeout: another transaction holds this key. */
const LOCK_NOT_AVAILABLE = "55P03";
/**
 * Concurrent requests of one workspace: each has a connection of the pool until its response is stored, and a locked workspace
 * must not take all of them.
 */
const TURNS = { running: 2, waiting: 1_000, waitMs: 2_500 };

export function parseIdempotencyKey(value: string): string {
  if (value.length > IDEMPOTENCY.maxKeyLength || !KEY.test(value))
    throw new ApiError(
      "INVALID_INPUT",
      `${IDEMPOTENCY_KEY_HEADER} must be 1 to ${IDEMPOTENCY.maxKeyLength} printable ASCII characters without spaces`,
    );
  return value;
}

/** A digest of the request, independent of the order of its parameters. */
export function fingerprintOf(method: string, path: string, search: URLSearchParams, body: string): Buffer {
  const parameters = [...search].sort(([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([method, path, parameters, body]))
    .digest();
}

export interface KeyedRequest {
  readonly workspaceId: string;
  readonly key: string;
  readonly fingerprint: Buffer;
}

/** Serves requests under idempotency keys on connections of the pool. */
export function createKeyedService(pool: pg.Pool, now: () => Date) {
  const turns = new ConcurrencyLimiter(TURNS);

  /** Serves the request, or answers it with the stored response, which counts against the rate limit and costs nothing. */
  return async (request: KeyedRequest, payment: Payment, serve: Serve): Promise<MeteredResponse> => {
    const endTurn = await turns.acquire(request.workspaceId);
    if (endTurn === undefined) throw new ChargeRejected("overloaded");
    const answer = await answerOnce(pool, request, payment, now, serve).finally(endTurn);
    if (!answer.isReplay) return answer;
    await payment.admit();
    const replay = { [CREDITS_USED_HEADER]: "0", [IDEMPOTENT_REPLAYED_HEADER]: "true" };
    return { body: answer.body, headers: { ...answer.headers, ...payment.headers(), ...replay } };
  };
}

interface Answer extends MeteredResponse {
  readonly isReplay: boolean;
}

async function answerOnce(
  pool: pg.Pool,
  request: KeyedRequest,
  payment: Payment,
  now: () => Date,
  serve: Serve,
): Promise<Answer> {
  let served: Answer | undefined;
  try {
    return await inTransaction(pool, async (client) => {
      const stored = await claim(client, request, now());
      if (stored !== undefined) return stored;
      const keyedPayment = payment.through((charge) => {
        // Until the transaction has ended.
        payment.pending ||= charge.records > 0;
        return chargeIn(client, charge, now());
      });
      const { body, headers } = await serve(keyedPayment);
      await client.query({
        name: "store-answer",
        text: "update idempotent_answers set headers = $3, body = $4 where workspace_id = $1 and key = $2",
        values: [request.workspaceId, request.key, JSON.stringify(headers ?? {}), body],
      });
      served = { body, headers: { ...headers, ...keyedPayment.headers() }, isReplay: false };
      return served;
    });
  } catch (error) {
    if (error instanceof CommitOutcomeUnknown && served !== undefined) {
      const stored = await readAfterLoss(pool, error.pid, (client) => isStored(client, request));
      if (stored === true) return served;
      throw stored === undefined ? new ChargeOutcomeUnknown(error) : error.cause;
    }
    if (!(error instanceof Error && "code" in error && error.code === LOCK_NOT_AVAILABLE)) throw error;
    throw new ApiError(
      "CONFLICT",
      `a request with this ${IDEMPOTENCY_KEY_HEADER} is still running; try again in a moment`,
      { [RETRY_AFTER_HEADER]: "1" },
    );
  } finally {
    payment.pending = false;
  }
}

/** Claims the key for this request; returns the unexpired response that is stored under it, if there is one. */
async function claim(
  client: pg.ClientBase,
  { workspaceId, key, fingerprint }: KeyedRequest,
  at: Date,
): Promise<Answer | undefined> {
  const expired = new Date(at.getTime() - IDEMPOTENCY.hours * 3_600_000);
  const { rows } = await client.query<{ fingerprint: Buffer; headers: Record<string, string>; body: string }>({
    name: "claim-idempotency-key",
    text: "select * from claim_idempotency_key($1, $2, $3, $4, $5)",
    values: [workspaceId, key, fingerprint, at, expired],
  });
  const [stored] = rows;
  if (stored === undefined) return undefined;
  if (!stored.fingerprint.equals(fingerprint))
    throw new ApiError("INVALID_INPUT", `this ${IDEMPOTENCY_KEY_HEADER} was already used for another request`);
  return { body: stored.body, headers: stored.headers, isReplay: true };
}

/** Whether the transaction that stores the response was committed. */
async function isStored(client: pg.ClientBase, { workspaceId, key, fingerprint }: KeyedRequest): Promise<boolean> {
  const { rowCount } = await client.query(
    "select from idempotent_answers where workspace_id = $1 and key = $2 and fingerprint = $3 and body is not null",
    [workspaceId, key, fingerprint],
  );
  return rowCount === 1;
}

/** Deletes responses that are too old to be replayed. */
export async function deleteExpiredResponses(pool: pg.Pool, now: Date): Promise<void> {
  await pool.query("delete from idempotent_answers where at < $1", [
    new Date(now.getTime() - IDEMPOTENCY.hours * 3_600_000),
  ]);
}
