/** Refunds charges and corrects balances for an operator, each by an entry of the ledger that says why. */

import type pg from "pg";
import { RuleError } from "@/service/store/rule-error";
import { inTransaction } from "@/service/store/transaction";
import { type AddedEntry, IS_USE, insertCorrection, REFUNDED, refundCredits } from "./ledger";

/** The reason of accepted reports says what was wrong; an operator's is the note of the entry. */
const REASON = "operator";

export interface EntryRefund extends AddedEntry {
  readonly workspaceId: string;
  readonly workspace: string;
  readonly amount: number;
  readonly charged: number;
  /** Accepted reports gave this much of the charge back before. */
  readonly refundedBefore: number;
}

interface Charge {
  readonly workspace: string;
  readonly view: string | null;
  readonly delta: number;
  readonly isUse: boolean;
  readonly refunded: number;
  readonly earlier: { readonly id: string; readonly delta: number; readonly note: string; readonly at: string } | null;
}

/**
 * Gives a charge back, or a part of it, in one transaction with the balance. An entry is refunded by an operator once, and
 * never by more than reports have left of it. Throws `RuleError`.
 * @param amount all that is left of the charge by default
 */
export async function refundEntry(
  pool: pg.Pool,
  entryId: string,
  { amount, note }: { readonly amount?: number | undefined; readonly note: string },
  now: Date,
): Promise<EntryRefund> {
  return inTransaction(pool, async (client) => {
    // The second of two concurrent refunds waits here, and then finds the first.
    const { rows: workspaces } = await client.query<{ id: string }>(
      `select id from workspaces where id = (select workspace_id from ledger where id = $1) for no key update`,
      [entryId],
    );
    const workspaceId = workspaces[0]?.id;
    if (workspaceId === undefined)
      throw new RuleError("NOT_FOUND", `The ledger has no entry with the id "${entryId}".`);
    const { workspace, view, delta, isUse, refunded, earlier } = await readCharge(client, entryId);
    if (!isUse) throw new RuleError("CONFLICT", `The entry ${entryId} charged nothing, so there is nothing to refund.`);
    if (earlier !== null)
      throw new RuleError(
        "CONFLICT",
        `The entry ${entryId} was refunded before, on ${earlier.at}: ${earlier.delta} of ${-delta} credits by the entry ${earlier.id} (${earlier.note}). Nothing was changed.`,
      );
    const left = -delta - refunded;
    if (left === 0)
      throw new RuleError(
        "CONFLICT",
        `All credits of the entry ${entryId} came back for reported records (${refunded} of ${-delta}).`,
      );
    const refund = amount ?? left;
    if (refund > left)
      throw new RuleError(
        "CONFLICT",
        `The entry ${entryId} charged ${-delta} and ${refunded} came back, so at most ${left} can be refunded; got ${refund}.`,
      );
    const entry = { amount: refund, reason: REASON, refundOf: entryId, view, note };
    const added = await refundCredits(client, workspaceId, entry, now);
    return { ...added, workspaceId, workspace, amount: refund, charged: -delta, refundedBefore: refunded };
  });
}

async function readCharge(client: pg.PoolClient, entryId: string): Promise<Charge> {
  const { rows } = await client.query<Charge>(
    `select w.name as workspace, l.view, l.delta, ${IS_USE} as "isUse", ${REFUNDED} as refunded,
       (select json_build_object('id', id, 'delta', delta, 'note', note, 'at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
        from ledger where workspace_id = l.workspace_id and delta > 0 and refund_of = l.id and endpoint = 'credits.refund.${REASON}') as earlier
     from ledger l join workspaces w on w.id = l.workspace_id where l.id = $1`,
    [entryId],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`entry ${entryId} does not exist`);
  return row;
}

/** Changes the balance of a workspace, which never becomes negative. Throws `RuleError`. */
export async function correctCredits(
  pool: pg.Pool,
  workspaceId: string,
  { amount, note }: { readonly amount: number; readonly note: string },
  now: Date,
): Promise<AddedEntry> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ name: string; balance: number }>(
      "select name, balance from workspaces where id = $1 for no key update",
      [workspaceId],
    );
    const { name = "", balance = 0 } = rows[0] ?? {};
    if (balance + amount < 0)
      throw new RuleError(
        "CONFLICT",
        `${name} has ${balance} credits, so a correction can take at most that; got ${amount}.`,
      );
    return insertCorrection(client, workspaceId, { amount, note }, now);
  });
}
