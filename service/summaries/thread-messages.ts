/** What the service and the threads of its summaries send each other. */
import type { FeedName } from "@dealflow/contract/feeds";
import type { FreeQuery } from "@dealflow/contract/query/free-query";
import type { PurchaseScope } from "@/service/feed/purchased";
import type { Dataset } from "./dataset";

export interface ThreadSettings {
  /** Where the feeds are read. */
  readonly databaseUrl: string;
  /** Where purchases are read: never a replica, which may lag behind them. */
  readonly purchasesUrl: string;
}

/** A workspace that owns records of the feed. */
export interface Owner extends PurchaseScope {
  /** Changes with each purchase. */
  readonly version: string;
}

export interface LoadRequest {
  readonly type: "load";
  readonly feed: FeedName;
  /** Whether everything may be read again when the changes are not known. */
  readonly mayReload: boolean;
}

export interface SummarizeRequest {
  readonly type: "summarize";
  readonly feed: FeedName;
  readonly query: FreeQuery;
  /** The feed's dataset, or PostgreSQL for feeds that do not fit into memory and filters that columns do not decide. */
  readonly source: "dataset" | "database";
  /** Undefined when the workspace owns nothing of the feed. */
  readonly owner: Owner | undefined;
  readonly split: string | undefined;
}

/** Replaces the feed's dataset; without a response. */
export interface DatasetMessage {
  readonly type: "dataset";
  readonly feed: FeedName;
  readonly dataset: Dataset;
}

export type ThreadRequest = DatasetMessage | ((LoadRequest | SummarizeRequest) & { readonly id: number });

export interface Loaded {
  /** Undefined when everything would have to be read again. */
  readonly dataset: Dataset | undefined;
  readonly reloaded: boolean;
}

export interface Summarized {
  /** The version of the feed that is summarized. */
  readonly version: number;
  /** JSON text. */
  readonly body: string;
}

export type ThreadResponse = { readonly id: number } & (
  | { readonly value: Loaded | Summarized }
  | { readonly error: { readonly message: string; readonly code: string | undefined } }
);
