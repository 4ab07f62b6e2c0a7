/**
 * Which API is called, and as whom: a foreign host with its key when there is an `API_KEY`, else our own service with
 * the person's sign-in cookie.
 */
import "server-only";
import { createHash } from "node:crypto";
import type { Host } from "@dealflow/client/send-once";
import { ACCOUNT } from "@dealflow/contract/account/account";
import type { AccountWorkspace } from "@dealflow/contract/account/credits";
import { SIGN_IN_PAGE } from "@/lib/filters/return-path";
import { NO_SECRET, requestAccount, serviceCredentials } from "./account";
import { accountId } from "./account-id";
import type { Caller } from "./caller";
import type { DashboardContext } from "./dashboard-context";
import { type Failure, failure, failureMessage, unauthorized } from "./error-responses";
import type { ForeignHost } from "./foreign/foreign-host";

export interface Upstream extends Host {
  /** Identifies the workspace in caches, here and in browsers, without containing a key. */
  readonly account: string;
  readonly caller: Caller;
  /** Of our own service, when it has just verified the session. */
  readonly workspace?: AccountWorkspace;
}

/** Digest of the session, if the service has verified it. */
export function verifiedSession(context: DashboardContext, { signIn }: Caller): string | undefined {
  const session = signIn === undefined ? undefined : digestOf(signIn);
  return session !== undefined && context.workspaces.has(session) ? session : undefined;
}

export interface UpstreamFailure {
  readonly failure: Failure;
}

/**
 * For a purchase, which is one request: a session's workspace never changes, so it is requested once. That is no
 * authorization: the service checks the session with the purchase.
 */
export async function upstream(context: DashboardContext, caller: Caller): Promise<Upstream | UpstreamFailure> {
  if (context.foreign !== undefined) return foreignUpstream(context.foreign, caller);
  const workspaceId = caller.signIn === undefined ? undefined : context.workspaces.get(digestOf(caller.signIn));
  return workspaceId === undefined ? verifiedUpstream(context, caller) : serviceUpstream(context, caller, workspaceId);
}

/**
 * For cached data: the service verifies the session right now, so people who signed out, left or were removed see
 * nothing more. The result has the balance.
 */
export async function verifiedUpstream(context: DashboardContext, caller: Caller): Promise<Upstream | UpstreamFailure> {
  if (context.foreign !== undefined) return foreignUpstream(context.foreign, caller);
  if (caller.signIn === undefined) return NOT_SIGNED_IN;
  const result = await requestAccount(context, caller, ACCOUNT.workspace);
  if ("failure" in result) return result.rejected ? workspaceFailure(context, caller.signIn, result.failure) : result;
  const source = await serviceUpstream(context, caller, result.value.id);
  return "failure" in source ? source : { ...source, workspace: result.value };
}

/** For a person whose workspace the service has just confirmed. */
export async function serviceUpstream(
  context: DashboardContext,
  caller: Caller,
  workspaceId: string,
): Promise<Upstream | UpstreamFailure> {
  const { settings } = context;
  const credentials = await serviceCredentials(settings, caller);
  if (credentials === undefined || caller.signIn === undefined)
    return { failure: failure(503, "SERVICE_UNAVAILABLE", NO_SECRET) };
  context.workspaces.set(digestOf(caller.signIn), workspaceId);
  const host = settings.apiInternalUrl;
  return { host, credentials, own: true, account: accountId(host, workspaceId), caller };
}

function foreignUpstream({ host, credentials, own, account }: ForeignHost, caller: Caller): Upstream {
  return { host, credentials, own, account, caller };
}

/** Digests only, so that no list of usable sessions is stored here. */
function digestOf(signIn: string): string {
  return createHash("sha256").update(signIn).digest("base64url");
}

/** A session that the service rejects is forgotten here. Other errors than the person's are its own, 503. */
function workspaceFailure({ workspaces }: DashboardContext, signIn: string, rejected: Failure): UpstreamFailure {
  const { status, requestId } = rejected;
  if (status === 429) return { failure: { ...rejected, retryAfter: rejected.retryAfter ?? "1" } };
  workspaces.delete(digestOf(signIn));
  if (status === 401) return NOT_SIGNED_IN;
  if (status === 403) return { failure: rejected };
  return { failure: failure(503, "SERVICE_UNAVAILABLE", failureMessage(rejected), "no", requestId) };
}

export const NOT_SIGNED_IN: UpstreamFailure = {
  failure: unauthorized(SIGN_IN_PAGE, "You're signed out. Sign in first."),
};
