/**
 * `npm run bench -- budgets`: what a person's charge takes with four budgets beside one without any, in workspaces that
 * have many ledger entries in the month.
 */
import { setBudget } from "@/service/credits/budgets";
import { openDebits } from "@/service/credits/debit";
import { newId } from "@/service/store/new-id";
import { inTransaction } from "@/service/store/transaction";
import { median } from "./load";
import { readOptions } from "./options";
import { runBench } from "./run-bench";
import { createSpender, SPENDER_CREDITS, type Spender } from "./spenders";
import { round } from "./web/metric";

/** Charges of one workspace before it is the other's turn. */
const IN_A_ROW = 100;
const MOST_RATIO = 1.15;

export async function benchBudgets(args: readonly string[]): Promise<void> {
  const options = readOptions("budgets", args);
  const { entries, rounds } = options;
  await runBench("budgets", { ...options }, async ({ pools }) => {
    const free = await createSpender(pools.jobs, "without", entries);
    const budgeted = await createSpender(pools.jobs, "with", entries);
    await inTransaction(pools.jobs, async (client) => {
      for (const personId of [null, budgeted.personId])
        await setBudget(client, budgeted.workspaceId, personId, { day: SPENDER_CREDITS, month: SPENDER_CREDITS });
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
    return [
      { what: `a charge without a budget, ${entries} entries in the month: p50 ms`, value: round(median(without), 2) },
      { what: "with budgets of the workspace and the person, day and month: p50 ms", value: round(median(within), 2) },
      { what: "with, of without", budget: { most: MOST_RATIO }, value: round(median(within) / median(without), 2) },
    ];
  });
}
