"use client";

import { WEBHOOKS, type Webhook } from "@dealflow/contract/account/webhooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNow } from "@/components/shell/clock";
import { ActionDialog } from "@/components/ui/forms/action-dialog";
import { Segmented } from "@/components/ui/segmented";
import { formatCount } from "@/lib/format/counts";
import { useAccountMutation } from "@/lib/queries/account-mutation";
import { missedQuery } from "@/lib/queries/webhooks";

const DAY_MS = 86_400_000;
const DAYS = [1, 7, 30] as const;

/** Replays failed and unsent deliveries, after showing how many there are. */
export function ReplayMissedDialog({ of, onClose }: { of: Webhook; onClose: () => void }) {
  const [days, setDays] = useState<number>(DAYS[1]);
  const [now] = useState(useNow().getTime());
  const since = new Date(now - days * DAY_MS).toISOString();
  const { data, error } = useQuery(missedQuery(of.id, since));
  const replay = useAccountMutation(WEBHOOKS.replayWebhookDeliveries, {
    invalidates: [WEBHOOKS.webhooks, WEBHOOKS.webhookDeliveries],
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
