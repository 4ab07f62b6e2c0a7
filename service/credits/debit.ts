/**
 * Charging for pages and admitting requests. Requests of keys that wait at the same time share one statement and one commit,
 * which waits for no lock and charges each workspace in full or not at all. All others are charged by a statement of their
 * workspace, one at a time on a connection of its own: those that name a person or records, and those of a workspace that is
 * locked elsewhere or cannot pay in full. So no workspace waits for another's lock. An interactive transaction per page
 * reached 0.28 of the speed of a server that charges nothing.
 */
import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import { type Context, context, ROOT_CONTEXT } from "@opentelemetry/api";
import pg from "pg";
import { createCache } from "@/lib/cache/bounded-cache";
import { newId } from "@/service/store/new-id";
import { getSessionName, isConnectionLoss, readAfterLoss } from "@/service/store/pools/connection-loss";
import { REFUSALS } from "@/service/store/refusal";
import { type Charge, type Charged, ChargeOutcomeUnknown } from "./charge";
import { readCommittedCharges } from "./committed-charges";
import { acceptResult, type DebitResult, executeDebits, executeSharedDebits, isShareable } from "./debit-statement";
import { createLockWaits, getLockPause, WorkspaceLocked } from "./lock-waits";

export interface Debits {
  /**
   * Takes up to `records` credits, or one for each that is not purchased yet; never more than the balance, and writes the ledger row in the same statement. Throws
   * `BudgetReached` and `AllowanceUsedUp`; the request is counted nevertheless. Throws `RequestRefused` when nothing was or will be charged,
   * and `ChargeOutcomeUnknown` when that could not be determined.
   */
  charge(charge: Charge): Promise<Charged>;
  /** So many charges wait for their statement now. */
  readonly waiting: number;
  /** Returns true when this process saw credits left after the last charge; when not, charge 0 before reading. */
  mayHaveCredits(workspaceId: string): boolean;
}

/** A statement charges at most this many requests, which keeps it and its lock short. */
const MAX_BATCH = 256;
/** A turn of the event loop continues at most this many requests. */
const MAX_FINISHED = 8;
/** A workspace has at most this many charges in its queue. At the measured speed they are done within half a second. */
const MAX_WAITING = 2_000;
/** Holds about 10,000 workspaces; for others the balance is read first. */
const SOLVENT_BYTES = 3 * 1024 * 1024;
/** A charge that was not made because its connection was lost is tried once more. */
const MAX_ATTEMPTS = 2;
/** Names the queue whose charges share a statement; the others have the ids of their workspaces. */
const SHARED = "shared";
/** No workspace has this id. */
const NO_WORKSPACE = "00000000-0000-0000-0000-000000000000";

interface Waiting {
  readonly charge: Charge;
  /** Its statement is part of this trace. */
  readonly trace: Context;
  readonly attempt: number;
  readonly resolve: (charged: Charged) => void;
  readonly reject: (error: unknown) => void;
}

