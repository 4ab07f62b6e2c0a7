import { PEOPLE } from "@dealflow/contract/account/people";
import { SIGN_IN_PAGE } from "@/lib/filters/return-path";
import { AccountRequestError, callAccount } from "@/lib/queries/account";
import { loadNewDocument } from "./new-document";

/** Ends this session and leads to the sign-in page. A sentence when the session could not be ended. */
export async function signOut(): Promise<string | undefined> {
  try {
    await callAccount(PEOPLE.signOut);
  } catch (error) {
    if (error instanceof AccountRequestError) return error.message;
    throw error;
  }
  await leaveSignedOut();
  return undefined;
}

/** Leads to the sign-in page, or to `to`, after the end of the session. */
export async function leaveSignedOut(to: string = SIGN_IN_PAGE): Promise<void> {
  await loadNewDocument(to);
  // Going back may show this document again, as it was left.
  window.location.reload();
}
