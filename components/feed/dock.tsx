"use client";

import { useFeedView } from "@/lib/client/feed-view";
import { FilterButton } from "./filter-button";
import { LoadButton } from "./load-button";

interface Props {
  filters: number;
  onFilters: () => void;
  next: number;
}

/** On phones: the filters and the way on, within reach of a thumb. */
export function Dock({ filters, onFilters, next }: Props) {
  const { status, hasMore, cut, error, offline, loadingMore, loadMore } = useFeedView();
  // While rows are on their way the button waits in its place, so that nothing moves when it can be pressed.
  const waits = status === "loading" || status === "resting";
  const offers =
    waits ||
    status === "unbought" ||
    status === "owned" ||
    (status === "ready" && hasMore && error === undefined && cut === undefined);
  return (
    <div className="feed-dock" data-touch="">
      <FilterButton number={filters} onOpen={onFilters} className={offers ? "" : "flex-1"} />
      {offers && (
        <LoadButton
          next={next}
          more={false}
          disabled={offline || loadingMore || waits}
          onLoad={() => loadMore("button")}
          className="flex-1"
        />
      )}
    </div>
  );
}
