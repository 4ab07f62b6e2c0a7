/** Declares the state of a feed's view for its components. */
import type { FeedRecord } from "@dealflow/client/records";
import type { ExplorePageResponse, ExploreRow } from "@dealflow/contract/account/explore";
import type { ShelfView } from "@dealflow/contract/account/saved";
import type { FeedName } from "@dealflow/contract/feeds";
import type { Buying } from "@/lib/queries/buy";
import type { Summarized } from "@/lib/queries/summaries";
import type { FeedAddress } from "./address";
import type { RequestError } from "./requests/send-request";

export type FeedRow<R = FeedRecord> = Omit<ExploreRow, "record"> & { readonly record: R };

/** A view has an address, rows, and the purchase of more. */
export interface FeedView<R = FeedRecord> extends FeedAddress {
  readonly feed: FeedName;
  /** These owned ones of the listed rows may be exported, compared and searched. */
  readonly rows: readonly FeedRow<R>[];
  /**
   * The table has these rows: owned records, and previews of the others. While loading they are those of the query
   * before.
   */
  readonly listed: readonly FeedRow<R>[];
  /**
   * The first listed row has this place in the whole list, which can then be loaded from any place and in any order of
   * the service; undefined where rows have no places and are sorted here.
   */
  readonly offset: number | undefined;
  /** The saved view that was opened: its columns and order apply while its filters are changed. */
  readonly opened: ShelfView | undefined;
  /** The open saved view, also when its filters have been changed since. */
  readonly saved: ShelfView | undefined;
  /** The order in the address, else the one of the opened saved view; an empty text is the list's own. */
  readonly shownOrder: string;
  /** Only what the workspace owns is listed: on the page for that, and while "Owned only" is on. */
  readonly ownedOnly: boolean;
  /** The page always lists what the workspace owns. */
  readonly isOwnedPage: boolean;
  /** Our service orders the whole list; otherwise it has the order of the public API, and loaded rows are sorted. */
  readonly isOrdered: boolean;
  /** Records that are not owned are previewed; else the next page has to be bought before it is seen. */
  readonly hasPreviews: boolean;
  /** Identifies the summary of the list; undefined where none is free. */
  readonly summarized: Summarized | undefined;
  /** The first rows came with this number of matches. */
  readonly total: number | undefined;
  /** Free rows follow. */
  readonly hasMore: boolean;
  /** More rows match than a table may hold; only an export loads the others. */
  readonly isFull: boolean;
  /** The page that follows, where it has to be bought before it is seen. */
  readonly next: ExplorePageResponse["next"];
  readonly status: "loading" | "ready" | "error";
  /** The next rows are on their way. */
  readonly loadingMore: boolean;
  /** The same rows in another order are on their way. */
  readonly reordering: boolean;
  /** The rows could not be loaded. Requesting them again is free. */
  readonly error: RequestError | undefined;
  readonly creditsInView: number;
  /** Loads the next rows, which are free, or repeats a failed request. */
  loadMore(): void;
  /**
   * Loads the rows at a place of the list (from 0) that a person scrolls to: those that continue the loaded ones, else
   * those around it instead of them. After an error only `loadMore` does.
   */
  loadAround(place: number): void;
  /** Loads all owned rows that match, to the last. Throws `RequestFailure`. */
  loadOwned(): Promise<readonly FeedRow<R>[]>;
  readonly buying: Buying;
  readonly offline: boolean;
}
