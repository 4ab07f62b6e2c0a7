/** Shows every facet of the feed at the left, and which rows its counts cover. The frame names its place. */

import type { Summary } from "@dealflow/contract/account/summaries";
import { memo, useDeferredValue } from "react";
import { Button } from "@/components/ui/button";
import { focusFirst } from "@/components/ui/focus";
import { activeFilters, clearAll } from "@/lib/filters/edit";
import { formatCount } from "@/lib/format/counts";
import { useSummary } from "@/lib/queries/summaries";
import { FacetList } from "./facets/facet-list";
import { filterControls } from "./filter-chips";
import { useFilterState } from "./filter-state";

export function FilterPanel() {
  const { feed, query, canonical, records, setQuery, summarized, previews } = useFilterState();
  const { data: summary } = useSummary(summarized, canonical);
  // Rows and the pressed control are painted before the counts.
  const counted = useDeferredValue(summary);
  return (
    <div className="flex h-full min-h-0 flex-col bg-surface-side">
      <div className="flex h-bar-chips shrink-0 items-center justify-between border-b border-line px-gutter">
        <h2 className="font-medium text-13 text-text-1">Filters</h2>
        {activeFilters(feed, query).length > 0 && (
          <Button
            variant="quiet"
            onClick={() => {
              focusFirst(filterControls());
              setQuery(clearAll(feed, query));
            }}
          >
            Clear all
          </Button>
        )}
      </div>
      <div data-facets="" className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <MemoFacetList
          feed={feed}
          query={query}
          change={setQuery}
          records={records}
          summary={counted}
          previews={previews}
          plain={summarized !== undefined}
          touch={false}
        />
      </div>
      <p className="flex h-bar-foot shrink-0 items-center border-t border-line-strong px-gutter text-11 text-text-2">
        {/* The key remounts a growing number in its place, so that nothing moves. */}
        <span key={summary === undefined ? records.length : "all"}>
          {coverage(summary, summarized?.scope === "owned", records.length)}
        </span>
      </p>
    </div>
  );
}

/** The facets are rendered again only for changed filters or counts, never for previews or an opened row. */
const MemoFacetList = memo(FacetList);

/** Says which rows the counts cover. */
function coverage(summary: Summary | undefined, owned: boolean, loaded: number): string {
  if (summary !== undefined)
    return owned ? `Counts cover your ${formatCount(summary.total, "owned row")}` : "Counts: all matches";
  return loaded === 0 ? "No owned rows yet" : `Counts cover your ${formatCount(loaded, "owned row")}`;
}
