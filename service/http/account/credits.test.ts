import { ACCOUNT, ACCOUNT_SECRET_HEADER } from "@dealflow/contract/account/account";
import type { AccountEndpoint } from "@dealflow/contract/account/endpoint";
import { LEDGER_PAGE } from "@dealflow/contract/account/spending/credits";
import { FEEDS } from "@dealflow/contract/feeds";
import { API_KEY_HEADER, VIEW_HEADER } from "@dealflow/contract/headers";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { grantCredits, readBalance } from "@/service/credits/ledger";
import { readUsage, USAGE } from "@/service/credits/usage";
import { firstIdAt, newId } from "@/service/store/new-id";
import { ACCOUNT_SECRET, requestAccount, requestAccountFeed } from "../testing/account";
import { insertRound } from "../testing/fixtures";
import { type TestAccount, type TestService, testService } from "../testing/service";

const DAY_MS = 86_400_000;

let service: TestService;
beforeAll(async () => {
  service = await testService();
  for (let index = 0; index < 30; index++) await insertRound(service.database.pool, `Company ${index}`);
});
afterAll(() => service.stop());

function get(endpoint: AccountEndpoint, { cookie }: TestAccount, search = ""): Promise<Response> {
  return requestAccount(service, endpoint, { cookie, search });
}

/** Buys records: for a page of the dashboard when a view is given, else with the key. */
async function buy({ key, cookie }: Pick<TestAccount, "key" | "cookie">, records: number, view?: string) {
  const response =
    view === undefined
      ? await fetch(`${service.url}${FEEDS.funding.path}?limit=${records}`, { headers: { [API_KEY_HEADER]: key } })
      : await requestAccountFeed(service, `${FEEDS.funding.path}?limit=${records}`, cookie, { [VIEW_HEADER]: view });
  expect(response.status).toBe(200);
  return response.headers.get("X-Request-Id") ?? "";
}

/** An entry of another day, as the charging statement would have left it. */
async function entry(
  workspaceId: string,
  keyId: string,
  daysAgo: number,
  credits: number,
  view: string | null,
  person: string | null = null,
) {
  const at = new Date(Date.now() - daysAgo * DAY_MS);
  const id = `${firstIdAt(at.getTime()).slice(0, 15)}${newId().slice(15)}`;
  await service.database.pool.query(
    `insert into ledger (id, workspace_id, request_id, endpoint, key_id, view, delta, balance_after, sequence, at, person_id)
     values ($1, $2, $3, 'acquisitions.list', $4, $5, $6, 0, 0, $7, $8)`,
    [id, workspaceId, newId(), keyId, view, -credits, at, person],
  );
}

describe("the credits of a workspace", () => {
  it("are the balance next to the ledger's own sum", async () => {
    const own = await service.account(100, { name: "Standing" });
    const { workspaceId } = own;
    await buy(own, 7);
    await grantCredits(service.database.pool, workspaceId, 30, new Date());
    const credits = await (await get(ACCOUNT.credits, own)).json();
    expect(credits).toMatchObject({
      workspace: "Standing",
      balance: 123,
      sum: 123,
      granted: 130,
      used: 7,
      grants: 2,
    });
    expect(Date.parse(credits.grantedAt)).toBeGreaterThanOrEqual(Date.parse(credits.since));
  });

  it("show a balance that the ledger does not explain", async () => {
    const own = await service.account(100);
    const { workspaceId } = own;
    await service.database.pool.query("update workspaces set balance = 82 where id = $1", [workspaceId]);
    expect(await (await get(ACCOUNT.credits, own)).json()).toMatchObject({ balance: 82, sum: 100 });
  });
});

/** Someone of whom nothing but the name matters. */
async function person(name: string, email: string): Promise<string> {
  const id = newId();
  await service.database.pool.query(
    "insert into users (id, name, email, created_at, updated_at) values ($1, $2, $3, now(), now())",
    [id, name, email],
  );
  return id;
}

