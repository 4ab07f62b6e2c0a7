/** Reads of the feed go to a replica while it is near enough; ownership and prices never do. */
import { EXPLORE } from "@dealflow/contract/account/explore";
import { FEEDS } from "@dealflow/contract/feeds";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { openPools, type Pools } from "@/service/store/pools/pools";
import { openDatabaseProxy } from "@/service/store/testing-proxy";
import { requestAccount } from "./testing/account";
import { insertRound } from "./testing/fixtures";
import { type TestService, testService, testServices } from "./testing/service";

let direct: TestService;
let pools: Pools;

beforeAll(async () => {
  direct = await testService();
  await insertRound(direct.database.pool, "Quillmoor");
  // Connections with this search path see a standby that has replayed as much of the log as the test says.
  await direct.database.pool.query(`
    create schema standby;
    create table standby.replayed (position pg_lsn not null);
    insert into standby.replayed values (pg_current_wal_lsn());
    create function standby.pg_is_in_recovery() returns boolean language sql as 'select true';
    create function standby.pg_last_wal_replay_lsn() returns pg_lsn language sql as 'select position from standby.replayed';
    create schema cut_off;
    create table cut_off.waiting (usename name, wait_event text, query_start timestamptz);
    create view cut_off.pg_stat_activity as select * from cut_off.waiting`);
  return () => direct.stop();
});

function openWith(replicaUrl: string): void {
  pools = openPools(direct.database.url, { replicaUrl, replicaLagMs: 0 });
}

beforeEach(() => {
  const url = new URL(direct.database.url);
  url.searchParams.set("options", "-c search_path=standby,public,pg_catalog");
  openWith(url.href);
});
afterEach(() => pools.close());

/** Two checks are needed: with no lag allowed, the replica must have what was written before the earlier one. */
async function checkTwice(): Promise<void> {
  for (let round = 0; round < 2; round++) await pools.replica?.check();
}

it("takes reads while it has what the primary wrote, except those of what a workspace owns", async () => {
  const replay = "update standby.replayed set position = pg_current_wal_lsn() + 1000000";
  expect(pools.fixed).toBe(pools.primary.fixed);
  await direct.database.pool.query(replay);
  await checkTwice();
  expect(pools.replica?.isNear).toBe(true);
  expect(pools.fixed).not.toBe(pools.primary.fixed);
  const readFrom = async (pool: Pools["fixed"]) => (await pool.query("select pg_is_in_recovery() as standby")).rows;
  expect(await readFrom(pools.fixed)).toEqual([{ standby: true }]);
  expect(await readFrom(pools.primary.fixed)).toEqual([{ standby: false }]);

  await direct.database.pool.query("update standby.replayed set position = '0/1'");
  await checkTwice();
  expect(pools.replica?.isNear).toBe(false);
  expect([pools.fixed, pools.filtered, pools.totals]).toEqual(Object.values(pools.primary));
  await direct.database.pool.query(replay);
  await checkTwice();
  expect(pools.replica?.isNear).toBe(true);
});

it("leaves the reads to the primary while it is away, which /readyz names", async () => {
  await pools.close();
  openWith("postgres://nobody@127.0.0.1:9/nothing");
  const database = { ...direct.database, pools };
  const { readiness } = testServices(database);
  await readiness.start();
  readiness.stop();
  expect(readiness.getVerdict()).toMatchObject({ failing: [], degraded: ["replica"] });
  const service = await testService({ ...direct, database });
  const { key } = await direct.account(10);
  const response = await fetch(`${service.url}${FEEDS.funding.path}?limit=1`, { headers: { "X-API-Key": key } });
  expect([response.status, (await response.json()).data]).toMatchObject([200, [{ company: { name: "Quillmoor" } }]]);
  await service.stop();
});

it("lets people read on while the primary is away, and sells nothing", async () => {
  await pools.close();
  const primary = await openDatabaseProxy(direct.database.url);
  pools = openPools(primary.url, { replicaUrl: direct.database.url });
  const service = await testService({ ...direct, database: { ...direct.database, pools } });
  const { key, cookie } = await direct.account(10);
  const explore = async () =>
    (await requestAccount(service, EXPLORE.explore, { cookie, id: "funding", search: "?limit=5" })).status;
  const buy = async () =>
    (await fetch(`${service.url}${FEEDS.funding.path}?limit=1`, { headers: { "X-API-Key": key } })).status;
  await expect.poll(() => pools.replica?.isNear).toBe(true);
  expect([await explore(), await buy()]).toEqual([200, 200]);
  await primary.close();
  // A read that finds the primary away first takes nothing from those after it.
  expect([200, 503]).toContain(await service.later(2_000, explore));
  await expect.poll(() => pools.replica?.isPrimaryAway).toBe(true);
  expect([await explore(), await buy()]).toEqual([200, 503]);
  await service.stop();
});

it("counts a primary as away when its commits wait for a standby for more than a second", async () => {
  await pools.close();
  const url = new URL(direct.database.url);
  url.searchParams.set("options", "-c search_path=cut_off,public,pg_catalog");
  pools = openPools(url.href, { replicaUrl: direct.database.url });
  const waits = (since: string) =>
    direct.database.pool.query(
      `insert into cut_off.waiting values (current_user, 'SyncRep', now() - interval '${since}')`,
    );
  await checkTwice();
  await waits("100 ms");
  await checkTwice();
  expect([pools.replica?.isNear, pools.replica?.isPrimaryAway]).toEqual([true, false]);
  expect(pools.primary.fixed).not.toBe(pools.fixed);
  await waits("1 minute");
  await checkTwice();
  expect([pools.replica?.isNear, pools.replica?.isPrimaryAway]).toEqual([true, true]);
  expect(pools.primary.fixed).toBe(pools.fixed);
  await direct.database.pool.query("delete from cut_off.waiting");
  await pools.replica?.check();
  expect(pools.replica?.isPrimaryAway).toBe(false);
});
