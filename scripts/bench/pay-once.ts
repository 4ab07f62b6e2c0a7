/**
 * `npm run bench -- pay-once`: what a charge for 20 records takes when each is paid for once, beside one that charges every
 * delivery, in workspaces that have purchased many records.
 */
import type pg from "pg";
import type { RecordKey } from "@/service/credits/charge";
import { openDebits } from "@/service/credits/debit";
import { newId } from "@/service/store/new-id";
import { median } from "./load";
import { readOptions } from "./options";
import { runBench } from "./run-bench";
import { createSpender, type Spender } from "./spenders";
import { round } from "./web/metric";

/** Charges of each kind in a round. */
const IN_A_ROW = 100;
const RECORDS = 20;
const MOST_RATIO = 1.3;

export async function benchPayOnce(args: readonly string[]): Promise<void> {
  const options = readOptions("pay-once", args);
  const { purchased, rounds } = options;
  await runBench("pay-once", { ...options }, async ({ pools }) => {
    const spender = await createSpender(pools.jobs, "spender", 10_000);
    await insertPurchases(pools.jobs, spender, purchased);
    await pools.jobs.query("vacuum analyze");
    const debits = openDebits(pools.debits, () => new Date());
    const charge = async (items?: readonly RecordKey[]): Promise<number> => {
      const startedAt = performance.now();
      const ledger = { requestId: newId(), keyId: null, endpoint: "funding_events.list", feed: "funding_events" };
      const once = items && { items, since: null };
      await debits.charge({ ...ledger, ...spender, records: RECORDS, once, limit: undefined });
      return performance.now() - startedAt;
    };
    const [always, once, owned]: [number[], number[], number[]] = [[], [], []];
    // Turn by turn, so that whatever else the machine does falls on all alike.
    for (let created = 0; created < rounds * IN_A_ROW; created++) {
      const items = Array.from({ length: RECORDS }, () => ({ kind: "funding_events", id: newId() }));
      always.push(await charge());
      once.push(await charge(items));
      owned.push(await charge(items));
    }
    return [
      { what: "a charge for 20 records, each delivery: p50 ms", value: round(median(always), 2) },
      { what: `20 new records, paid for once, ${purchased} purchased before: p50 ms`, value: round(median(once), 2) },
      { what: "20 records that are purchased already: p50 ms", value: round(median(owned), 2) },
      { what: "new records, of each delivery", budget: { most: MOST_RATIO }, value: ratio(once, always) },
      { what: "purchased records, of each delivery", budget: { most: MOST_RATIO }, value: ratio(owned, always) },
    ];
  });
}

function ratio(times: readonly number[], of: readonly number[]): number {
  return round(median(times) / median(of), 2);
}

async function insertPurchases(pool: pg.Pool, { workspaceId }: Spender, count: number): Promise<void> {
  await pool.query(
    `insert into purchased_records (workspace_id, kind, record_id, ledger_id, at)
     select $1, 'funding_events', gen_random_uuid(), gen_random_uuid(), now() from generate_series(1, $2)`,
    [workspaceId, count],
  );
}