describe("use by day", () => {
  it("is summed by endpoint, by key and by view, without older entries", async () => {
    const own = await service.account(1_000);
    const { keyId, workspaceId } = own;
    await buy(own, 20, "/funding?round=seed");
    await buy(own, 5, "/funding?round=seed");
    await buy(own, 3);
    await entry(workspaceId, keyId, 29, 11, "/acquisitions");
    await entry(workspaceId, keyId, 30, 100, "/acquisitions");
    const usage = await (await get(ACCOUNT.usage, own)).json();
    const today = new Date().toISOString().slice(0, 10);
    const first = new Date(Date.now() - 29 * DAY_MS).toISOString().slice(0, 10);
    expect([usage.from, usage.to]).toEqual([first, today]);
    expect(usage.days).toEqual([
      { day: first, credits: 11, requests: 1 },
      { day: today, credits: 28, requests: 3 },
    ]);
    expect(usage.endpoints).toEqual([
      { kind: "named", name: "funding_events.list", credits: 28, days: { [today]: 28 } },
      { kind: "named", name: "acquisitions.list", credits: 11, days: { [first]: 11 } },
    ]);
    expect(usage.clients).toEqual([
      { kind: "named", name: "Dashboard", credits: 25, days: { [today]: 25 } },
      { kind: "named", name: "test", credits: 14, days: { [first]: 11, [today]: 3 } },
    ]);
    expect(usage.views).toEqual([
      { kind: "named", name: "/funding?round=seed", credits: 25, days: { [today]: 25 } },
      { kind: "named", name: "/acquisitions", credits: 11, days: { [first]: 11 } },
      { kind: "none", name: "", credits: 3, days: { [today]: 3 } },
    ]);
    const longer = await (await get(ACCOUNT.usage, own, `?days=90`)).json();
    expect(longer.endpoints[0]).toMatchObject({ name: "acquisitions.list", credits: 111 });
    expect((await get(ACCOUNT.usage, own, `?days=31`)).status).toBe(400);
  });

  it("sums the views beyond the four most used, and loses none", async () => {
    const own = await service.account(1_000);
    for (const [index, records] of [9, 8, 7, 6, 5, 2, 1].entries())
      await buy(own, records, `/funding?domain=${index}.io`);
    const { views } = await (await get(ACCOUNT.usage, own)).json();
    expect(views.map(({ kind, credits }: { kind: string; credits: number }) => [kind, credits])).toEqual([
      ["named", 9],
      ["named", 8],
      ["named", 7],
      ["named", 6],
      ["rest", 8],
    ]);
  });

  it("is summed by person, distinguishes two of one name, and keeps the use of deleted accounts", async () => {
    const own = await service.account(1_000);
    const { keyId, workspaceId } = own;
    const [mira, first, second, gone] = [
      await person("Mira", "mira@one.example"),
      await person("Ana", "ana@one.example"),
      await person("Ana", "ana@two.example"),
      newId(),
    ];
    // Entries of one instant would have no order.
    for (const [daysAgo, credits, id] of [
      [1.4, 40, mira],
      [1.3, 30, first],
      [1.2, 20, second],
      [1.1, 10, gone],
    ] as const)
      await entry(workspaceId, keyId, daysAgo, credits, null, id);
    await buy(own, 3);
    const { people, days } = await (await get(ACCOUNT.usage, own)).json();
    expect(people.map(({ kind, name, credits }: Record<string, unknown>) => [kind, name, credits])).toEqual([
      ["named", "Mira", 40],
      ["named", "Ana (ana@one.example)", 30],
      ["named", "Ana (ana@two.example)", 20],
      ["named", "Former account", 10],
      ["none", "", 3],
    ]);
    expect(days.reduce((sum: number, { credits }: { credits: number }) => sum + credits, 0)).toBe(103);
    const { entries } = await (await get(ACCOUNT.ledger, own)).json();
    expect(entries.map((line: Record<string, unknown>) => [line.person, line.client])).toEqual([
      [null, "test"],
      [null, null],
      ["Former account", "test"],
      ["Ana", "test"],
      ["Ana", "test"],
      ["Mira", "test"],
    ]);
  });

  it("shows nothing of another workspace", async () => {
    const own = await service.account(1_000);
    const other = await service.account(1_000);
    await buy(other, 20, "/funding");
    expect(await (await get(ACCOUNT.usage, own)).json()).toMatchObject({ days: [], endpoints: [], views: [] });
  });

  it("reads the requested days by the index, without reading older ones", async () => {
    const { pool } = service.database;
    const own = await service.account(1_000);
    const { workspaceId, keyId } = own;
    await pool.query(
      `insert into ledger (id, workspace_id, endpoint, key_id, delta, balance_after, sequence, at)
       select ('01800000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $1, 'funding_events.list', $2, -1, 0, 0,
         '2022-04-05'::timestamptz from generate_series(1, 30000) n`,
      [workspaceId, keyId],
    );
    await buy(own, 4);
    await pool.query("analyze ledger");
    const now = Date.now();
    const { rows } = await pool.query(`explain (analyze, format text) ${USAGE}`, [
      workspaceId,
      firstIdAt(now - DAY_MS),
      new Date(now - DAY_MS),
      5,
    ]);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    // By the primary key or by the workspace's own index: both begin at the first id of that time.
    expect(plan).toMatch(/Index Scan using ledger_first_(pkey|workspace) on ledger_first/);
    expect(plan).toMatch(/Index Cond: \(.*id >= /);
    // The default partition is empty.
    expect(plan).not.toContain("Seq Scan on ledger_first");
    const { use } = await readUsage(pool, workspaceId, { now: new Date(), days: 30, views: 5 });
    expect(use.reduce((sum, { by, credits }) => sum + (by === "endpoint" ? credits : 0), 0)).toBe(4);
  });
});

describe("the ledger", () => {
  it("has every entry once, newest first, over its pages", async () => {
    const own = await service.account(1_000);
    for (let index = 0; index < LEDGER_PAGE + 5; index++) await buy(own, 1);
    const requestId = await buy(own, 20, "/funding?round=seed");
    const first = await (await get(ACCOUNT.ledger, own)).json();
    expect(first.entries).toHaveLength(LEDGER_PAGE);
    expect(first.entries[0]).toMatchObject({
      requestId,
      endpoint: "funding_events.list",
      view: "/funding?round=seed",
      person: "Ada Quill",
      client: "Dashboard",
      records: 20,
      delta: -20,
      balance: 1_000 - (LEDGER_PAGE + 5) - 20,
    });
    const second = await (await get(ACCOUNT.ledger, own, `?cursor=${first.nextCursor}`)).json();
    expect(second.nextCursor).toBeNull();
    expect(second.entries.at(-1)).toMatchObject({
      requestId: null,
      endpoint: "credits.grant",
      delta: 1_000,
      client: null,
    });
    const all: { id: string; delta: number }[] = [...first.entries, ...second.entries];
    expect(new Set(all.map(({ id }) => id)).size).toBe(LEDGER_PAGE + 7);
    expect(all.reduce((sum, { delta }) => sum + delta, 0)).toBe(first.entries[0].balance);
    expect((await get(ACCOUNT.ledger, own, `?cursor=1`)).status).toBe(400);
  });

  it("is exported without formulas, with a byte order mark", async () => {
    const own = await service.account(50);
    const { workspaceId } = own;
    const { cookie } = await service.person(workspaceId, "member", '=HYPERLINK("http://x.example","y")');
    await buy({ ...own, cookie }, 3, "/funding?round=seed");
    const response = await get(ACCOUNT.ledgerCsv, own);
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="ledger-\d{4}-\d\d-\d\d\.csv"$/);
    const file = Buffer.from(await response.arrayBuffer()).toString();
    expect(file.startsWith("\ufefftime,")).toBe(true);
    const rows = parse(file, { bom: true, columns: true });
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({
      endpoint: "funding_events.list",
      view: "/funding?round=seed",
      person: `'=HYPERLINK("http://x.example","y")`,
      key: "Dashboard",
      credits: "-3",
      balance: "47",
    });
    expect(rows[1]).toMatchObject({ endpoint: "credits.grant", credits: "50", balance: "50" });
  });

  it("is exported without formulas where a spreadsheet splits its lines at semicolons", async () => {
    const own = await service.account(50);
    const { cookie } = await service.person(own.workspaceId, "member", "Ana; =1+1;Bo");
    await buy({ ...own, cookie }, 3, "/funding?search=a;=1+1;");
    const [row] = parse(await (await get(ACCOUNT.ledgerCsv, own)).text(), { bom: true, columns: true });
    expect(row).toMatchObject({ person: "Ana; '=1+1;Bo", view: "/funding?search=a;'=1+1;" });
  });

  it.each([
    "https://evil.example/funding",
    "//evil.example/x",
    "/\\evil.example",
    "/\t/evil.example",
    "+cmd|' /C calc'!A0",
  ])("does not repeat the stored view %j, which leads elsewhere", async (view) => {
    const own = await service.account(50);
    await buy(own, 1, view);
    const { entries } = await (await get(ACCOUNT.ledger, own)).json();
    expect(entries.map((entry: { view: unknown }) => entry.view)).toEqual([null, null]);
    const rows: { view: string }[] = parse(await (await get(ACCOUNT.ledgerCsv, own)).text(), { columns: true });
    expect(rows.map((row) => row.view)).toEqual(["", ""]);
  });

  it("is complete in the file beyond one batch", async () => {
    const own = await service.account(10);
    const { workspaceId, keyId } = own;
    await service.database.pool.query(
      `insert into ledger (id, workspace_id, endpoint, key_id, delta, balance_after, sequence, at)
       select ('01800000-0000-7000-8001-' || lpad(to_hex(n), 12, '0'))::uuid, $1, 'funding_events.list', $2, -1, n, 0,
         '2022-04-05'::timestamptz from generate_series(1, 2500) n`,
      [workspaceId, keyId],
    );
    const rows: { balance: string }[] = parse(await (await get(ACCOUNT.ledgerCsv, own)).text(), { columns: true });
    expect(rows.map(({ balance }) => Number(balance))).toEqual([
      10,
      ...Array.from({ length: 2500 }, (_, n) => 2500 - n),
    ]);
  });
});

