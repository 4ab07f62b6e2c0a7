/** An operator changes people and workspaces by commands, which their programs and browsers notice. */
import { ACCOUNT } from "@dealflow/contract/account/account";
import { FEEDS } from "@dealflow/contract/feeds";
import { API_KEY_HEADER } from "@dealflow/contract/headers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findConnection, isLiveConnection } from "@/service/accounts/connections";
import { createKey } from "@/service/accounts/keys";
import { createAttemptLimiter, TooManyAttempts } from "@/service/accounts/people/attempts";
import type { TestPerson } from "@/service/accounts/people/testing";
import { insertConnection } from "@/service/accounts/testing/connections";
import { requestAccount, requestAccountFeed } from "@/service/http/testing/account";
import { insertRound } from "@/service/http/testing/fixtures";
import { OAUTH_ADDRESSES, type TestService, testService } from "@/service/http/testing/service";
import { addEvent } from "@/service/ingest/add-event";
import { round } from "@/service/ingest/testing-events";
import { newId } from "@/service/store/new-id";
import { createWebhook } from "@/service/webhooks/subscriptions";
import { runCommand } from "./testing";

const PASSWORD = "violet harbour 19";
let service: TestService;
let other: TestService;
beforeAll(async () => {
  service = await testService();
  other = await testService(service);
  for (let index = 0; index < 3; index++) await insertRound(service.database.pool, `Company ${index}`);
});
afterAll(async () => {
  await other.stop();
  await service.stop();
});

const respond = (...args: string[]) => runCommand(service.database.pool, ...args);
const run = async (...args: string[]): Promise<Record<string, unknown>> => ({ ...(await respond(...args)).json });
const status = async (person: Pick<TestPerson, "cookie">, at = service) =>
  (await requestAccount(at, ACCOUNT.me, { cookie: person.cookie })).status;
const keyStatus = async (key: string, at = service) =>
  (await fetch(`${at.url}${FEEDS.funding.path}?limit=1`, { headers: { [API_KEY_HEADER]: key } })).status;
const signIn = (email: string, password = PASSWORD, address = "198.51.100.7") =>
  requestAccount(service, ACCOUNT.signIn, { body: { email, password }, address });

/** Registers a person with a password; returns the address. */
async function register(name: string): Promise<string> {
  const email = `${name.toLowerCase()}-${newId()}@people.example`;
  const response = await requestAccount(service, ACCOUNT.register, {
    body: { email, password: PASSWORD, name },
    address: `198.51.100.${name.length}`,
  });
  expect(response.status).toBe(201);
  return email;
}

describe("a disabled person", () => {
  it("has no session, key or MCP connection in any process after a second, and all but the sessions again when enabled", async () => {
    const account = await service.account(10, { name: "Kept out" });
    const { pool } = service.database;
    const { key } = await createKey(pool, account.workspaceId, "theirs", new Date(), account.personId);
    const { id, accessToken } = await insertConnection(pool, account, OAUTH_ADDRESSES.resource);
    const connection = (ms = 0) =>
      findConnection(pool, accessToken, OAUTH_ADDRESSES.resource, new Date(Date.now() + ms));
    const states = async (at: TestService) => [await status(account, at), await keyStatus(key, at)];
    expect([await states(service), await states(other)]).toEqual([
      [200, 200],
      [200, 200],
    ]);
    expect(await connection()).toMatchObject({ id });

    expect((await respond("person", "disable", "--email", account.email)).lines).toEqual([
      `${account.email} is now disabled.`,
    ]);
    for (const at of [service, other]) expect(await at.later(1_000, () => states(at))).toEqual([401, 401]);
    expect([await connection(1_000), await isLiveConnection(pool, id)]).toEqual([null, false]);
    // The keys that others made stay.
    expect(await keyStatus(account.key)).toBe(200);
    expect((await respond("person", "list", "--search", account.email)).lines).toEqual([
      expect.stringContaining("  disabled  "),
    ]);
    expect((await respond("person", "disable", "--email", account.email)).lines).toEqual([
      `${account.email} was already disabled.`,
    ]);

    expect(await run("person", "enable", "--email", account.email)).toMatchObject({ disabled: false });
    expect([await states(service), await connection(3_000)]).toMatchObject([[401, 200], { id }]);
  });

  it("learns it with the right password alone", async () => {
    const email = await register("Disabled");
    await run("person", "disable", "--email", email);
    const [right, wrong] = [await signIn(email), await signIn(email, "another password")];
    expect([right.status, (await right.json()).error.message]).toEqual([
      403,
      "This account is disabled. Contact your administrator.",
    ]);
    expect([wrong.status, (await wrong.json()).error.message]).toEqual([401, "Wrong email or password."]);
    await run("person", "enable", "--email", email);
    expect((await signIn(email)).status).toBe(200);
  });
});

