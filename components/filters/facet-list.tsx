"use client";
import type { Summary } from "@dealflow/contract/account-summaries";
import type { Feed } from "@dealflow/contract/feeds";
import { type AnyQuery, type Filter, filterParameters } from "@dealflow/contract/filters";
/** A facet for every filter of the feed, whatever the feed: each kind of descriptor has its renderer. */
import { Suspense, useCallback, useLayoutEffect, useRef } from "react";
import { lazyComponent } from "@/components/ui/lazy-component";
import { activeFilters } from "@/lib/filters/edit";
import { feedName } from "@/lib/filters/pages";
import type { Facet } from "./facet-context";
import { FacetSection } from "./facet-section";
import { chipText, headSummary, widenedText } from "./summaries";
import { useWords } from "./words";

const LazyOrderSection = lazyComponent(async () => (await import("./order-section")).OrderSection);

interface Props {
  feed: Feed;
  query: AnyQuery;
  /** Receives the whole next query. */
  change(next: AnyQuery): void;
  /** The owned records. */
  records: readonly unknown[];
  /** What the query matches; undefined: counts are over the owned records. */
  summary: Summary | undefined;
  /** True when records that are not owned are shown as previews. */
  previews?: boolean;
  /** Of long lists; see `Facet`. */
  plain?: boolean;
  /** Rows for fingers. */
  touch: boolean;
}

/** Open from the start: the most used ones. Others open on demand, and load their script then. */
function opensFirst(filter: Filter): boolean {
  return (
    (filter.kind === "many" && filter.list === "countries") ||
    (filter.kind === "range" && filter.unit === "usd" && filter.max !== undefined)
  );
}

export function FacetList({ feed, query, change, records, summary, previews = false, plain = false, touch }: Props) {
  const words = useWords(feed, query, records);
  const active = activeFilters(feed, query);
  const edit = useEdit(query, change);
  const shared = { query, edit, records, summary, plain, touch };
  const facets = feed.filters.map((filter) => {
    const chosen = active.includes(filter);
    const parameters = filterParameters(filter);
    return (
      <FacetSection
        key={parameters.join(" ")}
        {...shared}
        filter={filter}
        parameters={parameters}
        widened={previews ? widenedText(feedName(feed), filter, query, words.today) : undefined}
        title={filter.label}
        text={touch && filter.kind === "tree" ? chipText(filter, query, words) : headSummary(filter, query, words)}
        active={chosen}
        opensFirst={opensFirst(filter) || (!touch && filter.kind === "tree" && chosen)}
      />
    );
  });
  if (feed.order.length === 0) return facets;
  return (
    <>
      {facets}
      <Suspense>
        <LazyOrderSection {...shared} feed={feed} />
      </Suspense>
    </>
  );
}

/** One function for as long as the list is shown, which changes the query that was rendered last. */
function useEdit(query: AnyQuery, change: Props["change"]): Facet["edit"] {
  const latest = useRef({ query, change });
  useLayoutEffect(() => {
    latest.current = { query, change };
  }, [query, change]);
  return useCallback((edit) => latest.current.change(edit(latest.current.query)), []);
}
