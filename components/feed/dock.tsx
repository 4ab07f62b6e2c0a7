"use client";

import { useFeedView } from "@/lib/client/feed-view";
import { useLoadAllRun } from "@/lib/spending/load-all-run";
import { FilterButton } from "./filter-button";
import { LoadButton } from "./load-button";
import { ShowNext } from "./rows/show-next";
import { StopTag } from "./tools/load-all";

interface Props {
  onFilters: () => void;
  next: number;
}

/** On phones: the filters and the next action, within reach of a thumb. */
export function Dock({ onFilters, next }: Props) {
  const { feed, canonical, explores, status, hasMore, cut, error, offline, loadMore } = useFeedView();
  const run = useLoadAllRun(feed, canonical);
  // While rows are on their way the button waits in its place, so that nothing moves when it can be pressed.
  const pending = status === "loading" || status === "resting";
  const offers =
    pending ||
    status === "unbought" ||
    status === "owned" ||
    (status === "ready" && hasMore && error === undefined && cut === undefined);
  return (
    <div
      className="relative col-span-full row-start-3 hidden items-center gap-2 border-t border-line-strong bg-surface px-gutter max-tablet:flex"
      data-testid="feed-dock"
      data-touch=""
    >
      <FilterButton onOpen={onFilters} className={offers || run !== undefined ? "" : "flex-1"} />
      {run !== undefined && <StopTag run={run} className="flex-1" />}
      {explores && <ShowNext className="flex-auto" />}
      {run === undefined && offers && !explores && (
        <LoadButton
          next={next}
          more={false}
          disabled={offline || pending}
          onLoad={() => loadMore("button")}
          className="flex-1"
        />
      )}
    </div>
  );
}
