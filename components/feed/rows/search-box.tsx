/**
 * Shows the search of the bar. Where the API searches it is a filter like any other, which applies when typing
 * rests; otherwise it searches the loaded rows, says so, and offers the companies in them as a filter.
 */

import { FEEDS } from "@dealflow/contract/feeds";
import type { TextFilter } from "@dealflow/contract/filters";
import { type KeyboardEvent, type Ref, useId, useState } from "react";
import { SearchField } from "@/components/ui/forms/search-field";
import { lazyComponent } from "@/components/ui/lazy-component";
import { useFeedView } from "@/lib/client/feed-view";
import { withValue } from "@/lib/filters/edit";
import type { FoundCompany } from "./row-search";
import { useShownRows } from "./use-feed-rows";

interface Props {
  ref?: Ref<HTMLInputElement> | undefined;
  /** Escape has left the field. */
  onLeave?: (() => void) | undefined;
}

const LazyApiSearch = lazyComponent(async () => (await import("./api-search")).ApiSearch);
const LazyFoundCompanies = lazyComponent(async () => (await import("./found-companies")).FoundCompanies);

export function SearchBox({ ref, onLeave }: Props) {
  const { feed } = useFeedView();
  const search = FEEDS[feed].filters.find(
    (filter): filter is Extract<typeof filter, TextFilter> => filter.kind === "text" && filter.form === "search",
  );
  return (
    <div className="relative min-w-18 flex-1">
      {search ? (
        <LazyApiSearch field={ref} filter={search} onLeave={onLeave} />
      ) : (
        <RowSearch ref={ref} onLeave={onLeave} />
      )}
    </div>
  );
}

function RowSearch({ ref, onLeave }: Props) {
  const { query, setQuery } = useFeedView();
  const { typed, onType, companies } = useShownRows().search;
  const id = useId();
  const [focused, setFocused] = useState(false);
  const [at, setAt] = useState(-1);
  const open = focused && companies.length > 0;

  function choose(company: FoundCompany | undefined) {
    if (company === undefined) return;
    onType("");
    setAt(-1);
    setQuery(withValue(withValue(query, "domain", undefined), "companyId", company.id));
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === "ArrowDown") setAt((now) => Math.min(companies.length - 1, now + 1));
    else if (event.key === "ArrowUp") setAt((now) => Math.max(-1, now - 1));
    else if (event.key === "Enter") choose(companies[at]);
    else if (event.key === "Escape" && typed !== "") onType("");
    else if (event.key === "Escape") {
      event.currentTarget.blur();
      onLeave?.();
    } else return;
    event.preventDefault();
  }

  return (
    <>
      <SearchField
        ref={ref}
        role="combobox"
        aria-label="Search loaded rows"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-autocomplete="list"
        aria-activedescendant={open && at >= 0 ? `${id}-${at}` : undefined}
        placeholder="Search loaded rows"
        value={typed}
        onChange={(event) => {
          onType(event.target.value);
          setAt(-1);
        }}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onKeyDown={onKeyDown}
      />
      {open && <LazyFoundCompanies id={id} companies={companies} at={at} onChoose={choose} />}
    </>
  );
}
