/** Defines the messages between the service and the threads of its summaries. */
import type { RowSort } from "@dealflow/contract/account/feed-orders";
import type { FeedName } from "@dealflow/contract/feeds";
import type { AnyQuery } from "@dealflow/contract/filters";
import type { FreeQuery } from "@dealflow/contract/query/free-query";
import type { PurchaseScope } from "@/service/feed/purchases/purchased";
import type { Dataset } from "../dataset";
import type { Sampling } from "../sampling";

export interface ThreadSettings {
  /** Feeds are read here. */
  readonly databaseUrl: string;
  /** Purchases are read here: never from a replica, which may lag behind them. */
  readonly purchasesUrl: string;
  /** Feeds are kept in files here. */
  readonly snapshotDirectory: string;
}

export interface Owner extends PurchaseScope {
  /** The version changes with each purchase. */
  readonly version: string;
}

export interface LoadRequest {
  readonly type: "load";
  readonly feed: FeedName;
  /** Everything may be read again when the changes are not known, or another sample is requested. */
  readonly mayReload: boolean;
  readonly sampling: Sampling;
}

export interface SummarizeRequest {
  readonly type: "summarize";
  readonly feed: FeedName;
  readonly query: FreeQuery;
  /** The database serves feeds that do not fit into memory, and filters that columns do not decide. */
  readonly source: "dataset" | "database";
  /** The owner is undefined when the workspace owns nothing of the feed. */
  readonly owner: Owner | undefined;
  readonly split: string | undefined;
}

/** Counts the exact matches of a query that columns decide. */
export interface CountRequest {
  readonly type: "count";
  readonly feed: FeedName;
  readonly query: AnyQuery;
}

/** All matches are listed, the purchased ones, or the others. */
export type ListedRows = "all" | "purchased" | "unpurchased";

export interface ListRequest extends Omit<SummarizeRequest, "type" | "split"> {
  readonly type: "list";
  readonly rows: ListedRows;
  readonly keys: readonly RowSort[];
  /** The owner of rounds, where a key counts them. */
  readonly roundsOwner: Owner | undefined;
  /** The rows from this place in the list are requested. */
  readonly start: number;
  readonly limit: number;
  /** The feed has this version now. */
  readonly version: number;
  /** Identifies the list while it is the same; undefined when that is not known. */
  readonly cacheKey: string | undefined;
}

/** The message replaces the feed's dataset and has no response. */
export interface DatasetMessage {
  readonly type: "dataset";
  readonly feed: FeedName;
  readonly dataset: Dataset;
}

export type ThreadRequest = DatasetMessage | (WorkRequest & { readonly id: number });

export type WorkRequest = LoadRequest | SummarizeRequest | ListRequest | CountRequest;
export interface WorkResults {
  readonly load: Loaded;
  readonly summarize: Summarized;
  readonly list: Listed;
  readonly count: Counted;
}

export interface Loaded {
  /** It is undefined when everything would have to be read again. */
  readonly dataset: Dataset | undefined;
  readonly reloaded: boolean;
}

export interface Summarized {
  /** The summary is of this version of the feed. */
  readonly version: number;
  /** The body is JSON text. */
  readonly body: string;
}

export interface Listed {
  readonly total: number;
  readonly ids: readonly string[];
  /** The list is of the version of the feed before its latest changes, which are still being read. */
  readonly isOutdated: boolean;
}

export interface Counted {
  readonly total: number;
}

export type ThreadResponse = { readonly id: number } & (
  | { readonly value: WorkResults[WorkRequest["type"]] }
  | { readonly error: { readonly message: string; readonly code: string | undefined } }
);
