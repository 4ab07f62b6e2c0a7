/**
 * The MCP endpoint (interface, MCP endpoint) is described as plain data: its address, its protocol, and the limits of
 * its tools.
 */
import type { FeedName } from "./feeds";
import { MCP_PATH } from "./oauth";
import type { Scope } from "./scopes";
import type { TIMELINE_INCLUDES } from "./values/events";

/** Protected-resource metadata (RFC 9728) is served for the endpoint, and the same at the host's root. */
export const RESOURCE_METADATA_PATHS = [
  `/.well-known/oauth-protected-resource${MCP_PATH}`,
  "/.well-known/oauth-protected-resource",
] as const;
export const SERVER_CARD_PATHS = ["/.well-known/mcp/server-card.json", `${MCP_PATH}/server-card`] as const;

/** Revisions of the protocol are listed newest first. */
export const REVISIONS = ["2026-07-28", "2025-11-25", "2025-06-18"] as const;

/** A page has this many records when a tool call gives no `limit`. */
export const TOOL_LIMIT = 10;
/** The structured content of a result has at most this many bytes of JSON. */
export const MAX_RESULT_BYTES = 40_000;

/** Every tool that costs credits takes this parameter: the most that one call may cost. */
export const MAX_CREDITS_PARAMETER = "maxCredits";
export const MAX_CREDITS = { min: 1, max: 1_000_000 } as const;

/** This tool returns the credits of the workspace and what the connection may use of them, and costs nothing. */
export const CREDITS_TOOL = "get_credits";
/**
 * The long lists of allowed values each have a tool, which costs nothing, and a resource that return them, and a word for
 * their entries.
 */
export const VALUE_LIST_TOOLS = {
  countries: { tool: "list_countries", resource: "dealflow://values/countries", title: "Country codes" },
  naics: { tool: "list_naics_codes", resource: "dealflow://values/naics-codes", title: "NAICS codes" },
  industries: { tool: "list_industry_groups", resource: "dealflow://values/industry-groups", title: "Industry groups" },
} as const;

/** This parameter of those tools selects values. */
export const VALUE_SEARCH_PARAMETER = "search";

export type ValueListName = keyof typeof VALUE_LIST_TOOLS;
export const VALUE_LIST_NAMES = ["countries", "naics", "industries"] as const satisfies ValueListName[];

export const FEED_SCOPES: Readonly<Record<FeedName, Scope>> = {
  funding: "read:funding",
  acquisitions: "read:acquisitions",
  execMoves: "read:exec_moves",
  companies: "read:companies",
  investors: "read:investors",
};

/** A kind of event in a timeline needs this scope, by value of `include`. */
export const INCLUDE_SCOPES = {
  funding: FEED_SCOPES.funding,
  acquisitions: FEED_SCOPES.acquisitions,
  exec_moves: FEED_SCOPES.execMoves,
} as const satisfies Readonly<Record<(typeof TIMELINE_INCLUDES)[number]["value"], Scope>>;
