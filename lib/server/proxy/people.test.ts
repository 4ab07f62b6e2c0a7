/** Several people and workspaces on one dashboard: what each may see, and until when. */
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { buffer } from "node:stream/consumers";
import { ACCOUNT } from "@dealflow/contract/account/account";
import { RECORDS_PATH } from "@dealflow/contract/account/free-explore";
import { accountFeedPath } from "@dealflow/contract/account/people";
import { FEEDS } from "@dealflow/contract/feeds";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readBalance } from "@/service/credits/ledger";
import { insertRound } from "@/service/http/testing/fixtures";
import { TEST_SECRET, type TestAccount, type TestService, testService } from "@/service/http/testing/service";
import { ownDashboard, type TestDashboard } from "../testing/dashboard";
import { accountId } from "./account";

const PATH = FEEDS.funding.path;
const OWNED = `/api${ACCOUNT.purchased.path.replace(":id", "funding")}`;
/** The state of a session may be cached for at most this long. */
const CACHE_MS = 1_000;

let service: TestService;
let owner: TestAccount;
let dashboard: TestDashboard;
/** A proxy between the dashboard and the service that records requests. */
let between: Server;
let seen: { method: string; url: string; headers: IncomingHttpHeaders }[];
/** Set in addition to the service's cookies. */
const STRAY = "other=1; Path=/";

