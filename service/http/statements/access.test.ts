/** The statements of the interface about keys, errors, limits, documents, versions and the MCP endpoint. */

import { ACCOUNT } from "@dealflow/contract/account/account";
import { ENDPOINTS } from "@dealflow/contract/endpoints";
import { API_KEY_PREFIX } from "@dealflow/contract/headers";
import { describe, expect, it } from "vitest";
import { createKey, revokeKey } from "@/service/accounts/keys";
import { updateWorkspace } from "@/service/accounts/workspaces";
import { connect } from "@/service/mcp/testing/connected";
import { post, toolCall } from "@/service/mcp/testing/post";
import { requestAccount } from "../testing/account";
import { openMarket } from "./testing";

const market = openMarket();
const PATHS = [...new Set(Object.values(ENDPOINTS).map(({ path }) => path))];

describe("authentication", () => {
  it.each(PATHS)("%s: 401 UNAUTHORIZED without X-API-Key", async (path) => {
    const { status, body } = await market.get(path, { key: null });
    expect([status, body.error.code]).toEqual([401, "UNAUTHORIZED"]);
  });

  it.each(PATHS)("%s: 401 for an invalid key", async (path) => {
    const { status, body } = await market.get(path, { key: `${API_KEY_PREFIX}${"a".repeat(36)}` });
    expect([status, body.error.code]).toEqual([401, "UNAUTHORIZED"]);
  });

  it("401 for a key that was revoked", async () => {
    const { service } = market;
    const { workspaceId } = await service.account(5);
    const { id, key } = await createKey(service.database.pool, workspaceId, "short-lived", new Date());
    expect((await market.get("/v1/companies?limit=1", { key })).status).toBe(200);
    await revokeKey(service.database.pool, workspaceId, id, new Date());
    await expect.poll(async () => (await market.get("/v1/companies", { key })).status, { timeout: 10_000 }).toBe(401);
  });

  it("keys have one fixed live prefix", async () => {
    expect(await market.keyWith(1)).toMatch(/^df_live_[0-9A-Za-z]{36}$/);
  });

  it("a key in the address is none", async () => {
    expect((await market.get(`/v1/companies?key=${market.account.key}`, { key: null })).status).toBe(401);
  });

  it("a session of the dashboard is none", async () => {
    const { cookie } = market.account;
    expect((await market.get("/v1/companies", { key: null, headers: { Cookie: cookie } })).status).toBe(401);
  });

  it("402 PAYMENT_REQUIRED for an empty balance", async () => {
    const { status, body } = await market.get("/v1/investors", { key: await market.keyWith(0) });
    expect([status, body.error.code]).toEqual([402, "PAYMENT_REQUIRED"]);
  });

  it("403 FORBIDDEN for a workspace that is blocked", async () => {
    const { workspaceId, key } = await market.service.account(5);
    await updateWorkspace(market.service.database.pool, workspaceId, { blocked: true });
    const { status, body } = await market.get("/v1/companies", { key });
    expect([status, body.error.code]).toEqual([403, "FORBIDDEN"]);
  });

  it("a new account has 50 free credits, without a payment card", async () => {
    const registration = { email: "ada@firm.example", password: "corvid lantern 27 marsh", name: "Ada Quill" };
    const response = await requestAccount(market.service, ACCOUNT.register, { body: registration });
    expect(response.ok).toBe(true);
    const { rows } = await market.service.database.pool.query(
      `select balance from workspaces w join members m on m.workspace_id = w.id
       join users u on u.id = m.user_id where u.email = 'ada@firm.example'`,
    );
    expect(rows).toEqual([{ balance: 50 }]);
  });
});

