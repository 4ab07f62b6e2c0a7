/**
 * Runs `npm run bench -- budgets` and `npm run bench -- pay-once`: compares a charge with four budgets to one without
 * any, in workspaces that have many ledger entries in the month, and a charge of records that are paid for once to one
 * of every delivery, in a workspace that has purchased many records.
 */
import type pg from "pg";
import { insertMember, insertPerson } from "@/service/accounts/people/register";
import { recountUsage, setBudget } from "@/service/credits/budgets";
import type { RecordKey } from "@/service/credits/charge";
import { openDebits } from "@/service/credits/debit";
import { newId } from "@/service/store/new-id";
import type { Pools } from "@/service/store/pools/pools";
import { inTransaction } from "@/service/store/transaction";
import { inTurn, median, timed } from "./harness/load";
import { round } from "./harness/metric";
import type { BenchOptions } from "./harness/options";
import { runBench } from "./harness/run-bench";
import { openWorkspace, UNLIMITED } from "./harness/workspaces";

/** A round has this many charges of each kind. */
const IN_A_ROW = 100;
const RECORDS = 20;
const MOST_RATIO = { budgets: 1.15, once: 1.3 };

export async function benchBudgets(options: BenchOptions<"budgets">): Promise<void> {
  const { entries, rounds } = options;
  await runBench("budgets", options, async ({ pools }) => {
    const free = await createSpender(pools.jobs, "without", entries);
    const budgeted = await createSpender(pools.jobs, "with", entries);
    await inTransaction(pools.jobs, async (client) => {
      for (const personId of [null, budgeted.personId])
        await setBudget(client, budgeted.workspaceId, personId, { day: UNLIMITED, month: UNLIMITED });
    });
    await pools.jobs.query("vacuum analyze");
    const charge = openCharges(pools);
    const found = await inTurn(rounds * IN_A_ROW, { without: () => charge(free), within: () => charge(budgeted) });
    const [without, within] = [median(found("without")), median(found("within"))];
    return [
      { what: `a charge without a budget, ${entries} entries in the month: p50 ms`, value: round(without, 2) },
      { what: "with budgets of the workspace and the person, day and month: p50 ms", value: round(within, 2) },
      { what: "with, of without", budget: { most: MOST_RATIO.budgets }, value: round(within / without, 2) },
    ];
  });
}

export async function benchPayOnce(options: BenchOptions<"pay-once">): Promise<void> {
  const { purchased, rounds } = options;
  await runBench("pay-once", options, async ({ pools }) => {
    const spender = await createSpender(pools.jobs, "spender", 10_000);
    await pools.jobs.query(
      `insert into purchased_records (workspace_id, kind, record_id, ledger_id, at)
       select $1, 'funding_events', gen_random_uuid(), gen_random_uuid(), now() from generate_series(1, $2)`,
      [spender.workspaceId, purchased],
    );
    await pools.jobs.query("vacuum analyze");
    const charge = openCharges(pools);
    let items: RecordKey[] = [];
    const found = await inTurn(rounds * IN_A_ROW, {
      always: () => charge(spender),
      once: () => {
        items = Array.from({ length: RECORDS }, () => ({ kind: "funding_events", id: newId() }));
        return charge(spender, items);
      },
      owned: () => charge(spender, items),
    });
    const [always, once, owned] = [median(found("always")), median(found("once")), median(found("owned"))];
    const budget = { most: MOST_RATIO.once };
    return [
      { what: "a charge for 20 records, each delivery: p50 ms", value: round(always, 2) },
      { what: `20 new records, paid for once, ${purchased} purchased before: p50 ms`, value: round(once, 2) },
      { what: "20 records that are purchased already: p50 ms", value: round(owned, 2) },
      { what: "new records, of each delivery", budget, value: round(once / always, 2) },
      { what: "purchased records, of each delivery", budget, value: round(owned / always, 2) },
    ];
  });
}

interface Spender {
  readonly workspaceId: string;
  readonly personId: string;
}

/** Returns a function that charges a spender for 20 records, and returns how long that took (ms). */
function openCharges(pools: Pools): (spender: Spender, items?: readonly RecordKey[]) => Promise<number> {
  const debits = openDebits(pools.debits, () => new Date());
  return (spender, items) => {
    const ledger = { requestId: newId(), keyId: null, endpoint: "funding_events.list", feed: "funding_events" };
    const once = items && { items, since: null };
    return timed(() => debits.charge({ ...ledger, ...spender, records: RECORDS, once, limit: undefined }));
  };
}

/** Creates a person who has bought this often this month, a credit each time. */
async function createSpender(pool: pg.Pool, name: string, entries: number): Promise<Spender> {
  const at = new Date();
  const workspaceId = await openWorkspace(pool, name);
  return inTransaction(pool, async (client) => {
    const personId = await insertPerson(client, { email: `${name}@bench.example`, name, confirmed: true }, at);
    if (personId === undefined) throw new Error(`There is a person ${name} already.`);
    await insertMember(client, workspaceId, personId, "owner", at);
    await client.query(
      `insert into ledger (id, workspace_id, request_id, endpoint, person_id, delta, balance_after, sequence, at)
       select gen_random_uuid(), $1, gen_random_uuid(), 'funding_events.list', $2, -1, $3 - number, number + 1, $4
       from generate_series(1, $5) number`,
      [workspaceId, personId, UNLIMITED, at, entries],
    );
    await client.query(
      "update workspaces set balance = balance - $2, ledger_sequence = ledger_sequence + $2 where id = $1",
      [workspaceId, entries],
    );
    await recountUsage(client, workspaceId, personId, at);
    return { workspaceId, personId };
  });
}
