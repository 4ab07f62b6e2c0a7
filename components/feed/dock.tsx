"use client";

import { useCards } from "@/components/ui/hooks/use-cards";
import { FilterButton } from "./filter-button";
import { ShowNext } from "./rows/show-next";

/** Keeps the filters and the next purchase within reach of a thumb on phones. */
export function Dock({ onFilters }: { onFilters: () => void }) {
  if (!useCards()) return null;
  return (
    <div
      className="relative col-span-full row-start-3 hidden items-center gap-2 border-t border-line-strong bg-surface px-gutter max-tablet:flex"
      data-testid="feed-dock"
      data-touch=""
    >
      <FilterButton onOpen={onFilters} className="only:flex-1" />
      <ShowNext className="flex-auto" />
    </div>
  );
}
