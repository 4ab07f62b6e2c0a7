/** The dashboard page that a purchase is for, without parameters that concern only the screen or paging. */
import "server-only";
import { VIEW_LENGTH } from "@/lib/contract/account";
import { CURSOR_PARAMETER, LIMIT_PARAMETER, TOTAL_PARAMETER } from "@/lib/contract/feeds";
import { OPEN_KEY, ORDER_KEY } from "@/lib/filters/pages";

/**
 * `page`: the address of the feed's page for this request, which is exact when sent from there; any other page is known
 * by the `Referer`, which is our own, since cross-origin requests are rejected.
 */
export function viewAddress(page: string | undefined, referer: string | null): string | undefined {
  const from = referer !== null && URL.canParse(referer) ? new URL(referer) : undefined;
  if (page !== undefined && (from === undefined || from.pathname === page.split("?")[0])) return bounded(page);
  if (from === undefined) return undefined;
  for (const name of [OPEN_KEY, ORDER_KEY, CURSOR_PARAMETER, LIMIT_PARAMETER, TOTAL_PARAMETER])
    from.searchParams.delete(name);
  return bounded(`${from.pathname}${from.search}`);
}

function bounded(address: string): string {
  return address.slice(0, VIEW_LENGTH);
}
