/** Leads a page to the dashboard's own address before anything of it is shown. */
import "server-only";
import { headers } from "next/headers";
import { permanentRedirect } from "next/navigation";
import { environment } from "./environment";
import { ownAddress } from "./page-request";
import { readPath } from "./request-hooks";

/**
 * Asked by the outermost layout and not by a proxy of Next's: that takes all names of this machine for one host, and
 * cuts the host off an address that leads from one of them to another.
 */
export async function requireOwnAddress(): Promise<void> {
  const head = await headers();
  const address = ownAddress(head.get("host") ?? "", readPath(head), environment().dashboardUrl);
  if (address !== undefined) permanentRedirect(address);
}
