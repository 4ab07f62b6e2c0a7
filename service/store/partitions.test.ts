import { WEBHOOK_LIMITS } from "@dealflow/contract/webhook-events";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { deleteOldDeliveries } from "@/service/webhooks/outbox";
import { MIGRATIONS, migrate } from "./migrate";
import { firstIdAt } from "./new-id";
import { addMonthPartitions, dropRowsBefore } from "./partitions";
import { databaseBefore, type TestDatabase, testDatabase } from "./testing";

/** The first partition of a table that was partitioned before this day ends before it. */
const NOW = new Date(Date.now() + 400 * 86_400_000);
const TABLES = ["ledger", "webhook_deliveries", "webhook_attempts"] as const;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const month = (later: number) => new Date(Date.UTC(NOW.getUTCFullYear(), NOW.getUTCMonth() + later));
const suffix = (later: number) => month(later).toISOString().slice(0, 7).replace("-", "_");
/** Returns an id of the month; those with a higher number are later. */
const idIn = (later: number, number = 1) => firstIdAt(month(later).getTime() + number);

async function listPartitions(table: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    "select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass order by 1",
    [table],
  );
  return rows.map(({ name }) => name);
}

async function insertEntry(id: string, db = database): Promise<string> {
  const { rows } = await db.pool.query<{ partition: string }>(
    `insert into ledger (id, workspace_id, endpoint, delta, balance_after, sequence, at)
     values ($1, $1, 'credits.grant', 1, 1, 1, now()) returning tableoid::regclass::text as partition`,
    [id],
  );
  return rows[0]?.partition ?? "";
}

/** Inserts deliveries with these ids, each with an attempt of that id. */
async function insertDeliveries(ids: readonly string[], db = database): Promise<void> {
  const [one = ""] = ids;
  await db.pool.query(
    `insert into workspaces (id, name, created_at) values ('${one}', 'W', now());
     insert into webhook_subscriptions (id, workspace_id, url, description, created_at) values ('${one}', '${one}', '', '', now());
     insert into webhook_events (id, event, record_id, record, test, created_at) values ('${one}', '', '${one}', '{}', true, now())`,
  );
  for (const id of ids)
    await db.pool.query(
      `with d as (insert into webhook_deliveries (id, workspace_id, subscription_id, event_id, state) values ($1, $2, $2, $2, 'succeeded'))
       insert into webhook_attempts (id, delivery_id, subscription_id, number, started_at, duration_ms, succeeded, request_headers, response_truncated)
         values ($1, $1, $2, 1, now(), 1, true, '{}', false)`,
      [id, one],
    );
}

it("adds partitions of this month and the next three, by two processes that start together", async () => {
  await Promise.all([addMonthPartitions(database.pool, NOW), addMonthPartitions(database.pool, NOW)]);
  for (const table of TABLES) {
    const months = [0, 1, 2, 3].map((later) => `${table}_${suffix(later)}`);
    expect(await listPartitions(table)).toEqual([...months, `${table}_default`, `${table}_first`].sort());
  }
  expect(await insertEntry(idIn(1))).toBe(`ledger_${suffix(1)}`);
  expect(await insertEntry(firstIdAt(0))).toBe("ledger_first");
  await addMonthPartitions(database.pool, NOW);
  expect(await listPartitions("ledger")).toHaveLength(6);
});

it("stores rows of a month without a partition, and adds the months after it", async () => {
  expect(await insertEntry(idIn(5))).toBe("ledger_default");
  await addMonthPartitions(database.pool, month(3));
  expect(await listPartitions("ledger")).toEqual(
    expect.arrayContaining([`ledger_${suffix(4)}`, `ledger_${suffix(6)}`]),
  );
  expect(await insertEntry(idIn(5, 2))).toBe("ledger_default");
  expect(await insertEntry(idIn(6))).toBe(`ledger_${suffix(6)}`);
});

it("reads one partition to find a row by its id", async () => {
  const { rows } = await database.pool.query("explain (format json) select from ledger where id = $1", [idIn(1)]);
  expect(JSON.stringify(rows).match(/"Relation Name":"\w+"/g)).toEqual([`"Relation Name":"ledger_${suffix(1)}"`]);
});

it("keeps every partition of the ledger append-only", async () => {
  for (const name of await listPartitions("ledger"))
    if ((await database.pool.query(`select from ${name}`)).rowCount !== 0) {
      await expect(database.pool.query(`update ${name} set delta = 2`)).rejects.toThrow("append-only");
      await expect(database.pool.query(`delete from ${name}`)).rejects.toThrow("append-only");
    }
});

