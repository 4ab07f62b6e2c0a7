/**
 * `npm run bench -- budgets`: what a person's charge takes with four budgets beside one without any, in workspaces that
 * have many ledger entries in the month.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import path from "node:path";
import type pg from "pg";
import { insertMember, insertPerson } from "@/service/accounts/people/register";
import { createWorkspace } from "@/service/accounts/workspaces";
import { recountUsage, setBudget } from "@/service/credits/budgets";
import { openDebits } from "@/service/credits/debit";
import { openDatabaseServer } from "@/service/store/database-server";
import { migrate } from "@/service/store/migrate";
import { newId } from "@/service/store/new-id";
import { openPools } from "@/service/store/pools";
import { inTransaction } from "@/service/store/transaction";
import { createDatabase } from "./database";
import { median } from "./load";
import { readBudgetsOptions } from "./options";
import { type Metric, round, tableOf } from "./web/metric";

const CREDITS = 1_000_000_000;
/** Charges of one workspace before it is the other's turn. */
const IN_A_ROW = 100;
const MOST_RATIO = 1.15;

interface Spender {
  readonly workspaceId: string;
  readonly personId: string;
}

export async function benchBudgets(args: readonly string[]): Promise<void> {
  const { entries, rounds } = readBudgetsOptions(args);
  const log = (sentence: string) => void process.stderr.write(`${sentence}\n`);
  const dataDir = mkdtempSync(path.join(tmpdir(), "dealflow-bench-budgets-"));
  const server = await openDatabaseServer({
    databaseUrl: process.env.DATABASE_URL || null,
    dataDir,
    program: "bench",
    log,
  });
  const url = await createDatabase(server.url, "bench_budgets");
  const pools = openPools(url);
  try {
    await migrate(url);
    const free = await createSpender(pools.jobs, "without", entries);
    const budgeted = await createSpender(pools.jobs, "with", entries);
    await inTransaction(pools.jobs, async (client) => {
      for (const personId of [null, budgeted.personId])
        await setBudget(client, budgeted.workspaceId, personId, { day: CREDITS, month: CREDITS });
    });
    await pools.jobs.query("vacuum analyze");
    const debits = openDebits(pools.debits, () => new Date());
    const charge = async ({ workspaceId, personId }: Spender): Promise<number> => {
      const startedAt = performance.now();
      const ledger = { requestId: newId(), keyId: null, endpoint: "funding_events.list", feed: "funding_events" };
      await debits.charge({ ...ledger, workspaceId, personId, records: 20, limit: undefined });
      return performance.now() - startedAt;
    };
    const [without, within]: [number[], number[]] = [[], []];
    // Turn by turn, so that whatever else the machine does falls on both alike.
    for (let created = 0; created < rounds * IN_A_ROW; created++) {
      without.push(await charge(free));
      within.push(await charge(budgeted));
    }
    const metrics: Metric[] = [
      { what: `a charge without a budget, ${entries} entries in the month: p50 ms`, figure: round(median(without), 2) },
      { what: "with budgets of the workspace and the person, day and month: p50 ms", figure: round(median(within), 2) },
      { what: "with, of without", budget: { most: MOST_RATIO }, figure: round(median(within) / median(without), 2) },
      { what: `load average on ${cpus().length} cores`, figure: round(loadavg()[0] ?? 0, 1) },
    ];
    process.stdout.write(`\n${tableOf(metrics)}\n`);
  } finally {
    await pools.close();
    await server.close();
    if (server.location !== null) rmSync(server.location, { recursive: true, force: true });
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** A person who has bought so often this month, a credit each time. */
async function createSpender(pool: pg.Pool, name: string, entries: number): Promise<Spender> {
  const at = new Date();
  const workspace = await createWorkspace(pool, name, CREDITS, at);
  if (workspace === undefined) throw new Error(`there is a workspace named ${name} already`);
  return inTransaction(pool, async (client) => {
    const personId = await insertPerson(client, { email: `${name}@bench.example`, name }, at);
    if (personId === undefined) throw new Error(`there is a person ${name} already`);
    await insertMember(client, workspace.id, personId, "owner", at);
    await client.query(
      `insert into ledger (id, workspace_id, request_id, endpoint, person_id, delta, balance_after, sequence, at)
       select gen_random_uuid(), $1, gen_random_uuid(), 'funding_events.list', $2, -1, $3 - number, number + 1, $4
       from generate_series(1, $5) number`,
      [workspace.id, personId, CREDITS, at, entries],
    );
    await client.query(
      "update workspaces set balance = balance - $2, ledger_sequence = ledger_sequence + $2 where id = $1",
      [workspace.id, entries],
    );
    await recountUsage(client, workspace.id, personId, at);
    return { workspaceId: workspace.id, personId };
  });
}
