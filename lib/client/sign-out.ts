import { PEOPLE } from "@dealflow/contract/account/people";
import { SIGN_IN_PAGE } from "@/lib/filters/return-path";
import { callAccount } from "@/lib/queries/account";
import { loadNewDocument } from "./new-document";

export async function signOut(): Promise<void> {
  await callAccount(PEOPLE.signOut);
  await leaveSignedOut();
}

/** Leads to the sign-in page, or to `to`, after the end of the session. */
export async function leaveSignedOut(to: string = SIGN_IN_PAGE): Promise<void> {
  await loadNewDocument(to);
  // Going back may show this document again, as it was left.
  window.location.reload();
}
