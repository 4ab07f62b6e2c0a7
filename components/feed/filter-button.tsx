"use client";

import { Button } from "@/components/ui/button";
import { count } from "@/lib/format/counts";

/** Opens the filters where there is no room for their panel. */
export function FilterButton({
  number,
  onOpen,
  className,
}: {
  number: number;
  onOpen: () => void;
  className?: string;
}) {
  return (
    <Button aria-haspopup="dialog" onClick={onOpen} {...(className && { className })}>
      Filters{number > 0 && <span className="font-regular text-text-3">{count(number)}</span>}
    </Button>
  );
}
