/**
 * Charging for pages and admitting requests. Requests that wait at the same moment share one statement, one of which is
 * in flight per process: an interactive transaction per page reached 0.28 of the speed of a server that charges
 * nothing, this 0.69. The rate limit is held in the same statement, because it locks the workspace anyway: limits hold
 * across processes and cost no further round trip.
 */
import type pg from "pg";
import { inTransaction } from "@/service/store/transaction";
import { fitToBudgets, type Passed } from "./budgets";
import type { Charge, Charged } from "./charge";
import { type Settled, settle } from "./debit-statement";

/** A budget of the workspace or of the person does not hold what would be taken: nothing was. */
export class BudgetReached extends Error {
  override readonly name = "BudgetReached";

  /** @param admitted the charge that took nothing, but counted the request */
  constructor(
    readonly passed: Passed,
    readonly admitted: Charged,
  ) {
    super(`the ${passed.period}'s budget of the ${passed.whose} is reached`);
  }
}

export interface Debits {
  /**
   * Takes up to `records` credits, never more than the balance, and writes the ledger row in the same statement. Throws
   * `BudgetReached`; the request is counted all the same.
   */
  charge(charge: Charge): Promise<Charged>;
  /** Whether this process saw credits left after the last charge; when not, ask with a charge of 0 before reading. */
  mayHaveCredits(workspaceId: string): boolean;
}

/** Requests that share one statement, at most: keeps its arrays and locks short. */
const MAX_BATCH = 256;
const MAX_REMEMBERED = 100_000;

interface Waiting {
  readonly charge: Charge;
  readonly resolve: (charged: Charged | Promise<Charged>) => void;
  readonly reject: (error: unknown) => void;
}

export function openDebits(pool: pg.Pool, now: () => Date): Debits {
  let waiting: Waiting[] = [];
  let running = false;
  /** The last charge that was held against budgets: one at a time, so that batches always have a connection. */
  let withinBudgets: Promise<unknown> = Promise.resolve();
  /** Workspaces that had credits after their last charge here; forgotten now and then, being only a short cut. */
  const solvent = new Set<string>();

  function remember(workspaceId: string, balance: number): void {
    if (balance === 0) solvent.delete(workspaceId);
    else if (solvent.size < MAX_REMEMBERED) solvent.add(workspaceId);
    else solvent.clear();
  }

  function hold(charge: Charge, admitted: Charged): Promise<Charged> {
    const charged = withinBudgets.then(async () => {
      const held = await inTransaction(pool, (client) => chargeWithin(client, charge, admitted, now()));
      remember(charge.workspaceId, held.balance);
      return held;
    });
    withinBudgets = charged.catch(() => undefined);
    return charged;
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchLength(waiting));
      waiting = waiting.slice(batch.length);
      try {
        const charges = batch.map((item) => item.charge);
        const settled = await settle(pool, charges, now());
        batch.forEach((item, index) => {
          const one = settled[index];
          if (one === undefined) item.reject(missing(item.charge));
          else {
            remember(item.charge.workspaceId, one.balance);
            item.resolve(one.budgeted ? hold(item.charge, one) : one);
          }
        });
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    running = false;
  }

  return {
    charge: (charge) =>
      new Promise((resolve, reject) => {
        waiting.push({ charge, resolve, reject });
        if (running) return;
        running = true;
        // Pages that arrived together are charged together, so the first of them waits for the others.
        setImmediate(() => void drain());
      }),
    mayHaveCredits: (workspaceId) => solvent.has(workspaceId),
  };
}

/** Charges inside the caller's transaction: what the charge pays for can be stored with it. Throws `BudgetReached`. */
export async function chargeIn(client: pg.ClientBase, charge: Charge, at: Date): Promise<Charged> {
  const charged = await settleOne(client, charge, at);
  return charged.budgeted ? chargeWithin(client, charge, charged, at) : charged;
}

/** What the budgets hold of a charge, under the lock of its workspace; the request was counted by the one before. */
async function chargeWithin(client: pg.ClientBase, charge: Charge, admitted: Charged, at: Date): Promise<Charged> {
  const fitting = await fitToBudgets(client, charge, at);
  if ("limit" in fitting) throw new BudgetReached(fitting, admitted);
  const charged = await settleOne(client, { ...charge, steps: fitting.steps, limit: undefined }, at, true);
  return { ...charged, tokens: admitted.tokens };
}

async function settleOne(client: pg.ClientBase, charge: Charge, at: Date, fits = false): Promise<Settled> {
  const [settled] = await settle(client, [charge], at, fits);
  if (settled === undefined) throw missing(charge);
  return settled;
}

function missing(charge: Charge): Error {
  return new Error(`workspace ${charge.workspaceId} does not exist`);
}

function batchLength(waiting: readonly Waiting[]): number {
  const inSteps = waiting.findIndex((item) => item.charge.steps !== undefined);
  if (inSteps === 0) return 1;
  return Math.min(MAX_BATCH, inSteps === -1 ? waiting.length : inSteps);
}
