/** Defines the protocol between the dashboard's server and its pages: private headers, cached pages, the meter. */

import type { ExplorePageResponse } from "@dealflow/contract/account/explore";
import type { Identity } from "@dealflow/contract/account/people";
import type { AccountWorkspace } from "@dealflow/contract/account/spending/credits";
import { isObject } from "@dealflow/contract/query/syntax";

/**
 * A request says what it may do. `buy` may be answered by what was bought at another host before, else by the API, and
 * `refresh` by the API only; a person's gesture alone triggers these two. `check` only validates the request against
 * the contract (204 or 400), without calling the API.
 */
export const INTENTS = ["buy", "refresh", "check"] as const;
export type Intent = (typeof INTENTS)[number];

export const INTENT_HEADER = "X-Dealflow-Intent";
/** The page was purchased at this time (ISO). */
export const CACHED_AT_HEADER = "X-Dealflow-Cached-At";
/** `cached` when the response was cached, `api` when it was fetched now. */
export const SOURCE_HEADER = "X-Dealflow-Source";
/** `true` when the balance was computed here, because the response did not include it. */
export const ESTIMATED_HEADER = "X-Dealflow-Balance-Estimated";
/** A failure says `no` when it is certain that nothing was charged, else `unknown`. */
export const CHARGED_HEADER = "X-Dealflow-Charged";
/** A 401 names the page on which to sign in or enter the password. */
export const AUTH_PAGE_HEADER = "X-Dealflow-Auth-Page";
/**
 * A page names its account (`HostState.account`), and is rejected when the browser has opened another workspace since.
 */
export const PAGE_ACCOUNT_HEADER = "X-Dealflow-Of";

/** The route of the dashboard's own server below which the paths of the API are. */
export const PAGE_ROUTE = "/api";

/** Tells a page of rows from another response. Its rows are used as they come, because our own service or its adapter made them. */
export function isExplorePage(response: unknown): response is ExplorePageResponse {
  return isObject(response) && Array.isArray(response.rows) && isObject(response.pagination);
}

export interface HostState {
  /** Identifies the workspace in browser storage, without being a key; null belongs to no workspace. */
  readonly account: string | null;
  /** Our own service, which has account endpoints; else a foreign host, which has only the API. */
  readonly own: boolean;
  /** The API has this public address, for code that is copied. */
  readonly apiUrl: string;
  /** The service holds the demo data set, which pages say. */
  readonly demo: boolean;
  /** This browser entered a password, and can be locked again. */
  readonly lockable: boolean;
  readonly identity: Identity | null;
}

export interface MeterState {
  /** The balance is null until it is known. */
  readonly balance: number | null;
  /** The balance with the higher sequence is the newer one; the sequence is 0 while none is known. */
  readonly sequence: number;
  /** The bar is measured against the highest balance seen. */
  readonly highest: number | null;
  /** The balance is estimated: the last known one minus the cost of a response that did not include it. */
  readonly estimated: boolean;
  /** Credits that the last response cost, and number of requested records; null before the first one. */
  readonly lastCost: number | null;
  readonly lastRequested: number | null;
  readonly sessionUsed: number;
  /** The budget is null where none is set for a session. */
  readonly sessionBudget: number | null;
  /** The session may use so many credits in all by all budgets; null where none is set. */
  readonly sessionMost: number | null;
}

export const UNKNOWN_METER: MeterState = {
  balance: null,
  sequence: 0,
  highest: null,
  estimated: false,
  lastCost: null,
  lastRequested: null,
  sessionUsed: 0,
  sessionBudget: null,
  sessionMost: null,
};

/** The meter as far as the private API reports it: it knows nothing of the last response. */
export function toMeter({
  balance,
  sequence,
  highest,
  estimated = false,
  sessionUsed,
  sessionBudget,
  sessionMost,
}: AccountWorkspace): MeterState {
  return { ...UNKNOWN_METER, balance, sequence, highest, estimated, sessionUsed, sessionBudget, sessionMost };
}
