/**
 * Tests that clients of the authorization server are registered, known by a metadata document, and purged when nobody
 * used them.
 */
import type { ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { ACCOUNT } from "@dealflow/contract/account/account";
import { CLIENT_DOCUMENT, CLIENT_LIMITS, OAUTH_LIFETIMES } from "@dealflow/contract/oauth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseNetwork } from "@/lib/net/address";
import { deleteExpiredOAuthRecords } from "@/service/accounts/oauth/records";
import { createOutbound, type Outbound } from "@/service/net/outbound";
import { RECEIVER_CERTIFICATE, TEST_CA } from "@/service/net/testing/certificates";
import { requestAccount } from "../testing/account";
import {
  authorizePath,
  connect,
  exchangeCode,
  getCode,
  openRequest,
  REDIRECT,
  register,
  registerClient,
  requestOAuth,
} from "../testing/oauth-client";
import { type TestAccount, type TestService, testOAuthServer, testService, testServices } from "../testing/service";
import { createAccountLimits } from "./limits/limits";

let service: TestService;
let account: TestAccount;
beforeAll(async () => {
  service = await testService();
  account = await service.account(100);
});
afterAll(() => service.stop());

describe("a registration", () => {
  it("creates a public client without a secret, even when one was requested", async () => {
    const response = await register(service, {
      redirect_uris: [REDIRECT],
      client_name: "Claude",
      token_endpoint_auth_method: "client_secret_basic",
      scope: "openid read:funding",
      software_id: "ignored",
    });
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({
      client_id: expect.any(String),
      client_id_issued_at: expect.any(Number),
      client_name: "Claude",
      redirect_uris: [REDIRECT],
      application_type: "native",
      token_endpoint_auth_method: "none",
      scope: "read:funding",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    });
  });

  const types: readonly [readonly string[], string][] = [
    [["http://127.0.0.1/callback"], "native"],
    [["http://localhost:1234/callback", "http://[::1]/callback"], "native"],
    [["cursor://anysphere.cursor-mcp/oauth/callback"], "native"],
    [["vscode-insiders://auth/callback", "com.example.app:/callback"], "native"],
    [["https://claude.ai/api/mcp/auth_callback"], "web"],
    [["https://vscode.dev/redirect", "http://127.0.0.1:33418/"], "native"],
  ];
  it.each(types)("of %s is that of a %s application", async (redirect_uris, type) => {
    expect(await (await register(service, { redirect_uris })).json()).toMatchObject({ application_type: type });
  });

  const refusals: readonly [string, unknown][] = [
    ["no redirect", { redirect_uris: [] }],
    ["no member at all", {}],
    ["text in place of an object", "client"],
    [
      "too many redirects",
      { redirect_uris: Array.from({ length: CLIENT_LIMITS.redirectUris + 1 }, (_, n) => `${REDIRECT}${n}`) },
    ],
    ["no code", { redirect_uris: [REDIRECT], grant_types: ["client_credentials"] }],
    ["tokens in the address", { redirect_uris: [REDIRECT], response_types: ["token"] }],
    ["too much text", { redirect_uris: [REDIRECT], logo_uri: `https://${"x".repeat(CLIENT_LIMITS.body)}` }],
  ];
  it.each([
    ...[
      "javascript:alert(1)",
      "data:text/html,x",
      "ms-msdt:/id",
      "search-ms:query=x",
      "mailto:x@y",
      "chrome://settings",
    ],
    ...["view-source:https://x/", "https://*.example/cb", "http://evil.example/cb", "javascript.x"],
    ...["https://good.example/#callback", "https://user@good.example/"],
  ])("with the redirect %s is refused in one sentence", async (redirect) => {
    const response = await register(service, { redirect_uris: [REDIRECT, redirect] });
    const { error, error_description } = await response.json();
    expect([response.status, error]).toEqual([400, "invalid_redirect_uri"]);
    expect(error_description).toMatch(/^redirect_uris\.1: must /);
  });

  it.each([
    ...["http://localhost:3300/api/account/v1/sign-out", "http://127.0.0.1:3300/", "https://api.deals.example/v1"],
  ])("with the redirect %s to this installation is refused", async (redirect) => {
    const addresses = { dashboardUrl: "http://localhost:3300", resource: "https://api.deals.example/mcp" };
    const { register } = testOAuthServer(service.database, testServices(service.database), addresses);
    expect(await register({ redirect_uris: [redirect] })).toBe(
      "redirect_uris.0: must not be an address of Dealflow itself",
    );
    expect(await register({ redirect_uris: ["http://localhost/callback"] })).toMatchObject({
      client_id: expect.any(String),
    });
  });

  it.each(refusals)("with %s is refused", async (_, metadata) => {
    const response = await register(service, metadata);
    expect([response.status, (await response.json()).error]).toEqual([400, "invalid_client_metadata"]);
  });

  const names: readonly [string, string | null][] = [
    ["Claude Code (dealflow)", "Claude Code"],
    [" Ｄesk  agent ", "Desk  agent"],
    ["Ärzte-Assistent 2", "Ärzte-Assistent 2"],
    ["x".repeat(41), `${"x".repeat(39)}…`],
    ["Claude\nClient: claude.ai (verified)\nReturns to https://claude.ai", null],
    ["Editor\u202e", null],
    ["Editor\u2066", null],
    ["Ed\u200bitor", null],
    ["https://claude", null],
    ["claude.ai", null],
    ["Dealflow", null],
    ["Ｄｅａｌｆｌｏｗ support", null],
    ["Claude, Verified", null],
  ];
  it.each(names)(
    "as %j is called %j, on the consent page and in the ledger's name of the client",
    async (name, shown) => {
      const response = await register(service, { redirect_uris: [REDIRECT], client_name: name });
      const { client_id, client_name }: { client_id: string; client_name?: string } = await response.json();
      expect(client_name ?? null).toBe(shown);
      const { id } = await openRequest(service, client_id);
      const request = await requestAccount(service, ACCOUNT.connectionRequest, { id, cookie: account.cookie });
      expect(await request.json()).toMatchObject({ clientName: shown, clientHost: "127.0.0.1" });
      await getCode(service, account, client_id);
      const stored = await service.database.pool.query("select client_name from mcp_connections where client_id = $1", [
        client_id,
      ]);
      expect(stored.rows).toEqual([{ client_name: shown ?? "127.0.0.1" }]);
    },
  );

  it("is limited by address", async () => {
    const limits = createAccountLimits(service.database.pool, { now: () => 0 });
    const limited = await testService(service, { limits });
    const statuses = new Set<number>();
    for (let index = 0; index < 25; index++)
      statuses.add((await register(limited, { redirect_uris: [REDIRECT] }, "198.51.100.7")).status);
    expect(statuses).toEqual(new Set([201, 429]));
    expect((await register(limited, { redirect_uris: [REDIRECT] }, "198.51.100.8")).status).toBe(201);
    await limited.stop();
  });

  it("is purged after a day when nobody approved it, and stays when somebody did", async () => {
    const { pool } = service.database;
    const [unused, used] = [await registerClient(service), (await connect(service, account)).clientId];
    const purgeAt = (seconds: number) => deleteExpiredOAuthRecords(pool, new Date(Date.now() + seconds * 1_000));
    const isKnown = async (clientId: string) => (await requestOAuth(service, authorizePath(clientId))).status === 303;
    await purgeAt(OAUTH_LIFETIMES.unusedClient - 60);
    expect([await isKnown(unused), await isKnown(used)]).toEqual([true, true]);
    await purgeAt(OAUTH_LIFETIMES.unusedClient + 60);
    expect([await isKnown(unused), await isKnown(used)]).toEqual([false, true]);
  });

  it("whose tokens have all expired leaves no active connection", async () => {
    const { pool } = service.database;
    const { clientId } = await connect(service, account);
    await deleteExpiredOAuthRecords(pool, new Date(Date.now() + (OAUTH_LIFETIMES.refreshToken + 60) * 1_000));
    const { rows } = await pool.query("select revoked_at from mcp_connections where client_id = $1", [clientId]);
    expect(rows).toEqual([{ revoked_at: expect.any(Date) }]);
  });

  it("keeps its connection while a refresh has used its token and stored no other yet", async () => {
    const { pool } = service.database;
    const { clientId } = await connect(service, account);
    // The access token has expired.
    const usedAt = Date.now() + (OAUTH_LIFETIMES.accessToken + 60) * 1_000;
    await pool.query(
      `update oauth_records r set consumed_at = $2 from mcp_connections c
       where c.client_id = $1 and r.grant_id = c.id and r.model = 'RefreshToken'`,
      [clientId, new Date(usedAt)],
    );
    const isActiveAfter = async (seconds: number) => {
      await deleteExpiredOAuthRecords(pool, new Date(usedAt + seconds * 1_000));
      const { rows } = await pool.query("select from mcp_connections where client_id = $1 and revoked_at is null", [
        clientId,
      ]);
      return rows.length === 1;
    };
    expect(await isActiveAfter(0)).toBe(true);
    expect(await isActiveAfter(OAUTH_LIFETIMES.refreshGrace - 1)).toBe(true);
    expect(await isActiveAfter(OAUTH_LIFETIMES.refreshGrace)).toBe(false);
  });
});

describe("a client's metadata document", () => {
  let host: Server;
  let origin: string;
  const documents = new Map<string, (response: ServerResponse) => void>();
  const reached: string[] = [];
  let outbound: Outbound;
  let withDocuments: TestService;

  beforeAll(async () => {
    host = createServer(RECEIVER_CERTIFICATE, (request, response) => {
      reached.push(request.url ?? "");
      documents.get(request.url ?? "")?.(response);
    });
    await new Promise<void>((done) => host.listen(0, "127.0.0.1", done));
    const address: AddressInfo | string | null = host.address();
    origin = `https://localhost:${typeof address === "object" ? address?.port : ""}`;
    const loopback = parseNetwork("127.0.0.0/8");
    outbound = createOutbound({
      allowed: loopback === undefined ? [] : [loopback],
      ca: TEST_CA,
      responseBytes: CLIENT_DOCUMENT.bytes,
      deadlineMs: 300,
      resolve: async () => ["127.0.0.1"],
    });
    const { people } = testServices(service.database);
    withDocuments = await testService(service, { oauth: testOAuthServer(service.database, { people, outbound }) });
  });
  afterAll(async () => {
    await withDocuments.stop();
    outbound.close();
    host.closeAllConnections();
    await new Promise((done) => host.close(done));
  });

  let count = 0;
  /** A client id at which the host responds in this way. */
  function clientAt(respond: (response: ServerResponse, clientId: string) => void): string {
    const path = `/client-${++count}.json`;
    const clientId = `${origin}${path}`;
    documents.set(path, (response) => respond(response, clientId));
    return clientId;
  }
  const send = (response: ServerResponse, document: unknown) =>
    void response.setHeader("Content-Type", "application/json").end(JSON.stringify(document));
  const usual = (clientId: string) => ({ client_id: clientId, client_name: "Editor", redirect_uris: [REDIRECT] });

  it("stands for a registration, and is shown with its host", async () => {
    const clientId = clientAt((response, id) => send(response, usual(id)));
    const { id } = await openRequest(withDocuments, clientId, { redirect_uri: "http://127.0.0.1:5/callback" });
    const request = await requestAccount(withDocuments, ACCOUNT.connectionRequest, { id, cookie: account.cookie });
    expect(await request.json()).toMatchObject({
      clientName: "Editor",
      clientHost: new URL(origin).host,
      verified: true,
    });
    const code = await getCode(withDocuments, account, clientId);
    expect((await exchangeCode(withDocuments, clientId, code)).status).toBe(200);
  });

  const refusals: readonly [string, (response: ServerResponse, clientId: string) => void][] = [
    [
      "redirects to a private address",
      (response) => void response.writeHead(302, { Location: "https://10.0.0.1/" }).end(),
    ],
    ["redirects to itself", (response, id) => void response.writeHead(301, { Location: id }).end()],
    ["is too large", (response, id) => send(response, { ...usual(id), padding: "x".repeat(CLIENT_DOCUMENT.bytes) })],
    ["is too slow", () => undefined],
    ["never ends", (response) => void response.writeHead(200).write("{")],
    ["is missing", (response) => void response.writeHead(404).end()],
    ["is not JSON", (response) => void response.end("<html>")],
    ["is of another client", (response) => send(response, usual(`${origin}/other.json`))],
    [
      "names another redirect",
      (response, id) => send(response, { ...usual(id), redirect_uris: ["https://good.example/"] }),
    ],
    ["has a secret", (response, id) => send(response, { ...usual(id), client_secret: "secret" })],
    [
      "requires authentication",
      (response, id) => send(response, { ...usual(id), token_endpoint_auth_method: "private_key_jwt" }),
    ],
  ];
  it.each(refusals)("is refused when it %s", async (_, respond) => {
    const response = await requestOAuth(withDocuments, authorizePath(clientAt(respond)));
    expect(response.status).toBe(400);
    expect(response.headers.get("location")).toBeNull();
  });

  it.each(["https://127.0.0.1/client.json", "https://private.example/client.json", "https://10.0.0.1/client.json"])(
    "at the private address %s is refused, and not requested",
    async (clientId) => {
      const before = reached.length;
      // This service has the guard of a real one.
      const response = await requestOAuth(service, authorizePath(clientId));
      expect([response.status, response.headers.get("location")]).toEqual([400, null]);
      expect(reached).toHaveLength(before);
    },
  );

  it("is not fetched for an address that requests too often", async () => {
    const { people } = testServices(service.database);
    const oauth = testOAuthServer(service.database, { people, outbound, mayFetch: () => false });
    const limited = await testService(service, { oauth });
    const before = reached.length;
    const clientId = clientAt((response, id) => send(response, usual(id)));
    expect((await requestOAuth(limited, authorizePath(clientId))).status).toBe(400);
    expect(reached).toHaveLength(before);
    await limited.stop();
  });
});
