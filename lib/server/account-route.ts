/** The account pages of our own service, for the dashboard's own pages: passed on as they are, never charged for. */
import "server-only";
import { ACCOUNT_HEADER, DOOR_HEADER } from "@/lib/api/dashboard";
import { ACCOUNT, type AccountEndpoint } from "@/lib/contract/account";
import { cookieName, KNOWN_BROWSER_COOKIE, SIGN_IN_COOKIE } from "@/lib/contract/account-people";
import { MAX_BODY_BYTES } from "@/lib/contract/errors";
import { REQUEST_ID_HEADER, RETRY_AFTER_HEADER } from "@/lib/contract/headers";
import { SIGN_IN_PAGE } from "@/lib/filters/own-path";
import { fetchAccount } from "./account";
import { admitted, outdated } from "./admitted";
import { failed, failure, wrongMethod } from "./answers";
import type { Dashboard } from "./dashboard";
import { textOf } from "./request-text";
import { NOBODY, upstream } from "./upstream";

/** A file is passed on as it comes, for as long as the person's network takes; ms. */
const FILE_TIMEOUT_MS = 10 * 60_000;
/** Headers of the service that are told to the browser. */
const TOLD = ["Content-Type", "Content-Disposition", RETRY_AFTER_HEADER, REQUEST_ID_HEADER];

/** `path` is the private interface's (`/account/v1/workspace`). */
export async function answerAccount(board: Dashboard, path: string, request: Request): Promise<Response> {
  const asker = admitted(board, request.headers);
  if ("failure" in asker) return failed(asker.failure);
  const at = Object.values<AccountEndpoint>(ACCOUNT).filter((endpoint) => matches(endpoint.path, path));
  if (at.length === 0) return failed(failure(404, "NOT_FOUND", `nothing is at ${path.slice(0, 100)}`));
  const endpoint = at.find(({ method }) => method === request.method);
  if (endpoint === undefined)
    return wrongMethod(
      request.method,
      at.map(({ method }) => method),
    );
  const body = request.method === "GET" ? "" : await textOf(request);
  if (body === undefined)
    return failed(failure(413, "PAYLOAD_TOO_LARGE", `the body has more than ${MAX_BODY_BYTES} bytes`));
  if (!endpoint.open && board.settings.apiKey === undefined) {
    if (asker.signIn === undefined) return failed(NOBODY.failure);
    const source = request.headers.has(ACCOUNT_HEADER) ? await upstream(board, asker) : undefined;
    const late = source && ("failure" in source ? source.failure : outdated(request.headers, source));
    if (late !== undefined) return failed(late);
  }
  const { search } = new URL(request.url);
  const answer = await fetchAccount(board, asker, {
    method: request.method,
    pathAndSearch: `${path}${search}`,
    body,
    timeoutMs: endpoint.file ? FILE_TIMEOUT_MS : board.timeoutMs,
  });
  if ("failure" in answer) return failed(answer.failure);
  return passedOn(answer, endpoint, board.settings.dashboardUrl);
}

/** Status, body, and of the headers those that are meant for the browser: of all cookies, those of signing in. */
function passedOn(answer: Response, endpoint: AccountEndpoint, dashboardUrl: string): Response {
  const headers = new Headers();
  for (const name of TOLD) {
    const value = answer.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const cookies = [SIGN_IN_COOKIE, KNOWN_BROWSER_COOKIE].map((name) => `${cookieName(dashboardUrl, name)}=`);
  for (const set of answer.headers.getSetCookie())
    if (cookies.some((cookie) => set.startsWith(cookie))) headers.append("Set-Cookie", set);
  // Where anybody may ask, a refusal is about what was asked: a wrong password leads nowhere.
  if (answer.status === 401 && !endpoint.open) headers.set(DOOR_HEADER, SIGN_IN_PAGE);
  return new Response(answer.body, { status: answer.status, headers });
}

function matches(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split("/"), path.split("/")];
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => (part === ":id" ? /^[\w-]{1,64}$/.test(given[index] ?? "") : part === given[index]))
  );
}
