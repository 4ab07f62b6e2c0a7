/** The dashboard's routes over real HTTP without Next around them, and hosts of somebody else's making. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import pino from "pino";
import { BUDGETS_ROUTE } from "@/lib/api/budgets";
import { INTENT_HEADER, type Intent, METER_ROUTE, PAGE_ROUTE } from "@/lib/api/dashboard";
import { answerAccount } from "./account-route";
import { answerRequest } from "./api-route";
import { answerBudgets } from "./budgets-route";
import { type Dashboard, makeDashboard } from "./dashboard";
import { readEnvironment } from "./environment";
import { answerMeter } from "./meter-route";
import { KEY_FILE } from "./upstream";

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
  /** As the dashboard's own page asks. */
  ask(pathAndQuery: string, intent: Intent, init?: RequestInit): Promise<Response>;
}

/** Against a foreign host with a key, as `API_KEY` and `API_URL` say. */
export function foreignDashboard(host: string, key: string, timeoutMs?: number): Promise<TestDashboard> {
  return serve({ API_KEY: key, API_URL: host, DATA_DIR: newDataDir() }, timeoutMs);
}

/** Against our own service, with the key that the start command keeps, and the secret that the account pages need. */
export function ownDashboard(service: string, key: string, secret = ""): Promise<TestDashboard> {
  const dataDir = newDataDir();
  writeFileSync(join(dataDir, KEY_FILE), `${key}\n`, { mode: 0o600 });
  return serve({ DATA_DIR: dataDir, API_INTERNAL_URL: service, SECRET: secret });
}

function newDataDir(): string {
  return mkdtempSync(join(tmpdir(), "dealflow-dashboard-"));
}

async function serve(variables: Record<string, string>, timeoutMs?: number): Promise<TestDashboard> {
  const logged: string[] = [];
  const logger = pino({ level: "trace" }, { write: (line: string) => void logged.push(line) });
  let answering = (_incoming: IncomingMessage, outgoing: ServerResponse): void => void outgoing.writeHead(503).end();
  const server = await listening((incoming, outgoing) => answering(incoming, outgoing));
  // It answers to the address that the test uses.
  const settings = readEnvironment({ DASHBOARD_URL: server.url, ...variables });
  const board = makeDashboard(settings, logger, timeoutMs);
  answering = (incoming, outgoing) => void respond(board, incoming, outgoing);
  return {
    ...server,
    board,
    logged,
    ask: (pathAndQuery, intent, init = {}) =>
      fetch(`${server.url}${PAGE_ROUTE}${pathAndQuery}`, {
        ...init,
        headers: { "Sec-Fetch-Site": "same-origin", [INTENT_HEADER]: intent, ...init.headers },
      }),
  };
}

/** As the routes of `app/api` share the requests out. */
async function answered(board: Dashboard, path: string, request: Request): Promise<Response> {
  if (`${PAGE_ROUTE}${path}` === METER_ROUTE) return answerMeter(board, request);
  if (`${PAGE_ROUTE}${path}` === BUDGETS_ROUTE) return answerBudgets(board, request);
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
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null) outgoing.end();
  else Readable.from(response.body).pipe(outgoing);
}
