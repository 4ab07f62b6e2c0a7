import { FEEDS } from "@dealflow/contract/feeds";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestPerson } from "@/service/accounts/people/testing";
import { requestAccountFeed } from "@/service/http/testing/account";
import { insertCompany, insertMove, insertPerson, insertRound } from "@/service/http/testing/fixtures";
import { type TestService, testService } from "@/service/http/testing/service";
import { UsageError } from "@/service/program-options";
import { MIGRATIONS } from "@/service/store/migrate";
import { newId } from "@/service/store/new-id";
import { RuleError } from "@/service/store/rule-error";
import { CommandError, helpText, parseCommand } from "./command";
import { COMMANDS } from "./commands";
import { runCommand } from "./testing";

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.stop());

const respond = (...args: string[]) => runCommand(service.database.pool, ...args);
const run = async (...args: string[]): Promise<Record<string, unknown>> => ({ ...(await respond(...args)).json });
const lines = async (...args: string[]) => (await respond(...args)).lines;

function request(key: unknown): Promise<Response> {
  return fetch(`${service.url}${FEEDS.funding.path}?limit=3`, { headers: { "X-API-Key": String(key) } });
}

async function getKey(workspace: string): Promise<unknown> {
  return (await run("key", "create", "--workspace", workspace, "--name", "test")).key;
}

