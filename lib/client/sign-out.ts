import { ACCOUNT } from "@/lib/contract/account";
import { SIGN_IN_PAGE } from "@/lib/filters/return-path";
import { askAccount } from "./ask-account";
import { goOn } from "./go-on";
import { asSentence } from "./sentence";

/** Ends this session and leaves for the door, or for `to`. A sentence when it could not be ended. */
export async function signOut(to: string = SIGN_IN_PAGE): Promise<string | undefined> {
  const reply = await askAccount(ACCOUNT.signOut);
  if (!reply.ok) return asSentence(reply.message);
  await goOn(to);
}
