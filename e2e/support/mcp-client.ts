/** MCP clients that are not ours: the official ones, with a redirect on this machine and a person's browser. */
import { createServer, type Server } from "node:http";
import { auth as authCurrent, Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { auth as authEarlier } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client as EarlierClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as EarlierTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { expect, type Page } from "@playwright/test";

interface ClientInformation {
  client_id: string;
  [member: string]: unknown;
}

interface Tokens {
  access_token: string;
  token_type: string;
  refresh_token?: string | undefined;
  [member: string]: unknown;
}

interface Step {
  readonly authorizationCode?: string;
  /** The redirect names this issuer. */
  readonly iss?: string;
}

interface ClientLibrary {
  readonly name: string;
  /** One step: discovers, registers and asks for the person, or gets tokens by a code or a refresh token. */
  authorize(client: OAuthClient, step?: Step): Promise<string>;
  /** Connects to the endpoint with the client's access token. */
  connect(client: OAuthClient): Promise<ToolClient>;
}

/** The tests use this part of either library's client. */
interface ToolClient {
  listTools(): Promise<{ tools: readonly { name: string }[] }>;
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  close(): Promise<void>;
}

const INFO = { name: "test", version: "1" };

/** Returns the address of the endpoint, and the client's access token. */
function transportSettings(client: OAuthClient): [url: URL, options: { requestInit: RequestInit }] {
  const headers = { Authorization: `Bearer ${client.tokens()?.access_token}` };
  return [new URL(client.serverUrl), { requestInit: { headers } }];
}

export const CURRENT_LIBRARY: ClientLibrary = {
  name: "@modelcontextprotocol/client",
  authorize: (client, step = {}) => authCurrent(client, { serverUrl: client.serverUrl, ...step }),
  connect: async (client) => {
    const connected = new Client(INFO);
    await connected.connect(new StreamableHTTPClientTransport(...transportSettings(client)));
    return connected;
  },
};

export const CLIENT_LIBRARIES: readonly ClientLibrary[] = [
  CURRENT_LIBRARY,
  {
    name: "@modelcontextprotocol/sdk",
    authorize: (client, { authorizationCode } = {}) =>
      authEarlier(client, {
        serverUrl: client.serverUrl,
        ...(authorizationCode === undefined ? {} : { authorizationCode }),
      }),
    connect: async (client) => {
      const connected = new EarlierClient(INFO);
      await connected.connect(new EarlierTransport(...transportSettings(client)));
      return connected;
    },
  },
];

/** An application stores this for its library, the same for both of them. */
export class OAuthClient {
  readonly serverUrl: string;
  readonly redirectUrl: string;
  readonly clientMetadata;
  readonly #issuer: string | undefined;
  #information: ClientInformation | undefined;
  #tokens: Tokens | undefined;
  #verifier = "";
  #authorizationUrl: URL | undefined;

  /** @param issuer the authorization server, when it is not discovered from the MCP endpoint */
  constructor({ serverUrl, redirectUrl, name, issuer }: OAuthClientOptions) {
    this.serverUrl = serverUrl;
    this.redirectUrl = redirectUrl;
    this.#issuer = issuer;
    this.clientMetadata = {
      client_name: name,
      redirect_uris: [redirectUrl],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    };
  }

  /** The person's browser is sent to this address. */
  get authorizationUrl(): URL {
    if (this.#authorizationUrl === undefined) throw new Error("the library did not ask for the person");
    return this.#authorizationUrl;
  }

  state = () => "state of the client";
  clientInformation = () => this.#information;
  saveClientInformation = (information: ClientInformation) => {
    this.#information = information;
  };
  tokens = () => this.#tokens;
  saveTokens = (tokens: Tokens) => {
    this.#tokens = tokens;
  };
  redirectToAuthorization = (url: URL) => {
    this.#authorizationUrl = url;
  };
  saveCodeVerifier = (verifier: string) => {
    this.#verifier = verifier;
  };
  codeVerifier = () => this.#verifier;
  discoveryState = () =>
    this.#issuer === undefined
      ? undefined
      : {
          authorizationServerUrl: this.#issuer,
          resourceMetadata: { resource: this.serverUrl, authorization_servers: [this.#issuer] },
        };
}

interface OAuthClientOptions {
  readonly serverUrl: string;
  readonly redirectUrl: string;
  readonly name: string;
  readonly issuer?: string;
}

/** The part of an application that waits for its person's browser. */
interface RedirectListener {
  readonly url: string;
  /** The parameters of each redirect that came. */
  readonly received: URLSearchParams[];
  stop(): Promise<void>;
}

export async function listenForRedirect(): Promise<RedirectListener> {
  const received: URLSearchParams[] = [];
  const server: Server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
    if (pathname === "/callback") received.push(searchParams);
    response.setHeader("Content-Type", "text/html").end("<!doctype html><title>Back in the app</title>");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the listener has no port");
  return {
    url: `http://127.0.0.1:${address.port}/callback`,
    received,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/**
 * Goes from nothing to tokens: the person approves in this window, in which they are signed in.
 *
 * @param choose what the person changes on the consent page before they approve
 */
export async function connectClient(
  page: Page,
  library: ClientLibrary,
  listener: RedirectListener,
  options: Omit<OAuthClientOptions, "redirectUrl">,
  choose: (page: Page) => Promise<void> = async () => undefined,
): Promise<OAuthClient> {
  const client = new OAuthClient({ ...options, redirectUrl: listener.url });
  expect(await library.authorize(client)).toBe("REDIRECT");
  await page.goto(client.authorizationUrl.href);
  await expect(page.getByRole("heading", { name: `Connect ${options.name}` })).toBeVisible();
  await choose(page);
  const before = listener.received.length;
  await page.getByRole("button", { name: /^Allow/ }).click();
  await expect(page).toHaveTitle("Back in the app");
  const answer = listener.received[before];
  expect(answer?.get("state")).toBe(client.state());
  const [authorizationCode, iss] = [answer?.get("code") ?? "", answer?.get("iss") ?? ""];
  expect(await library.authorize(client, { authorizationCode, iss })).toBe("AUTHORIZED");
  return client;
}
