/** The five list endpoints are plain data, for code that must not import schemas. */
import {
  ACQUISITION_FILTERS,
  COMPANY_FILTERS,
  EXEC_MOVE_FILTERS,
  FUNDING_FILTERS,
  INVESTOR_FILTERS,
} from "./feed-filters";
import { type Filter, filterParameters, type OneFilter } from "./filters";

export interface Feed {
  /** The endpoint is `meta.endpoint` of its responses. */
  readonly endpoint: string;
  /** The agent tool has the same filters and returns the same records (decisions, MCP). */
  readonly tool: string;
  readonly path: string;
  readonly title: string;
  readonly filters: readonly Filter[];
  /** These parameters sort the list; a cursor is bound to them like to filters. */
  readonly order: readonly OneFilter[];
  /** It is true when `includeTotal` is supported (convention 8). */
  readonly totals: boolean;
}

export const FEEDS = {
  funding: {
    endpoint: "funding_events.list",
    tool: "funding_events",
    path: "/v1/funding-events",
    title: "Funding",
    filters: FUNDING_FILTERS,
    order: [],
    totals: true,
  },
  acquisitions: {
    endpoint: "acquisitions.list",
    tool: "acquisitions",
    path: "/v1/acquisitions",
    title: "Acquisitions",
    filters: ACQUISITION_FILTERS,
    order: [],
    totals: true,
  },
  execMoves: {
    endpoint: "exec_moves.list",
    tool: "exec_moves",
    path: "/v1/exec-moves",
    title: "Exec moves",
    filters: EXEC_MOVE_FILTERS,
    order: [],
    totals: false,
  },
  companies: {
    endpoint: "companies.list",
    tool: "companies",
    path: "/v1/companies",
    title: "Companies",
    filters: COMPANY_FILTERS,
    order: [
      {
        kind: "one",
        param: "sort",
        list: "companySorts",
        label: "Sort",
        help: "`recent` (default) or `prominence`.",
        facts: [],
      },
      {
        kind: "one",
        param: "sortDirection",
        list: "sortDirections",
        label: "Direction",
        help: "`asc` or `desc`; `desc` applies to `prominence` only.",
        facts: [],
      },
    ],
    totals: false,
  },
  investors: {
    endpoint: "investors.list",
    tool: "investors",
    path: "/v1/investors",
    title: "Investors",
    filters: INVESTOR_FILTERS,
    order: [],
    totals: false,
  },
} as const satisfies Record<string, Feed>;

export type FeedName = keyof typeof FEEDS;

export const FEED_NAMES = [
  "funding",
  "acquisitions",
  "execMoves",
  "companies",
  "investors",
] as const satisfies FeedName[];

/** The records of these feeds are events. */
export const EVENT_FEED_NAMES = ["funding", "acquisitions", "execMoves"] as const satisfies FeedName[];
export type EventFeedName = (typeof EVENT_FEED_NAMES)[number];

/** A page has this many records (convention 5). */
export const LIMIT = { min: 1, max: 100, default: 20 } as const;

/** Every feed has these paging parameters. */
export const CURSOR_PARAMETER = "cursor";
export const LIMIT_PARAMETER = "limit";
export const TOTAL_PARAMETER = "includeTotal";

/** Returns every parameter of a feed, in the order in which an address lists them. */
export function parameterNames(feed: Feed): string[] {
  return [
    ...feed.filters.flatMap(filterParameters),
    ...feed.order.map((choice) => choice.param),
    CURSOR_PARAMETER,
    LIMIT_PARAMETER,
    ...(feed.totals ? [TOTAL_PARAMETER] : []),
  ];
}
