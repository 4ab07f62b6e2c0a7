/** Shows a chip for every filter, each with a button that removes it. */

import { filterParameters } from "@dealflow/contract/filters";
import { X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { focusFirst, placesAround } from "@/components/ui/focus";
import { activeFilters, clearAll, clearFilter } from "@/lib/filters/edit";
import { feedName } from "@/lib/filters/pages";
import { useFilterState } from "./filter-state";
import { chipText, widenedText } from "./filter-text";
import { WIDENED_HELP } from "./widened-note";
import { useFilterWords } from "./words";

/** Lists in chips are cut shorter where there is less room. */
const NARROW_LENGTH = 10;

/** Returns the facets, and the button that opens them where there is no room for their panel. */
export const filterControls = () => document.querySelectorAll("[data-facets], [data-filters]");

export function FilterChips({ narrow = false }: { narrow?: boolean }) {
  const { feed, query, setQuery, previews } = useFilterState();
  const words = useFilterWords();
  const active = activeFilters(feed, query);
  if (active.length === 0) return null;
  return (
    <>
      <ul
        aria-label="Active filters"
        className="flex min-w-0 flex-1 items-center gap-1.5 in-data-touch:self-stretch max-tablet:overflow-x-auto max-tablet:[scrollbar-width:none] tablet:flex-wrap tablet:py-1.75"
      >
        {active.map((filter) => {
          const widened = previews ? widenedText(feedName(feed), filter, query, words.today) : undefined;
          const text = chipText(filter, query, words, narrow ? NARROW_LENGTH : undefined);
          return (
            <li
              key={filterParameters(filter).join(" ")}
              className="flex h-chip shrink-0 items-center rounded-2 border border-line-button bg-surface pl-2 text-12"
            >
              <span className="shrink-0 text-text-2">{filter.label}</span>
              <span className="ml-1.5 max-w-56 truncate font-medium text-text-1" title={text}>
                {text}
              </span>
              {widened !== undefined && (
                <span className="ml-1.5 shrink-0 text-text-2" title={WIDENED_HELP}>
                  (rows you don’t own: {widened})
                </span>
              )}
              <button
                type="button"
                aria-label={`Remove ${filter.label} ${text}`}
                onClick={(event) => {
                  focusFirst([...placesAround(event.currentTarget).slice(1), ...filterControls()]);
                  setQuery(clearFilter(query, filter));
                }}
                className="focus-ring-inset relative flex h-full w-6 in-data-touch:after:absolute in-data-touch:after:-inset-x-2 in-data-touch:after:-inset-y-2.5 shrink-0 cursor-pointer items-center justify-center rounded-2 text-text-2 hover:text-text-1"
              >
                <X strokeWidth={2.5} className="size-[10px]" />
              </button>
            </li>
          );
        })}
      </ul>
      <Button
        variant="quiet"
        className="max-tablet:hidden"
        onClick={() => {
          focusFirst(filterControls());
          setQuery(clearAll(feed, query));
        }}
      >
        Clear all
      </Button>
    </>
  );
}
