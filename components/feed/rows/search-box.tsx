"use client";
import { type KeyboardEvent, type Ref, useId, useState } from "react";
/**
 * The search of the bar. Where the API searches it is a filter like any other, which counts when one is done typing;
 * where it does not, it looks through the loaded rows, says so, and offers the companies in them as a filter.
 */
import { usePagePrice } from "@/components/feed/spend/page-price";
import { PriceText } from "@/components/ui/price-text";
import { SearchField } from "@/components/ui/search-field";
import { useFeedView } from "@/lib/client/feed-view";
import { FEEDS } from "@/lib/contract/feeds";
import type { TextFilter } from "@/lib/contract/filters";
import { withValue } from "@/lib/filters/edit";
import type { FoundCompany } from "./row-search";

interface Props {
  ref: Ref<HTMLInputElement>;
  /** What is typed for the loaded rows. */
  typed: string;
  onType: (text: string) => void;
  /** Companies of the loaded rows that it may mean. */
  companies: readonly FoundCompany[];
}

/** What opens below the field. */
const FOUND = "absolute top-[calc(100%+4px)] right-0 z-popover w-80 rounded-3 bg-surface-pop p-1 text-12/5 shadow-pop";

export function SearchBox(props: Props) {
  const { feed } = useFeedView();
  const search = FEEDS[feed].filters.find(
    (filter): filter is Extract<typeof filter, TextFilter> => filter.kind === "text" && filter.form === "search",
  );
  return (
    <div className="relative min-w-18 flex-[0_1_196px] max-tablet:hidden">
      {search ? <ApiSearch field={props.ref} filter={search} /> : <RowSearch {...props} />}
    </div>
  );
}

function ApiSearch({ field, filter }: { field: Ref<HTMLInputElement>; filter: TextFilter }) {
  const pagePrice = usePagePrice();
  const { feed, query, setQuery, autoLoad, status } = useFeedView();
  const price = useId();
  const current = String(query[filter.param] ?? "");
  // Valid only as long as the query has the value it had when the typing started.
  const [draft, setDraft] = useState<{ text: string; over: string }>();
  const typed = draft?.over === current ? draft.text : undefined;
  const isNew = typed !== undefined && typed.trim() !== current;
  const buys = isNew && autoLoad.on && autoLoad.offBelow === undefined && status !== "owned";
  const done = () => {
    if (isNew) setQuery(withValue(query, filter.param, typed.trim() || undefined));
  };
  const label = `Search ${FEEDS[feed].title.toLowerCase()}`;
  return (
    <>
      <SearchField
        ref={field}
        aria-label={label}
        aria-describedby={buys ? price : undefined}
        placeholder={label}
        value={typed ?? current}
        maxLength={200}
        onChange={(event) => setDraft({ text: event.target.value, over: current })}
        onBlur={done}
        onKeyDown={(event) => {
          if (event.key === "Enter") done();
          if (event.key !== "Escape") return;
          event.preventDefault();
          // What was typed first, then the field: leaving it with a text would search.
          if (isNew) setDraft(undefined);
          else event.currentTarget.blur();
        }}
      />
      {buys && (
        <div className={FOUND}>
          <p id={price} className="px-2 py-1 text-text-2">
            Enter searches, <PriceText price={pagePrice} />
          </p>
        </div>
      )}
    </>
  );
}

function RowSearch({ ref, typed, onType, companies }: Props) {
  const pagePrice = usePagePrice();
  const { query, setQuery } = useFeedView();
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
    else if (event.key === "Escape") event.currentTarget.blur();
    else return;
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
      {open && (
        <div className={FOUND}>
          <p id={`${id}-price`} className="px-2 py-1 text-text-2">
            Choose one for all of its rows, <PriceText price={pagePrice} />
          </p>
          <div id={id} role="listbox" aria-label="Companies" aria-describedby={`${id}-price`}>
            {companies.map((company, index) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the option
              // biome-ignore lint/a11y/useKeyWithClickEvents: see above
              <div
                key={company.id}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === at}
                className="flex h-row-menu cursor-pointer items-center gap-3 rounded-2 px-2 whitespace-nowrap hover:bg-surface-hover aria-selected:bg-surface-hover"
                // Before the field loses the focus, which closes the list.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(company)}
              >
                <span className="truncate font-medium text-text-1">{company.name}</span>
                <span className="ml-auto truncate text-text-2">{company.domain}</span>
              </div>
            ))}
          </div>
        </div>
      )}
    </>
  );
}
