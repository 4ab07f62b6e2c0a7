/** Calls the account endpoints of our own service: sends the secret, the person's sign-in cookies and nothing else. */
import "server-only";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { costSentence } from "@dealflow/client/charged";
import { parseJson, readErrorResponse } from "@dealflow/client/list-page";
import { wasSent } from "@dealflow/client/send-once";
import { ACCOUNT_SECRET_HEADER } from "@dealflow/contract/account/account";
import {
  type AccountEndpoint,
  type CallArguments,
  parseAccountResponse,
  type ResponseOf,
  serializeCall,
  violationMessage,
} from "@dealflow/contract/account/endpoint";
import {
  CLIENT_ADDRESS_HEADER,
  cookieName,
  KNOWN_BROWSER_COOKIE,
  SIGN_IN_COOKIE,
} from "@dealflow/contract/account/people";
import { IDEMPOTENCY_KEY_HEADER, REQUEST_ID_HEADER, RETRY_AFTER_HEADER } from "@dealflow/contract/headers";
import { context as activeTrace, propagation } from "@opentelemetry/api";
import { deriveAccountSecret } from "@/lib/net/account-secret";
import type { DashboardContext } from "../dashboard-context";
import type { Environment } from "../environment";
import { noteAccess } from "../http/access-log";
import { type Failure, failure } from "../http/error-responses";
import type { Caller } from "./caller";

/** An error status is a failure, with the service's own envelope; so is a response that violates its schema. */
type AccountResult<E extends AccountEndpoint> = { readonly value: ResponseOf<E> } | AccountFailure;

interface AccountFailure {
  readonly failure: Failure;
  readonly rejected?: true;
}

