/** The state of a feed's view for its components. */
import type { FeedRecord } from "@dealflow/client/records";
import type { FeedName } from "@dealflow/contract/feeds";
import type { AnyQuery } from "@dealflow/contract/filters";
import type { Issue } from "@dealflow/contract/parameters";
import type { RowPreview } from "@/lib/api/explore";
import type { FeedState } from "@/lib/queries/feeds";
import type { AutoLoad } from "@/lib/spending/auto-load";
import type { PurchasedRecord, Receipt } from "./purchased/purchased-record";
import type { RequestError } from "./send-request";

/** A purchased record is used as a row as it is, or 100,000 of them would be copied. */
export interface FeedRow<R = FeedRecord> {
  /** Unique in its view, and the same for as long as the view lives. */
  readonly key: string;
  readonly record: R;
  /** When it was bought: ISO timestamp. */
  readonly purchasedAt: string;
  readonly receipt: Receipt;
  /** Absent for a record that is owned. */
  readonly preview?: RowPreview;
  /** Its place in the document, where that outlives its key: a preview that was bought. */
  readonly slot?: string;
}

export interface FeedView<R = FeedRecord> {
  readonly feed: FeedName;
  readonly query: AnyQuery;
  /** What was left out of the address, and why. */
  readonly issues: readonly Issue[];
  readonly canonical: string;
  /** Changes the filters: pushes the address, and buys one page once they have rested. */
  setQuery(next: AnyQuery): void;
  readonly open: string | undefined;
  setOpen(id: string | undefined): void;
  /** How the loaded rows are sorted and grouped; absent: not in the address. */
  readonly order: string | undefined;
  setOrder(text: string | undefined): void;
  /** What is owned of the view, and may be exported, compared and searched. */
  readonly rows: readonly FeedRow<R>[];
  /** What the table lists: where rows are free, previews of everything else among them. */
  readonly listed: readonly FeedRow<R>[];
  /** Whether rows are free: paging costs nothing, and records are bought by their previews. */
  readonly explores: boolean;
  /** The page lists the purchased records alone. */
  readonly listsPurchased: boolean;
  /** The rows are all that is owned and matches, bought for whatever view; else those of this view's pages. */
  readonly showsPurchased: boolean;
  /** Everything that is owned of the feed, whether or not it matches. */
  readonly purchased: readonly PurchasedRecord[];
  /** The open record as it is owned, for where it is not among the rows. */
  readonly openPurchased: FeedRow<R> | undefined;
  readonly total: number | undefined;
  readonly hasMore: boolean;
  /**
   * `resting`: a changed filter waits for its page. `unbought`: the page is not cached, and nothing entitles to buy it
   * but a button. `owned`: owned only is on, nothing can be bought.
   */
  readonly status: "loading" | "resting" | "ready" | "unbought" | "error" | "owned";
  /** Whether a changed filter buys its first page by itself, and why it does not. */
  readonly autoLoad: AutoLoad;
  /** The next page is on its way. */
  readonly loadingMore: boolean;
  /** Pages that were bought before are on their way, for nothing. */
  readonly loadingCached: boolean;
  /** The server has the next page cached: it costs nothing. */
  readonly nextCached: boolean;
  readonly refreshing: boolean;
  /** Of the first page (status `error`), or of the next one or a refresh, below rows that are there. */
  readonly error: RequestError | undefined;
  readonly creditsInView: number;
  readonly spendingLimit: {
    readonly limit: number;
    readonly paused: boolean;
    /** Raises the spending limit of this view to this number of credits, and buys the next page. */
    continueTo(credits: number): void;
  };
  /** The last page was cut because credits ran out: records received of those requested. */
  readonly cut: { readonly received: number; readonly requested: number } | undefined;
  /**
   * The next page; the first one when it is unbought or failed, which only a button does. What was bought before is
   * requested without buying. `at`: the time of the input, in ms.
   */
  loadMore(by: "scroll" | "key" | "button", at?: number): void;
  /** All owned rows that match, where they are free to the last; absent otherwise. */
  readonly loadRest?: () => Promise<readonly FeedRow<R>[]>;
  /** Buys the first page again. */
  refresh(): void;
  readonly offline: boolean;
}

interface Facts extends Pick<FeedState, "fetched" | "fetching" | "error"> {
  readonly hasPages: boolean;
  readonly resting: boolean;
  readonly ownedOnly: boolean;
  readonly purchasedLoaded: boolean;
}

export function statusOf(view: Facts): FeedView["status"] {
  if (view.ownedOnly) return view.hasPages || view.purchasedLoaded ? "owned" : "loading";
  if (view.hasPages) return "ready";
  if (view.resting) return "resting";
  if (view.error !== undefined) return "error";
  return view.fetching === undefined && view.fetched ? "unbought" : "loading";
}
