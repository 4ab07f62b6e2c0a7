"use client";

import { WEBHOOKS, type Webhook } from "@dealflow/contract/account-webhooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNow } from "@/components/shell/clock";
import { Segmented } from "@/components/ui/segmented";
import { formatCount } from "@/lib/format/counts";
import { missedQuery } from "@/lib/queries/webhooks";
import { requestError } from "../account-error";
import { ConfirmDialog } from "../confirm-dialog";

interface Props {
  of: Webhook;
  onReplayed: () => Promise<void>;
  onClose: () => void;
}

const DAY_MS = 86_400_000;
const DAYS = [1, 7, 30] as const;

/** Replays what failed or was not sent, after showing how many that is. */
export function ReplayMissedDialog({ of, onReplayed, onClose }: Props) {
  const [days, setDays] = useState<number>(DAYS[1]);
  const [now] = useState(useNow().getTime());
  const since = new Date(now - days * DAY_MS).toISOString();
  const { data, error } = useQuery(missedQuery(of.id, since));
  return (
    <ConfirmDialog
      title="Replay missed deliveries"
      action={data === undefined ? "Replay" : `Replay ${formatCount(data, "delivery", "deliveries")}`}
      onConfirm={async () => {
        const failure = await requestError(WEBHOOKS.replayWebhookDeliveries, { id: of.id, body: { since } });
        await onReplayed();
        return failure;
      }}
      onClose={onClose}
    >
      {error?.message ??
        "Deliveries that failed, or weren't sent while the webhook was disabled, are sent again under their ids. From the last days:"}
      <span className="mt-3 block">
        <Segmented
          label="Days"
          options={DAYS.map((value) => ({ value, title: String(value) }))}
          value={days}
          onChange={setDays}
        />
      </span>
    </ConfirmDialog>
  );
}
