"use client";
/** Renders a facet for every filter of a feed by the kind of its descriptor. */

import type { Summary } from "@dealflow/contract/account/summaries";
import type { Feed } from "@dealflow/contract/feeds";
import { type AnyQuery, type Filter, filterParameters } from "@dealflow/contract/filters";
import { useCallback, useLayoutEffect, useRef } from "react";
import { activeFilters } from "@/lib/filters/edit";
import { feedName } from "@/lib/filters/pages";
import { chipText, headText, widenedText } from "../filter-text";
import { useWords } from "../words";
import type { Facet } from "./facet-context";
import { FacetSection } from "./facet-section";

interface Props {
  feed: Feed;
  query: AnyQuery;
  change(next: AnyQuery): void;
  records: readonly unknown[];
  /** The counts are over the owned records where there is no summary. */
  summary: Summary | undefined;
  /** It is true when records that are not owned are shown as previews. */
  previews?: boolean;
  plain?: boolean;
  /** Touch screens get larger hit targets. */
  touch: boolean;
}

/** The most used facets are open from the start. Others open on demand, and load their script then. */
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
  return feed.filters.map((filter) => {
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
        text={touch && filter.kind === "tree" ? chipText(filter, query, words) : headText(filter, query, words)}
        active={chosen}
        opensFirst={opensFirst(filter) || (!touch && filter.kind === "tree" && chosen)}
      />
    );
  });
}

/** Returns a stable function, which changes the query that was rendered last. */
function useEdit(query: AnyQuery, change: Props["change"]): Facet["edit"] {
  const latest = useRef({ query, change });
  useLayoutEffect(() => {
    latest.current = { query, change };
  }, [query, change]);
  return useCallback((edit) => latest.current.change(edit(latest.current.query)), []);
}
