import type { Summary } from "@dealflow/contract/account/summaries";
import { FEEDS } from "@dealflow/contract/feeds";
import type { AnyQuery } from "@dealflow/contract/filters";
import { serializeFeedQuery } from "@dealflow/contract/query/feed-query";
import { toFreeQuery } from "@dealflow/contract/query/free-query";
import { useQueries } from "@tanstack/react-query";
import { chipText } from "@/components/filters/filter-text";
import { useFilterWords } from "@/components/filters/words";
import { Button } from "@/components/ui/button";
import { useFeedView } from "@/lib/client/feed-view";
import { activeFilters, clearAll, clearFilter } from "@/lib/filters/edit";
import { countText, spellOut } from "@/lib/format/counts";
import { summaryQuery } from "@/lib/queries/summaries";

/** A longer text of a filter's values is cut here, even where there is room for it. */
const LENGTH = 60;

const EMPTY =
  "min-h-0 flex-1 overflow-y-auto border-t border-line-strong pt-18 pr-gutter-page pb-6 pl-16 max-tablet:border-t-0 max-tablet:px-gutter max-tablet:py-8";

/** Offers no more pairs of filters than this, those with most matches first. */
const MOST_PAIRS = 5;

/** Shows that nothing matches, which filters are set, and buttons that remove each. */
export function Empty({ noun }: { noun: string }) {
  const { feed, query, setQuery, ownedOnly, isOwnedPage } = useFeedView();
  const words = useFilterWords();
  const filters = activeFilters(FEEDS[feed], query);
  const without = filters.map((filter) => ({ filter, next: clearFilter(query, filter) }));
  const counted = useTotals(without.map(({ next }) => next));
  // Pairs are counted only when removing one filter is not enough; removing both of two clears all.
  const isStuck = filters.length > 2 && counted.every((summary) => summary?.total === 0);
  const pairs = (isStuck ? without : []).flatMap(({ filter, next }, index) =>
    filters.slice(index + 1).map((other) => ({ filters: [filter, other] as const, next: clearFilter(next, other) })),
  );
  const pairTotals = useTotals(pairs.map(({ next }) => next));
  const matchingPairs = pairs
    .map((pair, index) => ({ ...pair, total: 0, ...pairTotals[index] }))
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total)
    .slice(0, MOST_PAIRS);
  if (filters.length === 0)
    return (
      <section className={EMPTY} data-testid="feed-empty">
        <h2 className="text-15 font-semibold tracking-tight">
          No {isOwnedPage && "owned"} {noun} yet
        </h2>
        <p className="mt-1.5 text-text-2">
          {isOwnedPage
            ? "Records that anyone in this workspace buys appear here."
            : "Nothing was charged. Your administrator can import records."}
        </p>
      </section>
    );
  const several = filters.length > 1;
  const isOfOwned = ownedOnly || toFreeQuery(feed, query).ownedOnly;
  return (
    <section className={EMPTY} data-testid="feed-empty">
      <h2 className="text-15 font-semibold tracking-tight">
        No {noun} {isOfOwned && "you own "}matches{" "}
        {several ? `these ${spellOut(filters.length)} filters` : "this filter"}
      </h2>
      <p className="mt-1.5 text-text-2">{adviceText(several, isStuck, matchingPairs.length)}</p>
      <ul className="my-5 max-w-[600px] border-t border-line">
        {without.map(({ filter, next }, index) => (
          <li key={filter.label} className="flex min-h-10 items-center gap-3 border-b border-line">
            <span className="w-18 flex-none text-text-2">{filter.label}</span>
            <span className="min-w-0 flex-1 truncate font-medium">{chipText(filter, query, words, LENGTH)}</span>
            <span className="flex-none text-12/5 text-text-2">{matchWords(counted[index])}</span>
            <Button onClick={() => setQuery(next)} aria-label={`Remove ${filter.label}`}>
              Remove
            </Button>
          </li>
        ))}
        {matchingPairs.map(({ filters: [one, other], next, ...matches }) => (
          <li key={`${one.label} ${other.label}`} className="flex min-h-10 items-center gap-3 border-b border-line">
            <span className="min-w-0 flex-1 truncate font-medium">
              {one.label} and {other.label}
            </span>
            <span className="flex-none text-12/5 text-text-2">{matchWords(matches, "both")}</span>
            <Button onClick={() => setQuery(next)} aria-label={`Remove ${one.label} and ${other.label}`}>
              Remove both
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

/** Returns how many records match each of these queries, as far as that is known and free. */
function useTotals(queries: readonly AnyQuery[]): readonly (Total | undefined)[] {
  const { feed, summarized } = useFeedView();
  return useQueries({
    queries: queries.map((query) => ({
      ...summaryQuery(summarized ?? { feed, scope: "all" }, serializeFeedQuery(FEEDS[feed], query)),
      enabled: summarized !== undefined,
    })),
    combine: (results) => results.map(({ data }) => data && { total: data.total, approximate: data.approximate }),
  });
}

type Total = Pick<Summary, "total" | "approximate">;

function matchWords(matches: Total | undefined, without: "it" | "both" = "it"): string {
  if (matches === undefined) return "";
  const { total, approximate } = matches;
  return `${countText(total, approximate)} ${total === 1 ? "matches" : "match"} without ${without}`;
}

function adviceText(several: boolean, isStuck: boolean, pairs: number): string {
  if (pairs > 0) return "Removing one of them is not enough. Remove two and try again.";
  if (isStuck) return "Removing one of them is not enough.";
  return several ? "Loosen one and try again." : "Remove it and try again.";
}
