/** Creates or edits a webhook, with a free estimate of what it would receive. */

import { WEBHOOKS, type Webhook, type WebhookRequest } from "@dealflow/contract/account/webhooks";
import { parseFeedQuery, serializeFeedQuery } from "@dealflow/contract/query/feed-query";
import {
  WEBHOOK_EVENT_NAMES,
  WEBHOOK_FEEDS,
  WEBHOOK_LIMITS,
  type WebhookMode,
} from "@dealflow/contract/webhook-events";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type FilterSeed, FilterSeedProvider } from "@/components/filters/filter-seed";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { LabelledField } from "@/components/ui/forms/labelled-field";
import { formatCount } from "@/lib/format/counts";
import { findRejectedField } from "@/lib/queries/account";
import { useAccountMutation } from "@/lib/queries/account-mutation";
import { estimateQuery } from "@/lib/queries/webhooks";
import { WebhookSecret } from "../shown-once";
import { SelectionFields, type Selections } from "./selection-fields";

interface Props {
  /** The edited webhook is undefined when a new one is created. */
  of: Webhook | undefined;
  mode: WebhookMode;
  seed: FilterSeed;
  onClose: () => void;
}

export function WebhookDialog({ of, mode, seed, onClose }: Props) {
  const [url, setUrl] = useState(of?.url ?? "");
  const [description, setDescription] = useState(of?.description ?? "");
  const [selections, setSelections] = useState<Selections>(() => readSelections(of));
  const events = readEvents(selections);
  const invalidates = [WEBHOOKS.webhooks, WEBHOOKS.webhookDeliveries];
  const add = useAccountMutation(WEBHOOKS.addWebhook, { invalidates });
  const change = useAccountMutation(WEBHOOKS.changeWebhook, { invalidates, onSuccess: onClose });
  const status = of === undefined ? add : change;
  const rejected = status.error === null ? undefined : findRejectedField(status.error, ["url", "description"]);
  const findProblem = (field: typeof rejected) => (field === rejected ? status.problem : undefined);
  const body = { url, description, events };
  return (
    <FormDialog
      title={of === undefined ? "New webhook" : "Edit webhook"}
      dismissible={false}
      submit={of === undefined ? "Create webhook" : "Save"}
      status={{ ...status, problem: findProblem(undefined) }}
      disabled={events.length === 0}
      onSubmit={() => (of === undefined ? add.mutate({ body }) : change.mutate({ id: of.id, body }))}
      onClose={onClose}
      result={add.data && { title: "Signing secret", content: <WebhookSecret of={add.data} onClose={onClose} /> }}
    >
      <LabelledField
        label="URL"
        name="url"
        type="url"
        autoComplete="off"
        autoFocus
        placeholder="https://example.com/webhooks"
        value={url}
        problem={findProblem("url")}
        onChange={(event) => setUrl(event.target.value)}
      />
      <LabelledField
        label="Description"
        name="description"
        autoComplete="off"
        maxLength={WEBHOOK_LIMITS.description}
        value={description}
        problem={findProblem("description")}
        onChange={(event) => setDescription(event.target.value)}
      />
      <FilterSeedProvider value={seed}>
        <SelectionFields value={selections} onChange={setSelections} />
      </FilterSeedProvider>
      <Estimate events={events} metered={mode === "metered"} />
    </FormDialog>
  );
}

/** The line is there from the start, so that nothing moves when the number arrives. */
function Estimate({ events, metered }: { events: WebhookRequest["events"]; metered: boolean }) {
  const { data, error } = useQuery(estimateQuery(events));
  const days = `the last ${WEBHOOK_LIMITS.estimateDays} days`;
  const text =
    events.length === 0
      ? "Select at least one event."
      : (error?.message ??
        (data === undefined
          ? "…"
          : `${formatCount(data, "event")} from ${days} would match${metered ? " (1 credit each when delivered)" : ""}.`));
  return (
    <p aria-live="polite" className="min-h-5 text-12 text-text-2">
      {text}
    </p>
  );
}

function readSelections(webhook: Webhook | undefined): Selections {
  const entries = webhook?.events.map(({ event, query }) => [
    event,
    parseFeedQuery(WEBHOOK_FEEDS[event], new URLSearchParams(query)).query,
  ]);
  return Object.fromEntries(entries ?? []);
}

function readEvents(selections: Selections): WebhookRequest["events"] {
  return WEBHOOK_EVENT_NAMES.flatMap((event) => {
    const query = selections[event];
    return query === undefined ? [] : [{ event, query: serializeFeedQuery(WEBHOOK_FEEDS[event], query) }];
  });
}
