/** Sends a test event to a webhook, replays what it missed, and rotates its secret. */

import { WEBHOOKS, type Webhook } from "@dealflow/contract/account/webhooks";
import { WEBHOOK_EVENT_NAMES, WEBHOOK_LIMITS, type WebhookEventName } from "@dealflow/contract/webhook-events";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNow } from "@/components/shell/clock";
import { Button } from "@/components/ui/button";
import { ActionDialog } from "@/components/ui/forms/action-dialog";
import { Segmented } from "@/components/ui/segmented";
import { formatCount } from "@/lib/format/counts";
import { exactTime } from "@/lib/format/dates";
import { combineMutations, useAccountMutation } from "@/lib/queries/account-mutation";
import { missedQuery } from "@/lib/queries/webhooks";
import { WebhookSecret } from "../shown-once";
import { WEBHOOK_EVENT_TITLES } from "./event-titles";

const INVALIDATES = [WEBHOOKS.webhooks, WEBHOOKS.webhookDeliveries];

interface TestProps {
  of: Webhook;
  /** Receives the id of the delivery. */
  onSent: (deliveryId: string) => void;
  onClose: () => void;
}

/** Sends a made-up event. */
export function TestDialog({ of, onSent, onClose }: TestProps) {
  const [event, setEvent] = useState<WebhookEventName>(of.events[0]?.event ?? WEBHOOK_EVENT_NAMES[0]);
  const send = useAccountMutation(WEBHOOKS.testWebhook, {
    invalidates: INVALIDATES,
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

const DAY_MS = 86_400_000;
const DAYS = [1, 7, 30] as const;

/** Replays failed and unsent deliveries, after showing how many there are. */
export function ReplayMissedDialog({ of, onClose }: { of: Webhook; onClose: () => void }) {
  const [days, setDays] = useState<number>(DAYS[1]);
  const [now] = useState(useNow().getTime());
  const since = new Date(now - days * DAY_MS).toISOString();
  const { data, error } = useQuery(missedQuery(of.id, since));
  const replay = useAccountMutation(WEBHOOKS.replayWebhookDeliveries, {
    invalidates: INVALIDATES,
    onSuccess: onClose,
  });
  return (
    <ActionDialog
      title="Replay missed deliveries"
      description={
        error?.message ??
        "Deliveries that failed, or weren't sent while the webhook was disabled, are sent again under their ids. From the last days:"
      }
      action={data === undefined ? "Replay" : `Replay ${formatCount(data, "delivery", "deliveries")}`}
      status={replay}
      onAction={() => replay.mutate({ id: of.id, body: { since } })}
      onClose={onClose}
    >
      <div className="mt-3 text-text-2">
        <Segmented
          label="Days"
          options={DAYS.map((value) => ({ value, title: String(value) }))}
          value={days}
          onChange={setDays}
        />
      </div>
    </ActionDialog>
  );
}

const HOURS = [0, 1, 6, 12, WEBHOOK_LIMITS.rotationHours.default, 48, WEBHOOK_LIMITS.rotationHours.max];

/** Replaces a secret by a new one, while the old one also signs for some hours, or ends that overlap. */
export function RotateSecretDialog({ of, onClose }: { of: Webhook; onClose: () => void }) {
  const [hours, setHours] = useState<number>(WEBHOOK_LIMITS.rotationHours.default);
  const rotate = useAccountMutation(WEBHOOKS.rotateWebhookSecret, { invalidates: INVALIDATES });
  const endOverlap = useAccountMutation(WEBHOOKS.endWebhookOverlap, { invalidates: INVALIDATES, onSuccess: onClose });
  const status = combineMutations(rotate, endOverlap);
  return (
    <ActionDialog
      title="Rotate secret"
      notice={
        of.overlapEndsAt !== null && (
          <div className="mt-3 flex items-center justify-between gap-4 rounded-2 border border-warn-line bg-warn-soft px-3 py-2">
            <p>The previous secret also signs until {exactTime(of.overlapEndsAt)}. Rotating again ends it now.</p>
            <Button disabled={status.isPending} onClick={() => endOverlap.mutate({ id: of.id })}>
              End now
            </Button>
          </div>
        )
      }
      description="A new secret signs from now on. Deliveries are also signed with the current one for this many hours:"
      action="Rotate secret"
      status={status}
      onAction={() => rotate.mutate({ id: of.id, body: { hours } })}
      onClose={onClose}
      result={
        rotate.data && {
          title: "New signing secret",
          content: <WebhookSecret of={rotate.data} onClose={onClose} />,
        }
      }
    >
      <div className="mt-3">
        <Segmented
          label="Hours in which both secrets sign"
          options={HOURS.map((value) => ({ value, title: String(value) }))}
          value={hours}
          onChange={setHours}
        />
      </div>
    </ActionDialog>
  );
}
