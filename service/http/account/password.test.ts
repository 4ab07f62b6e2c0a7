import { ACCOUNT } from "@dealflow/contract/account/account";
import type { AccountEndpoint } from "@dealflow/contract/account/endpoint";
import { RENEW_SESSION_HEADER } from "@dealflow/contract/account/people";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAttemptLimiter } from "@/service/accounts/people/attempts";
import { toCookieHeader } from "@/service/accounts/people/testing";
import { requestAccount } from "../testing/account";
import { type TestService, testService } from "../testing/service";

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

const STRONGEST = "🔑🌋🎷🦜🧊🪁🛶🧵".repeat(16);
const [OLD, NEW] = ["violet harbour 19", "amber lighthouse 20"];
let addresses = 0;

function request(endpoint: AccountEndpoint, body: unknown, cookie?: string, at = service) {
  return requestAccount(at, endpoint, { body, cookie, address: `198.51.100.${++addresses}` });
}

const issued: string[] = [];
const cookieIn = (response: Response) => {
  const cookie = toCookieHeader(response.headers.getSetCookie()[0] ?? "");
  issued.push(decodeURIComponent(cookie).replace(/^dealflow_sign_in=|\..*$/g, ""));
  return cookie;
};
const getMessage = async (response: Response): Promise<string> => (await response.json()).error.message;
const getStatus = async (cookie: string, at = service) => (await requestAccount(at, ACCOUNT.me, { cookie })).status;
/** The status a second later: a process may cache the state of a session for at most that long. */
const getLaterStatus = (cookie: string, at = service) => at.later(1_000, () => getStatus(cookie, at));

async function newPerson(email: string): Promise<string> {
  const response = await request(ACCOUNT.register, { email, password: OLD, name: "Ada Quill" });
  expect(response.status).toBe(201);
  return cookieIn(response);
}

const signIn = (email: string, password: string, at = service) =>
  request(ACCOUNT.signIn, { email, password }, undefined, at);

/** Finds the links in the service's log for this address. */
function linksTo(email: string): URL[] {
  return service.logged
    .map((line) => JSON.parse(line))
    .filter(({ to, link }) => to === email && link !== undefined)
    .map(({ link }) => new URL(link));
}

/** Requests a link and reads it from the log. */
async function tokenFor(email: string): Promise<string> {
  const before = linksTo(email).length;
  const response = await request(ACCOUNT.forgot, { email });
  expect([response.status, await response.json()]).toEqual([200, { mail: false }]);
  await expect.poll(() => linksTo(email).length).toBe(before + 1);
  const link = linksTo(email).at(-1) ?? expect.fail("there is a link");
  expect([link.origin, link.pathname, link.search]).toEqual(["http://127.0.0.1", "/reset", ""]);
  return new URLSearchParams(link.hash.slice(1)).get("token") ?? "";
}

