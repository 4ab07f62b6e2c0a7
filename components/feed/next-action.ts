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
  /** Above owned rows, which may be many, stands the button of the first page. */
  readonly offersFirst: boolean;
  /** The button's place is kept, so that nothing moves while it cannot be pressed. */
  readonly reservesSpace: boolean;
}

/** @param shown how many rows stand in the table */
export function getNextAction(view: State, shown: number): NextAction {
  const { status, hasMore, spendingLimit, error, cut } = view;
  const offersMore = status === "ready" && hasMore && !spendingLimit.paused && error === undefined && cut === undefined;
  // Without rows the button that stands in their place is enough.
  const offersFirst = status === "unbought" && shown > 0;
  return {
    canLoad: !view.offline && error === undefined,
    offersMore,
    offersFirst,
    reservesSpace: offersMore || offersFirst || status === "loading" || status === "resting",
  };
}
