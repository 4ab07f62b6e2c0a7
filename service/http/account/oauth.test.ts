import { ACCOUNT } from "@dealflow/contract/account/account";
import {
  OAUTH_LIFETIMES,
  OAUTH_PATHS,
  OAUTH_PROBLEM_HEADER,
  OAUTH_RETURN_HEADER,
  type OAuthProblem,
} from "@dealflow/contract/oauth";
import { SCOPE_NAMES } from "@dealflow/contract/scopes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findConnection } from "@/service/accounts/connections";
import { addMember, removeMember } from "@/service/accounts/members/members";
import { requestAccount } from "../testing/account";
import {
  approve,
  authorizePath,
  connect,
  exchangeCode,
  getCode,
  getRedirect,
  openRequest,
  postForm,
  REDIRECT,
  refresh,
  registerClient,
  requestOAuth,
  resume,
  type Tokens,
} from "../testing/oauth-client";
import { OAUTH_ADDRESSES, type TestAccount, type TestService, testService } from "../testing/service";

let service: TestService;
/** This is another process over the same database. */
let other: TestService;
let account: TestAccount;
beforeAll(async () => {
  service = await testService();
  other = await testService(service);
  account = await service.account(100);
});
afterAll(async () => {
  await other.stop();
  await service.stop();
});

/** The person's browser would sign out at this address. */
const OWN_REDIRECT = `${OAUTH_ADDRESSES.dashboardUrl}/api/account/v1/sign-out`;

const find = (accessToken: string, at = Date.now()) =>
  findConnection(service.database.pool, accessToken, OAUTH_ADDRESSES.resource, new Date(at));
/** Everything that was cached has expired by then. */
const later = () => Date.now() + 1_000;

describe("an approved request", () => {
  it("makes a connection with what was approved, and tokens for the MCP endpoint alone", async () => {
    const scopes = ["read:funding", "read:companies"] as const;
    const { clientId, ...tokens } = await connect(service, account, { scopes, dailyAllowance: 7 });
    expect(tokens).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      expires_in: OAUTH_LIFETIMES.accessToken,
      scope: scopes.join(" "),
      token_type: "Bearer",
    });
    expect(await find(tokens.access_token)).toMatchObject({
      workspaceId: account.workspaceId,
      personId: account.personId,
      clientName: "Test client",
      scopes: expect.arrayContaining([...scopes]),
      dailyAllowance: 7,
    });
    const elsewhere = "http://127.0.0.1/other";
    expect(await findConnection(service.database.pool, tokens.access_token, elsewhere, new Date())).toBeNull();
  });

  it("works in any process that a step reaches", async () => {
    const clientId = await registerClient(service);
    const request = await openRequest(other, clientId);
    await approve(service, request, account);
    const code = getRedirect(await resume(other, request, account.cookie)).searchParams.get("code") ?? "";
    const first: Tokens = await (await exchangeCode(service, clientId, code)).json();
    const second: Tokens = await (await refresh(other, clientId, first.refresh_token)).json();
    expect(await find(second.access_token)).not.toBeNull();
  });

  it("requests all scopes and the MCP endpoint when the client names neither", async () => {
    const clientId = await registerClient(service);
    const parameters = { resource: null, scope: null };
    const code = await getCode(service, account, clientId, { parameters });
    const response = await exchangeCode(service, clientId, code, { resource: null });
    const { scope, access_token }: Tokens = await response.json();
    expect(new Set(scope.split(" "))).toEqual(new Set(SCOPE_NAMES));
    expect(await find(access_token)).not.toBeNull();
  });

  it("stores no code and no token", async () => {
    const clientId = await registerClient(service);
    const code = await getCode(service, account, clientId);
    const secrets = [code];
    const dump = async () =>
      JSON.stringify((await service.database.pool.query("select oauth_records::text as row from oauth_records")).rows);
    expect(await dump()).not.toContain(code);
    const tokens: Tokens = await (await exchangeCode(service, clientId, code)).json();
    secrets.push(tokens.access_token, tokens.refresh_token);
    const text = await dump();
    for (const secret of secrets) expect(text).not.toContain(secret);
    for (const secret of secrets) expect(service.logged.join()).not.toContain(secret);
  });

  it("takes the place of the same registration's connection", async () => {
    const clientId = await registerClient(service);
    const first: Tokens = await (
      await exchangeCode(service, clientId, await getCode(service, account, clientId))
    ).json();
    const second: Tokens = await (
      await exchangeCode(service, clientId, await getCode(service, account, clientId))
    ).json();
    expect(await find(first.access_token)).toBeNull();
    expect(await find(second.access_token)).not.toBeNull();
  });

  it("returns the issuer to the client, and what it sent along", async () => {
    const clientId = await registerClient(service);
    const request = await openRequest(service, clientId);
    await approve(service, request, account);
    const { origin, pathname, searchParams } = getRedirect(await resume(service, request, account.cookie));
    expect(`${origin}${pathname}`).toBe(REDIRECT);
    expect(Object.fromEntries(searchParams)).toEqual({
      code: expect.any(String),
      state: "state of the client",
      iss: OAUTH_ADDRESSES.dashboardUrl,
    });
  });
});

