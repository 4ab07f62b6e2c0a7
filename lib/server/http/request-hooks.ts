/**
 * Hooks that run for every request before Next sees it, and for every response before its headers are sent, on Node's
 * diagnostics channel. Next's own places for headers do not see everything: those of its settings are fixed at build
 * time and miss its redirects, and a proxy does not know whether a file exists.
 */
import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isSecure } from "@dealflow/contract/account/people";
import type { Logger } from "pino";
import { exactAddress, type Network } from "@/lib/net/address";
import type { Environment } from "../environment";
import { getShared } from "../shared";
import { logAccess } from "./access-log";
import { getPath, pagePolicy } from "./page-request";
import { responseHeaders } from "./response-headers";
import { isDraining } from "./shutdown";

/** Carries the socket's address to pages and routes, with a token that no browser can know. */
const SOCKET_HEADER = "x-dealflow-socket";
/** The app shell reads the path and query of the request from this. */
const PATH_HEADER = "x-dealflow-path";
/** The line of the request in the log gets what the service says by this id. */
const ACCESS_HEADER = "x-dealflow-access";
/** Next reads the nonce of its scripts from the request's policy. */
const POLICY_HEADER = "content-security-policy";

/**
 * Carries the reason of a refusal: Next redirects whole addresses to themselves and fails on TRACE, so these requests
 * never reach it.
 */
const REFUSAL_HEADER = "x-dealflow-refusal";
const REFUSALS = ["address", "trace"] as const;
type Refusal = (typeof REFUSALS)[number];
/** This route sends the response for paths without one. */
const REFUSAL_PATH = "/api/refused";

/** Node publishes the first when a server has read the head of a request, and the second when its response has ended. */
export const CHANNELS = { started: "http.server.request.start", ended: "http.server.response.finish" } as const;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly server: unknown;
}

/** Installs the hooks for all servers of this process. Repeated calls, as in development, replace the previous one. */
export function installRequestHooks(
  { dashboardUrl, development }: Pick<Environment, "dashboardUrl" | "development">,
  log: Logger,
): void {
  const secure = isSecure(dashboardUrl);
  // Next compiles this for the edge as well, where it never runs and Node's modules cannot be imported.
  const { subscribe, unsubscribe } = globalThis.process.getBuiltinModule("node:diagnostics_channel");
  const hook = getShared<{ listener?: (message: unknown) => void }>("request-watch", () => ({}));
  if (hook.listener !== undefined) unsubscribe(CHANNELS.started, hook.listener);
  hook.listener = (message) => {
    if (isExchange(message)) onRequestStart(message, secure, development, log);
  };
  subscribe(CHANNELS.started, hook.listener);
}

function onRequestStart({ request, response }: Exchange, secure: boolean, development: boolean, log: Logger): void {
  const access = logAccess(request, response, log);
  const policy = pagePolicy(btoa(crypto.randomUUID()), development);
  const refusal = checkRequest(request);
  if (refusal !== undefined) Object.assign(request, { method: "GET", url: REFUSAL_PATH });
  // It is always overwritten here, because a browser may send it.
  request.headers[REFUSAL_HEADER] = refusal ?? "";
  request.headers[SOCKET_HEADER] = `${processToken()} ${request.socket.remoteAddress ?? ""}`;
  request.headers[ACCESS_HEADER] = access;
  request.headers[PATH_HEADER] = getPath(request.url ?? "/");
  request.headers[POLICY_HEADER] = policy;
  onBeforeHeaders(response, (status) => {
    const written = {
      status,
      contentType: String(response.getHeader("Content-Type") ?? ""),
      cacheControl: String(response.getHeader("Cache-Control") ?? ""),
      setsCookie: response.hasHeader("Set-Cookie"),
    };
    const headers = responseHeaders(written, policy, secure);
    // The next request finds another dashboard.
    if (isDraining()) response.setHeader("Connection", "close");
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  });
}

function checkRequest({ method, url }: IncomingMessage): Refusal | undefined {
  if (method === "TRACE") return "trace";
  return url?.startsWith("/") === true ? undefined : "address";
}

/** Calls `decide` with the status just before the headers are sent, when all of them are set. */
function onBeforeHeaders(response: ServerResponse, decide: (status: number) => void): void {
  const writeHead = response.writeHead.bind(response);
  response.writeHead = (status: number, ...rest: unknown[]) => {
    for (const argument of rest)
      if (typeof argument === "object" && argument !== null)
        for (const [name, value] of Object.entries(argument)) response.setHeader(name, value);
    decide(status);
    return writeHead(status);
  };
}

/** Returns false for a request that arrived before the hooks were installed: Next opens its port a moment earlier. */
export function isHooked(headers: Headers): boolean {
  return headers.get(SOCKET_HEADER)?.startsWith(`${processToken()} `) === true;
}

/** Returns the browser's address; undefined when it cannot be trusted. */
export function readAddress(headers: Headers, trusted: readonly Network[]): string | undefined {
  if (!isHooked(headers)) return undefined;
  const [, socket = ""] = (headers.get(SOCKET_HEADER) ?? "").split(" ");
  return socket === "" ? undefined : exactAddress(socket, headers.get("x-forwarded-for") ?? undefined, trusted);
}

export function readAccessId(headers: Headers): string | undefined {
  return (isHooked(headers) ? headers.get(ACCESS_HEADER) : null) || undefined;
}

/** Returns why the hooks refused this request; undefined when they did not. */
export function readRefusal(headers: Headers): Refusal | undefined {
  return isHooked(headers) ? REFUSALS.find((refusal) => refusal === headers.get(REFUSAL_HEADER)) : undefined;
}

export function readPath(headers: Headers): string {
  return (isHooked(headers) ? headers.get(PATH_HEADER) : null) ?? "/";
}

function processToken(): string {
  return getShared("socket-mark", () => crypto.randomUUID());
}

/** Tells what Node publishes from messages that others may send. */
export function isExchange(message: unknown): message is Exchange {
  return typeof message === "object" && message !== null && "request" in message && "response" in message;
}
