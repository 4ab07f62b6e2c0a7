/** Where the pages before signing in lead to. */
import "server-only";
import { redirect } from "next/navigation";
import { ownPath, RETURN_TO } from "@/lib/filters/own-path";
import type { PageSearch } from "./feed-page";
import { currentIdentity } from "./identity";

/** The own path that an address of the door asks to go on to. */
export async function goingTo(search: Promise<PageSearch>): Promise<string> {
  const asked = (await search)[RETURN_TO];
  return ownPath(typeof asked === "string" ? asked : undefined);
}

/** Whoever is signed in has no business at the door. */
export async function passOn(to: string): Promise<void> {
  if ((await currentIdentity()) !== null) redirect(to);
}
