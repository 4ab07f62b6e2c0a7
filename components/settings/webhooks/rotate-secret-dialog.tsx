"use client";
/** Replaces a secret by a new one, while the old one also signs for some hours, or ends that overlap. */

import { WEBHOOKS, type Webhook } from "@dealflow/contract/account/webhooks";
import { WEBHOOK_LIMITS } from "@dealflow/contract/webhook-events";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ActionDialog } from "@/components/ui/forms/action-dialog";
import { Segmented } from "@/components/ui/segmented";
import { exactTime } from "@/lib/format/dates";
import { combineMutations, useAccountMutation } from "@/lib/queries/account-mutation";
import { WebhookSecret } from "../shown-once";

const HOURS = [0, 1, 6, 12, WEBHOOK_LIMITS.rotationHours.default, 48, WEBHOOK_LIMITS.rotationHours.max];

export function RotateSecretDialog({ of, onClose }: { of: Webhook; onClose: () => void }) {
  const [hours, setHours] = useState<number>(WEBHOOK_LIMITS.rotationHours.default);
  const invalidates = [WEBHOOKS.webhooks, WEBHOOKS.webhookDeliveries];
  const rotate = useAccountMutation(WEBHOOKS.rotateWebhookSecret, { invalidates });
  const endOverlap = useAccountMutation(WEBHOOKS.endWebhookOverlap, { invalidates, onSuccess: onClose });
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