describe("errors", () => {
  it.each([
    ["400", "/v1/companies?limit=101", 400, "INVALID_INPUT"],
    ["400 for an unknown parameter", "/v1/companies?nonsense=1", 400, "INVALID_INPUT"],
    ["404", "/v1/companies/timeline?domain=nobody.example", 404, "NOT_FOUND"],
    ["404 for a path that does not exist", "/v1/nothing", 404, "NOT_FOUND"],
  ])("%s, in one envelope", async (_, path, status, code) => {
    const answer = await market.get(path);
    expect([answer.status, answer.body]).toEqual([
      status,
      { success: false, error: { code, message: expect.any(String) }, meta: { requestId: expect.any(String) } },
    ]);
    expect(answer.body.meta.requestId).toBe(answer.headers.get("X-Request-Id"));
  });

  it("429 TOO_MANY_REQUESTS over the limit of the workspace, with Retry-After", async () => {
    const { key } = await market.service.account(5, { limit: { perMinute: 1, burst: 1 } });
    expect((await market.get("/v1/companies?limit=1", { key })).status).toBe(200);
    const { status, body, headers } = await market.get("/v1/companies?limit=1", { key });
    expect([status, body.error.code]).toEqual([429, "TOO_MANY_REQUESTS"]);
    expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
  });

  it.each([
    ["minAmountUsd", "/v1/funding-events"],
    ["maxAmountUsd", "/v1/acquisitions"],
    ["minFoundedYear", "/v1/companies"],
    ["minRaisedLast12mUsd", "/v1/companies"],
    ["minKnownPeople", "/v1/companies"],
  ])("%s is 0 or more", async (name, path) => {
    expect((await market.get(`${path}?${name}=0`)).status).toBe(200);
    expect((await market.get(`${path}?${name}=-1`)).status).toBe(400);
  });

  it("the version is a prefix of every path; there is nothing without it", async () => {
    expect(PATHS.every((path) => path.startsWith("/v1/"))).toBe(true);
    expect((await market.get("/companies")).status).toBe(404);
  });
});

describe("the service", () => {
  it.each(["POST", "PUT", "PATCH", "DELETE"])("is read-only: %s is not allowed on a list", async (method) => {
    const { status, headers } = await market.get("/v1/funding-events", { method });
    expect([status, headers.get("Allow")]).toEqual([405, "GET, HEAD"]);
  });

  it("has no endpoint of REST for accounts, keys and connections", async () => {
    for (const path of ["/v1/keys", "/v1/accounts", "/v1/connections"])
      expect((await market.get(path)).status).toBe(404);
  });

  it("publishes an OpenAPI description, with a path for each endpoint", async () => {
    const { body } = await market.get<{ readonly paths: object }>("/openapi.json", { key: null });
    for (const path of PATHS) expect(body.paths).toHaveProperty([path]);
  });

  it.each(["/agents.md", "/llms.txt"])("publishes %s", async (path) => {
    const response = await fetch(`${market.service.url}${path}`);
    expect([response.status, (await response.text()).includes("/v1/funding-events")]).toEqual([200, true]);
  });

  it("publishes a server card, which names the MCP endpoint", async () => {
    const { body } = await market.get("/.well-known/mcp/server-card.json", { key: null });
    expect(JSON.stringify(body)).toContain("/mcp");
  });
});

describe("MCP", () => {
  it("401 without a token, naming where authorization is described", async () => {
    const { status, headers } = await post(market.service, { body: toolCall("companies") });
    expect([status, headers.get("WWW-Authenticate")]).toEqual([401, expect.stringContaining("resource_metadata=")]);
  });

  it("an API key is no token", async () => {
    const { status } = await post(market.service, { token: market.account.key, body: toolCall("companies") });
    expect(status).toBe(401);
  });

  it("the default connection grants all five scopes: every feed has its tool", async () => {
    const { token } = await connect(market.service, 50);
    for (const name of ["funding_events", "acquisitions", "exec_moves", "companies", "investors"]) {
      const { message } = await post(market.service, { token, body: toolCall(name, { limit: 1 }) });
      expect(message.result?.structuredContent, name).toMatchObject({ creditsUsed: 1 });
    }
  });

  it("a scope that was not granted has no tool", async () => {
    const { token } = await connect(market.service, 50, { scopes: ["read:funding"] });
    const body = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const { text } = await post(market.service, { token, body });
    expect([text.includes('"name":"funding_events"'), text.includes('"name":"investors"')]).toEqual([true, false]);
  });

  it("returns the records of REST", async () => {
    const { token } = await connect(market.service, 50);
    const { message } = await post(market.service, { token, body: toolCall("companies", { search: "ai" }) });
    const { body } = await market.get("/v1/companies?search=ai");
    expect(message.result?.structuredContent?.data).toEqual(body.data);
  });
});