it("drops the months of attempts that have passed, and no delivery", async () => {
  await addMonthPartitions(database.pool, NOW);
  const ids = [firstIdAt(0), idIn(0), idIn(1), idIn(1, 3), idIn(2), idIn(20)];
  await insertDeliveries(ids);
  const left = async () => (await database.pool.query("select id from webhook_attempts order by id")).rows;
  await dropRowsBefore(database.pool, "webhook_attempts", idIn(1, 2));
  expect((await left()).map(({ id }) => id)).toEqual(ids.slice(2));
  expect(await listPartitions("webhook_attempts")).not.toContain(`webhook_attempts_${suffix(0)}`);
  await dropRowsBefore(database.pool, "webhook_attempts", idIn(21));
  expect(await left()).toEqual([]);
  expect(await listPartitions("webhook_attempts")).toEqual(["webhook_attempts_default"]);
  expect((await database.pool.query("select from webhook_deliveries")).rowCount).toBe(ids.length);
  await database.pool.query("delete from webhook_deliveries");
});

it("drops the months of deliveries that have passed, by two processes, also when one was sent again lately", async () => {
  await addMonthPartitions(database.pool, NOW);
  await insertDeliveries([firstIdAt(1), idIn(0, 2), idIn(1, 4), idIn(1, 5), idIn(2, 2)]);
  await expect(dropRowsBefore(database.pool, "webhook_deliveries", idIn(2))).rejects.toThrow("foreign key");
  const later = new Date(month(2).getTime() + WEBHOOK_LIMITS.deliveryDays * 86_400_000);
  await Promise.all([deleteOldDeliveries(database.pool, later), deleteOldDeliveries(database.pool, later)]);
  for (const table of ["webhook_deliveries", "webhook_attempts"])
    expect((await database.pool.query(`select id from ${table} order by id`)).rows).toEqual([{ id: idIn(2, 2) }]);
  expect(await listPartitions("webhook_deliveries")).not.toContain(`webhook_deliveries_${suffix(1)}`);
  await database.pool.query("delete from webhook_deliveries");
});

it("partitions tables with rows without reading them or building an index while they are locked", async () => {
  const earlier = await databaseBefore("0016");
  const ids = [firstIdAt(0), firstIdAt(Date.now() - 86_400_000), firstIdAt(Date.now())];
  for (const id of ids) await insertEntry(id, earlier);
  await insertDeliveries(ids, earlier);
  const client = new pg.Client({ connectionString: earlier.url });
  await client.connect();
  const details: string[] = [];
  client.on("notice", ({ message = "" }) => details.push(message));
  for (const { prepare, sql } of MIGRATIONS.filter(({ name }) => name >= "0016" && name < "0019")) {
    for (const statement of prepare) await client.query(statement);
    await client.query(`begin; set local client_min_messages = debug1; ${sql}; commit`);
  }
  await client.end();
  for (const table of TABLES)
    expect(details).toContainEqual(
      `partition constraint for table "${table}_first" is implied by existing constraints`,
    );
  expect(
    details.filter((detail) => /(verifying|validating|rewriting|building index).*(_first"|_fkey")/.test(detail)),
  ).toEqual([]);
  for (const table of TABLES) {
    const { rows } = await earlier.pool.query(`select id, tableoid::regclass::text as name from ${table} order by id`);
    expect(rows).toEqual(ids.map((id) => ({ id, name: `${table}_first` })));
  }
  const { rows: constraints } = await earlier.pool.query("select conname from pg_constraint where not convalidated");
  expect(constraints.map(({ conname }) => conname)).toEqual(["import_records_effect_check", "imports_kind_check"]);
  await earlier.drop();
});

it("partitions a table without preparation too, as a restore does, and one whose latest id is of a later year", async () => {
  const earlier = await databaseBefore("0016");
  const latest = idIn(0);
  await insertEntry(latest, earlier);
  const { prepare: _, sql } = MIGRATIONS.find(({ name }) => name === "0016-ledger-by-month") ?? expect.fail();
  await earlier.pool.query(sql);
  expect(await insertEntry(idIn(1), earlier)).toBe("ledger_first");
  expect(await insertEntry(idIn(2), earlier)).toBe("ledger_default");
  await earlier.drop();
});

it("can be prepared more than once", async () => {
  const earlier = await databaseBefore("0016");
  const { prepare } = MIGRATIONS.find(({ name }) => name === "0016-ledger-by-month") ?? expect.fail();
  for (const statement of [...prepare, ...prepare]) await earlier.pool.query(statement);
  expect(await migrate(earlier.url)).toEqual(MIGRATIONS.map(({ name }) => name).filter((name) => name >= "0016"));
  await earlier.drop();
});
