"use client";

import { usePagePrice } from "@/components/feed/spend/page-price";
import { chipText } from "@/components/filters/summaries";
import { useFilterWords } from "@/components/filters/words";
import { Button } from "@/components/ui/button";
import { PriceText } from "@/components/ui/price-text";
import { useFeedView } from "@/lib/client/feed-view";
import { FEEDS } from "@/lib/contract/feeds";
import type { AnyQuery } from "@/lib/contract/filters";
import { activeFilters, clearAll, clearFilter } from "@/lib/filters/edit";
import { matcher } from "@/lib/filters/predicate";
import { count, spellOut } from "@/lib/format/counts";

/** Longest text of a filter's values here, where there is room for them. */
const LENGTH = 60;

const EMPTY =
  "min-h-0 flex-1 overflow-y-auto border-t border-line-strong pt-18 pr-gutter-page pb-6 pl-16 max-tablet:border-t-0 max-tablet:px-gutter max-tablet:py-8";

/** Nothing matches: which filters there are, and a way to take each one out. */
export function Empty({ noun }: { noun: string }) {
  const pagePrice = usePagePrice();
  const { feed, query, setQuery, purchased, explores, listsPurchased } = useFeedView();
  const words = useFilterWords();
  const filters = activeFilters(FEEDS[feed], query);
  const purchasedBy = (other: AnyQuery) => {
    const matches = matcher(FEEDS[feed], other);
    return purchased.filter(({ record }) => matches(record) === true).length;
  };
  if (filters.length === 0)
    return (
      <section className={EMPTY} data-testid="feed-empty">
        <h2 className="text-15 font-semibold tracking-tight">
          No {listsPurchased && "owned"} {noun} yet
        </h2>
        <p className="mt-1.5 text-text-2">
          {listsPurchased
            ? "Records that anyone in this workspace buys appear here."
            : "Nothing was charged. Your administrator can import records."}
        </p>
      </section>
    );
  const several = filters.length > 1;
  const suggestions = filters
    .map((filter) => ({ filter, number: purchasedBy(clearFilter(query, filter)) }))
    .sort((a, b) => b.number - a.number);
  return (
    <section className={EMPTY} data-testid="feed-empty">
      <h2 className="text-15 font-semibold tracking-tight">
        No {noun} matches {several ? `these ${spellOut(filters.length)} filters` : "this filter"}
      </h2>
      <p className="mt-1.5 text-text-2">
        {several ? "Loosen one and try again." : "Remove it and try again."}{" "}
        {!explores && (
          <>
            A page costs <PriceText price={pagePrice} />.
          </>
        )}
      </p>
      <ul className="my-5 max-w-[600px] border-t border-line">
        {suggestions.map(({ filter, number }) => (
          <li key={filter.label} className="flex min-h-10 items-center gap-3 border-b border-line">
            <span className="w-18 flex-none text-text-2">{filter.label}</span>
            <span className="min-w-0 flex-1 truncate font-medium">{chipText(filter, query, words, LENGTH)}</span>
            <span className="flex-none text-12/5 text-text-2">{count(number)} owned without it</span>
            <Button onClick={() => setQuery(clearFilter(query, filter))} aria-label={`Remove ${filter.label}`}>
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {several && (
        <Button variant="primary" onClick={() => setQuery(clearAll(FEEDS[feed], query))}>
          Clear {filters.length === 2 ? "both" : `all ${spellOut(filters.length)}`}
        </Button>
      )}
    </section>
  );
}
