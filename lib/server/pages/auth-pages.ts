import "server-only";
import { redirect } from "next/navigation";
import { connection } from "next/server";
import { authPageUrl, RETURN_TO, safeReturnPath, UNLOCK_PAGE } from "@/lib/filters/return-path";
import { getDashboardContext } from "../dashboard-context";
import { isLocked } from "../proxy/authorize";
import { currentCaller, currentIdentity } from "./identity";
import type { PageSearch } from "./page-search";

export async function readReturnPath(search: Promise<PageSearch>): Promise<string> {
  const requested = (await search)[RETURN_TO];
  return safeReturnPath(typeof requested === "string" ? requested : undefined);
}

/** Redirects people who are signed in already; on a foreign host nobody signs in, but it may require a password. */
export async function redirectIfSignedIn(to: string): Promise<void> {
  const context = getDashboardContext();
  if (context.settings.apiKey !== undefined)
    redirect(isLocked(context, await currentCaller()) ? authPageUrl(UNLOCK_PAGE, to) : to);
  if ((await currentIdentity()) !== null) redirect(to);
}

/** Returns true when this browser has entered the dashboard's password; redirects where none is required. */
export async function isUnlocked(to: string): Promise<boolean> {
  const context = getDashboardContext();
  if (context.unlock === undefined) redirect(to);
  return !isLocked(context, await currentCaller());
}

/** Guards pages about accounts, which a foreign host does not have here. */
export async function requireAccounts(): Promise<void> {
  // Settings are read per request, never during a build.
  await connection();
  if (getDashboardContext().settings.apiKey !== undefined) redirect("/");
}