describe("a declined request", () => {
  it("is reported to the client, and creates nothing", async () => {
    const request = await openRequest(service, await registerClient(service));
    const { rows } = await service.database.pool.query("select count(*) from mcp_connections");
    expect(
      (await requestAccount(service, ACCOUNT.denyConnection, { id: request.id, cookie: account.cookie })).status,
    ).toBe(200);
    const { searchParams } = getRedirect(await resume(service, request, account.cookie));
    expect(searchParams.get("error")).toBe("access_denied");
    expect(searchParams.get("iss")).toBe(OAUTH_ADDRESSES.dashboardUrl);
    expect((await service.database.pool.query("select count(*) from mcp_connections")).rows).toEqual(rows);
    expect((await approve(service, request, account)).status).toBe(404);
  });
});

describe("a request is refused", () => {
  const refusals: readonly [string, Readonly<Record<string, string | null>>, string][] = [
    ["without PKCE", { code_challenge: null, code_challenge_method: null }, "invalid_request"],
    ["with a plain challenge", { code_challenge_method: "plain" }, "invalid_request"],
    ["with a challenge of no method", { code_challenge_method: null }, "invalid_request"],
    ["for another resource", { resource: "https://elsewhere.example/mcp" }, "invalid_target"],
    ["with a response in the fragment", { response_mode: "fragment", state: null }, "invalid_request"],
    ["for a scope that does not exist", { scope: "read:everything" }, "invalid_scope"],
    ["without a prompt", { prompt: "none" }, "login_required"],
  ];
  it.each(refusals)("%s, and reported to a client that the person has connected", async (_, parameters, error) => {
    const { clientId } = await connect(service, account);
    const headers = { Cookie: account.cookie };
    const response = await requestOAuth(service, authorizePath(clientId, parameters), { headers });
    const { origin, hash, search } = getRedirect(response);
    const searchParams = new URLSearchParams(hash === "" ? search : hash.slice(1));
    expect(origin).toBe(new URL(REDIRECT).origin);
    expect(searchParams.get("error")).toBe(error);
    expect(searchParams.get("iss")).toBe(OAUTH_ADDRESSES.dashboardUrl);
    expect(searchParams.has("code")).toBe(false);
  });

  it.each(refusals)("%s, without a redirect to a client that the person has not connected", async (_, parameters) => {
    const { clientId } = await connect(service, account);
    const stranger = await service.account(1);
    for (const [client, cookie] of [
      [clientId, ""],
      [clientId, stranger.cookie],
      [await registerClient(service), account.cookie],
    ] as const) {
      const response = await requestOAuth(service, authorizePath(client, parameters), { headers: { Cookie: cookie } });
      expect([response.status, response.headers.get("location")]).toEqual([400, null]);
      expect(response.headers.get(OAUTH_PROBLEM_HEADER)).toBe("unapproved");
      expect(response.headers.get(OAUTH_RETURN_HEADER)).toMatch(new RegExp(`^${REDIRECT}[?#]`));
    }
  });

  it("without a redirect once the connection is revoked", async () => {
    const { clientId, access_token } = await connect(service, account);
    const revoked = { id: (await find(access_token))?.id ?? "", cookie: account.cookie };
    await requestAccount(service, ACCOUNT.revokeConnection, revoked);
    const path = authorizePath(clientId, { prompt: "none" });
    const response = await requestOAuth(service, path, { headers: { Cookie: account.cookie } });
    expect([response.status, response.headers.get(OAUTH_PROBLEM_HEADER)]).toEqual([400, "unapproved"]);
  });

  it("for tokens in the address, and as a page that submits itself", async () => {
    const { clientId } = await connect(service, account);
    const headers = { Cookie: account.cookie };
    const implicit = await requestOAuth(service, authorizePath(clientId, { response_type: "token" }), { headers });
    expect(getRedirect(implicit).hash).toMatch(/^#error=invalid_request/);
    const page = await requestOAuth(service, authorizePath(clientId, { response_mode: "form_post" }));
    expect(page.headers.get("location")).toBeNull();
    expect(page.status).toBe(400);
  });

  it("for more than the client registered for", async () => {
    const clientId = await registerClient(service, { scope: "read:funding" });
    const { id } = await openRequest(service, clientId, { scope: null });
    const request = await requestAccount(service, ACCOUNT.connectionRequest, { id, cookie: account.cookie });
    expect((await request.json()).scopes).toEqual(["read:funding"]);
    const path = authorizePath(clientId, { scope: "read:funding read:companies" });
    const expected = (await requestOAuth(service, path)).headers.get(OAUTH_RETURN_HEADER) ?? "";
    expect(new URL(expected).searchParams.get("error")).toBe("invalid_scope");
  });

  const withoutRedirect: readonly [string, Readonly<Record<string, string | null>>, OAuthProblem][] = [
    ["a redirect that was not registered", { redirect_uri: "https://evil.example/callback" }, "redirect"],
    ["another path on this machine", { redirect_uri: "http://127.0.0.1:33418/other" }, "redirect"],
    ["our own address, registered without its port", { redirect_uri: OWN_REDIRECT }, "redirect"],
    ["another host on any port", { redirect_uri: "http://127.0.0.1.evil.example:33418/callback" }, "redirect"],
    ["no redirect", { redirect_uri: null }, "request"],
    ["an unknown client", { client_id: "unknown" }, "client"],
    ["both", { client_id: "unknown", redirect_uri: "https://evil.example/" }, "client"],
  ];
  it.each(withoutRedirect)("without any redirect for %s", async (_, parameters, problem) => {
    const redirect_uris = [REDIRECT, OWN_REDIRECT.replace(/:\d+/, "")];
    const path = authorizePath(await registerClient(service, { redirect_uris }), parameters);
    const response = await requestOAuth(service, path);
    expect(response.status).toBe(400);
    expect(response.headers.get("location")).toBeNull();
    expect(response.headers.get(OAUTH_PROBLEM_HEADER)).toBe(problem);
  });

  it("but not for another port of this machine", async () => {
    const clientId = await registerClient(service);
    expect(await openRequest(service, clientId, { redirect_uri: "http://127.0.0.1:60123/callback" })).toMatchObject({
      id: expect.any(String),
    });
  });
});

describe("the consent page", () => {
  it("approves only what was requested, in a workspace of the person", async () => {
    const request = await openRequest(service, await registerClient(service), { scope: "read:funding" });
    const stranger = await service.account(1);
    expect((await approve(service, request, account, { scopes: ["read:companies"] })).status).toBe(400);
    expect((await approve(service, request, account, { scopes: [] })).status).toBe(400);
    const chosen = { scopes: ["read:funding"], workspace: stranger.workspaceId } as const;
    expect((await approve(service, request, account, chosen)).status).toBe(404);
    expect((await approve(service, request, account, { scopes: ["read:funding"], dailyAllowance: -1 })).status).toBe(
      400,
    );
  });

  it("makes nothing when it was sent to somebody else, who approves", async () => {
    const attacker = await service.account(1);
    const clientId = await registerClient(service);
    // The request begins in the attacker's browser, and the victim, who got the link, approves it.
    const request = await openRequest(service, clientId);
    expect((await approve(service, request, account)).status).toBe(200);
    for (const [cookies, cookie] of [
      [request.cookies, attacker.cookie],
      [request.cookies, ""],
    ] as const) {
      const response = await resume(service, { ...request, cookies }, cookie);
      expect([response.status, response.headers.get(OAUTH_PROBLEM_HEADER)]).toEqual([400, "expired"]);
      expect(response.headers.get("location")).toBeNull();
      // The first attempt ends the request.
      expect((await resume(service, request, account.cookie)).status).toBe(400);
    }
    const { rows } = await service.database.pool.query("select from mcp_connections where client_id = $1", [clientId]);
    expect(rows).toEqual([]);
  });

  it("is of no use in a browser that did not begin the request", async () => {
    const request = await openRequest(service, await registerClient(service));
    await approve(service, request, account);
    const response = await resume(service, { ...request, cookies: "" }, account.cookie);
    expect(response.status).toBe(400);
    const forged = request.cookies.replace(/sig=.{5}/, "sig=AAAAA");
    expect((await resume(service, { ...request, cookies: forged }, account.cookie)).status).toBe(400);
  });

  it("continues nothing that was not approved", async () => {
    const request = await openRequest(service, await registerClient(service));
    const response = await resume(service, request, account.cookie);
    expect(response.headers.get("location") ?? "").not.toContain("code=");
  });
});

describe("a code", () => {
  it("works once; used again, it ends the connection", async () => {
    const clientId = await registerClient(service);
    const code = await getCode(service, account, clientId);
    const { access_token, refresh_token }: Tokens = await (await exchangeCode(service, clientId, code)).json();
    expect(await find(access_token)).not.toBeNull();
    const again = await exchangeCode(other, clientId, code);
    expect([again.status, (await again.json()).error]).toEqual([400, "invalid_grant"]);
    expect(await find(access_token, later())).toBeNull();
    expect((await refresh(service, clientId, refresh_token)).status).toBe(400);
  });

  it("leaves no working token when two processes use it at the same time", async () => {
    const clientId = await registerClient(service);
    const code = await getCode(service, account, clientId);
    const responses = await Promise.all([service, other].map((one) => exchangeCode(one, clientId, code)));
    expect(responses.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    for (const response of responses) {
      const { access_token = "" }: Partial<Tokens> = await response.json();
      expect(await find(access_token, later())).toBeNull();
    }
  });

  const refusals: readonly [string, Readonly<Record<string, string | null>>, string][] = [
    ["another verifier", { code_verifier: "a".repeat(43) }, "invalid_grant"],
    ["no verifier", { code_verifier: null }, "invalid_grant"],
    ["another redirect", { redirect_uri: "http://127.0.0.1:1/callback" }, "invalid_grant"],
    ["another resource", { resource: "https://elsewhere.example/mcp" }, "invalid_target"],
  ];
  it.each(refusals)("is refused with %s", async (_, parameters, error) => {
    const clientId = await registerClient(service);
    const response = await exchangeCode(service, clientId, await getCode(service, account, clientId), parameters);
    expect([response.status, (await response.json()).error]).toEqual([400, error]);
  });

  it("is refused to another client", async () => {
    const code = await getCode(service, account, await registerClient(service));
    const response = await exchangeCode(service, await registerClient(service), code);
    expect([response.status, (await response.json()).error]).toEqual([400, "invalid_grant"]);
  });

  it("expires within 60 seconds", async () => {
    expect(OAUTH_LIFETIMES.code).toBeLessThanOrEqual(60);
    const clientId = await registerClient(service);
    const code = await getCode(service, account, clientId);
    await age("AuthorizationCode", OAUTH_LIFETIMES.code);
    const response = await exchangeCode(service, clientId, code);
    expect([response.status, (await response.json()).error]).toEqual([400, "invalid_grant"]);
  });
});

/** Moves what is stored of that kind so many seconds into the past. */
async function age(model: string, seconds: number): Promise<void> {
  await service.database.pool.query(
    "update oauth_records set expires_at = expires_at - $2 * interval '1 s' where model = $1",
    [model, seconds],
  );
}

describe("tokens", () => {
  it("are rotated: the refresh token that was used works no more, and using it ends the connection", async () => {
    const { clientId, ...first } = await connect(service, account);
    const second: Tokens = await (await refresh(service, clientId, first.refresh_token)).json();
    expect(second.refresh_token).not.toBe(first.refresh_token);
    const third: Tokens = await (await refresh(other, clientId, second.refresh_token)).json();
    expect(await find(third.access_token)).not.toBeNull();
    const reused = await refresh(service, clientId, first.refresh_token);
    expect([reused.status, (await reused.json()).error]).toEqual([400, "invalid_grant"]);
    for (const { access_token } of [first, second, third]) expect(await find(access_token, later())).toBeNull();
    expect((await refresh(service, clientId, third.refresh_token)).status).toBe(400);
    const { rows } = await service.database.pool.query(
      "select revoked_at is not null as revoked from mcp_connections where client_id = $1",
      [clientId],
    );
    expect(rows).toEqual([{ revoked: true }]);
  });

  it("are the same for concurrent refreshes and for those repeated after a lost response, in any process", async () => {
    const { clientId, refresh_token } = await connect(service, account);
    const servers = Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? service : other));
    const responses = await Promise.all(servers.map((one) => refresh(one, clientId, refresh_token)));
    responses.push(await refresh(other, clientId, refresh_token));
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    const tokens: Tokens[] = await Promise.all(responses.map((response) => response.json()));
    for (const one of tokens) expect(one).toEqual(tokens[0]);
    const [{ access_token, refresh_token: successor } = expect.fail()] = tokens;
    expect(await find(access_token)).not.toBeNull();
    const { rows } = await service.database.pool.query("select oauth_records::text as row from oauth_records");
    for (const text of [access_token, successor]) expect(JSON.stringify(rows)).not.toContain(text);
    expect((await refresh(service, clientId, successor)).status).toBe(200);
  });

  it("end with their connection when a refresh is repeated later", async () => {
    const { clientId, refresh_token } = await connect(service, account);
    const { access_token }: Tokens = await (await refresh(service, clientId, refresh_token)).json();
    await service.database.pool.query(
      `update oauth_records r set consumed_at = consumed_at - $2 * interval '1 s' from mcp_connections c
       where c.client_id = $1 and r.grant_id = c.id`,
      [clientId, OAUTH_LIFETIMES.refreshGrace],
    );
    expect(await find(access_token)).not.toBeNull();
    expect((await refresh(service, clientId, refresh_token)).status).toBe(400);
    expect(await find(access_token, later())).toBeNull();
  });

  it("are not repeated to another client", async () => {
    const { clientId, refresh_token } = await connect(service, account);
    const { access_token }: Tokens = await (await refresh(service, clientId, refresh_token)).json();
    const stolen = await refresh(service, await registerClient(service), refresh_token);
    expect([stolen.status, (await stolen.json()).error]).toEqual([400, "invalid_grant"]);
    expect(await find(access_token, later())).not.toBeNull();
  });

  it("are refused to another client, and for another resource, and can be used then", async () => {
    const { clientId, refresh_token } = await connect(service, account);
    const stolen = await refresh(service, await registerClient(service), refresh_token);
    expect([stolen.status, (await stolen.json()).error]).toEqual([400, "invalid_grant"]);
    const resource = "https://elsewhere.example/mcp";
    const elsewhere = await refresh(service, clientId, refresh_token, { resource });
    expect([elsewhere.status, (await elsewhere.json()).error]).toEqual([400, "invalid_target"]);
    // A refusal does not use the token up.
    expect((await refresh(service, clientId, refresh_token)).status).toBe(200);
  });

  it("may be requested with fewer scopes, never with more", async () => {
    const scopes = ["read:funding", "read:companies"] as const;
    const { clientId, refresh_token } = await connect(service, account, { scopes });
    const wider = await refresh(service, clientId, refresh_token, { scope: SCOPE_NAMES.join(" ") });
    expect([wider.status, (await wider.json()).error]).toEqual([400, "invalid_scope"]);
    const narrow: Tokens = await (await refresh(service, clientId, refresh_token, { scope: "read:companies" })).json();
    expect((await find(narrow.access_token))?.scopes).toEqual(["read:companies"]);
  });

  it("expire within 60 minutes", async () => {
    expect(OAUTH_LIFETIMES.accessToken).toBeLessThanOrEqual(3_600);
    const { access_token } = await connect(service, account);
    expect(await find(access_token, Date.now() + OAUTH_LIFETIMES.accessToken * 1_000)).toBeNull();
  });

  it("end with the connection and with the membership", async () => {
    const { pool } = service.database;
    const first = await connect(service, account);
    const connection = await find(first.access_token);
    const revoked = { id: connection?.id ?? "", cookie: account.cookie };
    expect((await requestAccount(service, ACCOUNT.revokeConnection, revoked)).status).toBe(204);
    expect(await find(first.access_token, later())).toBeNull();
    expect((await refresh(service, first.clientId, first.refresh_token)).status).toBe(400);

    const member = await service.person(account.workspaceId, "member");
    const second = await connect(service, { ...account, cookie: member.cookie });
    expect(await find(second.access_token)).not.toBeNull();
    await removeMember(pool, account.workspaceId, member.personId);
    expect(await find(second.access_token, later())).toBeNull();
    await addMember(pool, account.workspaceId, member.personId, "member", new Date());
    expect(await find(second.access_token, later())).toBeNull();
    expect((await refresh(service, second.clientId, second.refresh_token)).status).toBe(400);
  });

  it.each(["access_token", "refresh_token"] as const)("are revoked by their client with the %s", async (name) => {
    const { clientId, ...tokens } = await connect(service, account);
    const foreign = { client_id: await registerClient(service), token: tokens[name] };
    expect((await postForm(service, OAUTH_PATHS.revoke, foreign)).status).toBe(200);
    expect(await find(tokens.access_token, later())).not.toBeNull();
    const own = { client_id: clientId, token: tokens[name] };
    expect((await postForm(service, OAUTH_PATHS.revoke, own)).status).toBe(200);
    expect(await find(tokens.access_token, later() + 1_000)).toBeNull();
    expect((await refresh(service, clientId, tokens.refresh_token)).status).toBe(400);
    expect((await postForm(service, OAUTH_PATHS.revoke, own)).status).toBe(200);
  });
});

it("responds to the dashboard's server alone", async () => {
  const path = `${service.url}/account${OAUTH_PATHS.metadata}`;
  expect((await fetch(path)).status).toBe(404);
  expect(await (await requestOAuth(service, OAUTH_PATHS.metadata)).json()).toMatchObject({
    issuer: OAUTH_ADDRESSES.dashboardUrl,
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none"],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  });
});
