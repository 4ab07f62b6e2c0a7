import pino from "pino";
import { expect, it } from "vitest";
import { openDebits } from "@/service/credits/debit";
import { readBalance } from "@/service/credits/ledger";
import { migrate } from "@/service/store/migrate";
import { newId } from "@/service/store/new-id";
import { databaseBefore } from "@/service/store/testing";
import { sendTestEvent } from "./deliveries";
import { readDeliveries, subscribe } from "./testing/subscriptions";
import { OK } from "./testing/worker-stage";
import { createWorker } from "./worker";

const CREDITS = 1_000_000;
const AFTER = 20;

it("a program of the previous version charges and delivers while the tables are partitioned, and after that", async () => {
  const { url, pool, pools, drop } = await databaseBefore("0016");
  // This version's worker reads a column that was added later.
  await pool.query("alter table webhook_deliveries add column traceparent text");
  const { id: webhookId, workspaceId } = await subscribe(pool, { "funding.created": "" });
  // This version's grant writes columns that were added later.
  await pool.query(
    `with granted as (update workspaces set balance = balance + $2, ledger_sequence = ledger_sequence + 1 where id = $1 returning *)
     insert into ledger (id, workspace_id, endpoint, delta, balance_after, sequence, at)
     select $3, id, 'credits.grant', $2, balance, ledger_sequence, now() from granted`,
    [workspaceId, CREDITS, newId()],
  );
  const debits = openDebits(pools.debits, () => new Date());
  const worker = createWorker({
    pool,
    outbound: { post: async () => OK },
    payOnceDays: 0,
    log: pino({ level: "silent" }),
  });
  let migrated = false;
  const repeat = async (work: () => Promise<unknown>) => {
    let count = 0;
    for (let left = AFTER; left > 0; count++) {
      await work();
      if (migrated) left--;
    }
    return count;
  };
  // These prepare their statements before the migration.
  const charges = repeat(() =>
    debits.charge({
      ...{ workspaceId, requestId: newId(), keyId: null, records: 1, limit: undefined },
      ...{ endpoint: "funding_events.list", feed: "funding_events" },
    }),
  );
  const deliveries = repeat(async () => {
    await sendTestEvent(pools.main, workspaceId, webhookId, "funding.created", new Date());
    await worker.runOnce();
  });
  await expect.poll(async () => (await readDeliveries(pool)).length).toBeGreaterThan(2);
  await migrate(url);
  migrated = true;
  const [charged, delivered] = await Promise.all([charges, deliveries]);
  expect(await readBalance(pool, workspaceId)).toMatchObject({ balance: CREDITS - charged, used: charged });
  const stored = await readDeliveries(pool);
  expect(stored.map(({ state, attempts }) => ({ state, attempts }))).toEqual(
    Array.from({ length: delivered }, () => ({ state: "succeeded", attempts: 1 })),
  );
  expect((await pool.query("select from webhook_attempts")).rowCount).toBe(delivered);
  const { rows } = await pool.query("select relkind from pg_class where oid = 'ledger'::regclass");
  expect(rows).toEqual([{ relkind: "p" }]);
  await drop();
});