export function openDebits(pool: pg.Pool, now: () => Date): Debits {
  /** Holds the queues that have charges waiting or a statement in flight. */
  const queues = new Map<string, Waiting[]>();
  const lockWaits = createLockWaits();
  /** Workspaces that had credits after their last charge here. */
  const solvent = createCache<true>({
    name: "workspaces with credits",
    maxBytes: SOLVENT_BYTES,
    measureBytes: () => 0,
  });

  function updateSolvency(workspaceId: string, balance: number): void {
    if (balance === 0) solvent.delete(workspaceId);
    else solvent.set(workspaceId, true);
  }

  function chooseQueue(charge: Charge): string {
    const { workspaceId } = charge;
    // While its statement runs, the workspace is locked.
    if (!isShareable(charge) || queues.has(workspaceId)) return workspaceId;
    // Many requests of one workspace must not hold up all others.
    return (queues.get(SHARED)?.length ?? 0) < MAX_BATCH ? SHARED : workspaceId;
  }

  function enqueue(item: Waiting, name = chooseQueue(item.charge)): void {
    const queue = queues.get(name);
    if (queue !== undefined) {
      queue.push(item);
      return;
    }
    const started = [item];
    queues.set(name, started);
    // Concurrent pages are charged together, so the first of them waits for the others.
    setImmediate(() => void drain(name, started));
  }

  function finish({ charge, resolve, reject }: Waiting, result: DebitResult | undefined): void {
    if (result !== undefined) updateSolvency(charge.workspaceId, result.balance);
    try {
      resolve(acceptResult(charge, result));
    } catch (refusal) {
      reject(refusal);
    }
  }

  async function finishAll(
    name: string,
    batch: readonly Waiting[],
    results: readonly (DebitResult | undefined)[],
  ): Promise<void> {
    for (const [index, item] of batch.entries()) {
      const result = results[index];
      if (result === undefined && name === SHARED) enqueue(item, item.charge.workspaceId);
      else finish(item, result);
      // These are answered before others go on, so that the texts of all pages need not be in memory at the same time.
      if (index % MAX_FINISHED === MAX_FINISHED - 1) await nextTurn();
    }
  }

  async function drain(name: string, queue: Waiting[]): Promise<void> {
    let lockedSince: number | undefined;
    while (queue.length > 0) {
      // The statement of several requests is in the trace of the first.
      const locked = await context.with(queue[0]?.trace ?? ROOT_CONTEXT, () => chargeNext(name, queue));
      if (locked.length === 0) lockedSince = undefined;
      else {
        lockedSince ??= performance.now();
        const pause = getLockPause(performance.now() - lockedSince);
        if (pause === undefined) for (const { reject } of locked) reject(REFUSALS.locked);
        else {
          queue.unshift(...locked);
          await delay(pause);
        }
      }
    }
    queues.delete(name);
  }

  /** Charges what waits in a queue when a connection is free; returns what is to be tried again because the workspace is locked. */
  async function chargeNext(name: string, queue: Waiting[]): Promise<readonly Waiting[]> {
    let client: pg.PoolClient;
    try {
      client = await pool.connect();
    } catch (error) {
      // Nothing was sent.
      for (const { reject } of queue.splice(0)) reject(error);
      return [];
    }
    const batch = withoutCancelled(queue.splice(0, MAX_BATCH));
    if (batch.length === 0) {
      client.release();
      return [];
    }
    const entryIds = batch.map(() => newId());
    try {
      const charges = batch.map(({ charge }) => charge);
      const results =
        name === SHARED
          ? await executeSharedDebits(client, charges, entryIds, now())
          : ((await executeDebits(client, charges, entryIds, now(), "skip")) ??
            (await lockWaits(() => executeDebits(client, charges, entryIds, now(), "wait"))));
      client.release();
      // Not awaited: the next batch is charged meanwhile.
      void finishAll(name, batch, results);
    } catch (error) {
      if (error instanceof WorkspaceLocked) {
        client.release();
        return batch;
      }
      client.release(error instanceof Error ? error : true);
      // It is not awaited, because other charges continue on another connection.
      if (isConnectionLoss(error)) void recover(batch, entryIds, getSessionName(client), error);
      // Nothing was charged, perhaps because of one workspace alone.
      else if (name === SHARED && error instanceof pg.DatabaseError)
        for (const item of batch) enqueue(item, item.charge.workspaceId);
      else for (const { reject } of batch) reject(error);
    }
    return [];
  }

  /** The statement's response was lost: its charges are in the ledger under the given ids. */
  async function recover(
    batch: readonly Waiting[],
    entryIds: readonly string[],
    sessionName: string | undefined,
    error: unknown,
  ): Promise<void> {
    const charges = batch.map(({ charge }) => charge);
    const entries = await readAfterLoss(pool, sessionName, (client) => readCommittedCharges(client, charges, entryIds));
    for (const [index, item] of batch.entries()) {
      const { charge, attempt, reject } = item;
      const entry = entries?.get(entryIds[index] ?? "");
      if (entry !== undefined) {
        const { limit, version = 0 } = charge;
        finish(item, { ...entry, version, admitted: true, tokens: limit?.burst ?? 0 });
      } else if (entries === undefined && charge.records > 0) reject(new ChargeOutcomeUnknown(error));
      else if (entries === undefined || attempt === MAX_ATTEMPTS) reject(error);
      else enqueue({ ...item, attempt: attempt + 1 });
    }
  }

  function charge(charge: Charge): Promise<Charged> {
    return new Promise((resolve, reject) => {
      const waiting = queues.get(chooseQueue(charge))?.length ?? 0;
      if (waiting >= MAX_WAITING) reject(REFUSALS.overloaded);
      else enqueue({ charge, trace: context.active(), attempt: 1, resolve, reject });
    });
  }

  return {
    charge,
    get waiting() {
      return [...queues.values()].reduce((sum, queue) => sum + queue.length, 0);
    },
    mayHaveCredits: (workspaceId) => solvent.has(workspaceId),
  };
}

/** Charges inside the caller's transaction, so that the purchased response can be stored with it. Throws like `charge`. */
export async function chargeIn(client: pg.ClientBase, charge: Charge, at: Date): Promise<Charged> {
  if (charge.isCancelled?.() === true) throw REFUSALS.cancelled;
  return acceptResult(charge, (await executeDebits(client, [charge], [newId()], at))?.[0]);
}

/** Runs the charging statement for no workspace; throws when charges are not possible. */
export async function probeCharges(pool: pg.Pool, at: Date): Promise<void> {
  const probe = { requestId: newId(), keyId: null, endpoint: "probe", feed: "companies", records: 0 };
  await executeDebits(pool, [{ ...probe, workspaceId: NO_WORKSPACE, limit: undefined }], [newId()], at);
}

function withoutCancelled(waiting: readonly Waiting[]): Waiting[] {
  return waiting.filter(({ charge, reject }) => {
    const cancelled = charge.isCancelled?.() === true;
    if (cancelled) reject(REFUSALS.cancelled);
    return !cancelled;
  });
}