interface AccountRequest {
  readonly method: string;
  readonly pathAndSearch: string;
  /** This is JSON text, or the bytes of an upload; it is empty without one. */
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined;
  readonly timeoutMs?: number;
  /** Files and streams of events are passed through as they come. */
  readonly isStreamed?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

export async function requestAccount<E extends AccountEndpoint>(
  context: DashboardContext,
  caller: Caller,
  endpoint: E,
  ...[call]: CallArguments<E>
): Promise<AccountResult<E>> {
  const request = serializeCall(endpoint, call);
  const response = await fetchAccount(context, caller, request);
  return "failure" in response ? response : parseResponse(context, endpoint, response, await response.text());
}

/** Returns undefined when the response could not be read: pages are rendered without optional data. */
export async function requestOptional<E extends AccountEndpoint>(
  context: DashboardContext,
  caller: Caller,
  endpoint: E,
  ...call: CallArguments<E>
): Promise<ResponseOf<E> | undefined> {
  const result = await requestAccount(context, caller, endpoint, ...call);
  return "failure" in result ? undefined : result.value;
}

function parseResponse<E extends AccountEndpoint>(
  { log }: DashboardContext,
  endpoint: E,
  { ok, status, headers }: Response,
  text: string,
): AccountResult<E> {
  const json = parseJson(text);
  const requestId = headers.get(REQUEST_ID_HEADER) ?? undefined;
  const error = ok ? undefined : readErrorResponse(json);
  if (error !== undefined) {
    const retryAfter = headers.get(RETRY_AFTER_HEADER);
    const failed = { status, body: text, requestId: error.requestId ?? requestId ?? "", charged: "no" } as const;
    return { failure: retryAfter === null ? failed : { ...failed, retryAfter }, rejected: true };
  }
  const parsed = ok ? parseAccountResponse(endpoint, json) : { violation: "no error envelope" };
  if ("value" in parsed) return parsed;
  log.error({ event: "account response invalid", path: endpoint.path, status, requestId, violation: parsed.violation });
  return { failure: failure(502, "SERVICE_UNAVAILABLE", violationMessage(requestId), "no", requestId) };
}

/** Streams are passed through for at most this long, because a client's network may be slow (ms). */
const STREAMED_TIMEOUT_MS = 10 * 60_000;

/** Returns the whole response, unless it is streamed; a response that does not arrive is a failure. */
export async function fetchAccount(
  context: DashboardContext,
  caller: Caller,
  { method, pathAndSearch, body = "", timeoutMs, isStreamed = false, headers: more = {} }: AccountRequest,
): Promise<Response | { readonly failure: Failure }> {
  const { settings } = context;
  if (settings.apiKey !== undefined)
    return notFound("This dashboard uses another host's API, so it has no account pages.");
  const credentials = serviceCredentials(settings, caller);
  if (credentials === undefined) return notFound(NO_SECRET);
  try {
    const headers: Record<string, string> = {
      ...more,
      ...credentials,
      ...clientAddressHeader(caller),
      ...(caller.userAgent === undefined ? {} : { "User-Agent": caller.userAgent }),
      ...(body === ""
        ? {}
        : { "Content-Type": typeof body === "string" ? "application/json" : "application/octet-stream" }),
    };
    propagation.inject(activeTrace.active(), headers);
    const init: RequestInit = { method, headers, cache: "no-store", redirect: "error" };
    const response = await fetchWithTimeout(
      timeoutMs ?? (isStreamed ? STREAMED_TIMEOUT_MS : context.timeoutMs),
      `${settings.apiInternalUrl}${pathAndSearch}`,
      body === "" ? init : { ...init, body },
      isStreamed,
    );
    noteAccess(caller.accessId, response.headers);
    return response;
  } catch (error) {
    return unreachable(context, pathAndSearch, error, IDEMPOTENCY_KEY_HEADER in more);
  }
}

/** A request, or reading its response, that took too long is aborted for this reason. */
class ResponseTimeout extends Error {
  override readonly name = "ResponseTimeout";
}

/**
 * Ends the timer with the response, which is read whole unless it is streamed: passing a stream on takes half a ms more.
 * The timer of `AbortSignal.timeout` cannot be cleared, and until it fires it retains all that Next holds about the
 * request: 200 kB for an address of 12 kB.
 */
export async function fetchWithTimeout(
  timeoutMs: number,
  url: string,
  init: RequestInit,
  isStreamed = false,
): Promise<Response> {
  const stopped = new AbortController();
  const timer = setTimeout(
    () => stopped.abort(new ResponseTimeout(`no complete response within ${timeoutMs} ms`)),
    timeoutMs,
  );
  const end = () => clearTimeout(timer);
  try {
    const response = await fetch(url, { ...init, signal: stopped.signal });
    if (response.body !== null && isStreamed) {
      // A stream calls the second when the reader leaves before the end; TypeScript does not know it yet.
      const ends = { flush: end, cancel: end };
      return new Response(response.body.pipeThrough(new TransformStream(ends)), response);
    }
    const whole = response.body === null ? response : new Response(await response.arrayBuffer(), response);
    end();
    return whole;
  } catch (error) {
    end();
    throw error;
  }
}

/**
 * Returns the credentials that authenticate this dashboard to our own service, and the person it acts for; undefined
 * without the service's secret.
 */
export function serviceCredentials(
  settings: Environment,
  { signIn, knownBrowser }: Caller,
): Readonly<Record<string, string>> | undefined {
  const secret = accountSecret(settings);
  if (secret === undefined) return undefined;
  const cookies = Object.entries({ [SIGN_IN_COOKIE]: signIn, [KNOWN_BROWSER_COOKIE]: knownBrowser }).flatMap(
    ([name, value]) => (value === undefined ? [] : [`${cookieName(settings.dashboardUrl, name)}=${value}`]),
  );
  return { [ACCOUNT_SECRET_HEADER]: secret, ...(cookies.length === 0 ? {} : { Cookie: cookies.join("; ") }) };
}

/** Forwards the browser's address, for the service's limits and its list of sessions. */
export function clientAddressHeader({ address }: Caller): Readonly<Record<string, string>> {
  return address === undefined ? {} : { [CLIENT_ADDRESS_HEADER]: address };
}

export const NO_SECRET = "The dashboard doesn't have the service's secret. Set the same SECRET for both.";

/** @param isPurchase it has an idempotency key: what the service received may have been charged */
function unreachable(
  context: DashboardContext,
  pathAndSearch: string,
  error: unknown,
  isPurchase: boolean,
): { readonly failure: Failure } {
  context.log.warn({ event: "service unreachable", path: pathAndSearch.split("?")[0], reason: String(error) });
  const charged = isPurchase && wasSent(error) ? "unknown" : "no";
  const status = charged === "no" ? 503 : error instanceof ResponseTimeout ? 504 : 502;
  const what = charged === "no" ? "could not be reached" : "did not answer";
  return { failure: failure(status, "SERVICE_UNAVAILABLE", `The service ${what}. ${costSentence(charged)}`, charged) };
}

function notFound(message: string): { readonly failure: Failure } {
  return { failure: failure(404, "NOT_FOUND", message) };
}

/** The service stores the secret that it generated in this file. */
const SECRET_FILE = "secret";

function accountSecret(settings: Environment): string | undefined {
  const secret = settings.secret ?? readSecretFile(settings.dataDir);
  return secret === "" ? undefined : deriveAccountSecret(secret);
}

/** The file is read for each request, because the service may be given another one; waiting for a thread took longer. */
function readSecretFile(dataDir: string): string {
  try {
    return readFileSync(resolve(dataDir, SECRET_FILE), "utf8");
  } catch {
    return "";
  }
}

/**
 * Names a workspace, or a key's account, in files and browsers.
 * @param whose its id, or the key, which the result does not contain
 */
export function accountId(host: string, whose: string): string {
  return createHash("sha256").update(`${host}\n${whose}`).digest("base64url").slice(0, 16);
}
