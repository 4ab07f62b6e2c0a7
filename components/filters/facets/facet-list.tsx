/** Renders a facet for every filter of a feed by the kind of its descriptor. */
import type { Summary } from "@dealflow/contract/account/summaries";
import type { Feed } from "@dealflow/contract/feeds";
import { type AnyQuery, type Filter, filterParameters } from "@dealflow/contract/filters";
import { memo, useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Disclosure } from "@/components/ui/disclosure";
import { lazyComponent } from "@/components/ui/lazy-component";
import { activeFilters } from "@/lib/filters/edit";
import { feedName } from "@/lib/filters/pages";
import { chipText, headText, widenedText } from "../filter-text";
import { fetchList } from "../lists/use-lists";
import { useWords } from "../words";
import { type Facet, FacetProvider } from "./facet-context";
import { ManyFacet } from "./many-facet";
import { RangeFacet } from "./range-facet";

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

const LazyClosedFacet = lazyComponent(async () => (await import("./closed-facet")).ClosedFacet);

interface SectionProps extends Pick<Facet, "query" | "edit" | "records" | "widened" | "plain" | "touch"> {
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

/** Renders one facet under its heading. Changes of another facet never render it. */
function FacetSection(props: SectionProps) {
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

const Control = memo(function Control({ filter }: Pick<SectionProps, "filter">) {
  if (filter.kind === "many" || filter.kind === "one") return <ManyFacet filter={filter} />;
  if (filter.kind === "range") return <RangeFacet filter={filter} />;
  return <LazyClosedFacet filter={filter} />;
});
