import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FEEDS } from "@dealflow/contract/feeds";
import {
  API_KEY_HEADER,
  CREDITS_USED_HEADER,
  IDEMPOTENCY_KEY_HEADER,
  IDEMPOTENT_REPLAYED_HEADER,
} from "@dealflow/contract/headers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createViews, listViews } from "@/service/accounts/views";
import { readManifest } from "@/service/backup/manifest";
import { openFolder } from "@/service/backup/source";
import { type Folder, getDigests, testFolder } from "@/service/backup/testing/folder";
import { insertRound } from "@/service/http/testing/fixtures";
import { TEST_SECRET, type TestAccount, type TestService, testService } from "@/service/http/testing/service";
import { loadDemo } from "@/service/ingest/demo/load";
import { openSecret } from "@/service/secret";
import { readSchema } from "@/service/store/schema";
import { emptyDatabase, type TestDatabase } from "@/service/store/testing";
import { runBackupCommand as run } from "./testing";

const SIZE = { companies: 600, rounds: 3_000, acquisitions: 300, moves: 1_500, investors: 100 };
const PAGE = `${FEEDS.funding.path}?round=seed&limit=3`;
let folder: Folder;
let service: TestService;
let accounts: TestAccount[];
/** The running service has this DATA_DIR. */
let dataDir: string;
beforeAll(async () => {
  folder = testFolder();
  dataDir = folder.fresh("data");
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, "secret"), TEST_SECRET, { mode: 0o600 });
  writeFileSync(join(dataDir, "budgets.json"), '{"accounts": {}}\n', { mode: 0o600 });
  service = await testService();
  await loadDemo(service.database.pool, { now: new Date("2026-11-20T00:00:00Z"), size: SIZE, log: () => undefined });
  accounts = [await service.account(10_000), await service.account(10_000), await service.account(10_000)];
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

function request({ url }: TestService, path: string, key: string, idempotencyKey?: string): Promise<Response> {
  const headers = { [API_KEY_HEADER]: key };
  return fetch(`${url}${path}`, {
    headers: idempotencyKey === undefined ? headers : { ...headers, [IDEMPOTENCY_KEY_HEADER]: idempotencyKey },
  });
}

/** Buys pages in every workspace, a third of them under an idempotency key, until it is stopped; returns how many. */
function buying(): { bought: () => number; stop: () => Promise<void> } {
  let stopped = false;
  let bought = 0;
  const buyers = accounts.map(async ({ key }, index) => {
    while (!stopped) {
      const once = index === 0 ? `load-${bought}` : undefined;
      const response = await request(service, `${FEEDS.funding.path}?limit=1&round=seed`, key, once);
      if (response.status !== 200) throw new Error(`a purchase failed with ${response.status}`);
      await response.arrayBuffer();
      bought++;
    }
  });
  return {
    bought: () => bought,
    stop: async () => {
      stopped = true;
      await Promise.all(buyers);
    },
  };
}

