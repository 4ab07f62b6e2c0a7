/** Whether a view has more to buy, and whether it can be bought now; pure. */
import type { FeedView } from "@/lib/client/feed-view-state";

type State = Pick<
  FeedView<unknown>,
  "status" | "hasMore" | "spendingLimit" | "error" | "cut" | "offline" | "showsPurchased"
>;

export interface NextAction {
  /** The next page can be bought now. */
  readonly canLoad: boolean;
  /** Below the rows there is another page. */
  readonly offersMore: boolean;
  /** Above owned rows, which may be many, is the button of the first page. */
  readonly offersFirst: boolean;
  /** The button's space is reserved, so that nothing moves while it is disabled. */
  readonly reservesSpace: boolean;
}

/** @param shown number of rows in the table */
export function getNextAction(view: State, shown: number): NextAction {
  const { status, hasMore, spendingLimit, error, cut } = view;
  const offersMore = status === "ready" && hasMore && !spendingLimit.paused && error === undefined && cut === undefined;
  // Without rows their placeholder has that button already.
  const offersFirst = status === "unbought" && shown > 0;
  return {
    canLoad: !view.offline && error === undefined,
    offersMore,
    offersFirst,
    reservesSpace: offersMore || offersFirst || status === "loading" || status === "resting",
  };
}
