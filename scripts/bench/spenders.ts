/** People with credits, for benchmarks of charges. */
import type pg from "pg";
import { insertMember, insertPerson } from "@/service/accounts/people/register";
import { createWorkspace } from "@/service/accounts/workspaces";
import { recountUsage } from "@/service/credits/budgets";
import { inTransaction } from "@/service/store/transaction";

export const SPENDER_CREDITS = 1_000_000_000;

export interface Spender {
  readonly workspaceId: string;
  readonly personId: string;
}

/** A person who has bought so often this month, a credit each time. */
export async function createSpender(pool: pg.Pool, name: string, entries: number): Promise<Spender> {
  const at = new Date();
  const workspace = await createWorkspace(pool, name, SPENDER_CREDITS, at);
  if (workspace === undefined) throw new Error(`there is a workspace named ${name} already`);
  return inTransaction(pool, async (client) => {
    const personId = await insertPerson(client, { email: `${name}@bench.example`, name, confirmed: true }, at);
    if (personId === undefined) throw new Error(`there is a person ${name} already`);
    await insertMember(client, workspace.id, personId, "owner", at);
    await client.query(
      `insert into ledger (id, workspace_id, request_id, endpoint, person_id, delta, balance_after, sequence, at)
       select gen_random_uuid(), $1, gen_random_uuid(), 'funding_events.list', $2, -1, $3 - number, number + 1, $4
       from generate_series(1, $5) number`,
      [workspace.id, personId, SPENDER_CREDITS, at, entries],
    );
    await client.query(
      "update workspaces set balance = balance - $2, ledger_sequence = ledger_sequence + $2 where id = $1",
      [workspace.id, entries],
    );
    await recountUsage(client, workspace.id, personId, at);
    return { workspaceId: workspace.id, personId };
  });
}
