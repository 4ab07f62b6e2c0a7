import { ACCOUNT } from "@dealflow/contract/account/account";
import { CONNECTION_DETAILS, type ConnectionDetails, type McpConnection } from "@dealflow/contract/account/connections";
import { MAX_DAILY_ALLOWANCE, SCOPE_NAMES } from "@dealflow/contract/scopes";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TestPerson } from "@/service/accounts/people/testing";
import { insertConnection } from "@/service/accounts/testing/connections";
import { newId } from "@/service/store/new-id";
import { requestAccount } from "../testing/account";
import { type TestAccount, type TestService, testService } from "../testing/service";

const RESOURCE = "http://127.0.0.1/mcp";

let service: TestService;
let owner: TestAccount;
let member: TestPerson;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.account(1_000, { name: `Ostermark ${newId()}` });
  member = await service.person(owner.workspaceId, "member", "Mika");
});

async function connectAs(personId: string, clientName: string): Promise<string> {
  const { workspaceId } = owner;
  return (await insertConnection(service.database.pool, { workspaceId, personId }, RESOURCE, { clientName })).id;
}

/** Charges like the MCP endpoint: an entry of the ledger, and the day's use. */
async function use(id: string, credits: number, daysAgo = 0): Promise<void> {
  const { pool } = service.database;
  const at = new Date(Date.now() - daysAgo * 86_400_000);
  await pool.query(
    `with paid as (update workspaces set balance = balance - $2, ledger_sequence = ledger_sequence + 1 where id = $1
       returning balance, ledger_sequence)
     insert into ledger (id, workspace_id, request_id, endpoint, connection_id, person_id, delta, balance_after, sequence, at)
     select $3, $1, $4, 'funding_events.list', id, person_id, -$2::bigint, balance, ledger_sequence, $6
     from paid, mcp_connections where id = $5`,
    [owner.workspaceId, credits, newId(), newId(), id, at],
  );
  await pool.query(
    `insert into mcp_usage values ($1, ($2::timestamptz at time zone 'UTC')::date, $3)
     on conflict (connection_id, day) do update set credits = mcp_usage.credits + excluded.credits`,
    [id, at, credits],
  );
}

async function list(cookie: string, search = ""): Promise<{ items: McpConnection[]; nextCursor: string | null }> {
  return (await requestAccount(service, ACCOUNT.connections, { cookie, search })).json();
}

describe("the connections of a workspace", () => {
  it("are listed for its members, the active ones first, with what they used today and in total", async () => {
    const first = await connectAs(owner.personId, "Claude");
    const second = await connectAs(member.personId, "Cursor");
    const ended = await connectAs(owner.personId, "Ended");
    await use(first, 3);
    await use(first, 4);
    await use(first, 20, 1);
    expect((await requestAccount(service, ACCOUNT.revokeConnection, { id: ended, cookie: owner.cookie })).status).toBe(
      204,
    );
    const { items } = await list(member.cookie);
    expect(items.map(({ id, own }) => [id, own])).toEqual([
      [second, true],
      [first, false],
      [ended, false],
    ]);
    expect(items[1]).toEqual({
      id: first,
      clientName: "Claude",
      clientHost: "127.0.0.1",
      workspace: expect.stringContaining("Ostermark"),
      person: "Ada Quill",
      own: false,
      scopes: SCOPE_NAMES,
      dailyAllowance: 500,
      usedToday: 7,
      used: 27,
      createdAt: expect.any(String),
      lastUsedAt: null,
      revokedAt: null,
    });
    expect(items[2]?.revokedAt).toEqual(expect.any(String));
  });

  it("are listed in pages, each once", async () => {
    const ids: string[] = [];
    for (let index = 0; index < 5; index++) ids.unshift(await connectAs(owner.personId, `Client ${index}`));
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await list(owner.cookie, `?limit=2${cursor === null ? "" : `&cursor=${cursor}`}`);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(ids);
  });
});

