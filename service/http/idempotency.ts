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
import { ChargeOutcomeUnknown } from "@/service/credits/charge";
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
/** How long a request waits for another one under the same key before it fails. */
const WAIT = "set local lock_timeout = '50ms'";
const WAIT_NO_MORE = "set local lock_timeout = 0";

/** Claims the key for this request; no row when an unexpired response is stored. */
const CLAIM = `
insert into idempotent_answers as a (workspace_id, key, fingerprint, at) values ($1, $2, $3, $4)
on conflict (workspace_id, key) do update set fingerprint = $3, at = $4, headers = null, body = null where a.at < $5
returning 1`;

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

export async function serveIdempotently(
  pool: pg.Pool,
  request: KeyedRequest,
  payment: Payment,
  now: () => Date,
  serve: Serve,
): Promise<MeteredResponse> {
  await payment.admit();
  let served: MeteredResponse | undefined;
  try {
    return await inTransaction(pool, async (client) => {
      const stored = await claim(client, request, now());
      if (stored !== undefined) return stored;
      const keyedPayment = payment.through((charge) => {
        // Until the transaction has ended.
        payment.pending ||= charge.records > 0;
        return chargeIn(client, charge, now());
      });
      const response = await serve(keyedPayment);
      served = { body: response.body, headers: { ...response.headers, ...keyedPayment.headers() } };
      await client.query("update idempotent_answers set headers = $3, body = $4 where workspace_id = $1 and key = $2", [
        request.workspaceId,
        request.key,
        JSON.stringify(response.headers ?? {}),
        response.body,
      ]);
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
      { ...payment.headers(), [RETRY_AFTER_HEADER]: "1" },
    );
  } finally {
    payment.pending = false;
  }

  async function claim(
    client: pg.ClientBase,
    { workspaceId, key, fingerprint }: KeyedRequest,
    at: Date,
  ): Promise<MeteredResponse | undefined> {
    await client.query(WAIT);
    const expired = new Date(at.getTime() - IDEMPOTENCY.hours * 3_600_000);
    const claimed = await client.query(CLAIM, [workspaceId, key, fingerprint, at, expired]);
    await client.query(WAIT_NO_MORE);
    if (claimed.rowCount === 1) return undefined;
    const { rows } = await client.query<{ fingerprint: Buffer; headers: Record<string, string>; body: string }>(
      "select fingerprint, headers, body from idempotent_answers where workspace_id = $1 and key = $2",
      [workspaceId, key],
    );
    const [stored] = rows;
    if (stored === undefined)
      throw new ApiError("CONFLICT", `the response stored for this ${IDEMPOTENCY_KEY_HEADER} has just expired`);
    if (!stored.fingerprint.equals(fingerprint))
      throw new ApiError("INVALID_INPUT", `this ${IDEMPOTENCY_KEY_HEADER} was already used for another request`);
    return {
      body: stored.body,
      headers: {
        ...stored.headers,
        ...payment.headers(),
        [CREDITS_USED_HEADER]: "0",
        [IDEMPOTENT_REPLAYED_HEADER]: "true",
      },
    };
  }
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
