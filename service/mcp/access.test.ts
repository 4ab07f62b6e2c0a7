import { request as httpRequest } from "node:http";
import { RESOURCE_METADATA_PATHS, SERVER_CARD_PATHS } from "@dealflow/contract/mcp";
import { MCP_PATH } from "@dealflow/contract/oauth";
import { SCOPE_NAMES, type Scope } from "@dealflow/contract/scopes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TOOLS } from "@/lib/describe/mcp/tools";
import { insertConnection } from "@/service/accounts/testing/connections";
import { updateWorkspace } from "@/service/accounts/workspaces";
import { readBalance } from "@/service/http/testing/api-client";
import { insertOfEach } from "@/service/http/testing/each-endpoint";
import { type TestService, testService } from "@/service/http/testing/service";
import { connectClient } from "./testing/clients";
import { type Connected, connect } from "./testing/connected";
import { modernRequest, post, toolCall } from "./testing/post";

let service: TestService;
let connected: Connected;
beforeAll(async () => {
  service = await testService();
  await insertOfEach(service.database.pool);
  connected = await connect(service, 100);
});
afterAll(() => service.stop());

const BUY = toolCall("funding_events");
const METADATA = `resource_metadata="http://127.0.0.1/.well-known/oauth-protected-resource/mcp"`;

describe("a request without a valid token", () => {
  it("is 401 before anything is read, and names the metadata", async () => {
    // No error mentions the body, which is not JSON.
    const { status, headers, text } = await post(service, { body: "{" });
    expect(status).toBe(401);
    expect(headers.get("WWW-Authenticate")).toBe(`Bearer ${METADATA}, scope="${SCOPE_NAMES.join(" ")}"`);
    expect(JSON.parse(text)).toMatchObject({ success: false, error: { code: "UNAUTHORIZED" } });
  });

  it.each(["unknown", "x".repeat(10_000)])("reports that the token is invalid", async (token) => {
    const { status, headers } = await post(service, { token, body: BUY });
    expect(status).toBe(401);
    expect(headers.get("WWW-Authenticate")).toContain(`error="invalid_token"`);
    expect(headers.get("WWW-Authenticate")).toContain(METADATA);
  });

  it("is refused with an API key, a token for another resource, and an expired one", async () => {
    const { pool } = service.database;
    const elsewhere = await insertConnection(pool, connected, "https://other.example/mcp");
    const expired = await insertConnection(pool, connected, "http://127.0.0.1/mcp", { lifetimeS: -1 });
    for (const token of [connected.key, elsewhere.accessToken, expired.accessToken])
      expect((await post(service, { token, body: BUY })).status).toBe(401);
    const withKey = await post(service, { headers: { "X-API-Key": connected.key }, body: BUY });
    expect(withKey.status).toBe(401);
  });

  it("is refused within a second after the connection was revoked", async () => {
    const { token, connectionId } = await connect(service, 10);
    expect((await post(service, { token, body: toolCall("get_credits") })).status).toBe(200);
    await service.database.pool.query("update mcp_connections set revoked_at = now() where id = $1", [connectionId]);
    const revokedAt = performance.now();
    await expect.poll(async () => (await post(service, { token, body: BUY })).status, { interval: 50 }).toBe(401);
    expect(performance.now() - revokedAt).toBeLessThan(2_000);
  });
});

/** `fetch` does not let a program choose its host. */
function postAs(headers: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      `${service.url}/mcp`,
      {
        method: "POST",
        headers: { Authorization: `Bearer ${connected.token}`, "Content-Type": "application/json", ...headers },
      },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    request.on("error", reject);
    request.end(JSON.stringify(BUY));
  });
}

describe("DNS rebinding", () => {
  it.each([
    { Host: "evil.example" },
    { Host: "evil.example:4000" },
    { Host: "evil.example", Origin: "http://evil.example" },
  ])("is refused: %j", async (headers) => {
    const before = await readBalance(service, connected.workspaceId);
    expect(await postAs(headers)).toBe(403);
    expect(await readBalance(service, connected.workspaceId)).toBe(before);
  });

  it.each([{ Host: "localhost:4000" }, { Origin: "http://localhost:6274" }])("is not found in %j", async (headers) => {
    expect(await postAs({ Accept: "application/json, text/event-stream", ...headers })).toBe(200);
  });
});

