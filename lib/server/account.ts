/** Questions to the account pages of our own service: with the secret, the person's sign-in cookies, and nothing else. */
import "server-only";
import { ACCOUNT_SECRET_HEADER } from "@/lib/contract/account";
import { CLIENT_ADDRESS_HEADER, cookieName, KNOWN_BROWSER_COOKIE, SIGN_IN_COOKIE } from "@/lib/contract/account-people";
import { RETRY_AFTER_HEADER } from "@/lib/contract/headers";
import { accountSecret } from "./account-secret";
import { type Failure, failure } from "./answers";
import type { Asker } from "./asker";
import type { Dashboard } from "./dashboard";
import type { Environment } from "./environment";
import { fetchWithin } from "./fetch-within";

export interface AccountAnswer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  /** Seconds. */
  readonly retryAfter: string | undefined;
}

export interface AccountQuestion {
  readonly method: string;
  readonly pathAndSearch: string;
  /** JSON text; empty without one. */
  readonly body?: string | undefined;
  readonly timeoutMs?: number;
}

/** Asks the service. The failure says why it could not be asked; what it refused is an answer. */
export async function askAccount(
  board: Dashboard,
  asker: Asker,
  method: string,
  pathAndSearch: string,
  body = "",
): Promise<AccountAnswer | { readonly failure: Failure }> {
  const response = await fetchAccount(board, asker, { method, pathAndSearch, body });
  if ("failure" in response) return response;
  const type = response.headers.get("content-type") ?? "application/octet-stream";
  try {
    const retryAfter = response.headers.get(RETRY_AFTER_HEADER) ?? undefined;
    return { status: response.status, type, text: await response.text(), retryAfter };
  } catch (error) {
    return unreached(board, pathAndSearch, error);
  }
}

export async function fetchAccount(
  board: Dashboard,
  asker: Asker,
  { method, pathAndSearch, body = "", timeoutMs = board.timeoutMs }: AccountQuestion,
): Promise<Response | { readonly failure: Failure }> {
  const { settings } = board;
  if (settings.apiKey !== undefined)
    return missing("This dashboard shows another host's API, which keeps no account pages for it.");
  const credentials = await ownCredentials(settings, asker);
  if (credentials === undefined) return missing(NO_SECRET);
  try {
    const headers = {
      ...credentials,
      ...whereFrom(asker),
      ...(asker.userAgent === undefined ? {} : { "User-Agent": asker.userAgent }),
      ...(body === "" ? {} : { "Content-Type": "application/json" }),
    };
    const init: RequestInit = { method, headers, cache: "no-store", redirect: "error" };
    return await fetchWithin(
      timeoutMs,
      `${settings.apiInternalUrl}${pathAndSearch}`,
      body === "" ? init : { ...init, body },
    );
  } catch (error) {
    return unreached(board, pathAndSearch, error);
  }
}

/** What proves to our own service that its dashboard asks, and for whom. Undefined without the service's secret. */
export async function ownCredentials(
  settings: Environment,
  { signIn, knownBrowser }: Asker,
): Promise<Readonly<Record<string, string>> | undefined> {
  const secret = await accountSecret(settings);
  if (secret === undefined) return undefined;
  const cookies = Object.entries({ [SIGN_IN_COOKIE]: signIn, [KNOWN_BROWSER_COOKIE]: knownBrowser }).flatMap(
    ([name, value]) => (value === undefined ? [] : [`${cookieName(settings.dashboardUrl, name)}=${value}`]),
  );
  return { [ACCOUNT_SECRET_HEADER]: secret, ...(cookies.length === 0 ? {} : { Cookie: cookies.join("; ") }) };
}

/** The browser's address, for the service's limits and its list of sessions. */
export function whereFrom({ address }: Asker): Readonly<Record<string, string>> {
  return address === undefined ? {} : { [CLIENT_ADDRESS_HEADER]: address };
}

export const NO_SECRET = "The dashboard does not know the service's secret: set SECRET alike for both.";

function unreached(board: Dashboard, pathAndSearch: string, error: unknown): { readonly failure: Failure } {
  board.log.warn({ event: "account not reached", path: pathAndSearch.split("?")[0], reason: String(error) });
  return { failure: failure(503, "SERVICE_UNAVAILABLE", "The service could not be reached. Nothing was charged.") };
}

function missing(message: string): { readonly failure: Failure } {
  return { failure: failure(404, "NOT_FOUND", message) };
}
