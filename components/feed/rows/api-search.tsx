/** Searches a feed that the API searches. The search is a filter like any other, which applies when typing is done. */

import { FEEDS } from "@dealflow/contract/feeds";
import type { TextFilter } from "@dealflow/contract/filters";
import { type Ref, useState } from "react";
import { SearchField } from "@/components/ui/forms/search-field";
import { useFeedView } from "@/lib/client/feed-view";
import { withValue } from "@/lib/filters/edit";

interface Props {
  field: Ref<HTMLInputElement> | undefined;
  filter: TextFilter;
  onLeave: (() => void) | undefined;
}

export function ApiSearch({ field, filter, onLeave }: Props) {
  const { feed, query, setQuery } = useFeedView();
  const current = String(query[filter.param] ?? "");
  // The draft is valid only while the query has the value it had when the typing started.
  const [draft, setDraft] = useState<{ text: string; over: string }>();
  const typed = draft?.over === current ? draft.text : undefined;
  const isNew = typed !== undefined && typed.trim() !== current;
  const done = () => {
    if (isNew) setQuery(withValue(query, filter.param, typed.trim() || undefined));
  };
  const label = `Search ${FEEDS[feed].title.toLowerCase()}`;
  return (
    <SearchField
      ref={field}
      aria-label={label}
      placeholder={label}
      value={typed ?? current}
      maxLength={200}
      onChange={(event) => setDraft({ text: event.target.value, over: current })}
      onBlur={done}
      onKeyDown={(event) => {
        if (event.key === "Enter") done();
        if (event.key !== "Escape") return;
        event.preventDefault();
        // The draft is cleared before the field, because leaving the field with a text would search.
        if (isNew) setDraft(undefined);
        else {
          event.currentTarget.blur();
          onLeave?.();
        }
      }}
    />
  );
}
