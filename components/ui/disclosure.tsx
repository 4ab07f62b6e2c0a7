/** Its heading opens and closes the content below it. Closed content is not in the page. */
import { ChevronRight } from "lucide-react";
import { type ReactNode, useId } from "react";
import { cn } from "@/lib/cn";

interface DisclosureProps {
  title: string;
  /** The summary of the selected values stands at the right of the heading. */
  summary: ReactNode;
  /** It is true when anything inside is selected. */
  active: boolean;
  open: boolean;
  onToggle(): void;
  /** This is called when the pointer or the focus comes near, which is the time to fetch the content. */
  onNear?(): void;
  children: ReactNode;
}

export function Disclosure({ title, summary, active, open, onToggle, onNear, children }: DisclosureProps) {
  const id = useId();
  return (
    <fieldset
      aria-labelledby={`${id}-title`}
      className="min-w-0 border-b border-line"
      onPointerEnter={onNear}
      onFocus={onNear}
    >
      <h3>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? `${id}-body` : undefined}
          onClick={onToggle}
          className="focus-ring-inset group/head flex h-8 w-full cursor-pointer items-center gap-[5px] px-gutter text-left in-data-touch:h-12"
        >
          <ChevronRight
            strokeWidth={2.5}
            className={cn(
              "-ml-px size-3 shrink-0 text-text-2 group-hover/head:text-text-1 in-data-touch:order-last in-data-touch:ml-1 in-data-touch:size-4",
              open ? "rotate-90 in-data-touch:-rotate-90" : "in-data-touch:rotate-90",
            )}
          />
          <span id={`${id}-title`} className="shrink-0 text-12 font-medium text-text-1 in-data-touch:text-15">
            {title}
          </span>
          <span
            className={cn(
              "min-w-0 flex-1 truncate text-right text-11 in-data-touch:text-13",
              active ? "text-accent-text" : "text-text-3",
            )}
          >
            {summary}
          </span>
        </button>
      </h3>
      {open && (
        <div id={`${id}-body`} className="px-gutter pb-[10px]">
          {children}
        </div>
      )}
    </fieldset>
  );
}
