/** The dashboard page that a purchase is for, without parameters that concern only the screen or paging. */
import "server-only";
import { VIEW_LENGTH } from "@dealflow/contract/account/account";
import { isViewAddress } from "@dealflow/contract/account/credits";
import { CURSOR_PARAMETER, LIMIT_PARAMETER, TOTAL_PARAMETER } from "@dealflow/contract/feeds";
import { OPEN_KEY, ORDER_KEY } from "@/lib/filters/pages";

/**
 * @param page the address of the feed's page for this request, which is exact when sent from there
 * @param referer names any other page; ignored unless it is the dashboard's, since a person can send any other
 */
export function viewAddress(
  page: string | undefined,
  referer: string | null,
  dashboardUrl: string,
): string | undefined {
  const from = parseOwnPage(referer, dashboardUrl);
  if (page !== undefined && (from === undefined || from.pathname === page.split("?")[0])) return bounded(page);
  if (from === undefined) return undefined;
  for (const name of [OPEN_KEY, ORDER_KEY, CURSOR_PARAMETER, LIMIT_PARAMETER, TOTAL_PARAMETER])
    from.searchParams.delete(name);
  return bounded(`${from.pathname}${from.search}`);
}

function parseOwnPage(referer: string | null, dashboardUrl: string): URL | undefined {
  if (referer === null || !URL.canParse(referer)) return undefined;
  const url = new URL(referer);
  return url.origin === new URL(dashboardUrl).origin && isViewAddress(url.pathname) ? url : undefined;
}

function bounded(address: string): string {
  return address.slice(0, VIEW_LENGTH);
}
