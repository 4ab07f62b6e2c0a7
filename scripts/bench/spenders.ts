/** A database of their own for benchmarks of charges, and people with credits in it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type pg from "pg";
import { insertMember, insertPerson } from "@/service/accounts/people/register";
import { createWorkspace } from "@/service/accounts/workspaces";
import { recountUsage } from "@/service/credits/budgets";
import { openDatabaseServer } from "@/service/store/database-server";
import { migrate } from "@/service/store/migrate";
import { openPools, type Pools } from "@/service/store/pools";
import { inTransaction } from "@/service/store/transaction";
import { createDatabase } from "./database";

export const SPENDER_CREDITS = 1_000_000_000;

export interface Spender {
  readonly workspaceId: string;
  readonly personId: string;
}

/** Runs the work on an empty database with today's schema, which is deleted afterwards. */
export async function withBenchDatabase(name: string, work: (pools: Pools) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), `dealflow-bench-${name}-`));
  const server = await openDatabaseServer({
    databaseUrl: process.env.DATABASE_URL || null,
    dataDir,
    program: "bench",
    log: (sentence) => void process.stderr.write(`${sentence}\n`),
  });
  const url = await createDatabase(server.url, `bench_${name.replaceAll("-", "_")}`);
  const pools = openPools(url);
  try {
    await migrate(url);
    await work(pools);
  } finally {
    await pools.close();
    await server.close();
    if (server.location !== null) rmSync(server.location, { recursive: true, force: true });
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** A person who has bought so often this month, a credit each time. */
export async function createSpender(pool: pg.Pool, name: string, entries: number): Promise<Spender> {
  const at = new Date();
  const workspace = await createWorkspace(pool, name, SPENDER_CREDITS, at);
  if (workspace === undefined) throw new Error(`there is a workspace named ${name} already`);
  return inTransaction(pool, async (client) => {
    const personId = await insertPerson(client, { email: `${name}@bench.example`, name }, at);
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
