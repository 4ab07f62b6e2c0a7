/** Questions to the account pages of our own service: with the secret, the person's sign-in cookie, and nothing else. */
import "server-only";
import { ACCOUNT_SECRET_HEADER } from "@/lib/contract/account";
import { CLIENT_ADDRESS_HEADER, cookieName, SIGN_IN_COOKIE } from "@/lib/contract/account-people";
import { accountSecret } from "./account-secret";
import { type Failure, failure } from "./answers";
import type { Asker } from "./asker";
import type { Dashboard } from "./dashboard";
import type { Environment } from "./environment";

export interface AccountAnswer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
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
    return { status: response.status, type, text: await response.text() };
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
    return await fetch(`${settings.apiInternalUrl}${pathAndSearch}`, {
      method,
      headers: {
        ...credentials,
        ...whereFrom(asker),
        ...(asker.userAgent === undefined ? {} : { "User-Agent": asker.userAgent }),
        ...(body === "" ? {} : { "Content-Type": "application/json" }),
      },
      ...(body === "" ? {} : { body }),
      cache: "no-store",
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch (error) {
    return unreached(board, pathAndSearch, error);
  }
}

/** What proves to our own service that its dashboard asks, and for whom. Undefined without the service's secret. */
export async function ownCredentials(
  settings: Environment,
  { signIn }: Asker,
): Promise<Readonly<Record<string, string>> | undefined> {
  const secret = await accountSecret(settings);
  if (secret === undefined) return undefined;
  const cookie = cookieName(settings.dashboardUrl, SIGN_IN_COOKIE);
  return { [ACCOUNT_SECRET_HEADER]: secret, ...(signIn === undefined ? {} : { Cookie: `${cookie}=${signIn}` }) };
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