describe("one connection", () => {
  const read = async (id: string): Promise<ConnectionDetails> =>
    (await requestAccount(service, ACCOUNT.connection, { id, cookie: owner.cookie })).json();

  it("is read with its days of use and its latest calls", async () => {
    const id = await connectAs(member.personId, "Claude");
    const other = await connectAs(member.personId, "Other");
    await use(id, 5, 1);
    await use(id, 2);
    await use(other, 9);
    await use(id, 1, CONNECTION_DETAILS.days);
    const { days, calls, from, to, redirectUri } = await read(id);
    expect(redirectUri).toBe("http://127.0.0.1/callback");
    expect(days.map(({ credits }) => credits)).toEqual([5, 2]);
    expect(days.at(-1)?.day).toBe(to);
    expect(Date.parse(to) - Date.parse(from)).toBe((CONNECTION_DETAILS.days - 1) * 86_400_000);
    expect(calls.map(({ credits, endpoint }) => [credits, endpoint])).toEqual([
      [1, "funding_events.list"],
      [2, "funding_events.list"],
      [5, "funding_events.list"],
    ]);
  });

  it("holds no more than the latest calls", async () => {
    const id = await connectAs(member.personId, "Claude");
    for (let index = 0; index < CONNECTION_DETAILS.calls + 3; index++) await use(id, 1);
    expect((await read(id)).calls).toHaveLength(CONNECTION_DETAILS.calls);
  });
});

it("is named in the ledger, with the person, and in the use by client", async () => {
  const id = await connectAs(member.personId, "Claude");
  const members = await (await requestAccount(service, ACCOUNT.members, { cookie: owner.cookie })).json();
  const { name: person } = members.items.find((one: { id: string }) => one.id === member.personId);
  await use(id, 6);
  const ledger = await (await requestAccount(service, ACCOUNT.ledger, { cookie: owner.cookie })).json();
  expect(ledger.entries[0]).toMatchObject({ client: "Claude", person, delta: -6 });
  const usage = await (await requestAccount(service, ACCOUNT.usage, { cookie: owner.cookie })).json();
  expect(usage.clients).toEqual([expect.objectContaining({ kind: "named", name: "Claude", credits: 6 })]);
});

describe("a change", () => {
  const change = (id: string, cookie: string, body: unknown) =>
    requestAccount(service, ACCOUNT.changeConnection, { id, cookie, body });
  const revoke = (id: string, cookie: string) => requestAccount(service, ACCOUNT.revokeConnection, { id, cookie });

  it("of the allowance is for owners, and for members who approved the connection themselves", async () => {
    const [theirs, own] = [await connectAs(owner.personId, "Claude"), await connectAs(member.personId, "Cursor")];
    expect((await change(theirs, member.cookie, { dailyAllowance: 1 })).status).toBe(404);
    expect((await change(own, member.cookie, { dailyAllowance: 1 })).status).toBe(204);
    expect((await change(theirs, owner.cookie, { dailyAllowance: 0 })).status).toBe(204);
    expect((await change(own, owner.cookie, { dailyAllowance: MAX_DAILY_ALLOWANCE })).status).toBe(204);
    const { items } = await list(owner.cookie);
    expect(items.map(({ dailyAllowance }) => dailyAllowance)).toEqual([MAX_DAILY_ALLOWANCE, 0]);
  });

  it.each([-1, 1.5, MAX_DAILY_ALLOWANCE + 1, "500", null])(
    "to an allowance of %s is refused",
    async (dailyAllowance) => {
      const id = await connectAs(owner.personId, "Claude");
      expect((await change(id, owner.cookie, { dailyAllowance })).status).toBe(400);
    },
  );

  it("that revokes is for the same people, and once", async () => {
    const [theirs, own] = [await connectAs(owner.personId, "Claude"), await connectAs(member.personId, "Cursor")];
    expect((await revoke(theirs, member.cookie)).status).toBe(404);
    expect((await revoke(own, member.cookie)).status).toBe(204);
    expect((await revoke(own, member.cookie)).status).toBe(404);
    expect((await change(own, member.cookie, { dailyAllowance: 1 })).status).toBe(404);
    expect((await revoke(theirs, owner.cookie)).status).toBe(204);
  });
});
