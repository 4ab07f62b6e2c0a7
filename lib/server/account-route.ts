/** The account pages of our own service, for the dashboard's own pages: passed on with the secret, never charged for. */
import "server-only";
import { ACCOUNT, ACCOUNT_SECRET_HEADER, type AccountEndpoint } from "@/lib/contract/account";
import { MAX_BODY_BYTES } from "@/lib/contract/errors";
import { API_KEY_HEADER } from "@/lib/contract/headers";
import { accountSecret } from "./account-secret";
import { type Failure, failed, failure, PRIVATE, wrongMethod } from "./answers";
import type { Dashboard } from "./dashboard";
import { refusal } from "./own-requests";
import { textOf } from "./request-text";
import { NoKey, upstream } from "./upstream";

/** A file is passed on as it comes, for as long as the person's network takes; ms. */
const FILE_TIMEOUT_MS = 10 * 60_000;

/** `path` is the private interface's (`/account/v1/workspace`). */
export async function answerAccount(board: Dashboard, path: string, request: Request): Promise<Response> {
  const refused = refusal(request.headers, board.settings.dashboardUrl);
  if (refused !== undefined) return failed(failure(403, "FORBIDDEN", refused));
  const at = Object.values<AccountEndpoint>(ACCOUNT).filter((endpoint) => matches(endpoint.path, path));
  if (at.length === 0) return failed(failure(404, "NOT_FOUND", `nothing is at ${path.slice(0, 100)}`));
  if (!at.some(({ method }) => method === request.method))
    return wrongMethod(
      request.method,
      at.map(({ method }) => method),
    );
  const body = request.method === "GET" ? "" : await textOf(request);
  if (body === undefined)
    return failed(failure(413, "PAYLOAD_TOO_LARGE", `the body has more than ${MAX_BODY_BYTES} bytes`));
  const { search } = new URL(request.url);
  const timeoutMs = at.some(({ file }) => file) ? FILE_TIMEOUT_MS : board.timeoutMs;
  const answer = await fetchAccount(board, request.method, `${path}${search}`, body, timeoutMs);
  if ("failure" in answer) return failed(answer.failure);
  const headers = new Headers(PRIVATE);
  for (const name of ["Content-Type", "Content-Disposition"]) {
    const value = answer.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return new Response(answer.body, { status: answer.status, headers });
}

export interface AccountAnswer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** Asks the service. The failure says why it could not be asked; what it refused is an answer. */
export async function askAccount(
  board: Dashboard,
  method: string,
  pathAndSearch: string,
  body: string,
): Promise<AccountAnswer | { readonly failure: Failure }> {
  const response = await fetchAccount(board, method, pathAndSearch, body, board.timeoutMs);
  if ("failure" in response) return response;
  const type = response.headers.get("content-type") ?? "application/octet-stream";
  try {
    return { status: response.status, type, text: await response.text() };
  } catch (error) {
    return unreached(board, pathAndSearch, error);
  }
}

async function fetchAccount(
  board: Dashboard,
  method: string,
  pathAndSearch: string,
  body: string,
  timeoutMs: number,
): Promise<Response | { readonly failure: Failure }> {
  try {
    const { host, key, own } = await upstream(board.settings);
    if (!own) return missing("This dashboard shows another host's API, which keeps no account pages for it.");
    const secret = await accountSecret(board.settings);
    if (secret === undefined)
      return missing("The dashboard does not know the service's secret: set SECRET alike for both.");
    return await fetch(`${host}${pathAndSearch}`, {
      method,
      headers: {
        [ACCOUNT_SECRET_HEADER]: secret,
        [API_KEY_HEADER]: key,
        ...(body === "" ? {} : { "Content-Type": "application/json" }),
      },
      ...(body === "" ? {} : { body }),
      cache: "no-store",
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch (error) {
    return error instanceof NoKey ? missing(error.message) : unreached(board, pathAndSearch, error);
  }
}

function unreached(board: Dashboard, pathAndSearch: string, error: unknown): { readonly failure: Failure } {
  board.log.warn({ event: "account not reached", path: pathAndSearch.split("?")[0], reason: String(error) });
  return { failure: failure(503, "SERVICE_UNAVAILABLE", "The service could not be reached. Nothing was charged.") };
}

function missing(message: string): { readonly failure: Failure } {
  return { failure: failure(404, "NOT_FOUND", message) };
}

function matches(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split("/"), path.split("/")];
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => (part === ":id" ? /^[\w-]{1,64}$/.test(given[index] ?? "") : part === given[index]))
  );
}
