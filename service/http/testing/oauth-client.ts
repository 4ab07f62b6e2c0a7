/** Simulates an MCP client and the browser of its person, as the dashboard's server forwards their requests. */
import { createHash, randomBytes } from "node:crypto";
import { ACCOUNT, ACCOUNT_SECRET_HEADER } from "@dealflow/contract/account/account";
import { CLIENT_ADDRESS_HEADER } from "@dealflow/contract/account/people";
import { OAUTH_PATHS, OAUTH_SERVICE_PREFIX } from "@dealflow/contract/oauth";
import { SCOPE_NAMES, type Scope } from "@dealflow/contract/scopes";
import { toCookieHeader } from "@/service/accounts/people/testing";
import { ACCOUNT_SECRET, requestAccount } from "./account";
import { OAUTH_ADDRESSES, type TestAccount } from "./service";

export const REDIRECT = "http://127.0.0.1:33418/callback";

export interface TestServer {
  readonly url: string;
}

/** A request to the authorization server; redirects are not followed. */
export function requestOAuth(
  { url }: TestServer,
  path: string,
  init: RequestInit & { readonly address?: string } = {},
): Promise<Response> {
  const { address = "127.0.0.1", headers, ...rest } = init;
  return fetch(`${url}${OAUTH_SERVICE_PREFIX}${path}`, {
    ...rest,
    redirect: "manual",
    headers: { [ACCOUNT_SECRET_HEADER]: ACCOUNT_SECRET, [CLIENT_ADDRESS_HEADER]: address, ...headers },
  });
}

export function register(server: TestServer, metadata: unknown, address?: string): Promise<Response> {
  return requestOAuth(server, OAUTH_PATHS.register, {
    method: "POST",
    body: JSON.stringify(metadata),
    headers: { "Content-Type": "application/json" },
    ...(address === undefined ? {} : { address }),
  });
}

export async function registerClient(server: TestServer, metadata: Readonly<Record<string, unknown>> = {}) {
  const response = await register(server, { redirect_uris: [REDIRECT], client_name: "Test client", ...metadata });
  const client: { client_id: string } = await response.json();
  return client.client_id;
}

const VERIFIER = randomBytes(32).toString("base64url");
const CHALLENGE = createHash("sha256").update(VERIFIER).digest("base64url");

/** Null leaves a parameter out. */
export type Parameters = Readonly<Record<string, string | null>>;

export function authorizePath(clientId: string, parameters: Parameters = {}): string {
  const all = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: REDIRECT,
    code_challenge: CHALLENGE,
    code_challenge_method: "S256",
    resource: OAUTH_ADDRESSES.resource,
    state: "state of the client",
    ...parameters,
  };
  const search = new URLSearchParams(
    Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
  return `${OAUTH_PATHS.authorize}?${search}`;
}

interface OpenRequest {
  readonly id: string;
  readonly cookies: string;
}

/** Begins a request, whose response has to be a redirect to the consent page. */
export async function openRequest(server: TestServer, clientId: string, parameters?: Parameters): Promise<OpenRequest> {
  const response = await requestOAuth(server, authorizePath(clientId, parameters));
  const location = response.headers.get("location") ?? "";
  const id = /^\/connect\/([\w-]+)$/.exec(location)?.[1];
  if (response.status !== 303 || id === undefined)
    throw new Error(`${response.status} ${location} ${await response.text()}`);
  return { id, cookies: response.headers.getSetCookie().map(toCookieHeader).join("; ") };
}

interface Choice {
  readonly scopes?: readonly Scope[];
  readonly dailyAllowance?: number;
  readonly workspace?: string;
}

export async function approve(
  server: TestServer,
  { id }: OpenRequest,
  { cookie, workspaceId }: Pick<TestAccount, "cookie" | "workspaceId">,
  { scopes = SCOPE_NAMES, dailyAllowance = 500, workspace = workspaceId }: Choice = {},
): Promise<Response> {
  return requestAccount(server, ACCOUNT.approveConnection, { id, cookie, body: { workspace, scopes, dailyAllowance } });
}

/** Follows the browser back to the client's redirect. */
export function resume(server: TestServer, { id, cookies }: OpenRequest, cookie: string): Promise<Response> {
  return requestOAuth(server, `${OAUTH_PATHS.resume}${id}`, { headers: { Cookie: `${cookie}; ${cookies}` } });
}

/** Returns the address to which a response redirects. */
export function getRedirect(response: Response): URL {
  return new URL(response.headers.get("location") ?? "about:blank");
}

/** Returns the code of an approved request. */
export async function getCode(
  server: TestServer,
  account: Pick<TestAccount, "cookie" | "workspaceId">,
  clientId: string,
  { parameters, ...choice }: Choice & { readonly parameters?: Parameters } = {},
): Promise<string> {
  const request = await openRequest(server, clientId, parameters);
  await approve(server, request, account, choice);
  const code = getRedirect(await resume(server, request, account.cookie)).searchParams.get("code");
  if (code === null) throw new Error("the request was not approved");
  return code;
}

function requestToken(server: TestServer, parameters: Parameters): Promise<Response> {
  return postForm(server, OAUTH_PATHS.token, parameters);
}

export function postForm(server: TestServer, path: string, parameters: Parameters): Promise<Response> {
  const form = Object.entries(parameters).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
  return requestOAuth(server, path, { method: "POST", body: new URLSearchParams(form) });
}

export function exchangeCode(
  server: TestServer,
  clientId: string,
  code: string,
  parameters: Parameters = {},
): Promise<Response> {
  return requestToken(server, {
    grant_type: "authorization_code",
    client_id: clientId,
    code,
    redirect_uri: REDIRECT,
    code_verifier: VERIFIER,
    resource: OAUTH_ADDRESSES.resource,
    ...parameters,
  });
}

export function refresh(
  server: TestServer,
  clientId: string,
  refreshToken: string,
  parameters: Parameters = {},
): Promise<Response> {
  return requestToken(server, {
    grant_type: "refresh_token",
    client_id: clientId,
    refresh_token: refreshToken,
    ...parameters,
  });
}

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
  readonly scope: string;
  readonly token_type: string;
}

export async function connect(
  server: TestServer,
  account: Pick<TestAccount, "cookie" | "workspaceId">,
  choice: Choice = {},
): Promise<Tokens & { readonly clientId: string }> {
  const clientId = await registerClient(server);
  const response = await exchangeCode(server, clientId, await getCode(server, account, clientId, choice));
  const tokens: Tokens = await response.json();
  return { ...tokens, clientId };
}
