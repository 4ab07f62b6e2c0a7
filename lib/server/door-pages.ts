/** Where the pages before signing in lead to. */
import "server-only";
import { ownPath, RETURN_TO } from "@/lib/filters/own-path";
import type { PageSearch } from "./feed-page";

/** The own path that an address of the door asks to go on to. */
export async function goingTo(search: Promise<PageSearch>): Promise<string> {
  const asked = (await search)[RETURN_TO];
  return ownPath(typeof asked === "string" ? asked : undefined);
}
