/** Identifies who requests a page, according to the service and the request's cookies. */
import "server-only";
import { ACCOUNT } from "@dealflow/contract/account/account";
import type { Identity, SignInOptions } from "@dealflow/contract/account/people";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { authPageUrl, SIGN_IN_PAGE, UNLOCK_PAGE } from "@/lib/filters/return-path";
import { getDashboardContext } from "../dashboard-context";
import { type Failure, PageFailure } from "../http/error-responses";
import { readPath } from "../http/request-hooks";
import { requestAccount, requestOptional } from "../proxy/account";
import { isLocked, isRemoteBlocked, LOCAL_ONLY } from "../proxy/authorize";
import { type Caller, readCaller } from "../proxy/caller";
import { serviceUpstream, type Upstream, upstream } from "../proxy/upstream";

export const currentCaller = cache(
  async (): Promise<Caller> => readCaller(await headers(), getDashboardContext().settings),
);

/** Returns null when nobody is signed in. Sends one request to the service per page. */
const fetchIdentity = cache(async (): Promise<Identity | null | { readonly failure: Failure }> => {
  const [context, caller] = [getDashboardContext(), await currentCaller()];
  if (caller.signIn === undefined || context.settings.apiKey !== undefined) return null;
  const result = await requestAccount(context, caller, ACCOUNT.me);
  if ("value" in result) return result.value;
  return result.failure.status === 401 ? null : result;
});

export async function currentIdentity(): Promise<Identity | null> {
  const identity = await fetchIdentity();
  return identity === null || "failure" in identity ? null : identity;
}

/**
 * Returns the signed-in person before a page does any work; null on a foreign host, once its password was entered.
 * Everyone else is redirected to sign in, and from there back here.
 */
export async function requireIdentity(): Promise<Identity | null> {
  const context = getDashboardContext();
  const currentPath = readPath(await headers());
  if (context.settings.apiKey !== undefined) {
    const caller = await currentCaller();
    if (isRemoteBlocked(context, caller)) throw new Error(LOCAL_ONLY);
    if (isLocked(context, caller)) redirect(authPageUrl(UNLOCK_PAGE, currentPath));
    return null;
  }
  const identity = await fetchIdentity();
  if (identity === null) redirect(authPageUrl(SIGN_IN_PAGE, currentPath));
  if ("failure" in identity) throw new PageFailure(identity.failure);
  return identity;
}

/** Anyone may read this page: it describes the API, and offers a visitor nothing that costs anything. */
const REFERENCE_PAGE = "/reference";

/**
 * Returns true when the request is for the reference and nobody is signed in. A dashboard for a foreign host has no
 * visitors.
 */
export const isVisit = cache(async (): Promise<boolean> => {
  if (getDashboardContext().settings.apiKey !== undefined) return false;
  const [path] = readPath(await headers()).split("?");
  return path === REFERENCE_PAGE && (await currentIdentity()) === null;
});

/** Returns the upstream of a page's data; requests without an identity are redirected before. */
export const pageUpstream = cache(async (): Promise<Upstream> => {
  const [context, caller, identity] = [getDashboardContext(), await currentCaller(), await requireIdentity()];
  if (identity !== null) return serviceUpstream(context, caller, identity.workspace.id);
  const source = await upstream(context, caller);
  if ("failure" in source) throw new PageFailure(source.failure);
  return source;
});

/** Returns the options of the pages before signing in; none where the service does not report them. */
export const currentSignInOptions = cache(async (): Promise<SignInOptions> => {
  const options = await requestOptional(getDashboardContext(), await currentCaller(), ACCOUNT.signInOptions);
  return options ?? { demo: false, mail: false };
});
