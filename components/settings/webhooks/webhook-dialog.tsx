"use client";
import {
  type NewWebhookSecret,
  WEBHOOKS,
  type Webhook,
  type WebhookRequest,
} from "@dealflow/contract/account-webhooks";
import { parseFeedQuery, serializeFeedQuery } from "@dealflow/contract/feed-query";
import {
  WEBHOOK_EVENT_NAMES,
  WEBHOOK_FEEDS,
  WEBHOOK_LIMITS,
  type WebhookMode,
} from "@dealflow/contract/webhook-events";
/** Creates or edits a webhook, with a free estimate of what it would receive. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type FilterSeed, FilterSeedProvider } from "@/components/filters/filter-seed";
import { FormProblem } from "@/components/shell/account-form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { LabelledField } from "@/components/ui/labelled-field";
import { requestAccount } from "@/lib/client/request-account";
import { formatCount } from "@/lib/format/counts";
import { useAccountAction } from "@/lib/queries/account";
import { estimateQuery } from "@/lib/queries/webhooks";
import { errorOf } from "../account-error";
import { SelectionFields, type Selections } from "./selection-fields";
import { WebhookSecret } from "./webhook-secret";

interface Props {
  /** The one that is edited; undefined: a new one. */
  of: Webhook | undefined;
  mode: WebhookMode;
  seed: FilterSeed;
  onSaved: () => Promise<void>;
  onClose: () => void;
}

export function WebhookDialog({ of, mode, seed, onSaved, onClose }: Props) {
  const [url, setUrl] = useState(of?.url ?? "");
  const [description, setDescription] = useState(of?.description ?? "");
  const [selections, setSelections] = useState<Selections>(() => selectionsOf(of));
  const [created, setCreated] = useState<NewWebhookSecret>();
  const { busy, problem, run } = useAccountAction();
  const events = eventsOf(selections);

  const save = (close: () => void) =>
    run(async () => {
      const body = { url, description, events };
      if (of !== undefined) {
        const reply = await requestAccount(WEBHOOKS.changeWebhook, { id: of.id, body });
        if (reply.ok) {
          await onSaved();
          close();
        }
        return errorOf(reply);
      }
      const reply = await requestAccount(WEBHOOKS.addWebhook, { body });
      if (!reply.ok) return errorOf(reply);
      setCreated(reply.value);
      await onSaved();
      return undefined;
    });

  if (created !== undefined)
    return (
      <Dialog title="Signing secret" steady onClose={onClose}>
        {(close) => <WebhookSecret of={created} onClose={close} />}
      </Dialog>
    );
  return (
    <Dialog title={of === undefined ? "New webhook" : "Edit webhook"} steady onClose={onClose}>
      {(close) => (
        <form
          className="mt-3 grid gap-3.5"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!busy) void save(close);
          }}
        >
          <LabelledField
            label="URL"
            name="url"
            type="url"
            autoComplete="off"
            autoFocus
            placeholder="https://example.com/webhooks"
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
          <LabelledField
            label="Description"
            name="description"
            autoComplete="off"
            maxLength={WEBHOOK_LIMITS.description}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
          <FilterSeedProvider value={seed}>
            <SelectionFields value={selections} onChange={setSelections} />
          </FilterSeedProvider>
          <Estimate events={events} metered={mode === "metered"} />
          <FormProblem of={{ problem, seconds: 0 }} />
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={close}>Cancel</Button>
            <Button type="submit" variant="primary" disabled={busy || events.length === 0}>
              {of === undefined ? "Create webhook" : "Save"}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

/** Its line is there from the start, so that nothing moves when the number comes. */
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

function selectionsOf(webhook: Webhook | undefined): Selections {
  const entries = webhook?.events.map(({ event, query }) => [
    event,
    parseFeedQuery(WEBHOOK_FEEDS[event], new URLSearchParams(query)).query,
  ]);
  return Object.fromEntries(entries ?? []);
}

function eventsOf(selections: Selections): WebhookRequest["events"] {
  return WEBHOOK_EVENT_NAMES.flatMap((event) => {
    const query = selections[event];
    return query === undefined ? [] : [{ event, query: serializeFeedQuery(WEBHOOK_FEEDS[event], query) }];
  });
}
