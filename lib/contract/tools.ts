/** Agent tools: one per endpoint, with the same filters and the same records (decisions, MCP). */
import type { FeedName } from "./feeds";

export const FEED_TOOLS = {
  funding: "funding_events",
  acquisitions: "acquisitions",
  execMoves: "exec_moves",
  companies: "companies",
  investors: "investors",
} as const satisfies Record<FeedName, string>;

/** The timeline of one company. */
export const TIMELINE_TOOL = "company_timeline";
/** The timelines of up to 25 companies in one call. */
export const TIMELINES_TOOL = "company_timelines";
