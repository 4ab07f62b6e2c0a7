"use client";
/** A facet for every filter of the feed, whatever the feed: each kind of descriptor has its renderer. */
import { Suspense, useState } from "react";
import { Disclosure } from "@/components/ui/disclosure";
import { lazyComponent } from "@/components/ui/lazy-component";
import { type Filter, parametersOf } from "@/lib/contract/filters";
import { activeFilters } from "@/lib/filters/edit";
import { useFacets } from "./facet-context";
import { ManyFacet } from "./many-facet";
import { ORDERS, orderOf } from "./orders";
import { RangeFacet } from "./range-facet";
import { chipText, headSummary } from "./summaries";
import { fetchList } from "./use-lists";
import { useWords } from "./words";

const LazyClosedFacet = lazyComponent(async () => (await import("./closed-facet")).ClosedFacet);
const LazyOrderFacet = lazyComponent(async () => (await import("./order-facet")).OrderFacet);

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

export function FacetList() {
  const { feed, query, touch, records } = useFacets();
  const words = useWords(feed, query, records);
  const active = activeFilters(feed, query);
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () =>
      new Set(
        feed.filters
          .filter((one) => opensFirst(one) || (!touch && one.kind === "tree" && active.includes(one)))
          .map(nameOf),
      ),
  );
  const toggle = (name: string) => {
    const next = new Set(open);
    if (!next.delete(name)) next.add(name);
    setOpen(next);
  };
  const facets = feed.filters.map((filter) => {
    const name = nameOf(filter);
    return (
      <Disclosure
        key={name}
        title={filter.label}
        summary={touch && filter.kind === "tree" ? chipText(filter, query, words) : headSummary(filter, query, words)}
        active={active.includes(filter)}
        open={open.has(name)}
        onToggle={() => toggle(name)}
        onNear={() => void ("list" in filter ? fetchList(filter.list) : import("./closed-facet"))}
      >
        <Facet filter={filter} />
      </Disclosure>
    );
  });
  if (feed.order.length === 0) return facets;
  return (
    <>
      {facets}
      <Disclosure
        title="Order"
        summary={ORDERS[orderOf(query)]?.title}
        active={orderOf(query) > 0}
        open={open.has(ORDER)}
        onToggle={() => toggle(ORDER)}
      >
        <Suspense>
          <LazyOrderFacet />
        </Suspense>
      </Disclosure>
    </>
  );
}

/** No parameter is called so. */
const ORDER = "order of the list";

function Facet({ filter }: { filter: Filter }) {
  switch (filter.kind) {
    case "many":
    case "one":
      return <ManyFacet filter={filter} />;
    case "range":
      return <RangeFacet filter={filter} />;
    default:
      return (
        <Suspense>
          <LazyClosedFacet filter={filter} />
        </Suspense>
      );
  }
}
