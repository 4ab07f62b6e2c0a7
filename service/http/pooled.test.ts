/** The service behind a pooler in transaction mode: the statements of one client run on different connections. */
import { tmpdir } from "node:os";
import { FEEDS } from "@dealflow/contract/feeds";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openDatabaseServer } from "@/service/store/database-server";
import { newId } from "@/service/store/new-id";
import { openPools, POOLED_SETTINGS, type Pools } from "@/service/store/pools/pools";
import { type DatabaseProxy, openDatabaseProxy } from "@/service/store/testing-proxy";
import { insertRound } from "./testing/fixtures";
import { openPooler, type TestPooler } from "./testing/pooler";
import { type TestAccount, type TestService, testService } from "./testing/service";

const CREDITS = 1_000;
const RECORDS = 3;
/** Fewer than a service opens, so that its transactions change their connections. A request with a key holds one. */
const POOL_SIZE = 3;
const SETTINGS = `set jit = ${POOLED_SETTINGS.jit}; set statement_timeout = ${POOLED_SETTINGS.statement_timeout}`;
/** The statement that charges has this in its text. */
const CHARGE = "_recordset(";

let direct: TestService;
let pooler: TestPooler;
let proxy: DatabaseProxy;
let pools: Pools;
let service: TestService;
let account: TestAccount;

beforeAll(async () => {
  direct = await testService();
  for (let index = 0; index < RECORDS; index++) await insertRound(direct.database.pool, `Company ${index}`);
  pooler = await openPooler(direct.database.url, POOL_SIZE, SETTINGS);
  return async () => {
    await pooler.close();
    await direct.stop();
  };
});

beforeEach(async () => {
  proxy = await openDatabaseProxy(pooler.url);
  pools = openPools(proxy.url, { sessionUrl: direct.database.url });
  service = await testService({ ...direct, database: { ...direct.database, pools } });
  account = await direct.account(CREDITS);
  return async () => {
    await service.stop();
    await pools.close();
    await proxy.close();
  };
});
afterEach(async () => {
  const { rows } = await direct.database.pool.query(
    "select balance, (select sum(delta) from ledger where workspace_id = $1)::bigint as ledger from workspaces where id = $1",
    [account.workspaceId],
  );
  expect(rows[0].balance).toBe(rows[0].ledger);
});

function get(headers: Record<string, string> = {}, filters = ""): Promise<Response> {
  return fetch(`${service.url}${FEEDS.funding.path}?limit=${RECORDS}${filters}`, {
    headers: { "X-API-Key": account.key, ...headers },
  });
}

async function readBalance(): Promise<number> {
  const { rows } = await direct.database.pool.query<{ balance: number }>(
    "select balance from workspaces where id = $1",
    [account.workspaceId],
  );
  return rows[0]?.balance ?? Number.NaN;
}

it("serves and charges requests with and without keys, whose transactions share a few connections", async () => {
  const keys = Array.from({ length: 6 }, () => newId());
  for (const [index, key] of keys.entries()) {
    const responses = await Promise.all([
      get({ "Idempotency-Key": key }),
      get({}, `&minAmountUsd=${index + 1}`),
      get(),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  }
  const replays = await Promise.all(keys.map((key) => get({ "Idempotency-Key": key })));
  expect(replays.map(({ headers }) => headers.get("Idempotent-Replayed"))).toEqual(keys.map(() => "true"));
  expect(await readBalance()).toBe(CREDITS - 3 * keys.length * RECORDS);
});

describe("a connection to the pooler that is cut during the charge", () => {
  it.each(["cut-before", "cut-after"] as const)(
    "is found out about, and the page is charged once (%s)",
    async (fault) => {
      expect((await get()).status).toBe(200);
      proxy.breakOn(CHARGE, fault);
      const response = await get();
      expect(proxy.faults).toBe(1);
      expect(response.status).toBe(200);
      expect(await readBalance()).toBe(CREDITS - 2 * RECORDS);
    },
  );
});

it("gives requests a 503 while the pooler is away, and serves again when it is back", async () => {
  expect((await get()).status).toBe(200);
  await pooler.kill();
  const statuses = await Promise.all(Array.from({ length: 5 }, async () => (await get()).status));
  expect(statuses).toEqual(statuses.map(() => 503));
  await pooler.start();
  expect((await get()).status).toBe(200);
  expect(await readBalance()).toBe(CREDITS - 2 * RECORDS);
});

describe("the address of a pooler", () => {
  const open = (databaseUrl: string, sessionUrl?: string) =>
    openDatabaseServer({ databaseUrl, sessionUrl, dataDir: tmpdir(), program: "test", log: () => undefined });

  it("is refused without that of the database itself", async () => {
    await expect(open(pooler.url)).rejects.toThrow(
      /^The database at 127\.0\.0\.1:\d+\/\w+ \(DATABASE_URL\) is behind a connection pooler; set DATABASE_SESSION_URL/,
    );
    await expect(open(pooler.url, direct.database.url)).resolves.toMatchObject({ url: pooler.url });
  });

  it("is refused when its connections lack a statement timeout", async () => {
    const bare = await openPooler(direct.database.url, 1);
    await expect(open(bare.url, direct.database.url)).rejects.toThrow(
      "needs statement_timeout = 4000 and jit = off for every connection of the pooler",
    );
    await bare.close();
  });

  it("is refused when the other address is that of another database", async () => {
    const other = new URL(direct.database.url);
    other.pathname = "/postgres";
    await expect(open(pooler.url, other.href)).rejects.toThrow(
      "DATABASE_URL and DATABASE_SESSION_URL lead to different databases.",
    );
  });
});
