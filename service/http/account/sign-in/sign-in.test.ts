import { ACCOUNT } from "@dealflow/contract/account/account";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAttemptLimiter, TooManyAttempts } from "@/service/accounts/people/attempts";
import { DEMO_EMAIL, ensureDemoAccount } from "@/service/accounts/people/demo";
import { createPeople } from "@/service/accounts/people/people";
import { toCookieHeader } from "@/service/accounts/people/testing";
import { requestAccount } from "@/service/http/testing/account";
import { PEOPLE_SETTINGS, type TestService, testService } from "@/service/http/testing/service";

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
/** Each test has another address, because attempts are counted by it. */
const nextAddress = () => `198.51.100.${++addresses}`;

async function register(email: string): Promise<Response> {
  const body = { email, password: PASSWORD, name: "Ada Quill" };
  const response = await requestAccount(service, ACCOUNT.register, { body, address: nextAddress() });
  expect(response.status).toBe(201);
  return response;
}

const newPerson = async (email: string) => sessionIn(await register(email));
const sessionIn = (response: Response) => toCookieHeader(response.headers.getSetCookie()[0] ?? "");
/** The browser sends this cookie back, which makes it known. */
const knownIn = (response: Response) => toCookieHeader(response.headers.getSetCookie()[1] ?? "");

/** Until everyone has to wait for the account, from any network. */
async function attemptFromManyAddresses(email: string): Promise<void> {
  const attempts = createAttemptLimiter(service.database.pools.main, Date.now);
  for (let index = 0; index < 50; index++)
    await attempts
      .record({ attempt: "sign in", account: email, address: `10.200.0.${index}` })
      .catch((error) => expect(error).toBeInstanceOf(TooManyAttempts));
}

function signIn(email: string, password: string, more: { at?: TestService; address?: string; cookie?: string } = {}) {
  const { at = service, address = nextAddress(), cookie } = more;
  return requestAccount(at, ACCOUNT.signIn, { body: { email, password }, address, cookie });
}

const getStatus = async (cookie: string, at = service) => (await requestAccount(at, ACCOUNT.me, { cookie })).status;
/** The status a second later: a process may cache the state of a session for at most that long. */
const getLaterStatus = (cookie: string, at = service) => at.later(1_000, () => getStatus(cookie, at));

