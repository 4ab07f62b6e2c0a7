/** Who requests a page, according to the service and the request's cookies. */
import "server-only";
import { parseJson } from "@dealflow/client/list-page";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { readIdentity, readSignInOptions } from "@/lib/api/identity";
import { ACCOUNT } from "@/lib/contract/account";
import type { Identity, SignInOptions } from "@/lib/contract/account-people";
import { authPageUrl, SIGN_IN_PAGE, UNLOCK_PAGE } from "@/lib/filters/return-path";
import { callAccountApi } from "./account";
import { isLocked, isRemoteBlocked, LOCAL_ONLY } from "./authorize";
import { type Caller, readCaller } from "./caller";
import { getDashboardContext } from "./dashboard-context";
import { readPath } from "./request-hooks";
import { serviceUpstream, type Upstream, upstream } from "./upstream";

export const currentCaller = cache(
  async (): Promise<Caller> => readCaller(await headers(), getDashboardContext().settings),
);

/** `unreached`: the service did not respond. Requested once per page. */
const fetchIdentity = cache(async (): Promise<Identity | "nobody" | "unreached"> => {
  const [context, caller] = [getDashboardContext(), await currentCaller()];
  if (caller.signIn === undefined || context.settings.apiKey !== undefined) return "nobody";
  const { method, path } = ACCOUNT.me;
  const response = await callAccountApi(context, caller, method, path);
  if ("failure" in response) return "unreached";
  if (response.status === 200) return readIdentity(parseJson(response.text)) ?? "unreached";
  return response.status === 401 ? "nobody" : "unreached";
});

/** Null: not signed in, or a foreign host. */
export async function currentIdentity(): Promise<Identity | null> {
  const identity = await fetchIdentity();
  return typeof identity === "string" ? null : identity;
}

/**
 * Called before a page does any work: the signed-in person; null on a foreign host, once its password was entered.
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
  if (identity === "nobody") redirect(authPageUrl(SIGN_IN_PAGE, currentPath));
  if (identity === "unreached") throw new Error("The service did not say who is signed in.");
  return identity;
}

/** The upstream of a page's data; requests without an identity are redirected before. */
export const pageUpstream = cache(async (): Promise<Upstream> => {
  const [context, caller, identity] = [getDashboardContext(), await currentCaller(), await requireIdentity()];
  const source = await (identity === null
    ? upstream(context, caller)
    : serviceUpstream(context, caller, identity.workspace.id));
  if ("failure" in source) throw new Error(source.failure.body);
  return source;
});

/** The options of the pages before signing in. */
export const currentSignInOptions = cache(async (): Promise<SignInOptions> => {
  const { method, path } = ACCOUNT.signInOptions;
  const response = await callAccountApi(getDashboardContext(), await currentCaller(), method, path);
  return readSignInOptions("failure" in response ? undefined : parseJson(response.text));
});
