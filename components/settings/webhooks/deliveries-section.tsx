/** Searches the deliveries of all webhooks by webhook, event, state, time and id, and opens them one at a time. */

import {
  DELIVERY_PARAMETERS,
  DELIVERY_STATES,
  WEBHOOKS,
  type Webhook,
  type WebhookDelivery,
} from "@dealflow/contract/account/webhooks";
import { isUuid } from "@dealflow/contract/query/syntax";
import { WEBHOOK_EVENT_NAMES } from "@dealflow/contract/webhook-events";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useId, useState } from "react";
import { column, numberColumn, SimpleTable } from "@/components/data-table/simple-table";
import { Section, Unread } from "@/components/shell/section";
import { Button } from "@/components/ui/button";
import { SearchField } from "@/components/ui/forms/search-field";
import { FIELD, TextField } from "@/components/ui/forms/text-field";
import { cn } from "@/lib/cn";
import { exactTime } from "@/lib/format/dates";
import { accountKey } from "@/lib/queries/account";
import { activityQuery, deliveriesQuery } from "@/lib/queries/webhooks";
import { DELIVERY_TITLES, DeliveryMark } from "./delivery-marks";
import { eventTitle, WEBHOOK_EVENT_TITLES } from "./event-titles";

const AttemptsChart = dynamic(async () => (await import("./attempts-chart")).AttemptsChart, { ssr: false });

interface Props {
  webhooks: readonly Webhook[];
  onOpen: (deliveryId: string) => void;
  onReplay: ((webhook: Webhook) => void) | undefined;
}

export function DeliveriesSection({ webhooks, onOpen, onReplay }: Props) {
  const [filters, setFilters] = useState<Readonly<Record<string, string>>>({});
  const [typed, setTyped] = useState("");
  const { data, error, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery(deliveriesQuery(filters));
  const { data: activity } = useQuery(activityQuery());
  const client = useQueryClient();
  const set = (name: string, value: string) => {
    const { [name]: _, ...others } = filters;
    setFilters(value === "" ? others : { ...others, [name]: value });
  };
  const search = (text: string) => {
    setTyped(text);
    if (text.trim() === "" || isUuid(text.trim())) set(DELIVERY_PARAMETERS.search, text.trim());
  };
  const of = webhooks.find(({ id }) => id === filters[DELIVERY_PARAMETERS.webhook]);
  const urls = new Map(webhooks.map(({ id, url }) => [id, url]));
  return (
    <Section
      title="Deliveries"
      tools={
        <span className="flex flex-wrap gap-2">
          <Choice
            label="Webhook"
            options={webhooks.map(({ id, url }) => [id, url])}
            onChange={(value) => set(DELIVERY_PARAMETERS.webhook, value)}
          />
          <Choice
            label="Event"
            options={WEBHOOK_EVENT_NAMES.map((name) => [name, WEBHOOK_EVENT_TITLES[name]])}
            onChange={(value) => set(DELIVERY_PARAMETERS.event, value)}
          />
          <Choice
            label="State"
            options={DELIVERY_STATES.map((state) => [state, DELIVERY_TITLES[state]])}
            onChange={(value) => set(DELIVERY_PARAMETERS.state, value)}
          />
          <Day label="Since" onChange={(value) => set(DELIVERY_PARAMETERS.since, value)} />
          <Day label="Until" onChange={(value) => set(DELIVERY_PARAMETERS.until, value)} />
          {/* Both fields wrap to the next line together. */}
          <span className="flex flex-wrap gap-2">
            <SearchField
              aria-label="Delivery or record ID"
              placeholder="Delivery or record ID"
              className="w-44"
              value={typed}
              onChange={(event) => search(event.target.value)}
            />
            <Button
              disabled={isFetching}
              onClick={() => void client.invalidateQueries({ queryKey: accountKey(WEBHOOKS.webhookDeliveries) })}
            >
              Refresh
            </Button>
            {onReplay !== undefined && of !== undefined && <Button onClick={() => onReplay(of)}>Replay missed</Button>}
          </span>
        </span>
      }
    >
      {/* The height of the chart and its legend is reserved before either is there. */}
      <div className="min-h-40 px-gutter pb-2">
        {activity !== undefined && <AttemptsChart hours={activity.hours} />}
      </div>
      {error !== null && <Unread problem={error.message} />}
      <SimpleTable<WebhookDelivery>
        caption="Deliveries"
        stacked="tablet"
        dense
        empty={Object.keys(filters).length > 0 ? "No delivery matches." : "No deliveries yet."}
        rows={data?.pages.flatMap(({ items }) => items) ?? []}
        rowId={({ id }) => id}
        columns={[
          column("event", "Event", {}, (row) => (
            <Button
              variant="link"
              aria-label={`Open delivery ${row.id}`}
              onClick={() => onOpen(row.id)}
            >{`${eventTitle(row.event)}${row.test ? " (test)" : ""}`}</Button>
          )),
          column("webhook", "Webhook", { className: "tablet:w-1/3 tablet:max-w-0 truncate", line: true }, (row) => {
            const url = urls.get(row.webhookId);
            return <span title={url}>{url ?? "–"}</span>;
          }),
          column("state", "State", {}, (row) => <DeliveryMark of={row} />),
          numberColumn("attempts", "Attempts", ({ attempts }) => attempts),
          column("created", "Created", {}, (row) => exactTime(row.createdAt)),
          column("next", "Next attempt", { prefix: "Next" }, (row) =>
            row.nextAttemptAt === null ? "–" : exactTime(row.nextAttemptAt),
          ),
        ]}
      />
      {hasNextPage && (
        <p className="px-gutter py-2">
          <Button disabled={isFetching} onClick={() => void fetchNextPage()}>
            Show more deliveries
          </Button>
        </p>
      )}
    </Section>
  );
}

/** Both days are in UTC and included. */
function Day({ label, onChange }: { label: string; onChange: (value: string) => void }) {
  const id = useId();
  return (
    <span className="flex items-center gap-1.5">
      <label htmlFor={id} className="text-12 text-text-2">
        {label}
      </label>
      <TextField id={id} type="date" className="w-32" onChange={(event) => onChange(event.target.value)} />
    </span>
  );
}

interface ChoiceProps {
  label: string;
  options: readonly (readonly [value: string, title: string])[];
  onChange: (value: string) => void;
}

function Choice({ label, options, onChange }: ChoiceProps) {
  return (
    <select aria-label={label} className={cn(FIELD, "w-28")} onChange={(event) => onChange(event.target.value)}>
      <option value="">{label}: all</option>
      {options.map(([value, title]) => (
        <option key={value} value={value}>
          {title}
        </option>
      ))}
    </select>
  );
}