describe("a backup that is made while the service charges, and restored elsewhere @long", () => {
  let path: string;
  let account: TestAccount;
  let restored: TestDatabase;
  let elsewhere: string;
  let cursor: string;
  let next: unknown;
  let original: string;
  beforeAll(async () => {
    account = accounts[0] ?? (await service.account(0));
    const seeing = { workspaceId: account.workspaceId, personId: account.personId };
    const view = { name: "Seed rounds", query: "round=seed", columns: null, sort: null, shared: true };
    await createViews(service.database.pool, seeing, [{ ...view, feed: "funding" }], new Date());
    const first = await (await request(service, PAGE, account.key)).json();
    cursor = first.pagination.nextCursor;
    next = (await (await request(service, `${PAGE}&cursor=${cursor}`, account.key)).json()).data;
    original = await (await request(service, PAGE, account.key, "before-the-backup")).text();

    const load = buying();
    path = folder.fresh("backup");
    const before = load.bought();
    await run(service.database, dataDir, "backup", path, "--with-secrets");
    expect(load.bought()).toBeGreaterThan(before);
    await load.stop();

    restored = await emptyDatabase();
    elsewhere = folder.fresh("elsewhere");
    const result = await run(restored, elsewhere, "restore", path);
    expect(result).toMatchObject({ folder: path, secret: "restored", rows: expect.any(Number) });
  });
  afterAll(() => restored?.drop());

  it("has the schema, and in every table as many rows as were backed up", async () => {
    expect(await readSchema(restored.pool)).toEqual(await readSchema(service.database.pool));
    const rows = Object.entries(await getDigests(restored.pool)).map(([table, found]) => [table, found.rows]);
    const manifest = await readManifest(openFolder(path));
    expect(rows).toEqual(manifest.tables.map((entry) => [entry.table, entry.rows]));
    expect(rows).toContainEqual(["funding_events", 3_000]);
  });

  it("is one moment of the ledger: every balance is the sum of its entries, and none was lost", async () => {
    const { rows } = await restored.pool.query(
      `select w.id, w.balance, sum(l.delta)::bigint as sum, count(*) as entries from workspaces w
       join ledger l on l.workspace_id = w.id group by w.id order by w.id`,
    );
    expect(rows).toHaveLength(accounts.length);
    for (const row of rows) expect(row.balance).toBe(row.sum);
    const readLedger = async ({ pool }: TestDatabase) =>
      (await pool.query("select id, workspace_id, delta, balance_after from ledger order by id")).rows;
    const [then, now] = [await readLedger(restored), await readLedger(service.database)];
    expect(now).toEqual(expect.arrayContaining(then));
    expect(now.length).toBeGreaterThan(then.length);
  });

  it("has the same records, keys, people, sessions and saved views", async () => {
    const [then, now] = [await getDigests(restored.pool), await getDigests(service.database.pool)];
    for (const table of ["companies", "funding_events", "acquisitions", "exec_moves", "investors"])
      expect(then[table], table).toEqual(now[table]);
    for (const table of ["company_ranks", "users", "user_sessions", "members", "saved_views", "feeds"])
      expect(then[table], table).toEqual(now[table]);
    const seeing = { workspaceId: account.workspaceId, personId: account.personId };
    expect(await listViews(restored.pool, seeing)).toMatchObject([{ name: "Seed rounds", query: "round=seed" }]);
    expect(readFileSync(join(elsewhere, "budgets.json"), "utf8")).toBe(
      readFileSync(join(dataDir, "budgets.json"), "utf8"),
    );
  });

  it("accepts a key, a cursor and an idempotency key from before the backup, at no extra credit", async () => {
    const secret = openSecret(undefined, elsewhere);
    const again = await testService({ ...service, database: restored }, { secret });
    const balance = async () => {
      const { rows } = await restored.pool.query("select balance from workspaces where id = $1", [account.workspaceId]);
      return rows[0]?.balance;
    };
    const before = await balance();
    const replay = await request(again, PAGE, account.key, "before-the-backup");
    expect(replay.headers.get(IDEMPOTENT_REPLAYED_HEADER)).toBe("true");
    expect(replay.headers.get(CREDITS_USED_HEADER)).toBe("0");
    expect(await replay.text()).toBe(original);
    expect(await balance()).toBe(before);
    const page = await request(again, `${PAGE}&cursor=${cursor}`, account.key);
    expect(page.status).toBe(200);
    expect((await page.json()).data).toEqual(next);
    expect(await balance()).toBe(before - 3);
    await again.stop();
  });

  it("continues: new events are in the totals", async () => {
    await insertRound(restored.pool, "Unresolved", { round: "seed" });
    const { rows } = await restored.pool.query(
      `select (select total from feeds where feed = 'funding_events') as total,
         (select count(*) from funding_events) as events`,
    );
    expect(rows).toEqual([{ total: 3_001, events: 3_001 }]);
  });
});
