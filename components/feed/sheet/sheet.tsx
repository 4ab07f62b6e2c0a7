import { ChevronDown, ChevronUp, X } from "lucide-react";
import { type ReactNode, type Ref, useEffect, useRef } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { cn } from "@/lib/cn";
import { count } from "@/lib/format/counts";
import { BESIDE_TABLE, SHEET_BOX } from "./sheet-row";

interface Props {
  title: string;
  /** The index is undefined when the record is not among the loaded rows. */
  position: number | undefined;
  loaded: number;
  ref?: Ref<HTMLElement>;
  /** The bar of such a page is not above the sheet. */
  outsideFeed?: boolean;
  /** The handler is undefined where there is no record to show. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** Below this width the sheet covers the table, and takes the focus, since the focused element is covered. */
const OVER_TABLE = "(max-width: 1099px)";

/** Shows one record in full next to the table, which stays usable. */
export function Sheet({
  title,
  position,
  loaded,
  ref,
  outsideFeed = false,
  onPrevious,
  onNext,
  onClose,
  children,
}: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (window.matchMedia(OVER_TABLE).matches) heading.current?.focus();
  }, []);
  return (
    <aside
      className={cn(SHEET_BOX, !outsideFeed && BESIDE_TABLE)}
      data-testid="sheet"
      aria-label={title}
      ref={ref}
      tabIndex={-1}
    >
      <header
        className={cn(
          "flex flex-none items-center gap-1 border-b border-line pr-2 pl-5 text-12 text-text-2 max-tablet:h-[52px]",
          outsideFeed ? "h-bar-top border-line-strong" : "h-bar-chips",
        )}
      >
        <h2 ref={heading} tabIndex={-1} className="flex-1 outline-none">
          {title}
        </h2>
        {position !== undefined && (
          <>
            <span className="mr-1">
              {count(position + 1)} of {count(loaded)}
            </span>
            <IconButton label="Previous" disabled={onPrevious === undefined} onClick={onPrevious}>
              <ChevronUp size={16} />
            </IconButton>
            <IconButton label="Next" disabled={onNext === undefined} onClick={onNext}>
              <ChevronDown size={16} />
            </IconButton>
          </>
        )}
        <IconButton label="Close" onClick={onClose}>
          <X size={16} />
        </IconButton>
      </header>
      <div
        className="flex min-h-0 flex-1 scroll-pb-14 flex-col overflow-y-auto overscroll-contain px-5 pt-4 pb-6 *:flex-none"
        key={position}
      >
        {children}
      </div>
    </aside>
  );
}

export function SheetMissing() {
  return (
    <div className="py-2.5">
      <p className="font-medium">Your workspace doesn’t own this record</p>
      <p className="mt-1 text-12 text-text-2">It may have been deleted from the feed, or not be loaded yet.</p>
    </div>
  );
}
