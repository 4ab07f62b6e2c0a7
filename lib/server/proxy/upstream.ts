/**
 * Resolves whose data a request is about: at our own service the workspace of a session, with a foreign host's
 * `API_KEY` the account of that key.
 */
import "server-only";
import { createHash } from "node:crypto";
import { ACCOUNT } from "@dealflow/contract/account/account";
import type { AccountWorkspace } from "@dealflow/contract/account/spending/credits";
import { SIGN_IN_PAGE } from "@/lib/filters/return-path";
import type { DashboardContext } from "../dashboard-context";
import { type Failure, failure, failureMessage, unauthorized } from "../http/error-responses";
import { accountId, requestAccount } from "./account";
import type { Caller } from "./caller";

export interface Upstream {
  readonly own: boolean;
  /** Identifies the workspace in browsers, without containing a key. */
  readonly account: string;
}

interface UpstreamFailure {
  readonly failure: Failure;
}

export const NOT_SIGNED_IN: UpstreamFailure = {
  failure: unauthorized(SIGN_IN_PAGE, "You're signed out. Sign in first."),
};

/** Returns the digest of a session that the service has verified. */
export function verifiedSession(context: DashboardContext, { signIn }: Caller): string | undefined {
  const session = signIn === undefined ? undefined : digestSession(signIn);
  return session !== undefined && context.workspaces.has(session) ? session : undefined;
}

/**
 * A session's workspace never changes, so it is requested once. That is no authorization: the service checks the session
 * with every request.
 */
export async function upstream(context: DashboardContext, caller: Caller): Promise<Upstream | UpstreamFailure> {
  const { foreign, workspaces } = context;
  if (foreign !== undefined) return { own: false, account: foreign.account };
  const known = caller.signIn === undefined ? undefined : workspaces.get(digestSession(caller.signIn));
  if (known !== undefined) return serviceUpstream(context, caller, known);
  const verified = await verifyWorkspace(context, caller);
  return "failure" in verified ? verified : serviceUpstream(context, caller, verified.id);
}

/** The service verifies the session right now, and reports the balance with it. */
export async function verifyWorkspace(
  context: DashboardContext,
  caller: Caller,
): Promise<AccountWorkspace | UpstreamFailure> {
  if (caller.signIn === undefined) return NOT_SIGNED_IN;
  const result = await requestAccount(context, caller, ACCOUNT.workspace);
  if ("failure" in result) return result.rejected ? workspaceFailure(context, caller.signIn, result.failure) : result;
  return result.value;
}

/** Builds the upstream of a person whose workspace the service has confirmed. */
export function serviceUpstream(
  { settings, workspaces }: DashboardContext,
  caller: Caller,
  workspaceId: string,
): Upstream {
  if (caller.signIn !== undefined) workspaces.set(digestSession(caller.signIn), workspaceId);
  return { own: true, account: accountId(settings.apiInternalUrl, workspaceId) };
}

/** Digests only, so that no list of usable sessions is stored here. */
function digestSession(signIn: string): string {
  return createHash("sha256").update(signIn).digest("base64url");
}

/** A session that the service rejects is forgotten here. Other errors than the person's are its own, 503. */
function workspaceFailure({ workspaces }: DashboardContext, signIn: string, rejected: Failure): UpstreamFailure {
  const { status, requestId } = rejected;
  if (status === 429) return { failure: { ...rejected, retryAfter: rejected.retryAfter ?? "1" } };
  workspaces.delete(digestSession(signIn));
  if (status === 401) return NOT_SIGNED_IN;
  if (status === 403) return { failure: rejected };
  return { failure: failure(503, "SERVICE_UNAVAILABLE", failureMessage(rejected), "no", requestId) };
}
