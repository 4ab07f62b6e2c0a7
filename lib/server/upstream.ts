/**
 * Which API is asked, and as whom: a foreign host with its key when there is an `API_KEY`, else our own service with the
 * person's sign-in cookie.
 */
import "server-only";
import { createHash } from "node:crypto";
import { parseJson, readErrorAnswer } from "@/lib/api/list-page";
import type { Host } from "@/lib/api/send-once";
import { isObject, number, text } from "@/lib/api/shape";
import { ACCOUNT } from "@/lib/contract/account";
import { API_KEY_HEADER } from "@/lib/contract/headers";
import { SIGN_IN_PAGE } from "@/lib/filters/own-path";
import { askAccount, NO_SECRET, ownCredentials } from "./account";
import { type Failure, failure, failureAtDoor } from "./answers";
import type { Asker } from "./asker";
import type { Dashboard } from "./dashboard";

export interface Upstream extends Host {
  /** Tells workspaces apart in caches, here and in browsers, without holding a key. */
  readonly account: string;
  readonly asker: Asker;
}

/** Digest of the session, when the service has said of it that it is one. */
export function knownSession(board: Dashboard, { signIn }: Asker): string | undefined {
  const session = signIn === undefined ? undefined : digest(signIn);
  return session !== undefined && board.workspaces.has(session) ? session : undefined;
}

export interface Refused {
  readonly failure: Failure;
}

/**
 * For a purchase, which is one request: a session's workspace never changes, so it is asked for once. That is no
 * permission: the service says with its answer whether the session still holds.
 */
export async function upstream(board: Dashboard, asker: Asker): Promise<Upstream | Refused> {
  if (board.settings.apiKey !== undefined) return foreign(board, board.settings.apiKey, asker);
  const known = asker.signIn === undefined ? undefined : board.workspaces.get(digest(asker.signIn));
  return known === undefined ? permitted(board, asker) : ownUpstream(board, asker, known);
}

/**
 * For what is answered from what is held here: the service says at this moment that the session holds, so whoever signs
 * out, leaves or is removed sees nothing more. What it says of the balance is learned on the way.
 */
export async function permitted(board: Dashboard, asker: Asker): Promise<Upstream | Refused> {
  if (board.settings.apiKey !== undefined) return foreign(board, board.settings.apiKey, asker);
  if (asker.signIn === undefined) return NOBODY;
  const { method, path } = ACCOUNT.workspace;
  const sentAt = Date.now();
  const answer = await askAccount(board, asker, method, path);
  if ("failure" in answer) return answer;
  const json = parseJson(answer.text);
  if (answer.status !== 200) {
    const told = readErrorAnswer(json);
    if (answer.status === 429) {
      const busy = failure(429, "TOO_MANY_REQUESTS", told?.message ?? "Too many requests.");
      return { failure: { ...busy, retryAfter: answer.retryAfter ?? "1" } };
    }
    board.workspaces.delete(digest(asker.signIn));
    if (answer.status === 401) return NOBODY;
    return { failure: failure(answer.status === 403 ? 403 : 503, ...said(answer.status, told?.message)) };
  }
  const [id, balance] = isObject(json) ? [text(json.id), number(json.balance)] : [null, null];
  if (id === null) return { failure: failure(503, ...said(503)) };
  const source = await ownUpstream(board, asker, id);
  if (balance !== null && !("failure" in source))
    board.accounts.of(source.account).balance.learnBeside(balance, sentAt);
  return source;
}

/** For a person of whom the service has just said that this workspace is theirs. */
export async function ownUpstream(board: Dashboard, asker: Asker, workspaceId: string): Promise<Upstream | Refused> {
  const { settings } = board;
  const credentials = await ownCredentials(settings, asker);
  if (credentials === undefined || asker.signIn === undefined)
    return { failure: failure(503, "SERVICE_UNAVAILABLE", NO_SECRET) };
  board.workspaces.set(digest(asker.signIn), workspaceId);
  const host = settings.apiInternalUrl;
  return { host, credentials, own: true, account: accountOf(host, workspaceId), asker };
}

function foreign({ settings }: Dashboard, key: string, asker: Asker): Upstream {
  const host = settings.apiUrl;
  return { host, credentials: { [API_KEY_HEADER]: key }, own: false, account: accountOf(host, key), asker };
}

export function accountOf(host: string, whose: string): string {
  return createHash("sha256").update(`${host}\n${whose}`).digest("base64url").slice(0, 16);
}

/** No list of sessions is kept here that would be worth stealing. */
function digest(signIn: string): string {
  return createHash("sha256").update(signIn).digest("base64url");
}

function said(
  status: number,
  message = "The service's answer could not be read.",
): ["FORBIDDEN" | "SERVICE_UNAVAILABLE", string] {
  return [status === 403 ? "FORBIDDEN" : "SERVICE_UNAVAILABLE", message];
}

export const NOBODY: Refused = { failure: failureAtDoor(SIGN_IN_PAGE, "Nobody is signed in here: sign in first.") };
