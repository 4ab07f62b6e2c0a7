/** Shows the filters that are set, the number of results and all notes above the rows. */
import { FEEDS } from "@dealflow/contract/feeds";
import { toFreeQuery } from "@dealflow/contract/query/free-query";
import { FilterChips } from "@/components/filters/filter-chips";
import { useNow } from "@/components/shell/clock";
import { Button } from "@/components/ui/button";
import { useFeedView } from "@/lib/client/feed-view";
import { useHost } from "@/lib/client/host";
import { updateReview, useReview, wasOwned } from "@/lib/client/saved/new-rows-review";
import { activeFilters } from "@/lib/filters/edit";
import { count, formatCount } from "@/lib/format/counts";
import { shortDate } from "@/lib/format/dates";
import { FREE, maxPrice } from "@/lib/format/price";
import { ChartStrip } from "./charts/chart-strip";
import { FilterButton } from "./filter-button";
import { LazyFailureBanner, LazyProblems, LazyRateLimited, LazyTextFilterNote, LazyViewNote } from "./lazy";
import { ResultBar } from "./rows/result-bar";
import { useShownRows } from "./rows/use-feed-rows";
import { Banner } from "./states/banner";
import { Line } from "./states/line";

interface Props {
  onFilters: () => void;
  /** An empty result has nothing to chart. */
  empty: boolean;
}

export function ResultHeader({ onFilters, empty }: Props) {
  const { kind } = useShownRows();
  const { feed, query, canonical, open, opened, issues, ownedOnly } = useFeedView();
  const { identity } = useHost();
  const filters = activeFilters(FEEDS[feed], query).length;
  return (
    <>
      <div
        className="flex min-h-bar-chips flex-none items-center gap-2 border-b border-line px-gutter max-tablet:h-12 max-tablet:data-none:hidden"
        data-testid="filter-chips"
        data-none={filters === 0 || undefined}
      >
        <FilterButton
          onOpen={onFilters}
          className="hidden tablet:max-panel:inline-flex tablet:max-wide:group-data-sheet/feed:inline-flex"
        />
        {filters === 0 ? (
          <p className="text-12 text-text-3">No filters</p>
        ) : (
          <FilterChips narrow={open !== undefined} />
        )}
      </div>
      <ResultBar />
      {issues.length > 0 && <LazyProblems />}
      {(opened?.columns || opened?.sort) && <LazyViewNote view={opened} columns={kind.columns} />}
      <NewRowsLine />
      {identity !== null && !ownedOnly && toFreeQuery(feed, query).ownedOnly && <LazyTextFilterNote key={canonical} />}
      <StatusBanner />
      {!empty && <ChartStrip />}
    </>
  );
}

/** Shows since when these rows are new, and how many are hidden because they were owned. */
function NewRowsLine() {
  const { feed, canonical, rows } = useFeedView();
  const review = useReview(feed, canonical);
  const now = useNow();
  if (review === undefined) return null;
  const hidden = rows.filter((row) => wasOwned(feed, review, row)).length;
  return (
    <Line data-testid="view-note">
      <span>
        New in {review.name}, announced since {shortDate(review.since, now)}
        {hidden > 0 && `. ${formatCount(hidden, "row")} owned before ${review.hides ? "hidden" : "shown"}`}
      </span>
      {hidden > 0 && (
        <Button variant="link" onClick={() => updateReview(feed, canonical, { hides: !review.hides })}>
          {review.hides ? "Show owned" : "Hide owned"}
        </Button>
      )}
    </Line>
  );
}

/** Shows one banner at a time above the rows, the most serious first. */
function StatusBanner() {
  const { error, offline, listed, loadMore, hasPreviews, next, buying } = useFeedView();
  // With previews, the button that bought the rows shows the error.
  const unbought = hasPreviews || next === undefined ? undefined : buying.error;
  const failed = error ?? unbought;
  if (offline && failed === undefined)
    return (
      <Banner tone="plain" title="Offline">
        {listed.length === 0
          ? "You're offline. Nothing can be loaded."
          : listed.length === 1
            ? "1 loaded row is still available for free."
            : `${count(listed.length)} loaded rows are still available for free.`}
      </Banner>
    );
  if (failed === undefined) return null;
  const again =
    error !== undefined || next === undefined
      ? { price: FREE, onRetry: () => loadMore() }
      : { price: maxPrice(next.limit), onRetry: () => void buying.buy({ cursor: next.cursor }) };
  return failed.status === 429 ? (
    <LazyRateLimited key={failed.requestId ?? ""} error={failed} disabled={offline} {...again} />
  ) : (
    <LazyFailureBanner error={failed} title={failureTitle(failed.status)} disabled={offline} {...again} />
  );
}

function failureTitle(status: number): string {
  if (status === 400) return "This query was rejected";
  if (status === 402) return "No credits left";
  if (status === 401 || status === 403) return "The API key was rejected";
  return "The feed didn't respond";
}
