/** Serves the dashboard's routes over real HTTP without Next, and simulates foreign hosts. */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { cookieName, SIGN_IN_COOKIE } from "@dealflow/contract/account/people";
import { IDEMPOTENCY_KEY_HEADER } from "@dealflow/contract/headers";
import pino from "pino";
import { afterAll } from "vitest";
import { INTENT_HEADER, type Intent, PAGE_ROUTE } from "@/lib/api/dashboard";
import { createDashboardContext, type DashboardContext } from "../dashboard-context";
import { readEnvironment } from "../environment";
import type { BalanceState } from "../foreign/balance";
import { handleUnlockRequest, UNLOCK_ROUTE } from "../foreign/unlock-route";
import { readCookie } from "../http/cookie";
import { installRequestHooks } from "../http/request-hooks";
import { handleAccountRequest } from "../proxy/account-route";
import { handleApiRequest } from "../proxy/api-route";
import { type Caller, readCaller } from "../proxy/caller";
import { handleOAuthRequest } from "../proxy/oauth-route";
import { type Upstream, upstream } from "../proxy/upstream";

installRequestHooks({ dashboardUrl: "http://localhost", development: false }, pino({ level: "silent" }));

export interface TestServer {
  readonly url: string;
  stop(): Promise<void>;
}

export async function startServer(listener: RequestListener): Promise<TestServer> {
  const server: Server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

export interface TestDashboard extends TestServer {
  readonly context: DashboardContext;
  readonly logged: string[];
  /** Counts the requests that have reached it. */
  received(): number;
  /** Returns the known balance of a foreign host. */
  readonly balanceState: BalanceState | undefined;
  /** Sends a request as one of the dashboard's own pages would, in the browser of that person. */
  send(path: string, init?: RequestInit): Promise<Response>;
  /** The same, for the API and for purchases, which have a key of their own; `read` has no intent. */
  request(pathAndQuery: string, intent: Intent | "read", init?: RequestInit): Promise<Response>;
  /** The person at the service, who is not signed in anywhere without one. */
  readonly caller: Caller;
  upstream(): Promise<Upstream>;
  /** The same dashboard in another person's browser; undefined: not signed in. */
  as(person: Person | undefined): TestDashboard;
}

interface Person {
  readonly workspaceId: string;
  /** A browser sends this cookie of the sign-in session. */
  readonly cookie: string;
}

/** Starts a dashboard with a foreign host and a key, like `API_KEY` and `API_URL`. */
export function foreignDashboard(
  host: string,
  key: string,
  {
    timeoutMs,
    password = "",
    trusted = "",
    dataDir = newDataDir(),
  }: { timeoutMs?: number | undefined; password?: string; trusted?: string; dataDir?: string } = {},
): Promise<TestDashboard> {
  const variables = {
    API_KEY: key,
    API_URL: host,
    DATA_DIR: dataDir,
    DASHBOARD_PASSWORD: password,
    TRUST_PROXY: trusted,
  };
  return serve(variables, undefined, timeoutMs);
}

/** Starts a dashboard with our own service, whose secret it shares, in the browser of that person. */
export function ownDashboard(service: string, person: Person | undefined, secret: string): Promise<TestDashboard> {
  const variables = { DATA_DIR: newDataDir(), API_INTERNAL_URL: service, SECRET: secret };
  return serve(variables, person);
}

const dataDirs: string[] = [];
afterAll(() => {
  for (const dataDir of dataDirs) rmSync(dataDir, { recursive: true, force: true });
});

/** Creates a folder that is removed after the tests of the file. */
export function newDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), "dealflow-dashboard-"));
  dataDirs.push(dataDir);
  return dataDir;
}

async function serve(
  variables: Record<string, string>,
  person: Person | undefined,
  timeoutMs?: number,
): Promise<TestDashboard> {
  const logged: string[] = [];
  const logger = pino({ level: "trace" }, { write: (line: string) => void logged.push(line) });
  let handler = (_incoming: IncomingMessage, outgoing: ServerResponse): void => void outgoing.writeHead(503).end();
  const server = await startServer((incoming, outgoing) => handler(incoming, outgoing));
  // It must know the address that the test uses.
  const settings = readEnvironment({ DASHBOARD_URL: server.url, ...variables });
  const context = createDashboardContext(settings, logger, timeoutMs);
  let received = 0;
  handler = (incoming, outgoing) => {
    received++;
    void respond(context, incoming, outgoing);
  };
  return browser({ ...server, context, logged, received: () => received }, person);
}

type RunningDashboard = Pick<TestDashboard, keyof TestServer | "context" | "logged" | "received">;

function browser(running: RunningDashboard, person: Person | undefined): TestDashboard {
  const { url, context } = running;
  const signIn = readCookie(person?.cookie ?? null, cookieName(context.settings.dashboardUrl, SIGN_IN_COOKIE));
  const caller = { ...readCaller(new Headers(), context.settings), signIn };
  const send = (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    const cookies = [person?.cookie, headers.get("cookie")].filter((one) => one);
    if (cookies.length > 0) headers.set("cookie", cookies.join("; "));
    if (!headers.has("sec-fetch-site")) headers.set("sec-fetch-site", "same-origin");
    return fetch(`${url}${path}`, { ...init, headers });
  };
  return {
    ...running,
    get balanceState() {
      return context.foreign?.balance.state;
    },
    send,
    request: (pathAndQuery, intent, init = {}) => {
      const headers = new Headers(init.headers);
      if (intent !== "read") headers.set(INTENT_HEADER, intent);
      if ((intent === "buy" || intent === "refresh") && !headers.has(IDEMPOTENCY_KEY_HEADER))
        headers.set(IDEMPOTENCY_KEY_HEADER, crypto.randomUUID());
      return send(`${PAGE_ROUTE}${pathAndQuery}`, { ...init, headers });
    },
    caller,
    upstream: async () => {
      const source = await upstream(context, caller);
      if ("failure" in source) throw new Error(source.failure.body);
      return source;
    },
    as: (other) => browser(running, other),
  };
}

/** Routes like those in `app/api`. */
async function routeRequest(context: DashboardContext, path: string, request: Request): Promise<Response> {
  if (`${PAGE_ROUTE}${path}` === UNLOCK_ROUTE) return handleUnlockRequest(context, request);
  if (path.startsWith("/account/")) return handleAccountRequest(context, path, request);
  return handleApiRequest(context, path, request);
}

async function respond(context: DashboardContext, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const address = new URL(incoming.url ?? "/", `http://${incoming.headers.host}`);
  const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
  const method = incoming.method ?? "GET";
  const body = ["GET", "HEAD"].includes(method) ? null : new Uint8Array(await buffer(incoming));
  const request = new Request(address, { method, headers, body });
  const { pathname } = address;
  const response = await (pathname.startsWith(PAGE_ROUTE)
    ? routeRequest(context, pathname.slice(PAGE_ROUTE.length), request)
    : handleOAuthRequest(context, pathname, request));
  outgoing.setHeaders(response.headers);
  outgoing.writeHead(response.status);
  if (response.body === null) outgoing.end();
  // As Next does, it stops reading when the browser leaves. Node 24.21 fails an assertion, which nothing can catch, when a stream is piped
  // to a response that is closed already.
  else if (outgoing.destroyed) await response.body.cancel();
  else await response.body.pipeTo(Writable.toWeb(outgoing)).catch(() => undefined);
}
