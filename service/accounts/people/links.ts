/** Links that are sent to people: their token is in the fragment, which no server and no log sees. */
import { LINK_PAGES, LINK_TOKEN } from "@/lib/contract/account-people";

export function createLink(dashboardUrl: string, page: keyof typeof LINK_PAGES, token: string): string {
  return `${dashboardUrl}${LINK_PAGES[page]}#${LINK_TOKEN}=${encodeURIComponent(token)}`;
}
