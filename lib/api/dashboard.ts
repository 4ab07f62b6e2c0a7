/** What passes between the dashboard's server and its pages: the private headers, a held page, the meter. */
import type { Identity } from "@/lib/contract/account-people";
import type { FeedName } from "@/lib/contract/feeds";
import type { AnyQuery } from "@/lib/contract/filters";
import type { Problem } from "@/lib/contract/wire";
import type { FeedRecord } from "./records";

/**
 * What a request may do. `held`: answer from what the server holds or not at all (204). `buy`: from that, else from the
 * API. `refresh`: from the API, in place of what is held. Only a person's gesture makes these two. `check`: no answer,
 * only whether the contract accepts the request (204) or what is wrong with it (400); the API is not asked.
 */
export const INTENTS = ["held", "buy", "refresh", "check"] as const;
export type Intent = (typeof INTENTS)[number];

export const INTENT_HEADER = "X-Dealflow-Intent";
/** When the page was bought, as an ISO timestamp. */
export const CACHED_AT_HEADER = "X-Dealflow-Held";
/** `held` when the server had the answer already, `api` when it asked for it now. */
export const SOURCE_HEADER = "X-Dealflow-Source";
/** Credits that this session has used in all, and in this view. */
export const SESSION_USED_HEADER = "X-Dealflow-Session-Used";
export const VIEW_USED_HEADER = "X-Dealflow-View-Used";
/** `true` when the server also holds the page behind this one. */
export const NEXT_CACHED_HEADER = "X-Dealflow-Next-Held";
/** `true` when the balance beside it was computed here, because the answer did not tell it. */
export const ESTIMATED_HEADER = "X-Dealflow-Balance-Estimated";
/** Of a failure: `no` when it is certain that nothing was charged, else `unknown`. */
export const CHARGED_HEADER = "X-Dealflow-Charged";
/** Of a 401: the page on which whoever asks is let in. */
export const AUTH_PAGE_HEADER = "X-Dealflow-Door";
/** Whose page asks (`HostState.account`): in a browser that has opened another workspace since, it asks in vain. */
export const PAGE_ACCOUNT_HEADER = "X-Dealflow-Of";

/** Where the dashboard's own server answers for the interface, path for path, and with the meter. */
export const PAGE_ROUTE = "/api";
export const METER_ROUTE = "/api/meter";
/** Below `PAGE_ROUTE`, before a feed's path: pages of a view that are held, many in one answer. */
export const CACHED_PAGES_PATH = "/held";

/** The answer to a question for held pages: from the cursor asked for on, as far as they go, up to a number of them. */
export interface CachedPagesResponse {
  readonly pages: readonly { readonly heldAt: string; readonly requestId: string | null; readonly answer: unknown }[];
  /** More are held behind them. */
  readonly nextHeld: boolean;
}

/** One bought page of a feed. */
export interface FeedPage {
  readonly records: readonly FeedRecord[];
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
  readonly total?: number;
  /** ISO timestamp of its purchase. */
  readonly heldAt: string;
  /** Of its purchase; null where the host told none. */
  readonly requestId: string | null;
  /** Credits that the session had used in this view when the page was answered. */
  readonly viewUsed: number;
  /** The server held the page behind this one too: it can be shown for nothing. */
  readonly nextHeld?: boolean;
}

/** What the server knows of a feed's address before anything is bought. */
export interface FeedInitial {
  readonly feed: FeedName;
  /** The address's query as it was judged, its parameters in order of name. */
  readonly search: string;
  readonly query: AnyQuery;
  readonly canonical: string;
  readonly problems: readonly Problem[];
  readonly open?: string;
  /** The held pages from the first one on, without a gap. */
  readonly pages: readonly FeedPage[];
  /** Whether a person came here by the address itself or from within, so that opening may buy the first page. */
  readonly mayOpen: boolean;
  readonly creditsInView: number;
}

/** Whose data is shown. */
export interface HostState {
  /** Tells workspaces apart in what a browser keeps, without being a key; null: of nobody. */
  readonly account: string | null;
  /** Our own service, which has account pages; else somebody else's host, which has the interface alone. */
  readonly own: boolean;
  /** Public address of the API, for what is copied to be used elsewhere. */
  readonly apiUrl: string;
  /** This browser gave a password to be here, and can be locked again. */
  readonly lockable: boolean;
  /** Who is signed in; null on somebody else's host. */
  readonly identity: Identity | null;
}

export interface MeterState {
  /** Null: not known yet. */
  readonly balance: number | null;
  /** The highest balance seen, which the bar is measured against. */
  readonly highest: number | null;
  /** The last answer did not tell the balance: it is what was known before, less what the answer cost. */
  readonly estimated: boolean;
  /** Credits that the last answer cost, and records that were asked for. */
  readonly lastCost: number;
  readonly lastAsked: number;
  readonly sessionUsed: number;
  /** Null: no budget is set for a session. */
  readonly sessionBudget: number | null;
  /** ISO timestamp at which the balance was learned. */
  readonly probedAt: string | null;
}

/** The text by which an address is recognised whatever the order of its parameters. */
export function addressKey(search: URLSearchParams): string {
  const sorted = new URLSearchParams(search);
  sorted.sort();
  return sorted.toString();
}
