import { PEOPLE } from "@dealflow/contract/account-people";
import { SIGN_IN_PAGE } from "@/lib/filters/return-path";
import { loadNewDocument } from "./new-document";
import { clearOnSignOut } from "./purchased/store";
import { requestAccount } from "./request-account";
import { asSentence } from "./sentence";

/**
 * Ends this session, deletes the person's purchased records from this browser unless they keep them there, and leads to
 * the sign-in page, or to `to`. A sentence when the session could not be ended.
 */
export async function signOut(to: string = SIGN_IN_PAGE): Promise<string | undefined> {
  const reply = await requestAccount(PEOPLE.signOut);
  if (!reply.ok) return asSentence(reply.message);
  await clearOnSignOut();
  await loadNewDocument(to);
  // Going back may show this document again, as it was left.
  window.location.reload();
  return undefined;
}
