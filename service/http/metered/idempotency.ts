/**
 * Requests under an `Idempotency-Key` (decisions): the response is stored in the transaction that charges for it, so a
 * retry after a lost response, a kill or a broken connection either finds the response or finds that nothing was
 * charged.
 */
import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { IDEMPOTENCY_KEY_HEADER, IDEMPOTENT_REPLAYED_HEADER, RETRY_AFTER_HEADER } from "@dealflow/contract/headers";
import { IDEMPOTENCY } from "@dealflow/contract/limits";
import type { Context } from "hono";
import type pg from "pg";
import { ConcurrencyLimiter } from "@/lib/limits/concurrency-limiter";
import { type Charge, type Charged, ChargeOutcomeUnknown } from "@/service/credits/charge";
import { type DebitRow, keyedDebitText, readCharged } from "@/service/credits/debit-statement";
import {
  createLockWaits,
  getLockPause,
  type LockMode,
  type LockWaits,
  WorkspaceLocked,
} from "@/service/credits/lock-waits";
import { withLiterals } from "@/service/store/literals";
import { newId } from "@/service/store/new-id";
import type { BoundedPool } from "@/service/store/pools/bounded-pool";
import { CommitOutcomeUnknown, readAfterLoss } from "@/service/store/pools/connection-loss";
import { REFUSALS } from "@/service/store/refusal";
import { inDeferredTransaction, type SendStatement } from "@/service/store/transaction";
import { ApiError } from "../api-error";
import type { Body } from "../compress";
import type { Env } from "../context";
import { getSearchParams } from "../read-request";
import type { Payment } from "./payment";

