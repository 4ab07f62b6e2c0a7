/** Where the pages before signing in lead to. */
import "server-only";
import { redirect } from "next/navigation";
import { connection } from "next/server";
import { authPageUrl, ownPath, RETURN_TO, UNLOCK_PAGE } from "@/lib/filters/return-path";
import { isLocked } from "./authorize";
import { getDashboardContext } from "./dashboard-context";
import type { PageSearch } from "./feed-page";
import { currentCaller, currentIdentity } from "./identity";

/** The own path that an address of the door asks to go on to. */
export async function readReturnPath(search: Promise<PageSearch>): Promise<string> {
  const requested = (await search)[RETURN_TO];
  return ownPath(typeof requested === "string" ? requested : undefined);
}

/** Whoever is signed in has no business at the door; on a foreign host nobody signs in, and it may have another door. */
export async function redirectIfSignedIn(to: string): Promise<void> {
  const context = getDashboardContext();
  if (context.settings.apiKey !== undefined)
    redirect(isLocked(context, await currentCaller()) ? authPageUrl(UNLOCK_PAGE, to) : to);
  if ((await currentIdentity()) !== null) redirect(to);
}

/** Whether this browser has given the password of a dashboard that asks for one; where none is asked for, it goes on. */
export async function isUnlocked(to: string): Promise<boolean> {
  const context = getDashboardContext();
  if (context.unlock === undefined) redirect(to);
  return !isLocked(context, await currentCaller());
}

/** Before the pages of the door that are about accounts, of which somebody else's host has none here. */
export async function requireAccounts(): Promise<void> {
  // Settings are read for a request, never for a build.
  await connection();
  if (getDashboardContext().settings.apiKey !== undefined) redirect("/");
}
