/** Where the pages before signing in lead to. */
import "server-only";
import { redirect } from "next/navigation";
import { connection } from "next/server";
import { doorTo, ownPath, RETURN_TO, UNLOCK_PAGE } from "@/lib/filters/own-path";
import { isLocked } from "./admitted";
import { dashboard } from "./dashboard";
import type { PageSearch } from "./feed-page";
import { currentAsker, currentIdentity } from "./identity";

/** The own path that an address of the door asks to go on to. */
export async function goingTo(search: Promise<PageSearch>): Promise<string> {
  const asked = (await search)[RETURN_TO];
  return ownPath(typeof asked === "string" ? asked : undefined);
}

/** Whoever is signed in has no business at the door; on a foreign host nobody signs in, and it may have another door. */
export async function passOn(to: string): Promise<void> {
  const board = dashboard();
  if (board.settings.apiKey !== undefined)
    redirect(isLocked(board, await currentAsker()) ? doorTo(UNLOCK_PAGE, to) : to);
  if ((await currentIdentity()) !== null) redirect(to);
}

/** Whether this browser has given the password of a dashboard that asks for one; where none is asked for, it goes on. */
export async function isUnlocked(to: string): Promise<boolean> {
  const board = dashboard();
  if (board.unlock === undefined) redirect(to);
  return !isLocked(board, await currentAsker());
}

/** Before the pages of the door that are about accounts, of which somebody else's host has none here. */
export async function requireAccounts(): Promise<void> {
  // Settings are read for a request, never for a build.
  await connection();
  if (dashboard().settings.apiKey !== undefined) redirect("/");
}