/** A metered endpoint responds with this and status 200. */
interface MeteredResponse {
  readonly body: Body;
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
/**
 * A key is claimed by the statement that charges. When reading the page takes longer than this, it is claimed meanwhile, so
 * that a second request under it need not read the page too (ms).
 */
const CLAIM_AFTER_MS = 5;

export function parseIdempotencyKey(value: string): string {
  if (value.length > IDEMPOTENCY.maxKeyLength || !KEY.test(value))
    throw new ApiError(
      "INVALID_INPUT",
      `${IDEMPOTENCY_KEY_HEADER} must be 1 to ${IDEMPOTENCY.maxKeyLength} printable ASCII characters without spaces`,
    );
  return value;
}

export function keyOfAnotherRequest(): ApiError {
  return new ApiError("INVALID_INPUT", `this ${IDEMPOTENCY_KEY_HEADER} was already used for another request`);
}

/** Digests the request, independently of the order of its parameters. */
function createFingerprint(c: Context<Env>, body: string): Buffer {
  const parameters = [...getSearchParams(c)].sort(([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([c.req.method, c.req.path, parameters, body]))
    .digest();
}

interface KeyedRequest {
  readonly workspaceId: string;
  readonly key: string;
  readonly fingerprint: Buffer;
}

/** Serves requests under idempotency keys on connections of the pool. */
export function createKeyedService(pool: BoundedPool) {
  const turns = new ConcurrencyLimiter(TURNS);
  const lockWaits = createLockWaits();

  /**
   * Serves the request, or answers it with the stored response, which counts against the rate limit and costs nothing.
   * Returns the payment that reports what it cost.
   */
  return async (c: Context<Env>, key: string, body: string, serve: Serve): Promise<Answer & { paid: Payment }> => {
    const startedAt = performance.now();
    const payment = c.get("payment");
    const { workspaceId } = c.get("caller");
    const request = { workspaceId, key, fingerprint: createFingerprint(c, body) };
    const endTurn = await turns.acquire(workspaceId);
    if (endTurn === undefined) throw pool.createRefusal();
    const answer = () => answerOnce(pool, request, payment, serve, lockWaits);
    const { response, paid } = await retryWhileLocked(answer, startedAt).finally(endTurn);
    if (paid !== undefined) return { response, paid };
    await payment.admit();
    const headers = { ...response.headers, [IDEMPOTENT_REPLAYED_HEADER]: "true" };
    return { response: { body: response.body, headers }, paid: payment };
  };
}

/** Tries again while the workspace is locked, and holds no connection in between. */
async function retryWhileLocked(answer: () => Promise<Answer>, startedAt: number): Promise<Answer> {
  for (;;) {
    try {
      return await answer();
    } catch (error) {
      if (!(error instanceof WorkspaceLocked)) throw error;
    }
    const pause = getLockPause(performance.now() - startedAt);
    if (pause === undefined) throw REFUSALS.locked;
    await delay(pause);
  }
}

interface Answer {
  /** The response is stored under the key. */
  readonly response: MeteredResponse;
  /** It has charged for the response, and its headers are not stored; undefined when the response was stored before. */
  readonly paid: Payment | undefined;
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
  serve: Serve,
  lockWaits: LockWaits,
): Promise<Answer> {
  let served: Answer | undefined;
  try {
    return await inDeferredTransaction<Answer>(pool, {
      work: async (send) => {
        const { claim, charge } = createClaim(send, request, lockWaits);
        let early: NodeJS.Timeout | undefined;
        /** The stored answer, or the failure, of a claim that does not wait for the charge. */
        const claimedEarly = new Promise<Answer>((resolve, reject) => {
          early = setTimeout(() => claim().then((replay) => replay && resolve(replay), reject), CLAIM_AFTER_MS);
        });
        const keyedPayment = payment.through((unpaid) => {
          clearTimeout(early);
          // The transaction may be committed from now on, until it has failed.
          payment.pending ||= unpaid.records > 0;
          return charge(unpaid);
        });
        const serveOnce = async () => {
          const response = await serve(keyedPayment);
          served = { response, paid: keyedPayment };
          return (await claim()) ?? served;
        };
        try {
          return await Promise.race([serveOnce(), claimedEarly]);
        } catch (error) {
          // A stored answer comes before any failure.
          const replay = await claim();
          if (replay === undefined) throw error;
          return replay;
        } finally {
          clearTimeout(early);
        }
      },
      last: ({ response, paid }) => (paid === undefined ? undefined : storeStatement(request, response)),
    });
  } catch (error) {
    if (error instanceof CommitOutcomeUnknown) {
      // The transaction of a replay writes nothing.
      const stored =
        served === undefined
          ? false
          : await readAfterLoss(pool, error.sessionName, (client) => isStored(client, request));
      if (stored === true && served !== undefined) return served;
      payment.pending = false;
      throw stored === undefined ? new ChargeOutcomeUnknown(error) : error.cause;
    }
    payment.pending = false;
    if (!(error instanceof Error && "code" in error && error.code === LOCK_NOT_AVAILABLE)) throw error;
    throw new ApiError(
      "CONFLICT",
      `a request with this ${IDEMPOTENCY_KEY_HEADER} is still running; try again in a moment`,
      { [RETRY_AFTER_HEADER]: "1" },
    );
  }
}

/** Ends the work of a request whose answer is stored. */
class AlreadyAnswered extends Error {
  override readonly name = "AlreadyAnswered";
}

/** Claims the key with the first statement that is sent, which is that of the charge if nothing comes before it. */
function createClaim(send: SendStatement, request: KeyedRequest, lockWaits: LockWaits) {
  let claimed: Promise<Answer | undefined> | undefined;
  const claimWith = (rows: Promise<(StoredRow | Record<keyof StoredRow, null>)[]>) => {
    claimed = rows.then(([row]) => (row?.body == null ? undefined : readStored(row, request)));
    return claimed;
  };

  /** Returns the answer that is stored under the key, if there is one; throws when that was given to another request. */
  function claim(): Promise<Answer | undefined> {
    if (claimed !== undefined) return claimed;
    const at = new Date();
    const values = [request.workspaceId, request.key, request.fingerprint, at, getExpiry(at)];
    return claimWith(send<StoredRow>(withLiterals(CLAIM, values)));
  }

  async function charge(unpaid: Charge): Promise<Charged> {
    if ((await claimed) !== undefined) throw new AlreadyAnswered();
    if (unpaid.isCancelled?.() === true) throw REFUSALS.cancelled;
    const chargeOnce = async (mode: LockMode) => {
      const at = new Date();
      const text = keyedDebitText(unpaid, newId(), at, { ...request, expired: getExpiry(at) }, mode);
      const rows = send<DebitRow & StoredRow>(text);
      if ((await claimWith(rows)) !== undefined) throw new AlreadyAnswered();
      return readCharged(unpaid, await rows);
    };
    return (await chargeOnce("skip")) ?? lockWaits(() => chargeOnce("wait"));
  }

  return { claim, charge };
}

const CLAIM = "select * from claim_idempotency_key($1, $2, $3, $4, $5) where body is not null";

function getExpiry(at: Date): Date {
  return new Date(at.getTime() - IDEMPOTENCY.hours * 3_600_000);
}

/** Throws when the answer was given to another request. */
function readStored({ fingerprint, headers, body }: StoredRow, request: KeyedRequest): Answer {
  if (!fingerprint.equals(request.fingerprint)) throw keyOfAnotherRequest();
  return { response: { body, headers }, paid: undefined };
}

function storeStatement({ workspaceId, key }: KeyedRequest, { headers, body }: MeteredResponse): string {
  return withLiterals("update idempotent_answers set headers = $3, body = $4 where workspace_id = $1 and key = $2", [
    workspaceId,
    key,
    JSON.stringify(headers ?? {}),
    body.toString(),
  ]);
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
  await pool.query("delete from idempotent_answers where at < $1", [getExpiry(now)]);
}
