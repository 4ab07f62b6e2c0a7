"use client";
/** Renders one facet under its heading. Changes of another facet never render it. */

import type { Summary } from "@dealflow/contract/account/summaries";
import type { AnyQuery, Filter } from "@dealflow/contract/filters";
import { memo, Suspense, useCallback, useMemo, useState } from "react";
import { Disclosure } from "@/components/ui/disclosure";
import { lazyComponent } from "@/components/ui/lazy-component";
import { fetchList } from "../lists/use-lists";
import { type Facet, FacetProvider } from "./facet-context";
import { ManyFacet } from "./many-facet";
import { RangeFacet } from "./range-facet";

const LazyClosedFacet = lazyComponent(async () => (await import("./closed-facet")).ClosedFacet);

interface Props extends Pick<Facet, "query" | "edit" | "records" | "widened" | "plain" | "touch"> {
  /** The counts are over the owned records where there is no summary. */
  summary: Summary | undefined;
  filter: Filter;
  parameters: readonly string[];
  title: string;
  /** The text describes the chosen values in few words. */
  text: string | undefined;
  active: boolean;
  /** The facet is open from the start. */
  opensFirst: boolean;
}

export function FacetSection(props: Props) {
  const { filter, title, text, active, edit, records, summary, widened, plain, touch } = props;
  const [open, setOpen] = useState(props.opensFirst);
  const query = usePart(props.query, props.parameters);
  const summarized = summary !== undefined;
  const matching = "param" in filter ? summary?.facets[filter.param] : undefined;
  const approximate = Object.values(matching ?? {}).some((counted) => counted.approximate);
  const toggle = useCallback(() => setOpen((before) => !before), []);
  const prepare = useCallback(() => {
    void ("list" in filter ? fetchList(filter.list) : import("./closed-facet"));
  }, [filter]);
  // A closed facet is not rendered for its counts either.
  const content = useMemo(
    () =>
      open && (
        <FacetProvider value={{ query, edit, records, summarized, matching, approximate, widened, plain, touch }}>
          <Control filter={filter} />
        </FacetProvider>
      ),
    [open, query, edit, records, summarized, matching, approximate, widened, plain, touch, filter],
  );
  return (
    <MemoDisclosure title={title} summary={text} active={active} open={open} onToggle={toggle} onNear={prepare}>
      {content}
    </MemoDisclosure>
  );
}

const MemoDisclosure = memo(Disclosure);

/** Returns these parameters of a query as an object that stays the same while they do. */
function usePart(query: AnyQuery, parameters: readonly string[]): AnyQuery {
  const part = Object.fromEntries(parameters.map((name) => [name, query[name]]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is all that matters of it
  return useMemo(() => part, [JSON.stringify(part)]);
}

const Control = memo(function Control({ filter }: Pick<Props, "filter">) {
  if (filter.kind === "many" || filter.kind === "one") return <ManyFacet filter={filter} />;
  if (filter.kind === "range") return <RangeFacet filter={filter} />;
  return (
    <Suspense>
      <LazyClosedFacet filter={filter} />
    </Suspense>
  );
});
