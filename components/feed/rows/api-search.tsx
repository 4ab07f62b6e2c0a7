/** Searches a feed that the API searches. The search is a filter like any other, which applies when typing rests. */

import { FEEDS } from "@dealflow/contract/feeds";
import type { TextFilter } from "@dealflow/contract/filters";
import { type Ref, useEffect, useEffectEvent, useState } from "react";
import { SearchField } from "@/components/ui/forms/search-field";
import { useFeedView } from "@/lib/client/feed-view";
import { withValue } from "@/lib/filters/edit";

interface Props {
  field: Ref<HTMLInputElement> | undefined;
  filter: TextFilter;
  onLeave: (() => void) | undefined;
}

/** Typing rests after this time (ms). */
const REST_MS = 300;

interface Draft {
  readonly text: string;
  /** The draft is valid only while the query has this value. */
  readonly over: string;
  /** The address already has an earlier text of this draft, and gets no other step in history. */
  readonly applied: boolean;
}

export function ApiSearch({ field, filter, onLeave }: Props) {
  const { feed, query, setQuery } = useFeedView();
  const current = String(query[filter.param] ?? "");
  const [stored, setDraft] = useState<Draft>();
  const draft = stored?.over === current ? stored : undefined;
  const text = draft?.text.trim();
  const isNew = text !== undefined && text !== current;
  const apply = () => {
    if (draft === undefined || text === undefined || !isNew) return;
    setQuery(withValue(query, filter.param, text || undefined), draft.applied);
    setDraft({ ...draft, over: text, applied: true });
  };
  const onRest = useEffectEvent(apply);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the text starts the rest again
  useEffect(() => {
    const timer = setTimeout(onRest, REST_MS);
    return () => clearTimeout(timer);
  }, [draft?.text]);
  const label = `Search ${FEEDS[feed].title.toLowerCase()}`;
  return (
    <SearchField
      ref={field}
      aria-label={label}
      placeholder={label}
      value={draft?.text ?? current}
      maxLength={200}
      onChange={(event) => setDraft({ text: event.target.value, over: current, applied: draft?.applied ?? false })}
      onBlur={() => {
        apply();
        setDraft(undefined);
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter") apply();
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
