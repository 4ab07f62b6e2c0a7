/** Selects the events of a webhook, each narrowed by the facets of its feed. */

import type { SavedView } from "@dealflow/contract/account/saved";
import { FEEDS } from "@dealflow/contract/feeds";
import { type AnyQuery, filterParameters } from "@dealflow/contract/filters";
import { parseFeedQuery } from "@dealflow/contract/query/feed-query";
import { WEBHOOK_EVENT_NAMES, WEBHOOK_FEEDS, type WebhookEventName } from "@dealflow/contract/webhook-events";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { FacetList } from "@/components/filters/facets/facet-list";
import { Checkbox } from "@/components/ui/checkbox";
import { FIELD } from "@/components/ui/forms/text-field";
import { useHost } from "@/lib/client/host";
import { activeFilters } from "@/lib/filters/edit";
import { savedViewsQuery } from "@/lib/queries/saved";
import { feedEvent, WEBHOOK_EVENT_TITLES } from "./event-titles";

export type Selections = Readonly<Partial<Record<WebhookEventName, AnyQuery>>>;

export function SelectionFields({ value, onChange }: { value: Selections; onChange: (next: Selections) => void }) {
  return (
    <>
      <FromView onChoose={(selection) => onChange({ ...value, ...selection })} />
      <fieldset>
        <legend className="mb-1 text-12 font-medium">Events</legend>
        <div className="divide-y divide-line rounded-2 border border-line-control">
          {WEBHOOK_EVENT_NAMES.map((event) => (
            <EventField
              key={event}
              event={event}
              query={value[event]}
              onChange={(query) => {
                const { [event]: _, ...others } = value;
                onChange(query === undefined ? others : { ...others, [event]: query });
              }}
            />
          ))}
        </div>
      </fieldset>
    </>
  );
}

interface EventFieldProps {
  event: WebhookEventName;
  /** The query is undefined when the event is not selected. */
  query: AnyQuery | undefined;
  onChange: (query: AnyQuery | undefined) => void;
}

const NO_RECORDS: readonly unknown[] = [];

function EventField({ event, query, onChange }: EventFieldProps) {
  const feed = WEBHOOK_FEEDS[event];
  return (
    <div>
      <label className="flex h-control-lg cursor-pointer items-center gap-2 px-3">
        <Checkbox checked={query !== undefined} onChange={() => onChange(query === undefined ? {} : undefined)} />
        {WEBHOOK_EVENT_TITLES[event]}
        <code className="ml-auto font-mono text-11 text-text-2">{event}</code>
      </label>
      {query !== undefined && (
        <fieldset className="border-t border-line" aria-label={`Filters of ${WEBHOOK_EVENT_TITLES[event]}`}>
          <FacetList
            feed={feed}
            query={query}
            change={onChange}
            records={NO_RECORDS}
            summary={undefined}
            touch={false}
          />
        </fieldset>
      )}
    </div>
  );
}

/** Copies those filters of a saved view that webhooks support. */
function FromView({ onChoose }: { onChoose: (selection: Selections) => void }) {
  const { data: views } = useQuery(savedViewsQuery(useHost()));
  const [left, setLeft] = useState<readonly string[]>([]);
  const id = useId();
  const usable = views?.filter(({ feed }) => feedEvent(feed) !== undefined) ?? [];
  const choose = (view: SavedView | undefined) => {
    const event = view && feedEvent(view.feed);
    if (view === undefined || event === undefined) return;
    const { query } = parseFeedQuery(FEEDS[view.feed], new URLSearchParams(view.query));
    const known = WEBHOOK_FEEDS[event].filters.flatMap(filterParameters);
    setLeft(
      activeFilters(FEEDS[view.feed], query)
        .filter((filter) => filterParameters(filter).some((name) => query[name] !== undefined && !known.includes(name)))
        .map(({ label }) => label),
    );
    onChoose({ [event]: Object.fromEntries(Object.entries(query).filter(([name]) => known.includes(name))) });
  };
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-12 font-medium">
        Copy filters from a saved view
      </label>
      <select
        id={id}
        className={FIELD}
        disabled={usable.length === 0}
        defaultValue=""
        onChange={(event) => choose(usable.find((view) => view.id === event.target.value))}
      >
        <option value="">{usable.length === 0 ? "No saved views" : "None"}</option>
        {usable.map((view) => (
          <option key={view.id} value={view.id}>
            {view.name}
          </option>
        ))}
      </select>
      {left.length > 0 && (
        <p role="status" className="mt-1 text-12 text-text-2">
          Webhooks can't filter by {left.join(", ")}, so that part of the view was left out.
        </p>
      )}
    </div>
  );
}