describe("a workspace's life", () => {
  it("is created, used and accounted for in the forms that scripts rely on", async () => {
    for (let index = 0; index < 5; index++) await insertRound(service.database.pool, `Company ${index}`);
    const workspace = await run("workspace", "create", "--name", "Research", "--credits", "10", "--json");
    expect(workspace).toEqual({ id: expect.any(String), name: "Research", balance: 10 });
    const inserted = await run("key", "create", "--workspace", "Research", "--name", "laptop", "--json");
    expect(inserted).toEqual({ id: expect.any(String), key: expect.stringMatching(/^df_live_[0-9A-Za-z]{36}$/) });

    const response = await request(inserted.key);
    expect(response.status).toBe(200);
    const requestId = response.headers.get("X-Request-Id");
    expect(await run("credits", "grant", "--workspace", String(workspace.id), "--amount", "5", "--json")).toEqual({
      balance: 12,
      granted: 15,
      refunded: 0,
      used: 3,
      corrected: 0,
    });
    expect(await run("credits", "show", "--workspace", "Research")).toEqual({
      balance: 12,
      granted: 15,
      refunded: 0,
      used: 3,
      corrected: 0,
    });
    const [id, at] = [expect.any(String), expect.stringMatching(/^\d{4}-.*Z$/)];
    const grant = {
      id,
      at,
      requestId: null,
      endpoint: "credits.grant",
      view: null,
      person: null,
      client: null,
      refundOf: null,
      note: null,
    };
    const use = { ...grant, requestId, endpoint: "funding_events.list", client: "laptop", records: 3, delta: -3 };
    const ledger = ["credits", "ledger", "--workspace", "Research"];
    const owner = { ...workspace, balance: 12 };
    expect(await run(...ledger)).toEqual({
      workspace: owner,
      entries: [
        { ...grant, records: 0, delta: 5, balance: 12 },
        { ...use, balance: 7 },
        { ...grant, records: 0, delta: 10, balance: 10 },
      ],
    });
    // The request names the workspace too.
    for (const args of [["--workspace", "Research"], []])
      expect(await run("credits", "ledger", ...args, "--request", String(requestId))).toEqual({
        workspace: owner,
        entries: [{ ...use, balance: 7 }],
      });
    expect(await run("workspace", "list")).toMatchObject({ workspaces: [{ name: "Research", balance: 12 }] });
  });

  it("shows the entries of a person and of some days, also as CSV", async () => {
    const { id } = await run("workspace", "create", "--name", "Audited", "--credits", "10");
    const buyer = await service.person(String(id), "member", "=Ana");
    expect((await requestAccountFeed(service, `${FEEDS.funding.path}?limit=2`, buyer.cookie)).status).toBe(200);
    const ledger = ["credits", "ledger", "--workspace", "Audited"];
    const workspace = { id, name: "Audited", balance: 8 };
    const bought = {
      workspace,
      entries: [expect.objectContaining({ person: "=Ana", client: "Dashboard", delta: -2, balance: 8 })],
    };
    expect(await run(...ledger, "--email", buyer.email)).toEqual(bought);
    expect(await run("credits", "ledger", "--email", buyer.email)).toEqual(bought);
    const [today, yesterday] = [0, 1].map((days) => new Date(Date.now() - days * 86_400_000).toJSON().slice(0, 10));
    expect((await run(...ledger, "--since", String(yesterday), "--until", String(today))).entries).toHaveLength(2);
    expect(await run(...ledger, "--until", "2026-01-01")).toEqual({ workspace, entries: [] });
    const csv = await lines(...ledger, "--email", buyer.email, "--csv");
    expect(csv.join("\n").split("\n")).toEqual([
      "time,request id,endpoint,view,person,key,records,credits,balance,entry,refund of,note",
      expect.stringMatching(/^\d{4}-.*Z,[0-9a-f-]{36},funding_events\.list,,'=Ana,Dashboard,2,-2,8,[0-9a-f-]{36},,$/),
    ]);
    for (const [name, value, sentence] of [
      ["--since", "yesterday", '--since must be a day such as 2026-11-05; got "yesterday".'],
      ["--until", "2026-02-30", '--until must be a day such as 2026-11-05; got "2026-02-30".'],
      ["--request", "42", '--request must be the X-Request-Id of a response; got "42".'],
    ] as const)
      await expect(run(...ledger, name, value)).rejects.toThrow(sentence);
    const other = await run("workspace", "create", "--name", "Elsewhere");
    await run("member", "add", "--workspace", String(other.id), "--email", buyer.email);
    for (const [args, sentence] of [
      [[], "Name a workspace, a request or a person: --workspace, --request or --email."],
      [["--email", buyer.email], "is in 2 workspaces; name one with --workspace: Audited, Elsewhere."],
      [["--request", newId()], "it was not charged."],
    ] as const)
      await expect(run("credits", "ledger", ...args)).rejects.toThrow(sentence);
  });

  it("lists keys without their text, and a revoked key stops working", async () => {
    const { id, key } = await run("key", "create", "--workspace", "Research", "--name", "lost");
    expect((await request(key)).status).toBe(200);
    const listed = JSON.stringify(await run("key", "list", "--workspace", "Research"));
    expect(listed).not.toContain(String(key));
    expect(listed).toContain(String(key).slice(-4));
    await run("key", "revoke", "--workspace", "Research", "--key", String(id));
    await expect.poll(async () => (await request(key)).status, { timeout: 10_000 }).toBe(401);
  });
});

describe("people and members", () => {
  const W = ["--workspace", "Partners"];
  let ana: TestPerson;
  let ben: TestPerson;

  it("are listed with the workspaces they are in", async () => {
    const { id } = await run("workspace", "create", "--name", "Partners");
    ana = await service.person(String(id), "owner", "Ana");
    ben = await service.person(String((await service.account(0)).workspaceId), "member", "Ben");
    const { people } = await run("person", "list", "--json");
    expect(people).toContainEqual({
      id: ana.personId,
      name: "Ana",
      email: ana.email,
      operator: false,
      demo: false,
      confirmed: true,
      disabled: false,
      createdAt: expect.stringMatching(/Z$/),
      workspaces: [{ id, name: "Partners", role: "owner" }],
    });
  });

  it("are added, given another role and removed by their address, in any case", async () => {
    const member = { id: ben.personId, email: ben.email };
    expect(await run("member", "add", ...W, "--email", ben.email.toUpperCase(), "--json")).toEqual({
      ...member,
      role: "member",
    });
    expect(await run("member", "role", ...W, "--email", ben.email, "--role", "owner")).toEqual({
      ...member,
      role: "owner",
    });
    expect(await run("member", "list", ...W)).toMatchObject({
      members: [
        { name: "Ana", role: "owner" },
        { name: "Ben", role: "owner" },
      ],
    });
    expect(await run("workspace", "list")).toMatchObject({
      workspaces: expect.arrayContaining([
        expect.objectContaining({
          name: "Partners",
          members: [ana, ben].map(({ email }) => ({ email, role: "owner" })),
        }),
      ]),
    });
    expect(await run("member", "remove", ...W, "--email", ana.email)).toMatchObject({ removed: true });
    const again = ["--email", ben.email];
    await expect(run("member", "add", ...W, ...again)).rejects.toThrow(
      "This person is already a member of the workspace.",
    );
    await expect(run("member", "remove", ...W, ...again)).rejects.toThrow(RuleError);
    await expect(run("member", "role", ...W, ...again, "--role", "member")).rejects.toThrow(
      "A workspace needs at least one owner. Make someone else an owner first.",
    );
    await expect(run("member", "remove", ...W, "--email", ana.email)).rejects.toThrow(
      "This person is not a member of the workspace.",
    );
  });

  it("may be operators", async () => {
    const operator = async (value: string) => run("person", "operator", "--email", ben.email, "--operator", value);
    expect(await operator("true")).toEqual({ id: ben.personId, email: ben.email, operator: true });
    const listed = async () => JSON.stringify(await run("person", "list"));
    expect(await listed()).toContain('"operator":true');
    expect(await operator("false")).toMatchObject({ operator: false });
    await service.database.pool.query("update users set email_verified = false where id = $1", [ben.personId]);
    await expect(operator("true")).rejects.toThrow(
      `${ben.email} hasn't confirmed this address, so it can't get operator rights.`,
    );
    expect(await listed()).toContain('"confirmed":false');
    expect(await run("person", "confirm", "--email", ben.email)).toMatchObject({ confirmed: true });
    expect(await listed()).not.toContain('"confirmed":false');
    expect(await listed()).not.toContain('"operator":true');
  });
});

it("requests the id when several workspaces have the name", async () => {
  const [one, two] = [await service.account(10), await service.account(20)];
  await service.database.pool.query("update workspaces set name = 'Twin' where id = any($1)", [
    [one.workspaceId, two.workspaceId],
  ]);
  await expect(run("credits", "show", "--workspace", "Twin")).rejects.toThrow(
    `2 workspaces are named "Twin"; use an id instead: ${one.workspaceId}, ${two.workspaceId}.`,
  );
  expect(await run("credits", "show", "--workspace", two.workspaceId)).toMatchObject({ balance: 20 });
  await expect(run("workspace", "create", "--name", "Twin")).rejects.toThrow("already exists");
  // A workspace may have the id of another one as its name: the id belongs to the other.
  await service.database.pool.query("update workspaces set name = $2 where id = $1", [
    one.workspaceId,
    two.workspaceId,
  ]);
  expect(await run("credits", "show", "--workspace", two.workspaceId)).toMatchObject({ balance: 20 });
});

describe("a workspace's limits", () => {
  const limits = (response: Response) => response.headers.get("RateLimit-Policy");

  it("are those of its plan, which is free unless another one is named", async () => {
    await run("workspace", "create", "--name", "Frugal", "--credits", "100");
    await run("workspace", "create", "--name", "Paying", "--credits", "100", "--plan", "paid");
    const [frugal, paying] = [await getKey("Frugal"), await getKey("Paying")];
    expect([limits(await request(frugal)), limits(await request(paying))]).toEqual([
      '"burst";q=20;w=20, "minute";q=60;w=60',
      '"burst";q=100;w=6, "minute";q=1000;w=60',
    ]);
  });

  it("are set and removed one by one, and apply to keys in use", async () => {
    const key = await getKey("Frugal");
    expect(await request(key).then(limits)).toBe('"burst";q=20;w=20, "minute";q=60;w=60');
    const set = (...args: string[]) => run("workspace", "set", "--workspace", "Frugal", ...args, "--json");
    expect(await set("--burst", "7")).toEqual({
      plan: "free",
      rate: 60,
      burst: 7,
      webhooks: "metered",
      blocked: false,
    });
    await expect.poll(() => request(key).then(limits), { timeout: 10_000 }).toBe('"burst";q=7;w=7, "minute";q=60;w=60');
    expect(await set("--plan", "paid", "--rate", "5")).toEqual({
      plan: "paid",
      rate: 5,
      burst: 7,
      webhooks: "included",
      blocked: false,
    });
    expect(await set("--webhooks", "off")).toMatchObject({ webhooks: "off" });
    expect(await set("--rate", "plan", "--burst", "plan", "--webhooks", "plan")).toEqual({
      plan: "paid",
      rate: 1_000,
      burst: 100,
      webhooks: "included",
      blocked: false,
    });
  });

  it("go as far as rejecting everything", async () => {
    const key = await getKey("Paying");
    expect((await request(key)).status).toBe(200);
    const blocked = (value: string) => run("workspace", "set", "--workspace", "Paying", "--blocked", value);
    expect(await blocked("true")).toMatchObject({ plan: "paid", blocked: true });
    await expect.poll(async () => (await request(key)).status, { timeout: 10_000 }).toBe(403);
    expect(await blocked("false")).toMatchObject({ blocked: false });
    await expect.poll(async () => (await request(key)).status, { timeout: 10_000 }).toBe(200);
  });
});

it("migrate names the schema of the database", async () => {
  expect(await run("migrate", "--json")).toEqual({ schema: MIGRATIONS.at(-1)?.name });
});

it("metrics refresh makes the metrics that the interface shows", async () => {
  const { pool } = service.database;
  const company = await insertCompany(pool);
  await insertMove(pool, await insertPerson(pool), company, { announcedAt: new Date("2020-01-01") });
  const known = async () => {
    const { rows } = await pool.query("select known_people from company_figures where company_id = $1", [company.id]);
    return rows;
  };
  await pool.query("update company_figures set known_people = 7");
  expect(await run("figures", "refresh", "--json")).toEqual({ companies: 1, generation: 1, ms: expect.any(Number) });
  expect(await known()).toEqual([{ known_people: 1 }]);
});

describe("event add", () => {
  it("adds an event by one line of JSON, and names what is wrong with it", async () => {
    const line = { kind: "funding", key: "7", record: { announcedAt: "2026-11-02", company: { name: "Quorvane" } } };
    expect(await run("event", "add", JSON.stringify(line))).toEqual({ outcome: "added" });
    expect(await run("event", "add", JSON.stringify(line))).toEqual({ outcome: "unchanged" });
    await expect(async () => run("event", "add", '{"kind":"rumour"}')).rejects.toThrow(CommandError);
    await expect(async () => run("event", "add", '{"kind":"funding","record":{}}')).rejects.toThrow(CommandError);
  });
  it.each([
    ["funding", { round: "seed", announcedAt: "2026-11-01", company: { name: "Oakmesh" } }, "The event was added."],
    ["company", { name: "Tarnfell", domain: "tarnfell.example" }, "The company was added."],
    ["investor", { name: "Hollin Growth" }, "The investor was added."],
  ])("names what was added: %s", async (kind, record, sentence) => {
    expect(await lines("event", "add", JSON.stringify({ kind, key: "named", record }))).toEqual([sentence]);
  });
});

describe("errors are reported in one sentence", () => {
  it.each([
    [
      ["nonsense", "list"],
      /Unknown subject "nonsense"; use one of workspace, member, person, key, connection, webhook, credits, figures, demo/,
    ],
    [["key", "make"], /Unknown command "key make"; key supports create, list, revoke/],
    [["workspace"], /^The command of "workspace" is missing; workspace supports create, /],
    [["workspace", "create"], /--name is missing/],
    [
      ["workspace", "create", "--name", "X", "--credits", "many"],
      /--credits must be a whole number of at least 0; got "many"/,
    ],
    [
      ["credits", "grant", "--workspace", "Research", "--amount", "0"],
      /--amount must be a whole number of at least 1; got "0"/,
    ],
    [
      ["credits", "grant", "--workspace", "Research", "--amount", "-5"],
      /^--amount must be a whole number of at least 1; got "-5"\.$/,
    ],
    [["credits", "show", "--workspace", "Research", "--loud"], /--loud/],
    [
      ["person", "operator", "--email", "a@b.example", "--operator", "yes"],
      /^--operator must be true or false; got "yes"\.$/,
    ],
    [
      ["member", "role", "--workspace", "Research", "--email", "a@b.example", "--role", "king"],
      /^--role must be owner or member/,
    ],
    [["workspace", "create", "--name", "X", "--plan", "gold"], /^--plan must be free or paid; got "gold"\.$/],
    [
      ["workspace", "set", "--workspace", "Research"],
      /^workspace set needs --plan, --rate, --burst, --webhooks or --blocked\.$/,
    ],
    [["workspace", "set", "--plan", "paid"], /--workspace is missing/],
    [
      ["workspace", "set", "--workspace", "Research", "--rate", "0"],
      /^--rate must be a whole number from 1 to 1000000000, or plan; got "0"\.$/,
    ],
    [
      ["workspace", "set", "--workspace", "Research", "--burst", "1000000001"],
      /^--burst must be a whole number from 1 to 1000000000, or plan; got "1000000001"\.$/,
    ],
    [
      ["workspace", "set", "--workspace", "Research", "--blocked", "yes"],
      /^--blocked must be true or false; got "yes"\.$/,
    ],
  ])("%j is a wrong call", async (args, message) => {
    await expect(async () => run(...args)).rejects.toThrow(UsageError);
    await expect(async () => run(...args)).rejects.toThrow(message);
  });

  it.each([
    [["workspace", "create", "--name", "Research"], /A workspace named "Research" already exists/],
    [
      ["member", "add", "--workspace", "Research", "--email", "a@b.example"],
      /There is no account with the email address/,
    ],
    [["key", "list", "--workspace", "Nobody"], /There is no workspace "Nobody"/],
    [["workspace", "set", "--workspace", "Nobody", "--plan", "paid"], /There is no workspace "Nobody"/],
    [["key", "revoke", "--workspace", "Research", "--key", "42"], /no active key with the id "42"/],
  ])("%j is rejected", async (args, message) => {
    await expect(run(...args)).rejects.toThrow(CommandError);
    await expect(run(...args)).rejects.toThrow(message);
  });

  it("describes every command", () => {
    const help = helpText([], COMMANDS);
    for (const { subject, verb } of COMMANDS)
      expect(help).toContain(`npm run admin -- ${`${subject} ${verb}`.trimEnd()}`);
    expect(helpText(["credits"], COMMANDS)).not.toContain("workspace create");
    expect(parseCommand(["credits", "grant", "--help"], COMMANDS)).toBeUndefined();
  });
});
