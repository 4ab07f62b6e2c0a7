"use client";

import { WEBHOOKS, type Webhook } from "@dealflow/contract/account/webhooks";
import { WEBHOOK_EVENT_NAMES, type WebhookEventName } from "@dealflow/contract/webhook-events";
import { useState } from "react";
import { ActionDialog } from "@/components/ui/forms/action-dialog";
import { Segmented } from "@/components/ui/segmented";
import { useAccountMutation } from "@/lib/queries/account-mutation";
import { WEBHOOK_EVENT_TITLES } from "./event-titles";

interface Props {
  of: Webhook;
  /** Receives the id of the delivery. */
  onSent: (deliveryId: string) => void;
  onClose: () => void;
}

/** Sends a made-up event. */
export function TestDialog({ of, onSent, onClose }: Props) {
  const [event, setEvent] = useState<WebhookEventName>(of.events[0]?.event ?? WEBHOOK_EVENT_NAMES[0]);
  const send = useAccountMutation(WEBHOOKS.testWebhook, {
    invalidates: [WEBHOOKS.webhooks, WEBHOOKS.webhookDeliveries],
    onSuccess: ({ id }) => onSent(id),
  });
  return (
    <ActionDialog
      title="Send test event"
      description="A made-up event is signed and delivered like any other. It's free."
      action="Send test event"
      status={send}
      onAction={() => send.mutate({ id: of.id, body: { event } })}
      onClose={onClose}
    >
      <div className="mt-3">
        <Segmented
          label="Event"
          options={WEBHOOK_EVENT_NAMES.map((value) => ({ value, title: WEBHOOK_EVENT_TITLES[value] }))}
          value={event}
          onChange={setEvent}
        />
      </div>
    </ActionDialog>
  );
}