describe("the view of a purchase", () => {
  const readViews = async (workspaceId: string) =>
    (await service.database.pool.query("select view from ledger where workspace_id = $1 and delta < 0", [workspaceId]))
      .rows;

  it("is read of a person's session alone, not of a key", async () => {
    const { key, workspaceId } = await service.account(50);
    for (const secret of [undefined, "wrong", ACCOUNT_SECRET])
      await fetch(`${service.url}${FEEDS.funding.path}?limit=1`, {
        headers: {
          [API_KEY_HEADER]: key,
          [VIEW_HEADER]: "/planted",
          ...(secret === undefined ? {} : { [ACCOUNT_SECRET_HEADER]: secret }),
        },
      });
    expect(await readViews(workspaceId)).toEqual([{ view: null }, { view: null }, { view: null }]);
  });

  it("is limited in length, also with an idempotency key", async () => {
    const own = await service.account(50);
    await buy(own, 1, `/${"a".repeat(5_000)}`);
    await requestAccountFeed(service, `${FEEDS.funding.path}?limit=1`, own.cookie, {
      [VIEW_HEADER]: "/keyed",
      "Idempotency-Key": "one",
    });
    expect(await readViews(own.workspaceId)).toEqual([{ view: `/${"a".repeat(499)}` }, { view: "/keyed" }]);
    expect((await readBalance(service.database.pool, own.workspaceId)).balance).toBe(48);
  });

  it("is stored per charge among those that share a statement", async () => {
    const own = await service.account(50);
    const { workspaceId } = own;
    await Promise.all([buy(own, 1, "/funding?a"), buy(own, 1, "/funding?b"), buy(own, 1)]);
    const views = (await readViews(workspaceId)).map(({ view }) => view).sort();
    expect(views).toEqual(["/funding?a", "/funding?b", null]);
  });
});