describe("a link for a new password", () => {
  it("sets it once, and ends every session in every process", async () => {
    const cookies = [await newPerson("ada@firm.example"), cookieIn(await signIn("ada@firm.example", OLD))];
    for (const cookie of cookies) expect(await getStatus(cookie, other)).toBe(200);
    const token = await tokenFor("Ada@FIRM.example".toLowerCase());
    const response = await request(ACCOUNT.reset, { token, password: NEW });
    expect([response.status, await response.json()]).toEqual([200, { accessRevoked: false }]);
    for (const cookie of cookies) expect(await getLaterStatus(cookie, other)).toBe(401);
    expect((await signIn("ada@firm.example", OLD)).status).toBe(401);
    expect((await signIn("ada@firm.example", NEW)).status).toBe(200);

    const replayed = await request(ACCOUNT.reset, { token, password: "crimson meadow 21" });
    expect([replayed.status, await getMessage(replayed)]).toEqual([
      400,
      "This link is no longer valid. Request a new one.",
    ]);
    expect((await signIn("ada@firm.example", NEW)).status).toBe(200);
  });

  it("admits its owner although the account is under attack: neither earlier nor later attempts count", async () => {
    await newPerson("besieged@firm.example");
    const attempts = createAttemptLimiter(service.database.pools.main, Date.now);
    const guessing = async () => {
      for (let index = 0; index < 51; index++)
        await attempts
          .record({ attempt: "sign in", account: "besieged@firm.example", address: `10.0.0.${index}` })
          .catch(() => undefined);
    };
    await guessing();
    expect((await signIn("besieged@firm.example", OLD)).status).toBe(429);
    const reset = await request(ACCOUNT.reset, { token: await tokenFor("besieged@firm.example"), password: NEW });
    expect((await signIn("besieged@firm.example", NEW)).status).toBe(200);
    await guessing();
    expect((await signIn("besieged@firm.example", NEW)).status).toBe(429);
    const [ended, known] = reset.headers.getSetCookie();
    expect(ended).toMatch(/^dealflow_sign_in=; Max-Age=0;/);
    const body = { email: "besieged@firm.example", password: NEW };
    expect((await request(ACCOUNT.signIn, body, toCookieHeader(known ?? ""))).status).toBe(200);
  });

  it("is used by one of two concurrent requests", async () => {
    await newPerson("twice@firm.example");
    const token = await tokenFor("twice@firm.example");
    const responses = await Promise.all(
      [service, other].map((at, index) =>
        request(ACCOUNT.reset, { token, password: `${NEW} ${index}` }, undefined, at),
      ),
    );
    const statuses = responses.map(({ status }) => status);
    expect([...statuses].sort()).toEqual([200, 400]);
    expect((await signIn("twice@firm.example", `${NEW} ${statuses.indexOf(200)}`)).status).toBe(200);
  });

  it("leaves no session to a concurrent sign-in with the old password", async () => {
    await newPerson("moment@firm.example");
    const { pool } = service.database;
    const { rows } = await pool.query("select id from users where email = 'moment@firm.example'");
    const client = await pool.connect();
    try {
      // What setting a password does, stopped before its end.
      await client.query("begin");
      await client.query("update user_credentials set password = 'another' where user_id = $1", [rows[0].id]);
      await client.query("delete from user_sessions where user_id = $1", [rows[0].id]);
      const signingIn = signIn("moment@firm.example", OLD);
      const waiting = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
      await expect.poll(async () => (await client.query(waiting)).rowCount).toBe(1);
      await client.query("commit");
      expect((await signingIn).status).toBe(401);
    } finally {
      client.release();
    }
    expect((await pool.query("select from user_sessions where user_id = $1", [rows[0].id])).rowCount).toBe(0);
  });

  it("is not used up by an invalid password", async () => {
    await newPerson("weak@firm.example");
    const token = await tokenFor("weak@firm.example");
    expect((await request(ACCOUNT.reset, { token, password: "short" })).status).toBe(400);
    expect((await request(ACCOUNT.reset, { token, password: STRONGEST })).status).toBe(200);
    expect((await signIn("weak@firm.example", STRONGEST)).status).toBe(200);
  });

  it("stops working after an hour, after another one was used, or after the password was changed", async () => {
    const cookie = await newPerson("late@firm.example");
    const late = await tokenFor("late@firm.example");
    const { pool } = service.database;
    const { rows } = await pool.query<{ ms: number }>(
      `select extract(epoch from v.expires_at - v.created_at) * 1000 as ms from user_verifications v
       join users u on u.id::text = v.value where u.email = 'late@firm.example'`,
    );
    expect(rows.map(({ ms }) => Number(ms))).toEqual([3_600_000]);
    await pool.query("update user_verifications set expires_at = now() - interval '1 ms'");
    expect((await request(ACCOUNT.reset, { token: late, password: NEW })).status).toBe(400);

    const [first, second] = [await tokenFor("late@firm.example"), await tokenFor("late@firm.example")];
    expect((await request(ACCOUNT.reset, { token: second, password: NEW })).status).toBe(200);
    expect((await request(ACCOUNT.reset, { token: first, password: OLD })).status).toBe(400);

    expect(await getLaterStatus(cookie)).toBe(401);
    const again = cookieIn(await signIn("late@firm.example", NEW));
    const third = await tokenFor("late@firm.example");
    expect((await request(ACCOUNT.changePassword, { current: NEW, password: OLD }, again)).status).toBe(200);
    expect((await request(ACCOUNT.reset, { token: third, password: NEW })).status).toBe(400);
    expect((await signIn("late@firm.example", OLD)).status).toBe(200);
  });

  it("cannot be guessed, nor read from the database", async () => {
    await newPerson("stored@firm.example");
    const token = await tokenFor("stored@firm.example");
    expect(token).toMatch(/^[\w-]{43}$/);
    const { rows } = await service.database.pool.query<Record<string, unknown>>("select * from user_verifications");
    expect(JSON.stringify(rows)).not.toContain(token);
    const stored = rows.flatMap((row) => [String(row.identifier), String(row.identifier).slice("reset ".length)]);
    for (const attemptPassword of [
      ...stored,
      `reset ${token}`,
      token.slice(0, -1),
      `${token}A`,
      token.toLowerCase(),
      "",
      "%",
    ])
      expect((await request(ACCOUNT.reset, { token: attemptPassword, password: NEW })).status, attemptPassword).toBe(
        400,
      );
    expect((await request(ACCOUNT.reset, { token, password: NEW })).status).toBe(200);
  });

  it("gets the same response where there is no account, and then no link is created", async () => {
    const messages = [];
    await newPerson("known@firm.example");
    for (const email of ["known@firm.example", "unknown@firm.example"]) {
      const response = await request(ACCOUNT.forgot, { email });
      messages.push([response.status, await response.text(), response.headers.get("Set-Cookie")]);
    }
    expect(messages[1]).toEqual(messages[0]);
    await expect.poll(() => linksTo("known@firm.example").length).toBe(1);
    expect(linksTo("unknown@firm.example")).toEqual([]);
  });

  it("is sent five times a minute at most, to one address and from one", async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 6; index++)
      statuses.push((await request(ACCOUNT.forgot, { email: "often@firm.example" })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const from = async (email: string) =>
      (await requestAccount(service, ACCOUNT.forgot, { body: { email }, address: "203.0.113.1" })).status;
    const others: number[] = [];
    for (let index = 0; index < 6; index++) others.push(await from(`often${index}@firm.example`));
    expect(others).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

describe("changing the password", () => {
  it("requires the current one, ends every session and opens one", async () => {
    const [here, there] = [await newPerson("change@firm.example"), cookieIn(await signIn("change@firm.example", OLD))];
    const wrong = await request(ACCOUNT.changePassword, { current: "not the password", password: NEW }, here);
    expect([wrong.status, await getMessage(wrong)]).toEqual([400, "The current password is incorrect."]);
    expect((await request(ACCOUNT.changePassword, { current: OLD, password: "short" }, here)).status).toBe(400);

    const response = await request(ACCOUNT.changePassword, { current: OLD, password: NEW }, here);
    expect([response.status, (await response.json()).person.email]).toEqual([200, "change@firm.example"]);
    const fresh = cookieIn(response);
    expect(await getStatus(fresh, other)).toBe(200);
    for (const cookie of [here, there]) expect(await getLaterStatus(cookie, other)).toBe(401);
    expect((await signIn("change@firm.example", OLD)).status).toBe(401);
    expect((await signIn("change@firm.example", NEW)).status).toBe(200);
  });

  it("is rate limited against guessing", async () => {
    const cookie = await newPerson("guess@firm.example");
    const statuses: number[] = [];
    for (let index = 0; index < 6; index++)
      statuses.push(
        (await request(ACCOUNT.changePassword, { current: `guess ${index}`, password: NEW }, cookie)).status,
      );
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  });
});

describe("a person's sessions", () => {
  it("are listed with where they are used, the current one and then newest first, and end one by one and together", async () => {
    const first = await newPerson("sessions@firm.example");
    const second = cookieIn(
      await requestAccount(service, ACCOUNT.signIn, {
        body: { email: "sessions@firm.example", password: OLD },
        address: "2001:db8::7",
        headers: { "User-Agent": "Browser of the tests" },
      }),
    );
    const third = cookieIn(await signIn("sessions@firm.example", OLD));
    const list = async (cookie: string) =>
      (await (await requestAccount(service, ACCOUNT.sessions, { cookie })).json()).items;
    const sessions = await list(first);
    expect(sessions).toHaveLength(3);
    expect(sessions[2]).toMatchObject({ address: "2001:db8::7", userAgent: "Browser of the tests", current: false });
    expect(sessions.map(({ current }: { current: boolean }) => current)).toEqual([true, false, false]);
    expect(JSON.stringify(sessions)).not.toContain("token");

    const stranger = await newPerson("stranger@firm.example");
    const end = (cookie: string, id: string) => requestAccount(service, ACCOUNT.endSession, { cookie, id });
    for (const id of [sessions[2].id, "00000000-0000-7000-8000-000000000000", "none"])
      expect((await end(stranger, id)).status).toBe(404);
    expect((await end(first, sessions[2].id)).status).toBe(204);
    expect(await getLaterStatus(second, other)).toBe(401);
    expect((await end(first, sessions[2].id)).status).toBe(404);

    expect((await requestAccount(service, ACCOUNT.endOtherSessions, { cookie: first })).status).toBe(204);
    expect(await getLaterStatus(third, other)).toBe(401);
    expect(await list(first)).toHaveLength(1);
    const own = await end(first, sessions[0].id);
    expect([own.status, own.headers.get("Set-Cookie")]).toEqual([204, expect.stringContaining("Max-Age=0")]);
    expect(await getStatus(stranger)).toBe(200);
  });

  it("last thirty days from their last use", async () => {
    const { cookie, personId } = await service.account(0);
    const { pool } = service.database;
    const endsIn = async (): Promise<number> => {
      const { rows } = await pool.query(
        "select round(extract(epoch from expires_at - now()) / 86400, 1)::float8 as days from user_sessions where user_id = $1",
        [personId],
      );
      return rows[0]?.days;
    };
    expect(await endsIn()).toBe(30);
    await pool.query(
      "update user_sessions set expires_at = now() + interval '2 days', updated_at = now() - interval '28 days' where user_id = $1",
      [personId],
    );
    // A response that never reaches the browser renews nothing: the cookie would end before the session.
    expect(await getStatus(cookie)).toBe(200);
    expect(await endsIn()).toBe(2);
    const renewed = await requestAccount(service, ACCOUNT.me, { cookie, headers: { [RENEW_SESSION_HEADER]: "1" } });
    expect(renewed.headers.get("Set-Cookie")).toMatch(/^dealflow_sign_in=[^;]{70,}; Max-Age=2592000; Path=/);
    expect(toCookieHeader(renewed.headers.get("Set-Cookie") ?? "")).toBe(cookie);
    expect(await endsIn()).toBe(30);
    const again = await requestAccount(service, ACCOUNT.me, { cookie, headers: { [RENEW_SESSION_HEADER]: "1" } });
    expect(again.headers.get("Set-Cookie")).toBeNull();
    await pool.query("update user_sessions set expires_at = now() where user_id = $1", [personId]);
    expect(await getLaterStatus(cookie)).toBe(401);
  });

  it("show a changed name", async () => {
    const { cookie } = await service.account(0);
    const response = await requestAccount(service, ACCOUNT.changeMe, { cookie, body: { name: "  Grace  " } });
    expect([response.status, (await response.json()).person.name]).toEqual([200, "Grace"]);
    expect((await requestAccount(service, ACCOUNT.changeMe, { cookie, body: { name: " " } })).status).toBe(400);
  });
});

describe("the log", () => {
  it("has no password, cookie or token but those of links without a mail server", async () => {
    const lines = [service, other]
      .flatMap(({ logged }) => logged)
      .filter((line) => JSON.parse(line).link === undefined);
    expect(lines.length).toBeGreaterThan(100);
    const text = lines.join("\n");
    const { rows: hashes } = await service.database.pool.query<{ password: string }>(
      "select password from user_credentials",
    );
    const tokens = service.logged.flatMap((line) => {
      const { link } = JSON.parse(line);
      return link === undefined ? [] : [new URLSearchParams(new URL(link).hash.slice(1)).get("token") ?? ""];
    });
    expect([issued.length > 5, hashes.length > 5, tokens.length > 5]).toEqual([true, true, true]);
    for (const secret of [OLD, NEW, ...issued, ...hashes.map((row) => row.password), ...tokens])
      expect(text).not.toContain(secret);
    expect(text).not.toContain("dealflow_sign_in");
    expect(text).not.toContain("#token=");
  });
});
