/**
 * Finds out which charges of a statement were made when its response was lost: their ledger entries have ids that were
 * given before.
 */
import type pg from "pg";
import type { Charge, Charged, RecordKey } from "./charge";

type CommittedCharge = Pick<Charged, "records" | "credits" | "balance" | "sequence" | "paid">;

/** Reads the charges by the ids of their ledger entries, in order; without an entry nothing was charged. */
export async function readCommittedCharges(
  client: pg.ClientBase,
  charges: readonly Charge[],
  entryIds: readonly string[],
): Promise<Map<string, CommittedCharge>> {
  const { rows } = await client.query<CommittedCharge & { id: string }>(
    `select id, -delta as credits, coalesce(records, -delta)::int as records, balance_after as balance, sequence
     from ledger where id = any($1::uuid[])`,
    [entryIds],
  );
  const committed = new Map<string, CommittedCharge>();
  for (const { id, ...entry } of rows) {
    const charge = charges[entryIds.indexOf(id)];
    const paid = charge?.once && (await readPaidPositions(client, charge.workspaceId, charge.once.items, id));
    committed.set(id, { ...entry, paid });
  }
  return committed;
}

/** Positions of the records, from 1, that were paid for with that ledger entry. */
async function readPaidPositions(
  client: pg.ClientBase,
  workspaceId: string,
  items: readonly RecordKey[],
  entryId: string,
): Promise<number[]> {
  const { rows } = await client.query<{ position: number }>(
    `select min(item.position)::int as position
     from unnest($2::text[], $3::uuid[]) with ordinality as item (kind, id, position)
     join purchased_records p on p.workspace_id = $1 and p.kind = item.kind and p.record_id = item.id
     where p.ledger_id = $4 group by item.kind, item.id order by 1`,
    [workspaceId, items.map(({ kind }) => kind), items.map(({ id }) => id), entryId],
  );
  return rows.map(({ position }) => position);
}