describe("signing in", () => {
  it("opens a session that is valid in every process, until sign-out", async () => {
    await newPerson("ada@firm.example");
    const response = await signIn(" ADA@Firm.example ", PASSWORD);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      person: { email: "ada@firm.example" },
      workspace: { role: "owner" },
    });
    const cookie = sessionIn(response);
    expect(await getStatus(cookie, other)).toBe(200);
    const out = await requestAccount(service, ACCOUNT.signOut, { cookie });
    expect([out.status, out.headers.get("Set-Cookie")]).toEqual([
      204,
      "dealflow_sign_in=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
    ]);
    expect(await getLaterStatus(cookie, other)).toBe(401);
    expect((await requestAccount(service, ACCOUNT.signOut)).status).toBe(204);
  });

  it("gives the same response for an unknown address, a wrong password and an invalid address", async () => {
    await newPerson("known@firm.example");
    const messages = [];
    for (const email of ["known@firm.example", "unknown@firm.example", "no address", "", DEMO_EMAIL]) {
      const response = await signIn(email, "not the password");
      const { error } = await response.json();
      messages.push([response.status, error, response.headers.get("Set-Cookie")]);
    }
    expect(new Set(messages.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(messages[0]?.[0]).toBe(401);
  });

  it("accepts the exact password of any length, and nothing similar", async () => {
    await newPerson("exact@firm.example");
    for (const near of [PASSWORD.toUpperCase(), ` ${PASSWORD}`, `${PASSWORD} `, "", "x".repeat(20_000)])
      expect((await signIn("exact@firm.example", near)).status, near).toBe(401);
    await service.database.pool.query("delete from attempts");
    expect((await signIn("exact@firm.example", PASSWORD)).status).toBe(200);
  });

  it("is rejected alike after five failures from one network by two processes, whether the account exists or not", async () => {
    await newPerson("often@firm.example");
    for (const email of ["often@firm.example", "nobody@firm.example"]) {
      const address = nextAddress();
      const startedAt = Date.now();
      const statuses: number[] = [];
      for (const at of [service, other, service, other, service, other])
        statuses.push((await signIn(email, "not the password", { at, address })).status);
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
      // Even the right password is rejected.
      const rejectedResponse = await signIn(email, PASSWORD, { address });
      const retryAfter = Number(rejectedResponse.headers.get("Retry-After"));
      expect(rejectedResponse.status).toBe(429);
      // A minute from the fifth failure, of which these requests have taken a part.
      expect(retryAfter).toBeLessThanOrEqual(60);
      expect(retryAfter).toBeGreaterThanOrEqual(60 - Math.ceil((Date.now() - startedAt) / 1_000));
      expect((await rejectedResponse.json()).error).toEqual({
        code: "TOO_MANY_REQUESTS",
        message: `Too many attempts. Try again in ${retryAfter} seconds.`,
      });
    }
  });

  it("works for the owner during an attack: in another network, and in a known browser", async () => {
    const mine = knownIn(await register("besieged@firm.example"));
    const address = nextAddress();
    for (let index = 0; index < 6; index++) await signIn("besieged@firm.example", "not the password", { address });
    expect((await signIn("besieged@firm.example", PASSWORD, { address })).status).toBe(429);
    // The owner sits elsewhere; then in the very network of anyone who guesses.
    expect((await signIn("besieged@firm.example", PASSWORD)).status).toBe(200);
    expect((await signIn("besieged@firm.example", PASSWORD, { address, cookie: mine, at: other })).status).toBe(200);

    await attemptFromManyAddresses("besieged@firm.example");
    expect((await signIn("besieged@firm.example", PASSWORD)).status).toBe(429);
    expect((await signIn("besieged@firm.example", PASSWORD, { cookie: mine })).status).toBe(200);
  });

  it("counts the failures of a known browser separately, and for its own account alone", async () => {
    const mine = knownIn(await register("forgetful@firm.example"));
    await newPerson("neighbour@firm.example");
    const statuses: number[] = [];
    for (let index = 0; index < 6; index++)
      statuses.push((await signIn("forgetful@firm.example", "not the password", { cookie: mine })).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await signIn("forgetful@firm.example", PASSWORD)).status).toBe(200);
    // It reveals nothing about another account, and no one can make one up.
    await attemptFromManyAddresses("neighbour@firm.example");
    const [name, value = ""] = mine.split("=");
    for (const cookie of [mine, `${name}=`, `${name}=x.y`, `${name}=${value.slice(0, -3)}AAA`, `${name}=~${value}~`])
      expect((await signIn("neighbour@firm.example", PASSWORD, { cookie })).status, cookie).toBe(429);
  });

  it("remembers the browser for each account that it signed in to, by a cookie that grants nothing", async () => {
    const first = await register("first@firm.example");
    expect(first.headers.getSetCookie()[1]).toMatch(
      /^dealflow_known_browser=[\w-]{16}\.[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    await newPerson("second@firm.example");
    const second = await signIn("second@firm.example", PASSWORD, { cookie: knownIn(first) });
    const both = knownIn(second);
    for (const email of ["first@firm.example", "second@firm.example"]) {
      await attemptFromManyAddresses(email);
      expect((await signIn(email, PASSWORD, { cookie: both })).status).toBe(200);
    }
    expect(await getStatus(both)).toBe(401);
    expect(both).not.toContain(Buffer.from("second").toString("base64url"));
    // A rejected sign-in makes no browser known.
    expect((await signIn("first@firm.example", "not the password")).headers.getSetCookie()).toEqual([]);
  });

  it("is rejected after thirty failures from one address, across accounts, and an IPv6 network counts as one", async () => {
    const attempts = createAttemptLimiter(service.database.pools.main, Date.now);
    for (let index = 0; index < 27; index++)
      await attempts.record({ attempt: "sign in", account: `sprayed ${index}`, address: "2001:db8:1:2::/64" });
    for (const [index, address] of ["2001:db8:1:2::1", "2001:db8:1:2::2", "2001:db8:1:2:ffff::3"].entries())
      expect((await signIn(`many${index}@firm.example`, "not the password", { address })).status).toBe(401);
    expect((await signIn("many9@firm.example", "x", { address: "2001:db8:1:2::77" })).status).toBe(429);
    expect((await signIn("many9@firm.example", "x", { address: "2001:db8:1:3::1" })).status).toBe(401);
  });

  it("is not counted when it succeeds, and resets the same person's earlier failures", async () => {
    await newPerson("office@firm.example");
    const address = nextAddress();
    const attempts = createAttemptLimiter(service.database.pools.main, Date.now);
    for (let index = 0; index < 25; index++)
      await attempts.record({ attempt: "sign in", account: `colleague ${index}`, address });
    const statuses: number[] = [];
    for (const password of [
      "wrong",
      "wrong",
      "wrong",
      PASSWORD,
      "wrong",
      PASSWORD,
      PASSWORD,
      PASSWORD,
      "wrong",
      "wrong",
    ])
      statuses.push((await signIn("office@firm.example", password, { address })).status);
    // The thirtieth failure of the address is the last.
    expect(statuses).toEqual([401, 401, 401, 200, 401, 200, 200, 200, 401, 429]);
  });

  it("never reuses a session that the browser sent, and ends it", async () => {
    const planted = await newPerson("eve@firm.example");
    await newPerson("victim@firm.example");
    const response = await signIn("victim@firm.example", PASSWORD, { cookie: planted });
    const cookie = sessionIn(response);
    expect(cookie).not.toBe(planted);
    expect((await (await requestAccount(service, ACCOUNT.me, { cookie })).json()).person.email).toBe(
      "victim@firm.example",
    );
    expect(await getLaterStatus(planted)).toBe(401);
    // Nor one that was never written here.
    const created = `${cookie.slice(0, -6)}AAAAA%3D`;
    const again = await signIn("victim@firm.example", PASSWORD, { cookie: created });
    expect(sessionIn(again)).not.toBe(created);
    expect(await getStatus(created)).toBe(401);
  });

  it("opens the workspace that was used last, and a new one when there is none left", async () => {
    await newPerson("guest@firm.example");
    const { pool } = service.database;
    const { workspaceId } = await service.account(5, { name: "Of others" });
    await pool.query(
      `insert into members select $1, id, 'member', now() - interval '1 year' from users where email = 'guest@firm.example'`,
      [workspaceId],
    );
    // One is signed in to their own.
    const here = await (await signIn("guest@firm.example", PASSWORD)).json();
    expect(here.workspace.name).toBe("Ada Quill's workspace");
    expect(here.workspaces.map(({ name }: { name: string }) => name)).toEqual(["Ada Quill's workspace", "Of others"]);
    await pool.query("delete from members where user_id = $1", [here.person.id]);
    const fresh = await (await signIn("guest@firm.example", PASSWORD)).json();
    expect(fresh.workspace).toMatchObject({ name: "Ada Quill's workspace", role: "owner" });
    expect(fresh.workspace.id).not.toBe(here.workspace.id);
    const { rows } = await pool.query("select balance from workspaces where id = $1", [fresh.workspace.id]);
    expect(rows).toEqual([{ balance: 0 }]);
  });

  it("writes a cookie for HTTPS that only this host can have set", async () => {
    const https = createPeople(
      service.database.pools,
      { ...PEOPLE_SETTINGS, dashboardUrl: "https://deals.example" },
      pino({ level: "silent" }),
      Date.now,
    );
    expect(https.cookies.serialize("token")).toMatch(
      /^__Host-dealflow_sign_in=token\.[^;]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  });
});

describe("the demo account", () => {
  it("is available when it was created and is allowed, for several visitors at once", async () => {
    const log = pino({ level: "silent" });
    const people = createPeople(service.database.pools, { ...PEOPLE_SETTINGS, demo: true }, log, Date.now);
    const open = await testService(service, { people });
    try {
      expect(await (await requestAccount(open, ACCOUNT.signInOptions)).json()).toEqual({ demo: false, mail: false });
      expect((await requestAccount(open, ACCOUNT.signInDemo, { body: {} })).status).toBe(404);
      expect(await ensureDemoAccount(service.database.pool, new Date())).toMatch(/^df_live_/);
      expect(await ensureDemoAccount(service.database.pool, new Date())).toBeUndefined();
      expect(await (await requestAccount(open, ACCOUNT.signInOptions)).json()).toEqual({ demo: true, mail: false });

      const [one, two] = [
        await requestAccount(open, ACCOUNT.signInDemo, { body: {} }),
        await requestAccount(open, ACCOUNT.signInDemo, { body: {} }),
      ];
      expect(await one.json()).toMatchObject({
        person: { name: "Demo analyst", email: DEMO_EMAIL, demo: true, operator: false },
        workspace: { name: "Demo", role: "owner" },
      });
      const [cookie, another] = [one, two].map((result) => toCookieHeader(result.headers.get("Set-Cookie") ?? ""));
      const request = { cookie, address: nextAddress() };
      expect(await (await requestAccount(open, ACCOUNT.workspace, request)).json()).toMatchObject({ balance: 25_000 });

      const changes = [
        requestAccount(open, ACCOUNT.changeMe, { ...request, body: { name: "Mine" } }),
        requestAccount(open, ACCOUNT.changePassword, { ...request, body: { current: "", password: PASSWORD } }),
        requestAccount(open, ACCOUNT.endOtherSessions, request),
      ];
      for (const result of await Promise.all(changes)) expect(result.status).toBe(403);
      const { items } = await (await requestAccount(open, ACCOUNT.sessions, request)).json();
      expect(items).toHaveLength(1);
      expect((await requestAccount(open, ACCOUNT.forgot, { ...request, body: { email: DEMO_EMAIL } })).status).toBe(
        200,
      );
      const body = { email: DEMO_EMAIL, password: PASSWORD, name: "Mine" };
      expect((await requestAccount(open, ACCOUNT.register, { ...request, body })).status).toBe(409);
      await people.mail.close();
      expect((await service.database.pool.query("select from user_verifications")).rowCount).toBe(0);

      expect((await requestAccount(open, ACCOUNT.signOut, { cookie: another })).status).toBe(204);
      expect((await requestAccount(open, ACCOUNT.me, { cookie })).status).toBe(200);
      // With the demo turned off it is gone, sessions and all.
      expect((await requestAccount(service, ACCOUNT.me, { cookie })).status).toBe(401);
      expect(await (await requestAccount(service, ACCOUNT.signInOptions)).json()).toEqual({ demo: false, mail: false });
      expect((await requestAccount(service, ACCOUNT.signInDemo, { body: {} })).status).toBe(404);
    } finally {
      await open.stop();
    }
  });
});