it("a person who typed too many wrong passwords is unlocked", async () => {
  const email = await register("Locked");
  const attempts = createAttemptLimiter(service.database.pools.main, Date.now);
  for (let index = 0; index < 50; index++)
    await attempts
      .record({ attempt: "sign in", account: email, address: `10.200.0.${index}` })
      .catch((error) => expect(error).toBeInstanceOf(TooManyAttempts));
  expect((await signIn(email)).status).toBe(429);
  expect((await respond("person", "unlock", "--email", email)).lines[0]).toMatch(
    /may sign in again; \d+ counts of attempts cleared\.$/,
  );
  expect((await signIn(email)).status).toBe(200);
  expect((await respond("person", "unlock", "--email", email)).lines[0]).toMatch(/has no failed attempts/);
});

it("a person's sessions end, and a link sets a new password once", async () => {
  const email = await register("Resetting");
  expect(await run("person", "sign-out", "--email", email)).toMatchObject({ ended: 1 });
  await run("person", "reset", "--email", email);
  const { link } = await run("person", "reset", "--email", email);
  const { rows } = await service.database.pool.query("select from user_verifications where identifier like 'reset %'");
  expect(rows).toHaveLength(1);
  const token = decodeURIComponent(String(link).split("=")[1] ?? "");
  const reset = (password: string) =>
    requestAccount(service, ACCOUNT.reset, { body: { token, password }, address: "198.51.100.9" });
  expect((await reset("copper lantern 88")).status).toBe(200);
  expect((await reset("copper lantern 89")).status).not.toBe(200);
  expect([(await signIn(email)).status, (await signIn(email, "copper lantern 88")).status]).toEqual([401, 200]);
});

it("a person's data is exported", async () => {
  const account = await service.account(10, { name: "Exported" });
  await requestAccountFeed(service, `${FEEDS.funding.path}?limit=2`, account.cookie);
  const { pool } = service.database;
  await createKey(pool, account.workspaceId, "theirs", new Date(), account.personId);
  await insertConnection(pool, account, OAUTH_ADDRESSES.resource, { clientName: "Claude" });
  const data = await run("person", "export", "--email", account.email);
  expect(data).toMatchObject({
    profile: [{ id: account.personId, email: account.email, disabledAt: null }],
    memberships: [{ name: "Exported", role: "owner" }],
    sessions: [{ workspaceId: account.workspaceId }],
    keys: [{ name: "theirs" }],
    connections: [{ clientName: "Claude" }],
    usage: [{ endpoint: "funding_events.list", credits: 2 }],
  });
  const { lines } = await respond("person", "export", "--email", account.email);
  expect(JSON.parse(lines.join("\n"))).toEqual(JSON.parse(JSON.stringify(data)));
});

it("a deleted person leaves entries of the ledger without a name, and nothing else", async () => {
  const account = await service.account(10, { name: "Left behind" });
  const member = await service.person(account.workspaceId, "member", "Remaining");
  const { pool } = service.database;
  const { key } = await createKey(pool, account.workspaceId, "theirs", new Date(), account.personId);
  await insertConnection(pool, account, OAUTH_ADDRESSES.resource);
  await requestAccountFeed(service, `${FEEDS.funding.path}?limit=2`, account.cookie);
  const remove = (confirm = account.email) => run("person", "delete", "--email", account.email, "--confirm", confirm);
  await expect(remove("x@y.example")).rejects.toThrow(
    `--confirm must repeat the address of the account, ${account.email}.`,
  );
  await expect(remove()).rejects.toThrow(
    `${account.email} is the only owner of Left behind. Make another member an owner first (member role).`,
  );
  await run("member", "role", "--workspace", "Left behind", "--email", member.email, "--role", "owner");
  expect(await remove()).toMatchObject({ deleted: true, emptyWorkspaces: [] });
  expect(await service.later(1_000, async () => [await status(account), await keyStatus(key)])).toEqual([401, 401]);

  const ledger = await run("credits", "ledger", "--workspace", "Left behind");
  expect(ledger.entries).toMatchObject([{ person: "Former account", delta: -2, balance: 8 }, { delta: 10 }]);
  expect(await holding(account.personId, "ledger", "api_keys")).toEqual([]);
  expect((await respond("person", "delete", "--email", member.email, "--confirm", member.email)).lines).toEqual([
    `Deleted ${member.email}.`,
    `Left behind (${account.workspaceId}) has no members now; workspace delete removes it.`,
  ]);
  expect((await runCommand(pool, "doctor")).failed).toBe(false);
});

