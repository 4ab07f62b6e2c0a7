"use client";
/** A facet for every filter of the feed, whatever the feed: each kind of descriptor has its renderer. */
import { useCallback, useLayoutEffect, useRef, useState } from "react";
import type { Summary } from "@/lib/contract/account-summaries";
import type { Feed } from "@/lib/contract/feeds";
import { type AnyQuery, type Filter, parametersOf } from "@/lib/contract/filters";
import { activeFilters } from "@/lib/filters/edit";
import type { Facet } from "./facet-context";
import { FacetSection } from "./facet-section";
import { ORDERS, orderOf } from "./orders";
import { chipText, headSummary } from "./summaries";
import { useWords } from "./words";

interface Props {
  feed: Feed;
  query: AnyQuery;
  /** Receives the whole next query. */
  change(next: AnyQuery): void;
  /** The owned records. */
  records: readonly unknown[];
  /** What the query matches; undefined: counts are over the owned records. */
  summary: Summary | undefined;
  /** Rows for fingers. */
  touch: boolean;
}

function nameOf(filter: Filter): string {
  return parametersOf(filter).join(" ");
}

/** Open from the start: the most used ones. Others open on demand, and load their script then. */
function opensFirst(filter: Filter): boolean {
  return (
    (filter.kind === "many" && filter.list === "countries") ||
    (filter.kind === "range" && filter.unit === "usd" && filter.max !== undefined)
  );
}

export function FacetList({ feed, query, change, records, summary, touch }: Props) {
  const words = useWords(feed, query, records);
  const active = activeFilters(feed, query);
  const edit = useEdit(query, change);
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () =>
      new Set(
        feed.filters
          .filter((one) => opensFirst(one) || (!touch && one.kind === "tree" && active.includes(one)))
          .map(nameOf),
      ),
  );
  const onToggle = useCallback((name: string) => {
    setOpen((before) => {
      const next = new Set(before);
      if (!next.delete(name)) next.add(name);
      return next;
    });
  }, []);
  const shared = { query, edit, records, summarized: summary !== undefined, touch, onToggle };
  const facets = feed.filters.map((filter) => {
    const name = nameOf(filter);
    return (
      <FacetSection
        key={name}
        {...shared}
        name={name}
        filter={filter}
        parameters={parametersOf(filter)}
        title={filter.label}
        text={touch && filter.kind === "tree" ? chipText(filter, query, words) : headSummary(filter, query, words)}
        active={active.includes(filter)}
        open={open.has(name)}
        matching={"param" in filter ? summary?.facets[filter.param] : undefined}
      />
    );
  });
  if (feed.order.length === 0) return facets;
  return (
    <>
      {facets}
      <FacetSection
        {...shared}
        name={ORDER}
        filter={undefined}
        parameters={feed.order.map(({ param }) => param)}
        title="Order"
        text={ORDERS[orderOf(query)]?.title}
        active={orderOf(query) > 0}
        open={open.has(ORDER)}
        matching={undefined}
      />
    </>
  );
}

/** No parameter is called so. */
const ORDER = "order of the list";

/** One function for as long as the list is shown, which changes the query that was rendered last. */
function useEdit(query: AnyQuery, change: Props["change"]): Facet["edit"] {
  const latest = useRef({ query, change });
  useLayoutEffect(() => {
    latest.current = { query, change };
  }, [query, change]);
  return useCallback((edit) => latest.current.change(edit(latest.current.query)), []);
}
