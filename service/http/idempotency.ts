/**
 * Requests under an `Idempotency-Key` (decisions): the response is stored in the transaction that charges for it, so a
 * retry after a lost response, a kill or a broken connection either finds the response or finds that nothing was
 * charged.
 */
import { createHash } from "node:crypto";
import {
  CREDITS_USED_HEADER,
  IDEMPOTENCY_KEY_HEADER,
  IDEMPOTENT_REPLAYED_HEADER,
  RETRY_AFTER_HEADER,
} from "@dealflow/contract/headers";
import { IDEMPOTENCY } from "@dealflow/contract/limits";
import pg from "pg";
import { ConcurrencyLimiter } from "@/lib/limits/concurrency-limiter";
import { ChargeOutcomeUnknown, ChargeRejected } from "@/service/credits/charge";
import { chargeIn } from "@/service/credits/debit";
import { CommitOutcomeUnknown, readAfterLoss } from "@/service/store/connection-loss";
import { inTransactionWith } from "@/service/store/transaction";
import { ApiError } from "./api-error";
import type { Payment } from "./payment";

/** A metered endpoint responds with this and status 200. */
interface MeteredResponse {
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Serves a request with the given payment. */
export type Serve = (payment: Payment) => Promise<MeteredResponse>;

const KEY = /^[\x21-\x7e]+$/;
/** PostgreSQL's code for a lock timeout: another transaction holds this key. */
const LOCK_NOT_AVAILABLE = "55P03";
/**
 * Limits concurrent requests of one workspace: each has a connection of the pool until its response is stored, and a
 * locked workspace must not take all of them.
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

/** Digests the request, independently of the order of its parameters. */
export function createFingerprint(method: string, path: string, search: URLSearchParams, body: string): Buffer {
  const parameters = [...search].sort(([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([method, path, parameters, body]))
    .digest();
}

interface KeyedRequest {
  readonly workspaceId: string;
  readonly key: string;
  readonly fingerprint: Buffer;
}

/** Serves requests under idempotency keys on connections of the pool. */
export function createKeyedService(pool: pg.Pool, now: () => Date) {
  const turns = new ConcurrencyLimiter(TURNS);

  /**
   * Serves the request, or answers it with the stored response, which counts against the rate limit and costs nothing.
   */
  return async (request: KeyedRequest, payment: Payment, serve: Serve): Promise<MeteredResponse> => {
    const endTurn = await turns.acquire(request.workspaceId);
    if (endTurn === undefined) throw new ChargeRejected("overloaded");
    const { response, headers, isReplay } = await answerOnce(pool, request, payment, now, serve).finally(endTurn);
    if (!isReplay) return { body: response.body, headers: { ...response.headers, ...headers } };
    await payment.admit();
    const replay = { [CREDITS_USED_HEADER]: "0", [IDEMPOTENT_REPLAYED_HEADER]: "true" };
    return { body: response.body, headers: { ...response.headers, ...payment.headers(), ...replay } };
  };
}

interface Answer {
  /** The response is stored under the key. */
  readonly response: MeteredResponse;
  /** Headers of the payment, which are not stored. */
  readonly headers: Readonly<Record<string, string>>;
  readonly isReplay: boolean;
}

interface StoredRow {
  readonly fingerprint: Buffer;
  readonly headers: Record<string, string>;
  readonly body: string;
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
    return await inTransactionWith<StoredRow, Answer>(pool, {
      first: claimStatement(request, now()),
      work: async (client, [stored]) => {
        if (stored !== undefined) return readStored(stored, request);
        const keyedPayment = payment.through((charge) => {
          // Until the transaction has ended.
          payment.pending ||= charge.records > 0;
          return chargeIn(client, charge, now());
        });
        const response = await serve(keyedPayment);
        served = { response, headers: keyedPayment.headers(), isReplay: false };
        return served;
      },
      last: ({ response, isReplay }) => (isReplay ? undefined : storeStatement(request, response)),
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

/** Claims the key for this request; selects the unexpired response that is stored under it, if there is one. */
function claimStatement({ workspaceId, key, fingerprint }: KeyedRequest, at: Date): string {
  const expired = new Date(at.getTime() - IDEMPOTENCY.hours * 3_600_000);
  const values = [workspaceId, key, `\\x${fingerprint.toString("hex")}`, at.toISOString(), expired.toISOString()];
  return `select * from claim_idempotency_key(${values.map(pg.escapeLiteral).join(", ")})`;
}

/** The answer that is stored under the key; throws when that was given to another request. */
function readStored({ fingerprint, headers, body }: StoredRow, request: KeyedRequest): Answer {
  if (!fingerprint.equals(request.fingerprint))
    throw new ApiError("INVALID_INPUT", `this ${IDEMPOTENCY_KEY_HEADER} was already used for another request`);
  return { response: { body, headers }, headers: {}, isReplay: true };
}

function storeStatement({ workspaceId, key }: KeyedRequest, { headers, body }: MeteredResponse): string {
  const [inWorkspace, underKey, withHeaders, withBody] = [workspaceId, key, JSON.stringify(headers ?? {}), body].map(
    pg.escapeLiteral,
  );
  return `update idempotent_answers set headers = ${withHeaders}, body = ${withBody}
    where workspace_id = ${inWorkspace} and key = ${underKey}`;
}

/** Resolves to true when the transaction that stores the response was committed. */
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