beforeAll(async () => {
  service = await testService(undefined, { payOnceDays: Number.POSITIVE_INFINITY });
  for (let index = 0; index < 25; index++) await insertRound(service.database.pool, `Company ${index}`);
  between = createServer((incoming, outgoing) => {
    void (async () => {
      const { method = "GET", url = "/", headers } = incoming;
      seen.push({ method, url, headers });
      const body = method === "GET" ? null : new Uint8Array(await buffer(incoming));
      const { host: _, connection: __, "content-length": ___, "transfer-encoding": ____, ...sent } = headers;
      const passed = Object.entries(sent).map(([name, value]): [string, string] => [name, String(value)]);
      const response = await fetch(`${service.url}${url}`, { method, headers: passed, body });
      const responseHeaders = new Headers(response.headers);
      responseHeaders.delete("content-encoding");
      responseHeaders.delete("content-length");
      responseHeaders.append("Set-Cookie", STRAY);
      outgoing.setHeaders(responseHeaders);
      outgoing.writeHead(response.status).end(Buffer.from(await response.arrayBuffer()));
    })();
  });
  await new Promise<void>((resolve) => between.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  between.closeAllConnections();
  await new Promise<void>((resolve) => between.close(() => resolve()));
  await service.stop();
});

beforeEach(async () => {
  seen = [];
  owner = await service.account(1_000);
  const address = between.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  dashboard = await ownDashboard(`http://127.0.0.1:${address.port}`, owner, TEST_SECRET);
});
afterEach(() => dashboard.stop());

const getBalance = async ({ workspaceId }: TestAccount) =>
  (await readBalance(service.database.pool, workspaceId)).balance;
const member = async () => {
  const person = await service.person(owner.workspaceId, "member", "Teo Brandt");
  return { ...person, browser: dashboard.as({ ...person, workspaceId: owner.workspaceId }) };
};
const requests = () => seen.map(({ method, url }) => `${method} ${url.split("?")[0]}`);

describe("people of two workspaces", () => {
  it("are isolated from each other, in one browser or in two", async () => {
    const other = await service.account(500);
    await dashboard.request(PATH, "buy");
    const otherBrowser = dashboard.as(other);
    expect((await (await otherBrowser.send(OWNED)).json()).rows).toEqual([]);
    const meter = await (await otherBrowser.send(`/api${ACCOUNT.workspace.path}`)).json();
    expect(meter).toMatchObject({ balance: 500, highest: 500, sessionUsed: 0 });
    const own = await otherBrowser.request(PATH, "buy");
    expect(own.headers.get("X-Credits-Remaining")).toBe("480");
    expect(own.headers.get("X-Dealflow-Session-Used")).toBe("20");
    expect([await getBalance(owner), await getBalance(other)]).toEqual([980, 480]);
  });

  it("each buy their own page when they request the same concurrently", async () => {
    const other = await service.account(500);
    const responses = await Promise.all([dashboard.request(PATH, "buy"), dashboard.as(other).request(PATH, "buy")]);
    expect(responses.map((response) => response.headers.get("X-Credits-Used"))).toEqual(["20", "20"]);
  });

  it("do not buy in a tab of the other workspace", async () => {
    const other = await service.account(500);
    const ownResponse = (await dashboard.upstream()).account;
    const otherBrowser = dashboard.as(other);
    const headers = { "X-Dealflow-Of": ownResponse };
    const responses = await Promise.all([
      otherBrowser.request(PATH, "buy", { headers }),
      otherBrowser.send(OWNED, { headers }),
      otherBrowser.send(`/api${ACCOUNT.workspace.path}`, { headers }),
      otherBrowser.send(`/api${ACCOUNT.credits.path}`, { headers }),
      otherBrowser.send(`/api${ACCOUNT.setBudget.path}`, { headers, method: "PUT", body: "{}" }),
      otherBrowser.request(RECORDS_PATH.replace(":id", "funding"), "buy", { headers, method: "POST", body: "{}" }),
    ]);
    for (const response of responses)
      expect([response.status, (await response.json()).error.code]).toEqual([409, "CONFLICT"]);
    expect(await getBalance(other)).toBe(500);
    expect((await dashboard.request(PATH, "buy", { headers })).status).toBe(200);
  });

  it("are distinguished by host and workspace, not by person", async () => {
    const { browser } = await member();
    const account = accountId(dashboard.context.settings.apiInternalUrl, owner.workspaceId);
    expect([(await dashboard.upstream()).account, (await browser.upstream()).account]).toEqual([account, account]);
  });
});

describe("a request", () => {
  it("that buys is one request to the service, once the session's workspace is known", async () => {
    await dashboard.request(`${PATH}?limit=1`, "buy");
    seen = [];
    await dashboard.request(`${PATH}?limit=2`, "buy");
    expect(requests()).toEqual([`GET ${accountFeedPath(PATH)}`]);
  });

  it("forwards the sign-in cookie, and nothing else of the browser's", async () => {
    const headers = {
      cookie: "theme=dark; dealflow_session=abcdefghijklmnopqrstuv; dealflow_sign_in=second",
      "X-API-Key": "stolen",
      "X-Dealflow-Account": "stolen",
      "X-Dealflow-Client-Address": "203.0.113.5",
      "X-Forwarded-For": "203.0.113.5",
      Authorization: "Bearer stolen",
    };
    await dashboard.request(PATH, "buy", { headers });
    await dashboard.send(`/api${ACCOUNT.me.path}`, { headers });
    expect(seen.length).toBeGreaterThanOrEqual(3);
    for (const { headers: sent } of seen) {
      expect(sent.cookie).toBe(owner.cookie);
      expect(JSON.stringify(sent)).not.toMatch(/stolen|second|203\.0\.113\.5/);
      expect(Object.keys(sent)).not.toContain("x-api-key");
    }
  });
});

describe("what is owned", () => {
  const read = (browser: TestDashboard) => browser.send(OWNED);

  it("is shared by the people of a workspace", async () => {
    await dashboard.request(PATH, "buy");
    const { browser } = await member();
    expect((await (await read(browser)).json()).rows).toHaveLength(20);
    expect(await getBalance(owner)).toBe(980);
  });

  it("is no longer returned to a removed member, within a second", async () => {
    await dashboard.request(PATH, "buy");
    const { personId, browser } = await member();
    expect((await read(browser)).status).toBe(200);
    const path = `/api${ACCOUNT.removeMember.path.replace(":id", personId)}`;
    const body = JSON.stringify({ revokeKeys: true });
    expect((await dashboard.send(path, { method: "POST", body })).status).toBe(204);
    expect((await service.later(CACHE_MS, () => read(browser))).status).toBe(401);
    const rejected = await Promise.all([
      browser.request(PATH, "buy"),
      browser.request(PATH, "refresh"),
      browser.request(`${PATH}?limit=3`, "buy"),
      browser.send(`/api${ACCOUNT.workspace.path}`),
      browser.send(`/api${ACCOUNT.budgets.path}`),
      browser.request(RECORDS_PATH.replace(":id", "funding"), "buy", { method: "POST", body: "{}" }),
      browser.send(`/api${ACCOUNT.credits.path}`),
    ]);
    for (const response of rejected)
      expect([response.status, response.headers.get("X-Dealflow-Auth-Page")]).toEqual([401, "/sign-in"]);
    expect((await read(dashboard)).status).toBe(200);
    expect(await getBalance(owner)).toBe(980);
  });

  it("is no longer returned to a signed-out session, within a second", async () => {
    await dashboard.request(PATH, "buy");
    const ended = await dashboard.send(`/api${ACCOUNT.signOut.path}`, { method: "POST" });
    expect(ended.status).toBe(204);
    expect(ended.headers.getSetCookie()).toEqual([expect.stringContaining("dealflow_sign_in=; Max-Age=0")]);
    expect((await service.later(CACHE_MS, () => read(dashboard))).status).toBe(401);
  });

  it("is not returned while the service cannot be reached", async () => {
    const closed = await ownDashboard("http://127.0.0.1:9", owner, TEST_SECRET);
    expect((await read(closed)).status).toBe(503);
    await closed.stop();
  });
});

describe("account responses", () => {
  it("pass on only the sign-in cookies, the request id, and Retry-After, also to a known browser", async () => {
    const anonymous = dashboard.as(undefined);
    const send = (path: string, body: unknown, headers: Record<string, string> = {}) =>
      anonymous.send(`/api${path}`, { method: "POST", body: JSON.stringify(body), headers });
    const person = { email: `ines.${owner.workspaceId}@mail.example`, password: "a long and odd one", name: "Ines" };
    const registered = await send(ACCOUNT.register.path, person);
    expect(registered.status).toBe(201);
    const [cookie, known = "", ...others] = registered.headers.getSetCookie();
    expect([cookie, known, others]).toEqual([
      expect.stringMatching(/^dealflow_sign_in=[^;]+; .*HttpOnly/),
      expect.stringMatching(/^dealflow_known_browser=[^;]+; .*HttpOnly/),
      [],
    ]);
    expect(registered.headers.get("X-Request-Id")).toMatch(/^[0-9a-f-]{36}$/);

    const wrong = await send(ACCOUNT.signIn.path, { ...person, name: undefined, password: "another one, wrong" });
    // No session ended, so there is no redirect away from the form.
    expect([wrong.status, wrong.headers.get("X-Dealflow-Auth-Page")]).toEqual([401, null]);
    let last = wrong;
    for (let tries = 0; tries < 10 && last.status === 401; tries++)
      last = await send(ACCOUNT.signIn.path, { email: person.email, password: "another one, wrong" });
    expect(last.status).toBe(429);
    expect(Number(last.headers.get("Retry-After"))).toBeGreaterThan(0);
    const { email, password } = person;
    const again = await send(ACCOUNT.signIn.path, { email, password }, { Cookie: known.split(";")[0] ?? "" });
    expect(again.status).toBe(200);
  });

  it("require a sign-in, unless the endpoint is open", async () => {
    const anonymous = dashboard.as(undefined);
    seen = [];
    const rejected = await anonymous.send(`/api${ACCOUNT.me.path}`);
    expect([rejected.status, rejected.headers.get("X-Dealflow-Auth-Page"), seen]).toEqual([401, "/sign-in", []]);
    expect((await anonymous.send(`/api${ACCOUNT.signInOptions.path}`)).status).toBe(200);
  });
});
