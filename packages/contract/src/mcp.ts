/** The MCP endpoint (interface, MCP endpoint) as plain data: where it is, what it speaks, and the limits of its tools. */
import type { FeedName } from "./feeds";
import { MCP_PATH } from "./oauth";
import type { Scope } from "./scopes";
import type { TIMELINE_INCLUDES } from "./values/events";

/** Protected-resource metadata (RFC 9728) of the endpoint, and the same at the host's root. */
export const RESOURCE_METADATA_PATHS = [
  `/.well-known/oauth-protected-resource${MCP_PATH}`,
  "/.well-known/oauth-protected-resource",
] as const;
export const SERVER_CARD_PATHS = ["/.well-known/mcp/server-card.json", `${MCP_PATH}/server-card`] as const;

/** Revisions of the protocol, newest first. */
export const REVISIONS = ["2026-07-28", "2025-11-25", "2025-06-18"] as const;

/** Records of a page when a tool call gives no `limit`. */
export const TOOL_LIMIT = 10;
/** Maximum size of the structured content of a result, as JSON (bytes). */
export const MAX_RESULT_BYTES = 40_000;

/** The parameter of every tool that costs credits: the most that one call may cost. */
export const MAX_CREDITS_PARAMETER = "maxCredits";
export const MAX_CREDITS = { min: 1, max: 1_000_000 } as const;

/** Tools that cost nothing. */
export const CREDITS_TOOL = "get_credits";
/** The long lists of allowed values: the tool and the resource that return one, and what they call its entries. */
export const VALUE_LIST_TOOLS = {
  countries: { tool: "list_countries", resource: "dealflow://values/countries", title: "Country codes" },
  naics: { tool: "list_naics_codes", resource: "dealflow://values/naics-codes", title: "NAICS codes" },
  industries: { tool: "list_industry_groups", resource: "dealflow://values/industry-groups", title: "Industry groups" },
} as const;

/** The parameter of those tools that selects values. */
export const VALUE_SEARCH_PARAMETER = "search";

export type ValueListName = keyof typeof VALUE_LIST_TOOLS;
export const VALUE_LIST_NAMES = ["countries", "naics", "industries"] as const satisfies ValueListName[];

/** The scope that the records of a feed need. */
export const FEED_SCOPES: Readonly<Record<FeedName, Scope>> = {
  funding: "read:funding",
  acquisitions: "read:acquisitions",
  execMoves: "read:exec_moves",
  companies: "read:companies",
  investors: "read:investors",
};

/** The scope that a kind of event in a timeline needs, by value of `include`. */
export const INCLUDE_SCOPES = {
  funding: FEED_SCOPES.funding,
  acquisitions: FEED_SCOPES.acquisitions,
  exec_moves: FEED_SCOPES.execMoves,
} as const satisfies Readonly<Record<(typeof TIMELINE_INCLUDES)[number]["value"], Scope>>;
