/** Buys the next rows that are not owned: at their exact price, or where they are not previewed at most at that of a page. */

import { LIMIT } from "@dealflow/contract/feeds";
import { useEffect } from "react";
import { useStore } from "zustand";
import { PriceTag, TWO_DIGITS } from "@/components/ui/prices/price-tag";
import { useFeedView } from "@/lib/client/feed-view";
import { useMeter } from "@/lib/client/meter";
import { count } from "@/lib/format/counts";
import { exactPrice, maxPrice } from "@/lib/format/price";
import { useShownRows } from "./use-feed-rows";

export function ShowNext({ className }: { className?: string }) {
  const {
    listed,
    total,
    status,
    offline,
    hasMore,
    hasPreviews,
    next,
    loadingMore,
    loadMore,
    error,
    buying,
    ownedOnly,
  } = useFeedView();
  const { rows: shown, complete: isComplete, selection } = useShownRows();
  const { sessionLeft } = useMeter();
  const inView = useFirstInView();
  const ready = status === "ready";
  // No further rows are expected after an error, and a search is of the loaded rows.
  const follow = hasMore && error === undefined && isComplete;
  const { rows, complete, references } = nextToShow(shown, inView ?? 0, LIMIT.default, follow);

  // The price of the next rows is unknown without the rows behind them, which are free.
  const needsMore = ready && inView !== undefined && rows > 0 && !complete && !loadingMore && !offline;
  useEffect(() => {
    if (needsMore) loadMore();
  }, [needsMore, loadMore]);

  if (ownedOnly || (ready && references.length === 0 && next === undefined)) return null;

  const page = next && Math.max(1, Math.min(next.limit, (total ?? Number.POSITIVE_INFINITY) - listed.length));
  const known = ready && (page !== undefined || (complete && inView !== undefined));
  const price = page === undefined ? exactPrice(references.length) : maxPrice(page);
  // Without previews a banner shows the error.
  const message = hasPreviews ? buying.error?.message : undefined;
  return (
    <>
      {message !== undefined && (
        <span
          role="alert"
          className="text-bad-text tablet:line-clamp-2 tablet:max-w-sm tablet:leading-4 tablet:whitespace-normal max-tablet:absolute max-tablet:inset-x-0 max-tablet:bottom-full max-tablet:border-t max-tablet:border-line-strong max-tablet:bg-surface max-tablet:px-gutter max-tablet:py-2 max-tablet:whitespace-normal"
          title={message}
        >
          {message}
        </span>
      )}
      <PriceTag
        // The purchase of selected rows is the main one while there are some.
        primary={selection.keys.size === 0}
        price={known ? { ...price, sessionLeft } : undefined}
        busy={buying.isPending}
        disabled={offline}
        onClick={() => void buying.buy(next === undefined ? { references } : { cursor: next.cursor })}
        {...(className && { className })}
      >
        {known ? `Reveal ${count(page ?? rows)}` : <span>Reveal {TWO_DIGITS}</span>}
      </PriceTag>
    </>
  );
}

/** Returns the index of the first row in view: 0 until it was measured, undefined while its place loads. */
function useFirstInView(): number | undefined {
  const { rows, first, top, tableProps } = useShownRows();
  const { items } = tableProps;
  const line = useStore(top, (state) => state.line);
  if (line === undefined || items.length === 0) return 0;
  const index = line - 1 - first;
  if (index < 0 || index >= items.length) return undefined;
  const item = items.slice(index).find((one) => !one.getIsGrouped());
  return item === undefined ? rows.length : rows.indexOf(item.original);
}

interface Row {
  readonly preview?: { readonly reference: string };
}

interface NextToShow {
  readonly rows: number;
  /** It is true when no row that is still to come belongs to them. */
  readonly complete: boolean;
  readonly references: readonly string[];
}

/**
 * Computes this many rows from the first one in view that is not owned, and which of them have to be bought.
 * @param inView the index of the first row in view; where all rows from there on are owned, those before it are next
 * @param hasMore whether rows follow that are not listed yet
 */
export function nextToShow(listed: readonly Row[], inView: number, most: number, hasMore: boolean): NextToShow {
  const isNext = ({ preview }: Row) => preview !== undefined;
  const below = listed.findIndex((row, index) => index >= inView && isNext(row));
  const first = below === -1 && !hasMore ? listed.findIndex(isNext) : below;
  const rows = first === -1 ? [] : listed.slice(first, first + most);
  const complete = rows.length === most || !hasMore;
  return { rows: rows.length, complete, references: rows.flatMap(({ preview }) => preview?.reference ?? []) };
}
