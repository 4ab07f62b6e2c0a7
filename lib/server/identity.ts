/** Who asks for a page, as the service tells it for the cookie of the request. */
import "server-only";
import { cache } from "react";
import { readDoor, readIdentity } from "@/lib/api/identity";
import { parseJson } from "@/lib/api/list-page";
import { ACCOUNT } from "@/lib/contract/account";
import type { Door, Identity } from "@/lib/contract/account-people";
import { askAccount } from "./account-route";
import { dashboard } from "./dashboard";

/** Null: nobody is signed in, or this is a foreign host. Asked once for a page, whoever of it wants it. */
export const currentIdentity = cache(async (): Promise<Identity | null> => {
  const { method, path } = ACCOUNT.me;
  const answer = await askAccount(dashboard(), method, path, "");
  return "failure" in answer || answer.status !== 200 ? null : (readIdentity(parseJson(answer.text)) ?? null);
});

/** What the pages before signing in may offer. */
export const currentDoor = cache(async (): Promise<Door> => {
  const { method, path } = ACCOUNT.door;
  const answer = await askAccount(dashboard(), method, path, "");
  return readDoor("failure" in answer ? undefined : parseJson(answer.text));
});
