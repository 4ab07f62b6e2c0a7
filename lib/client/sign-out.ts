import { PEOPLE } from "@dealflow/contract/account/people";
import { SIGN_IN_PAGE } from "@/lib/filters/return-path";
import { loadNewDocument } from "./new-document";
import { requestAccount } from "./requests/request-account";
import { asSentence } from "./sentence";

/** Ends this session and leads to the sign-in page. A sentence when the session could not be ended. */
export async function signOut(): Promise<string | undefined> {
  const reply = await requestAccount(PEOPLE.signOut);
  if (!reply.ok) return asSentence(reply.message);
  await leaveSignedOut();
  return undefined;
}

/** After the end of the session: leads to the sign-in page, or to `to`. */
export async function leaveSignedOut(to: string = SIGN_IN_PAGE): Promise<void> {
  await loadNewDocument(to);
  // Going back may show this document again, as it was left.
  window.location.reload();
}
