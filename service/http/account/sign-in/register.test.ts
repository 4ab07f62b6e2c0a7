import { ACCOUNT } from "@dealflow/contract/account/account";
import { INITIAL_CREDITS } from "@dealflow/contract/account/people";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toCookieHeader } from "@/service/accounts/people/testing";
import { requestAccount } from "@/service/http/testing/account";
import { type TestService, testService } from "@/service/http/testing/service";
import { newId } from "@/service/store/new-id";

let service: TestService;
let other: TestService;
beforeAll(async () => {
  service = await testService();
  other = await testService(service);
});
afterAll(async () => {
  await other.stop();
  await service.stop();
});

const PASSWORD = "violet harbour 19";
let addresses = 0;

/** Each request comes from another address, unless the test is about that. */
function register(body: Record<string, unknown>, at: TestService = service) {
  addresses += 1;
  return requestAccount(at, ACCOUNT.register, { body, address: `198.51.100.${addresses}` });
}

async function readError(response: Response): Promise<[number, string]> {
  return [response.status, (await response.json()).error.message];
}

const query = async (sql: string, ...values: unknown[]) => (await service.database.pool.query(sql, values)).rows;

describe("a registration", () => {
  it("creates a person, a workspace that they own, 50 credits in the ledger and a dashboard key", async () => {
    const response = await register({ email: "Ada.Quill@Firm.Example", password: PASSWORD, name: "  Ada Quill " });
    expect(response.status).toBe(201);
    const { identity, mail } = await response.json();
    expect(mail).toBe(false);
    expect(identity).toMatchObject({
      person: { name: "Ada Quill", email: "ada.quill@firm.example", operator: false, demo: false, confirmed: true },
      workspace: { name: "Ada Quill's workspace", role: "owner" },
      workspaces: [identity.workspace],
    });
    const { id } = identity.workspace;
    expect(await query("select endpoint, delta, balance_after from ledger where workspace_id = $1", id)).toEqual([
      { endpoint: "credits.grant", delta: INITIAL_CREDITS, balance_after: INITIAL_CREDITS },
    ]);
    expect(await query("select name, dashboard, hash, last_four from api_keys where workspace_id = $1", id)).toEqual([
      { name: "Dashboard", dashboard: true, hash: null, last_four: null },
    ]);
    const [setCookie = ""] = response.headers.getSetCookie();
    expect(setCookie).toMatch(/^dealflow_sign_in=[^;]{70,}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    const me = await requestAccount(other, ACCOUNT.me, { cookie: toCookieHeader(setCookie) });
    expect([me.status, await me.json()]).toEqual([200, identity]);
  });

  it.each([
    ["plus+tag@firm.example", "plus+tag@firm.example"],
    ['"ada quill"@firm.example', '"ada quill"@firm.example'],
    ['"a@b"@firm.example', '"a@b"@firm.example'],
    ["O'Hara_!#$%&*/=?^`{|}~-@firm.example", "o'hara_!#$%&*/=?^`{|}~-@firm.example"],
    ["ada@BÜCHER.Example", "ada@bücher.example"],
    ["ada@xn--frst-0ra.example", "ada@fürst.example"],
    ["用户@例子.example", "用户@例子.example"],
    [" x@a.b.c.d.example ", "x@a.b.c.d.example"],
    [`${"a".repeat(64)}@firm.example`, `${"a".repeat(64)}@firm.example`],
  ])("takes the odd address %s", async (email, stored) => {
    const response = await register({ email, password: PASSWORD, name: "Odd" });
    expect([response.status, (await response.json()).identity?.person.email]).toEqual([201, stored]);
    const again = await requestAccount(service, ACCOUNT.signIn, {
      body: { email: email.toUpperCase(), password: PASSWORD },
      address: "198.51.100.250",
    });
    await service.database.pool.query("delete from attempts");
    expect(again.status).toBe(200);
  });

  it.each([
    "",
    "ada",
    "@firm.example",
    "ada@",
    "ada@firm",
    "ada@@firm.example",
    "ada quill@firm.example",
    "ada.@firm.example",
    "a..b@firm.example",
    '"ada@firm.example',
    "ada@-firm.example",
    "ada@firm.example, eve@firm.example",
    "Ada <ada@firm.example>",
    "ada@firm.example\r\nBcc: eve@firm.example",
    "ada\0@firm.example",
    "ada@127.0.0.1",
    `${"a".repeat(65)}@firm.example`,
    `a@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.${"e".repeat(60)}.${"f".repeat(60)}.example`,
  ])("rejects %j for an address, in one sentence", async (email) => {
    expect(await readError(await register({ email, password: PASSWORD, name: "Odd" }))).toEqual([
      400,
      "Enter a valid email address such as name@company.com, with at most 254 characters.",
    ]);
  });

  it("rejects a weak password with one sentence, and creates nothing", async () => {
    const email = `${newId()}@firm.example`;
    expect(await readError(await register({ email, password: "password1234", name: "Odd" }))).toEqual([
      400,
      "This password is easy to guess. Add words that don't belong together.",
    ]);
    expect(await readError(await register({ email, password: email, name: "Odd" }))).toEqual([
      400,
      "The password can't be just your name, your email address or the product's name. Choose another.",
    ]);
    expect(await query("select from users where email = $1", email)).toEqual([]);
  });

  it.each([
    ["", "The name must have 1 to 80 characters."],
    ["   ", "The name must have 1 to 80 characters."],
    ["n".repeat(81), "The name must have 1 to 80 characters."],
    ["Ada\nBcc: eve@firm.example", "The name contains an invalid character."],
    ["Ada \u202eerutangis", "The name contains an invalid character."],
    ["Your invoice: https://evil.example/pay now", "The name can't contain a web address."],
    ["WWW.evil.example", "The name can't contain a web address."],
  ])("rejects the name %j", async (name, sentence) => {
    const response = await register({ email: `${newId()}@firm.example`, password: PASSWORD, name });
    expect(await readError(response)).toEqual([400, sentence]);
  });

  it("accepts passwords and names of the greatest length", async () => {
    const response = await register({
      email: `${newId()}@firm.example`,
      password: "🔑🌋🎷🦜🧊🪁🛶🧵".repeat(16),
      name: "ß".repeat(80),
    });
    expect(response.status).toBe(201);
    expect((await response.json()).identity.workspace.name).toHaveLength(80);
  });

  it("creates one account and one grant of two concurrent requests to two processes", async () => {
    for (let round = 0; round < 5; round++) {
      const email = `race${round}@firm.example`;
      const responses = await Promise.all(
        [service, other, service, other].map((at, index) =>
          register({ email: index % 2 === 0 ? email : email.toUpperCase(), password: PASSWORD, name: "Twice" }, at),
        ),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
      const conflict = responses.find(({ status }) => status === 409) ?? expect.fail("one must be refused");
      expect((await conflict.json()).error.message).toBe(
        "An account with this email address already exists. Sign in instead.",
      );
      expect(conflict.headers.get("Set-Cookie")).toBeNull();
      expect(
        await query(
          `select count(distinct u.id) as people, count(distinct w.id) as workspaces, sum(l.delta) as credits
           from users u join members m on m.user_id = u.id join workspaces w on w.id = m.workspace_id
           join ledger l on l.workspace_id = w.id where u.email = $1`,
          email,
        ),
      ).toEqual([{ people: 1, workspaces: 1, credits: String(INITIAL_CREDITS) }]);
    }
    // The rejected registrations left nothing behind.
    expect(
      await query("select id from workspaces w where not exists (select from members where workspace_id = w.id)"),
    ).toEqual([]);
  });
});
