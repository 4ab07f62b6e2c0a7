/** What the endpoints of the ledger are called. */
import { FEED_NAMES, FEEDS } from "@/lib/contract/feeds";
import { TIMELINE_ENDPOINT } from "@/lib/contract/timeline";

const TIMELINES = { endpoint: TIMELINE_ENDPOINT, title: "Timelines" };
const GRANT = { endpoint: "credits.grant", title: "Grant" };

/** In the order of the sidebar. */
export const ENDPOINT_TITLES = [...FEED_NAMES.map((name) => FEEDS[name]), TIMELINES, GRANT];

export function endpointTitle(name: string): string {
  return ENDPOINT_TITLES.find(({ endpoint }) => endpoint === name)?.title ?? name;
}
