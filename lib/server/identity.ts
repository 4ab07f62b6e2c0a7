/** Who asks for a page, as the service tells it for the cookies of the request. */
import "server-only";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { readDoor, readIdentity } from "@/lib/api/identity";
import { parseJson } from "@/lib/api/list-page";
import { ACCOUNT } from "@/lib/contract/account";
import type { Door, Identity } from "@/lib/contract/account-people";
import { doorTo, SIGN_IN_PAGE, UNLOCK_PAGE } from "@/lib/filters/own-path";
import { askAccount } from "./account";
import { ELSEWHERE, isElsewhere, isLocked } from "./admitted";
import { type Asker, askerIn } from "./asker";
import { dashboard } from "./dashboard";
import { pathIn } from "./each-request";
import { ownUpstream, type Upstream, upstream } from "./upstream";

export const currentAsker = cache(async (): Promise<Asker> => askerIn(await headers(), dashboard().settings));

/** `unreached`: the service did not say. Asked once for a page, whoever of it wants it. */
const askIdentity = cache(async (): Promise<Identity | "nobody" | "unreached"> => {
  const [board, asker] = [dashboard(), await currentAsker()];
  if (asker.signIn === undefined || board.settings.apiKey !== undefined) return "nobody";
  const { method, path } = ACCOUNT.me;
  const answer = await askAccount(board, asker, method, path);
  if ("failure" in answer) return "unreached";
  if (answer.status === 200) return readIdentity(parseJson(answer.text)) ?? "unreached";
  return answer.status === 401 ? "nobody" : "unreached";
});

/** Null: nobody is signed in, or this is a foreign host. */
export async function currentIdentity(): Promise<Identity | null> {
  const identity = await askIdentity();
  return typeof identity === "string" ? null : identity;
}

/**
 * Before a page does any work: whoever is signed in; null on a foreign host, to those who know its password. Everybody
 * else is led to the door, and from there back here.
 */
export async function requireIdentity(): Promise<Identity | null> {
  const board = dashboard();
  const here = pathIn(await headers());
  if (board.settings.apiKey !== undefined) {
    const asker = await currentAsker();
    if (isElsewhere(board, asker)) throw new Error(ELSEWHERE);
    if (isLocked(board, asker)) redirect(doorTo(UNLOCK_PAGE, here));
    return null;
  }
  const identity = await askIdentity();
  if (identity === "nobody") redirect(doorTo(SIGN_IN_PAGE, here));
  if (identity === "unreached") throw new Error("The service did not say who is signed in.");
  return identity;
}

/** Where a page's data comes from, and as whom; people without an identity do not come so far. */
export const pageUpstream = cache(async (): Promise<Upstream> => {
  const [board, asker, identity] = [dashboard(), await currentAsker(), await requireIdentity()];
  const source = await (identity === null ? upstream(board, asker) : ownUpstream(board, asker, identity.workspace.id));
  if ("failure" in source) throw new Error(source.failure.body);
  return source;
});

/** What the pages before signing in may offer. */
export const currentDoor = cache(async (): Promise<Door> => {
  const { method, path } = ACCOUNT.door;
  const answer = await askAccount(dashboard(), await currentAsker(), method, path);
  return readDoor("failure" in answer ? undefined : parseJson(answer.text));
});
