"use client";

import { useFilterState } from "@/components/filters/filter-state";
import { Button } from "@/components/ui/button";
import { activeFilters } from "@/lib/filters/edit";
import { count } from "@/lib/format/counts";

/** Opens the filters where there is no room for their panel, and shows how many are set. */
export function FilterButton({ onOpen, className }: { onOpen: () => void; className?: string }) {
  const { feed, query } = useFilterState();
  const number = activeFilters(feed, query).length;
  return (
    <Button aria-haspopup="dialog" onClick={onOpen} {...(className && { className })}>
      Filters{number > 0 && <span className="font-regular text-text-3">{count(number)}</span>}
    </Button>
  );
}
