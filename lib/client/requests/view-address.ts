/** The dashboard page that a purchase is for, without parameters that concern only the screen or paging. */
import { CURSOR_PARAMETER, LIMIT_PARAMETER, TOTAL_PARAMETER } from "@dealflow/contract/feeds";
import { OPEN_KEY, ORDER_KEY } from "@/lib/filters/pages";

/** @param page the address of the feed's view, which is exact when the purchase is made on that feed's page */
export function viewAddress(page?: string): string {
  const { pathname, searchParams } = new URL(window.location.href);
  if (page !== undefined && page.split("?")[0] === pathname) return page;
  for (const name of [OPEN_KEY, ORDER_KEY, CURSOR_PARAMETER, LIMIT_PARAMETER, TOTAL_PARAMETER])
    searchParams.delete(name);
  return `${pathname}${searchParams.size === 0 ? "" : `?${searchParams}`}`;
}
