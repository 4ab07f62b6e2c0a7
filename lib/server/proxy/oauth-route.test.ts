/** The authorization server through the dashboard: what passes in each direction, and what does not. */
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { OAUTH_PATHS, OAUTH_PROBLEM_HEADER } from "@dealflow/contract/oauth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { safeReturnPath } from "@/lib/filters/return-path";
import { authorizePath, registerClient } from "@/service/http/testing/oauth-client";
import { TEST_SECRET, type TestAccount, type TestService, testService } from "@/service/http/testing/service";
import { foreignDashboard, ownDashboard, type TestDashboard } from "../testing/dashboard";

let service: TestService;
let account: TestAccount;
let dashboard: TestDashboard;

beforeAll(async () => {
  service = await testService();
  account = await service.account(10);
  dashboard = await ownDashboard(service.url, account, TEST_SECRET);
});
afterAll(async () => {
  await dashboard.stop();
  await service.stop();
});

const get = (path: string, init: RequestInit = {}) => dashboard.send(path, { redirect: "manual", ...init });
const NAVIGATION = { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate" };

describe("a navigation", () => {
  it("of another site's link is redirected to the consent page, with a cookie for this request alone", async () => {
    const path = authorizePath(await registerClient(service));
    const response = await get(path, { headers: NAVIGATION });
    expect(response.status).toBe(303);
    const id = /^\/connect\/([\w-]+)$/.exec(response.headers.get("location") ?? "")?.[1];
    const cookies = response.headers.getSetCookie();
    expect(cookies).toHaveLength(2);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/; httponly/i);
      expect(cookie).toMatch(/; samesite=lax/i);
      expect(cookie).toContain(`path=${OAUTH_PATHS.resume}${id}`);
    }
  });

  it("that cannot be redirected is a page with one sentence, and leads nowhere", async () => {
    for (const [path, sentence] of [
      [authorizePath("unknown"), "doesn&#39;t know this app"],
      [authorizePath(await registerClient(service), { redirect_uri: "https://evil.example/" }), "has not registered"],
      [`${OAUTH_PATHS.resume}unknown`, "expired or was already answered"],
      [`${OAUTH_PATHS.authorize}?client_id=%3Cscript%3E`, "know this app"],
    ] as const) {
      const response = await get(path);
      expect(response.status).toBe(400);
      expect(response.headers.get("location")).toBeNull();
      expect(response.headers.get("content-type")).toContain("text/html");
      const text = await response.text();
      expect(text.replaceAll("'", "&#39;")).toContain(sentence);
      expect(text).not.toContain("evil.example");
      expect(text).not.toContain("<script");
    }
  });

  it("of an app that the person has not connected leads nowhere, also after signing in", async () => {
    const redirect = 'https://evil.example/a?b="><script>';
    const clientId = await registerClient(service, { redirect_uris: [redirect] });
    const path = authorizePath(clientId, { redirect_uri: redirect, prompt: "none" });
    const response = await get(path, { headers: NAVIGATION });
    expect([response.status, response.headers.get("location")]).toEqual([400, null]);
    const text = await response.text();
    expect(text).toContain("An app of evil.example that you haven't connected");
    expect(text).toMatch(
      /<a href="https:\/\/evil\.example\/a\?[^"<>]*error=login_required[^"<>]*">Continue to evil.example<\/a>/,
    );
    expect(text).not.toContain("<script");
    expect(safeReturnPath(path)).toBe("/");
  });

  it("is no other method's", async () => {
    for (const method of ["POST", "HEAD", "OPTIONS", "PUT", "DELETE"])
      expect((await get(OAUTH_PATHS.authorize, { method })).status).toBe(405);
  });
});

describe("a client", () => {
  const endpoints = [OAUTH_PATHS.token, OAUTH_PATHS.register, OAUTH_PATHS.revoke];

  it("of any origin may request metadata, registration, tokens and revocation, without cookies", async () => {
    for (const path of [OAUTH_PATHS.metadata, ...endpoints]) {
      const headers = { Origin: "https://elsewhere.example", "Sec-Fetch-Site": "cross-site" };
      const preflight = await get(path, { method: "OPTIONS", headers });
      expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
      const method = path === OAUTH_PATHS.metadata ? "GET" : "POST";
      const form = new URLSearchParams({ grant_type: "refresh_token", client_id: "unknown", token: "x" });
      const response = await get(path, { method, headers, ...(method === "GET" ? {} : { body: form }) });
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
      expect(response.headers.get("access-control-allow-credentials")).toBeNull();
      expect(response.headers.getSetCookie()).toEqual([]);
    }
  });

  it("of a wrong method gets 405", async () => {
    for (const path of endpoints) expect((await get(path)).status).toBe(405);
    expect((await get(OAUTH_PATHS.metadata, { method: "POST" })).status).toBe(405);
  });

  it("sends no cookie to the service, and a browser only its own", async () => {
    const received: { url: string; headers: IncomingHttpHeaders }[] = [];
    const between: Server = createServer((request, response) => {
      received.push({ url: request.url ?? "", headers: request.headers });
      response.setHeader("Set-Cookie", ["session=1", "dealflow_oauth=2; Path=/oauth"]).writeHead(400).end("{}");
    });
    await new Promise<void>((done) => between.listen(0, "127.0.0.1", done));
    const address = between.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const proxied = await ownDashboard(`http://127.0.0.1:${port}`, account, TEST_SECRET);
    const headers = { cookie: "other=1; dealflow_oauth=3; dealflow_oauth.sig=4; session=5" };
    for (const path of endpoints) {
      const response = await proxied.send(path, { method: "POST", headers, body: new URLSearchParams() });
      expect(response.headers.getSetCookie()).toEqual([]);
      expect(received.at(-1)?.headers.cookie).toBeUndefined();
    }
    const response = await proxied.send(`${OAUTH_PATHS.resume}x`, { headers });
    expect(received.at(-1)?.headers.cookie).toBe(`${account.cookie}; dealflow_oauth=3; dealflow_oauth.sig=4`);
    expect(response.headers.getSetCookie()).toEqual([]);
    await proxied.stop();
    await new Promise((done) => between.close(done));
  });

  it("of a service that is gone gets an error, not a redirect", async () => {
    const alone = await ownDashboard("http://127.0.0.1:1", account, TEST_SECRET);
    const token = await alone.send(OAUTH_PATHS.token, { method: "POST", body: new URLSearchParams() });
    expect(token.status).toBe(503);
    const page = await alone.send(OAUTH_PATHS.authorize, { redirect: "manual" });
    expect([page.status, page.headers.get(OAUTH_PROBLEM_HEADER)]).toEqual([503, null]);
    await alone.stop();
  });
});

it("is not there over a foreign host", async () => {
  const foreign = await foreignDashboard(service.url, account.key);
  for (const path of Object.values(OAUTH_PATHS)) expect((await foreign.send(path)).status).toBe(404);
  await foreign.stop();
});
