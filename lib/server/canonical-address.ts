/** Redirects a page to the dashboard's canonical address before anything is rendered. */
import "server-only";
import { headers } from "next/headers";
import { permanentRedirect } from "next/navigation";
import { environment } from "./environment";
import { canonicalAddress } from "./page-request";
import { readPath } from "./request-hooks";

/**
 * Called by the root layout rather than Next's proxy, which treats all names of this machine as one host and strips the
 * host from redirects between them.
 */
export async function redirectToCanonicalAddress(): Promise<void> {
  const head = await headers();
  const address = canonicalAddress(head.get("host") ?? "", readPath(head), environment().dashboardUrl);
  if (address !== undefined) permanentRedirect(address);
}
