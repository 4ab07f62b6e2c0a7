"use client";
/** One facet under its heading. It is rendered again for what changes of it, and never for another facet. */
import { memo, Suspense, useCallback, useMemo } from "react";
import { Disclosure } from "@/components/ui/disclosure";
import { lazyComponent } from "@/components/ui/lazy-component";
import type { AnyQuery, Filter } from "@/lib/contract/filters";
import { type Facet, FacetProvider } from "./facet-context";
import { ManyFacet } from "./many-facet";
import { RangeFacet } from "./range-facet";
import { fetchList } from "./use-lists";

const LazyClosedFacet = lazyComponent(async () => (await import("./closed-facet")).ClosedFacet);
const LazyOrderFacet = lazyComponent(async () => (await import("./order-facet")).OrderFacet);

interface Props extends Facet {
  name: string;
  /** Undefined: the order of the list. */
  filter: Filter | undefined;
  /** What it sets of the query. */
  parameters: readonly string[];
  title: string;
  /** What is chosen in it, in few words. */
  text: string | undefined;
  active: boolean;
  open: boolean;
  onToggle: (name: string) => void;
}

export function FacetSection(props: Props) {
  const { name, filter, parameters, title, text, active, open, onToggle } = props;
  const { edit, records, summarized, matching, touch } = props;
  const query = usePart(props.query, parameters);
  // What is closed is not rendered for its counts either.
  const content = useMemo(
    () =>
      open && (
        <FacetProvider value={{ query, edit, records, summarized, matching, touch }}>
          <Control filter={filter} />
        </FacetProvider>
      ),
    [open, query, edit, records, summarized, matching, touch, filter],
  );
  return (
    <MemoDisclosure
      title={title}
      summary={text}
      active={active}
      open={open}
      onToggle={useCallback(() => onToggle(name), [onToggle, name])}
      onNear={useCallback(() => {
        if (filter !== undefined) void ("list" in filter ? fetchList(filter.list) : import("./closed-facet"));
      }, [filter])}
    >
      {content}
    </MemoDisclosure>
  );
}

const MemoDisclosure = memo(Disclosure);

/** These parameters of a query: the same object for as long as they are the same. */
function usePart(query: AnyQuery, parameters: readonly string[]): AnyQuery {
  const part = Object.fromEntries(parameters.map((name) => [name, query[name]]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is all that matters of it
  return useMemo(() => part, [JSON.stringify(part)]);
}

const Control = memo(function Control({ filter }: { filter: Filter | undefined }) {
  if (filter === undefined)
    return (
      <Suspense>
        <LazyOrderFacet />
      </Suspense>
    );
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
});
