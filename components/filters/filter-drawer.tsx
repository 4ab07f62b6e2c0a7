/**
 * Shows the facets where there is no room for the panel. Changes are collected and applied together; closed any other way, the drawer leaves the filters as they were.
 */

import { serializeFeedQuery } from "@dealflow/contract/query/feed-query";
import { X } from "lucide-react";
import { useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { Drawer } from "@/components/ui/drawer";
import { PriceTag } from "@/components/ui/prices/price-tag";
import { activeFilters, clearAll } from "@/lib/filters/edit";
import { matcher } from "@/lib/filters/predicate";
import { count, formatCount, formatCountText } from "@/lib/format/counts";
import { FREE } from "@/lib/format/price";
import { useSummary } from "@/lib/queries/summaries";
import { FacetList } from "./facets/facet-list";
import { useFilterState } from "./filter-state";

/** The drawer is open while mounted. */
export function FilterDrawer({ onClose }: { onClose(): void }) {
  const { feed, query, canonical, records, setQuery, summarized, previews } = useFilterState();
  const [draft, setDraft] = useState(query);
  const drafted = serializeFeedQuery(feed, draft);
  const { data: summary } = useSummary(summarized, drafted);
  const changed = drafted !== canonical;
  const matching = useMemo(() => {
    const matches = matcher(feed, draft);
    return records.filter((record) => matches(record) === true).length;
  }, [feed, draft, records]);

  function show() {
    onClose();
    if (changed) setQuery(draft);
  }

  return (
    <Drawer label="Filters" onClose={onClose}>
      <div className="flex h-[52px] shrink-0 items-center gap-2 border-b border-line pr-1 pl-gutter">
        <h2 data-first="" tabIndex={-1} className="flex-1 outline-none text-15 font-semibold tracking-tight">
          Filters
        </h2>
        {activeFilters(feed, draft).length > 0 && (
          <Button variant="quiet" className="px-2" onClick={() => setDraft(clearAll(feed, draft))}>
            Clear all
          </Button>
        )}
        <button
          type="button"
          aria-label="Close filters"
          onClick={onClose}
          className="focus-ring-inset flex size-11 cursor-pointer items-center justify-center rounded-2"
        >
          <X className="size-[18px]" />
        </button>
      </div>
      <div className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <FacetList
          feed={feed}
          query={draft}
          change={setDraft}
          records={records}
          summary={summary}
          previews={previews}
          touch
        />
      </div>
      <div className="shrink-0 border-t border-line-strong px-gutter pt-2.5 pb-[max(12px,env(safe-area-inset-bottom))]">
        <p className="mb-2.5 text-12 text-text-2" aria-live="polite">
          {changed
            ? `${summary === undefined ? `${count(matching)} of ${formatCount(records.length, "owned row")} match` : `${formatCountText(summary.total, summary.approximate, "row")} found`} (free). Close to discard your changes.`
            : "No changes yet."}
        </p>
        <PriceTag primary className="w-full" price={FREE} onClick={show}>
          Apply
        </PriceTag>
      </div>
    </Drawer>
  );
}