it("a deleted person's webhooks end in a workspace where nobody is left, and go on in one with others", async () => {
  const { pool } = service.database;
  const account = await service.account(10, { name: "Left empty" });
  const shared = await service.account(10, { name: "Left to others" });
  await run("member", "add", "--workspace", "Left to others", "--email", account.email);
  const urls = { [account.workspaceId]: "https://a.example/", [shared.workspaceId]: "https://b.example/" };
  for (const [workspaceId, url] of Object.entries(urls)) {
    const selection = { event: "funding.created", query: "", filters: {} } as const;
    await createWebhook(pool, workspaceId, { url, description: "", selections: [selection] }, new Date());
  }
  await addEvent(pool, JSON.stringify(round("Quorvane")), new Date());
  await run("person", "delete", "--email", account.email, "--confirm", account.email);
  const { rows } = await pool.query(
    `select s.url, s.disabled_reason as disabled, d.state from webhook_subscriptions s
     join webhook_deliveries d on d.subscription_id = s.id where s.url = any($1) order by s.url`,
    [Object.values(urls)],
  );
  expect(rows).toEqual([
    { url: "https://a.example/", disabled: "manual", state: "skipped" },
    { url: "https://b.example/", disabled: null, state: "waiting" },
  ]);
});

/** Returns the tables, except some, of which a row has this id in a column of type uuid. */
async function holding(id: string, ...except: string[]): Promise<string[]> {
  const { pool } = service.database;
  const { rows } = await pool.query<{ table: string; column: string }>(
    `select c.relname::text as table, a.attname::text as column from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and a.atttypid = 'uuid'::regtype and not a.attisdropped and c.relname <> all($1)`,
    [except],
  );
  const found: string[] = [];
  for (const { table, column } of rows)
    if ((await pool.query(`select from ${table} where ${column} = $1 limit 1`, [id])).rowCount === 1)
      found.push(`${table}.${column}`);
  return found;
}

it("a workspace is renamed and deleted, with everything but its ledger", async () => {
  const account = await service.account(10, { name: "Short-lived" });
  const { pool } = service.database;
  await requestAccountFeed(service, `${FEEDS.funding.path}?limit=2`, account.cookie);
  await insertConnection(pool, account, OAUTH_ADDRESSES.resource);
  const id = newId();
  await pool.query(
    `insert into webhook_subscriptions (id, workspace_id, url, description, created_at) values ('${id}', '${account.workspaceId}', 'https://a.example/', '', now());
     insert into webhook_selections (subscription_id, event, query) values ('${id}', 'funding.created', '');
     insert into saved_views (workspace_id, id, name, feed, query, shared, last_seen_at, created_at)
       values ('${account.workspaceId}', '${id}', 'V', 'funding', '', true, now(), now());
     insert into inbox_positions (workspace_id, last) values ('${account.workspaceId}', 1);
     insert into inbox_items (workspace_id, position, event, record_id, company_name, announced_at, added_at)
       values ('${account.workspaceId}', 1, '', '${id}', '', now(), now());
     insert into inbox_matches (workspace_id, position, view_id) values ('${account.workspaceId}', 1, '${id}')`,
  );
  expect((await respond("webhook", "list", "--workspace", "Short-lived")).lines).toEqual([
    expect.stringMatching(/https:\/\/a\.example\/ .* enabled$/),
  ]);
  expect(await run("webhook", "disable", "--workspace", "Short-lived", "--webhook", id)).toMatchObject({
    disabled: true,
  });
  const { connections } = await run("connection", "list", "--workspace", "Short-lived");
  const [connection] = connections as { id: string }[];
  const revoke = () => run("connection", "revoke", "--workspace", "Short-lived", "--connection", connection?.id ?? "");
  expect(await revoke()).toMatchObject({ revoked: true });
  await expect(revoke()).rejects.toThrow(/^The workspace Short-lived has no active MCP connection with the id/);
  await expect(run("webhook", "disable", "--workspace", "Short-lived", "--webhook", newId())).rejects.toThrow(
    /has no webhook with the id/,
  );

  await service.account(0, { name: "Taken" });
  await expect(run("workspace", "rename", "--workspace", "Short-lived", "--name", "Taken")).rejects.toThrow(
    'A workspace named "Taken" already exists.',
  );
  await run("workspace", "rename", "--workspace", "Short-lived", "--name", "Ended");
  await expect(run("workspace", "delete", "--workspace", "Ended", "--confirm", "Short-lived")).rejects.toThrow(
    "--confirm must repeat the name of the workspace, Ended.",
  );
  expect((await respond("workspace", "delete", "--workspace", "Ended", "--confirm", "Ended")).lines).toEqual([
    `Deleted Ended (${account.workspaceId}). 8 credits were left.`,
  ]);
  // A process that has the key in its cache charges nothing.
  expect([401, 503]).toContain(await keyStatus(account.key));
  expect(await service.later(1_000, async () => [await status(account), await keyStatus(account.key)])).toEqual([
    401, 401,
  ]);
  expect(await holding(account.workspaceId)).toEqual(["ledger.workspace_id"]);
  expect((await runCommand(pool, "doctor")).failed).toBe(false);
});
