/** The dashboard's routes over real HTTP without Next around them, and hosts of somebody else's making. */
import { mkdtempSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import pino from "pino";
import { BUDGETS_ROUTE } from "@/lib/api/budgets";
import { HELD_PATH, INTENT_HEADER, type Intent, METER_ROUTE, PAGE_ROUTE } from "@/lib/api/dashboard";
import { cookieName, SIGN_IN_COOKIE } from "@/lib/contract/account-people";
import { answerAccount } from "./account-route";
import { answerRequest } from "./api-route";
import { askerIn, cookieIn } from "./asker";
import type { Known } from "./balance";
import { answerBudgets } from "./budgets-route";
import { type Dashboard, makeDashboard } from "./dashboard";
import { watchRequests } from "./each-request";
import { readEnvironment } from "./environment";
import { answerHeld } from "./held-route";
import { answerMeter } from "./meter-route";
import { answerUnlock, UNLOCK_ROUTE } from "./unlock-route";
import { accountOf, type Upstream, upstream } from "./upstream";

// As when the dashboard starts.
watchRequests({ dashboardUrl: "http://localhost", development: false });

export interface Listening {
  readonly url: string;
  stop(): Promise<void>;
}

export async function listening(listener: RequestListener): Promise<Listening> {
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

export interface TestDashboard extends Listening {
  readonly board: Dashboard;
  readonly logged: string[];
  /** What is known of the balance of the account that it is for. */
  readonly known: Known;
  /** As one of the dashboard's own pages asks, in the browser of the person it is for. */
  send(path: string, init?: RequestInit): Promise<Response>;
  /** The same, for the interface. */
  ask(pathAndQuery: string, intent: Intent, init?: RequestInit): Promise<Response>;
  /** What a page of that person is made from. */
  upstream(): Promise<Upstream>;
  /** The same dashboard in the browser of somebody else; undefined: of nobody. */
  as(person: Person | undefined): TestDashboard;
}

interface Person {
  readonly workspaceId: string;
  /** Of the sign-in session, as a browser sends it. */
  readonly cookie: string;
}

/** Against a foreign host with a key, as `API_KEY` and `API_URL` say. */
export function foreignDashboard(
  host: string,
  key: string,
  {
    timeoutMs,
    password = "",
    trusted = "",
  }: { timeoutMs?: number | undefined; password?: string; trusted?: string } = {},
): Promise<TestDashboard> {
  const variables = {
    API_KEY: key,
    API_URL: host,
    DATA_DIR: newDataDir(),
    DASHBOARD_PASSWORD: password,
    TRUST_PROXY: trusted,
  };
  return serve(variables, accountOf(host, key), undefined, timeoutMs);
}

/** Against our own service, whose secret it shares, in the browser of that person. */
export function ownDashboard(service: string, person: Person | undefined, secret: string): Promise<TestDashboard> {
  const variables = { DATA_DIR: newDataDir(), API_INTERNAL_URL: service, SECRET: secret };
  return serve(variables, accountOf(service, person?.workspaceId ?? ""), person);
}

function newDataDir(): string {
  return mkdtempSync(join(tmpdir(), "dealflow-dashboard-"));
}

async function serve(
  variables: Record<string, string>,
  account: string,
  person: Person | undefined,
  timeoutMs?: number,
): Promise<TestDashboard> {
  const logged: string[] = [];
  const logger = pino({ level: "trace" }, { write: (line: string) => void logged.push(line) });
  let answering = (_incoming: IncomingMessage, outgoing: ServerResponse): void => void outgoing.writeHead(503).end();
  const server = await listening((incoming, outgoing) => answering(incoming, outgoing));
  // It answers to the address that the test uses.
  const settings = readEnvironment({ DASHBOARD_URL: server.url, ...variables });
  const board = makeDashboard(settings, logger, timeoutMs);
  answering = (incoming, outgoing) => void respond(board, incoming, outgoing);
  return browser({ ...server, board, logged }, account, person);
}

type Running = Pick<TestDashboard, keyof Listening | "board" | "logged">;

function browser(running: Running, account: string, person: Person | undefined): TestDashboard {
  const { url, board } = running;
  const send = (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    const cookies = [person?.cookie, headers.get("cookie")].filter((one) => one);
    if (cookies.length > 0) headers.set("cookie", cookies.join("; "));
    if (!headers.has("sec-fetch-site")) headers.set("sec-fetch-site", "same-origin");
    return fetch(`${url}${path}`, { ...init, headers });
  };
  return {
    ...running,
    get known() {
      return board.accounts.of(account).balance.known;
    },
    send,
    ask: (pathAndQuery, intent, init = {}) => {
      const headers = new Headers(init.headers);
      headers.set(INTENT_HEADER, intent);
      return send(`${PAGE_ROUTE}${pathAndQuery}`, { ...init, headers });
    },
    upstream: async () => {
      const signIn = cookieIn(person?.cookie ?? null, cookieName(board.settings.dashboardUrl, SIGN_IN_COOKIE));
      const source = await upstream(board, { ...askerIn(new Headers(), board.settings), signIn });
      if ("failure" in source) throw new Error(source.failure.body);
      return source;
    },
    as: (other) => browser(running, accountOf(board.settings.apiInternalUrl, other?.workspaceId ?? ""), other),
  };
}

/** As the routes of `app/api` share the requests out. */
async function answered(board: Dashboard, path: string, request: Request): Promise<Response> {
  if (`${PAGE_ROUTE}${path}` === METER_ROUTE) return answerMeter(board, request);
  if (`${PAGE_ROUTE}${path}` === BUDGETS_ROUTE) return answerBudgets(board, request);
  if (`${PAGE_ROUTE}${path}` === UNLOCK_ROUTE) return answerUnlock(board, request);
  if (path.startsWith(`${HELD_PATH}/`)) return answerHeld(board, path.slice(HELD_PATH.length), request);
  if (path.startsWith("/account/")) return answerAccount(board, path, request);
  return answerRequest(board, path, request);
}

async function respond(board: Dashboard, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const address = new URL(incoming.url ?? "/", `http://${incoming.headers.host}`);
  const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
  const method = incoming.method ?? "GET";
  const body = ["GET", "HEAD"].includes(method) ? null : new Uint8Array(await buffer(incoming));
  const request = new Request(address, { method, headers, body });
  const response = await answered(board, address.pathname.slice(PAGE_ROUTE.length), request);
  outgoing.setHeaders(response.headers);
  outgoing.writeHead(response.status);
  if (response.body === null) outgoing.end();
  else Readable.from(response.body).pipe(outgoing);
}
