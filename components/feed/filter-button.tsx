import { FEEDS } from "@dealflow/contract/feeds";
import { Button } from "@/components/ui/button";
import { useFeedView } from "@/lib/client/feed-view";
import { activeFilters } from "@/lib/filters/edit";
import { count } from "@/lib/format/counts";

/** Opens the filters where there is no room for their panel, and shows how many are set. */
export function FilterButton({ onOpen, className }: { onOpen: () => void; className?: string }) {
  const { feed, query } = useFeedView();
  const number = activeFilters(FEEDS[feed], query).length;
  return (
    <Button data-filters="" aria-haspopup="dialog" onClick={onOpen} {...(className && { className })}>
      Filters{number > 0 && <span className="font-regular text-text-3">{count(number)}</span>}
    </Button>
  );
}