describe("a client in a browser", () => {
  const headers = { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" };

  it.each([MCP_PATH, ...RESOURCE_METADATA_PATHS])(
    "may call %s from any page, after a preflight without a token",
    async (path) => {
      const response = await fetch(`${service.url}${path}`, {
        method: "OPTIONS",
        headers: {
          ...headers,
          "Access-Control-Request-Method": "POST",
          "Access-Control-Request-Headers": "authorization,content-type,mcp-protocol-version",
        },
      });
      expect([response.status, await response.text()]).toEqual([204, ""]);
      expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
      expect(response.headers.get("Access-Control-Allow-Credentials")).toBeNull();
      expect(response.headers.get("Access-Control-Allow-Methods")).toContain(path === MCP_PATH ? "POST" : "GET");
      const allowed = response.headers.get("Access-Control-Allow-Headers")?.toLowerCase().split(", ");
      expect(allowed).toEqual(expect.arrayContaining(["authorization", "content-type", "mcp-protocol-version"]));
    },
  );

  it.each([undefined, "null", "vscode-file://vscode-app"])("reads results and refusals (origin %s)", async (origin) => {
    const sent = { ...headers, ...(origin === undefined ? {} : { Origin: origin }) };
    for (const token of [connected.token, undefined]) {
      const response = await post(service, { token, headers: sent, body: toolCall("get_credits") });
      expect(response.status).toBe(token === undefined ? 401 : 200);
      expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
      const readable = response.headers.get("Access-Control-Expose-Headers");
      expect(readable).toContain("WWW-Authenticate");
      expect(readable).toContain("Mcp-Session-Id");
    }
  });
});

describe("a token with some of the scopes", () => {
  const listed = async (scopes: readonly Scope[]) => {
    const client = await connectClient(service, (await connect(service, 10, { scopes })).token);
    const { tools } = await client.listTools();
    await client.close();
    return tools.map(({ name }) => name);
  };
  const free = TOOLS.filter(({ scopes }) => scopes.length === 0).map(({ name }) => name);

  it("lists the tools that it allows", async () => {
    expect(await listed(["read:funding"])).toEqual(["funding_events", ...free]);
    expect(await listed(["read:companies"])).toEqual(["companies", "company_timeline", "company_timelines", ...free]);
  });

  it.each([null, "2026-07-28"])("is 403 with all scopes that a call needs (revision %s)", async (revision) => {
    const { token, workspaceId } = await connect(service, 10, { scopes: ["read:investors"] });
    const named = { domain: "alder.example", include: ["funding", "exec_moves"] };
    const calls = [
      ["funding_events", {}, "read:funding"],
      ["company_timeline", { domain: "alder.example" }, "read:companies"],
      ["company_timeline", named, "read:companies read:funding read:exec_moves"],
      ["company_timelines", { companies: [{ id: "x" }], include: "acquisitions" }, "read:companies read:acquisitions"],
      ["company_timeline", { ...named, include: "funding, exec_moves" }, "read:companies read:funding read:exec_moves"],
    ] as const;
    for (const [name, given, scopes] of calls) {
      const request =
        revision === null
          ? { revision, body: toolCall(name, given) }
          : {
              revision,
              headers: { "Mcp-Method": "tools/call", "Mcp-Name": name },
              body: modernRequest("tools/call", { name, arguments: given }),
            };
      const { status, headers } = await post(service, { token, ...request });
      expect(status).toBe(403);
      const challenge = headers.get("WWW-Authenticate");
      expect(challenge).toContain(`error="insufficient_scope"`);
      expect(challenge).toContain(`scope="${scopes}"`);
      expect(challenge).toContain(METADATA);
    }
    expect(await readBalance(service, workspaceId)).toBe(10);
  });

  it("leaves the other kinds of event out of a timeline", async () => {
    const { token } = await connect(service, 10, { scopes: ["read:companies", "read:funding"] });
    const one = await post(service, { token, body: toolCall("company_timeline", { domain: "alder.example" }) });
    expect(one.message.result?.structuredContent).toMatchObject({
      creditsUsed: 2,
      eventsAvailable: 1,
      data: { events: [{ kind: "funding" }] },
    });
    const several = await post(service, {
      token,
      body: toolCall("company_timelines", { companies: [{ name: "Alder" }] }),
    });
    expect(several.message.result?.structuredContent).toMatchObject({
      creditsUsed: 2,
      data: [{ status: "served", cost: 2, timeline: { events: [{ kind: "funding" }] } }],
    });
  });

  it("gets the company alone when it may read no kind of event", async () => {
    const { token } = await connect(service, 10, { scopes: ["read:companies"] });
    const { message } = await post(service, { token, body: toolCall("company_timeline", { name: "alder" }) });
    expect(message.result?.structuredContent, JSON.stringify(message)).toMatchObject({
      creditsUsed: 1,
      eventsAvailable: 0,
      data: { events: [] },
    });
  });
});

describe("limits", () => {
  it("reject every call of a blocked workspace", async () => {
    const { token, workspaceId } = await connect(service, 10);
    await updateWorkspace(service.database.pool, workspaceId, { blocked: true });
    const { status, text } = await post(service, { token, body: toolCall("get_credits") });
    expect([status, JSON.parse(text).error.code]).toEqual([403, "FORBIDDEN"]);
  });

  it("count calls of tools, free ones and refused ones too, with those of REST", async () => {
    const { token, key } = await connect(service, 10, { limit: { perMinute: 1, burst: 4 } });
    const call = async (name: string, given = {}) =>
      (await post(service, { token, body: toolCall(name, given) })).message;
    const headers = { "X-API-Key": key };
    expect((await call("get_credits")).result).not.toMatchObject({ isError: true });
    expect((await call("funding_events", { limit: 0 })).result).toMatchObject({ isError: true });
    expect((await call("investors")).result).not.toMatchObject({ isError: true });
    expect((await fetch(`${service.url}/v1/investors`, { headers })).status).toBe(200);
    const limited = await call("get_credits");
    expect(limited.result?.content?.[0]?.text).toMatch(/^TOO_MANY_REQUESTS: the rate limit is .*; retry in \d+ s$/);
    expect((await fetch(`${service.url}/v1/investors`, { headers })).status).toBe(429);
    // Messages that read nothing are not counted.
    expect((await post(service, { token, body: { jsonrpc: "2.0", id: 1, method: "tools/list" } })).status).toBe(200);
  });

  it("and what was called are in the log, without the token", async () => {
    await post(service, { token: connected.token, body: toolCall("investors") });
    const line = service.logged.findLast((text) => text.includes('"path":"/mcp"')) ?? expect.fail();
    const { connectionId, workspaceId } = connected;
    expect(JSON.parse(line)).toMatchObject({ status: 200, tool: "investors", connectionId, workspaceId });
    expect(service.logged.join("")).not.toContain(connected.token);
  });

  it("are in the headers of a response, with the credits", async () => {
    const { headers } = await post(service, { token: connected.token, body: toolCall("investors") });
    expect(headers.get("X-Credits-Used")).toBe("1");
    expect(headers.get("RateLimit")).toMatch(/^"burst";r=\d+;t=\d+$/);
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(headers.get("X-Dealflow-Balance-Sequence")).toBeNull();
  });
});

describe("what is public", () => {
  it.each(RESOURCE_METADATA_PATHS)("%s names the authorization server", async (path) => {
    const response = await fetch(`${service.url}${path}`);
    expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(await response.json()).toMatchObject({
      resource: "http://127.0.0.1/mcp",
      authorization_servers: ["http://127.0.0.1"],
      scopes_supported: SCOPE_NAMES,
    });
  });

  it.each(SERVER_CARD_PATHS)("%s is the server card", async (path) => {
    const response = await fetch(`${service.url}${path}`);
    expect(response.headers.get("Content-Type")).toBe("application/mcp-server-card+json");
    expect(await response.json()).toMatchObject({
      name: expect.stringMatching(/^[a-z0-9.-]+\/dealflow$/),
      remotes: [{ type: "streamable-http", url: "http://127.0.0.1/mcp" }],
    });
  });
});
