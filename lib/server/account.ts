/**
 * Client for the account endpoints of our own service: sends the secret, the person's sign-in cookies and nothing else.
 */
import "server-only";
import { createHmac } from "node:crypto";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { ACCOUNT_SECRET_HEADER, ACCOUNT_SECRET_PURPOSE } from "@/lib/contract/account";
import { CLIENT_ADDRESS_HEADER, cookieName, KNOWN_BROWSER_COOKIE, SIGN_IN_COOKIE } from "@/lib/contract/account-people";
import { RETRY_AFTER_HEADER } from "@/lib/contract/headers";
import type { Caller } from "./caller";
import type { DashboardContext } from "./dashboard-context";
import type { Environment } from "./environment";
import { type Failure, failure } from "./error-responses";
import { fetchWithTimeout } from "./fetch-with-timeout";

export interface AccountResponse {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  /** Seconds. */
  readonly retryAfter: string | undefined;
}

export interface AccountRequest {
  readonly method: string;
  readonly pathAndSearch: string;
  /** JSON text; empty without one. */
  readonly body?: string | undefined;
  readonly timeoutMs?: number;
}

/** Calls the service. A failure says why it could not be reached; an error status is a response. */
export async function callAccountApi(
  context: DashboardContext,
  caller: Caller,
  method: string,
  pathAndSearch: string,
  body = "",
): Promise<AccountResponse | { readonly failure: Failure }> {
  const response = await fetchAccount(context, caller, { method, pathAndSearch, body });
  if ("failure" in response) return response;
  const type = response.headers.get("content-type") ?? "application/octet-stream";
  try {
    const retryAfter = response.headers.get(RETRY_AFTER_HEADER) ?? undefined;
    return { status: response.status, type, text: await response.text(), retryAfter };
  } catch (error) {
    return unreachable(context, pathAndSearch, error);
  }
}

export async function fetchAccount(
  context: DashboardContext,
  caller: Caller,
  { method, pathAndSearch, body = "", timeoutMs = context.timeoutMs }: AccountRequest,
): Promise<Response | { readonly failure: Failure }> {
  const { settings } = context;
  if (settings.apiKey !== undefined)
    return notFound("This dashboard shows another host's API, which keeps no account pages for it.");
  const credentials = await serviceCredentials(settings, caller);
  if (credentials === undefined) return notFound(NO_SECRET);
  try {
    const headers = {
      ...credentials,
      ...clientAddressHeader(caller),
      ...(caller.userAgent === undefined ? {} : { "User-Agent": caller.userAgent }),
      ...(body === "" ? {} : { "Content-Type": "application/json" }),
    };
    const init: RequestInit = { method, headers, cache: "no-store", redirect: "error" };
    return await fetchWithTimeout(
      timeoutMs,
      `${settings.apiInternalUrl}${pathAndSearch}`,
      body === "" ? init : { ...init, body },
    );
  } catch (error) {
    return unreachable(context, pathAndSearch, error);
  }
}

/**
 * Credentials that authenticate this dashboard to our own service, and the person it acts for. Undefined without the
 * service's secret.
 */
export async function serviceCredentials(
  settings: Environment,
  { signIn, knownBrowser }: Caller,
): Promise<Readonly<Record<string, string>> | undefined> {
  const secret = await accountSecret(settings);
  if (secret === undefined) return undefined;
  const cookies = Object.entries({ [SIGN_IN_COOKIE]: signIn, [KNOWN_BROWSER_COOKIE]: knownBrowser }).flatMap(
    ([name, value]) => (value === undefined ? [] : [`${cookieName(settings.dashboardUrl, name)}=${value}`]),
  );
  return { [ACCOUNT_SECRET_HEADER]: secret, ...(cookies.length === 0 ? {} : { Cookie: cookies.join("; ") }) };
}

/** The browser's address, for the service's limits and its list of sessions. */
export function clientAddressHeader({ address }: Caller): Readonly<Record<string, string>> {
  return address === undefined ? {} : { [CLIENT_ADDRESS_HEADER]: address };
}

export const NO_SECRET = "The dashboard does not know the service's secret: set SECRET alike for both.";

function unreachable(context: DashboardContext, pathAndSearch: string, error: unknown): { readonly failure: Failure } {
  context.log.warn({ event: "account not reached", path: pathAndSearch.split("?")[0], reason: String(error) });
  return { failure: failure(503, "SERVICE_UNAVAILABLE", "The service could not be reached. Nothing was charged.") };
}

function notFound(message: string): { readonly failure: Failure } {
  return { failure: failure(404, "NOT_FOUND", message) };
}

/** File in which the service stores the secret that it generated. */
const SECRET_FILE = "secret";

/** Undefined when the service's secret is not available here. */
async function accountSecret(settings: Environment): Promise<string | undefined> {
  const secret = settings.secret ?? (await readFile(resolve(settings.dataDir, SECRET_FILE), "utf8").catch(() => ""));
  return secret === "" ? undefined : createHmac("sha256", secret).update(ACCOUNT_SECRET_PURPOSE).digest("base64url");
}
