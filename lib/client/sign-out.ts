import { ACCOUNT } from "@/lib/contract/account";
import { SIGN_IN_PAGE } from "@/lib/filters/return-path";
import { loadNewDocument } from "./new-document";
import { requestAccount } from "./request-account";
import { asSentence } from "./sentence";

/** Ends this session and leads to the sign-in page, or to `to`. A sentence when it could not be ended. */
export async function signOut(to: string = SIGN_IN_PAGE): Promise<string | undefined> {
  const reply = await requestAccount(ACCOUNT.signOut);
  if (!reply.ok) return asSentence(reply.message);
  await loadNewDocument(to);
  return undefined;
}
