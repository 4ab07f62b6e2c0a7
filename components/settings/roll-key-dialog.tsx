"use client";

import { type AccountKey, KEY_LIMITS, KEYS } from "@dealflow/contract/account/keys";
import { useState } from "react";
import { ActionDialog } from "@/components/ui/forms/action-dialog";
import { Segmented } from "@/components/ui/segmented";
import { isUnread } from "@/lib/client/requests/request-account";
import { formatCount } from "@/lib/format/counts";
import { useAccountMutation } from "@/lib/queries/account-mutation";
import { newKeyResult } from "./shown-once";

const DAYS = Array.from({ length: KEY_LIMITS.rollDays + 1 }, (_, days) => String(days));

/** Replaces a key by a new one; the old one stays valid for some days. */
export function RollKeyDialog({ of, onClose }: { of: AccountKey; onClose: () => void }) {
  const [days, setDays] = useState("1");
  const roll = useAccountMutation(KEYS.rollKey, { invalidates: [KEYS.keys] });
  const unread = roll.error !== null && isUnread(roll.error.reply);
  return (
    <ActionDialog
      title={`Rotate ${of.name}`}
      description={
        <>
          A new key with the same name replaces the one ending in{" "}
          <code className="font-mono text-12">{of.lastFour}</code>. Keep the old key active for:
        </>
      }
      action="Rotate key"
      status={roll}
      onAction={() => roll.mutate({ id: of.id, body: { days: Number(days) } })}
      onClose={onClose}
      result={newKeyResult(unread ? "unread" : roll.data, onClose)}
    >
      <div className="mt-3">
        <Segmented
          label="Days to keep the old key active"
          options={DAYS.map((value) => ({ value, title: value }))}
          value={days}
          onChange={setDays}
        />
      </div>
      <p className="mt-2 text-12 text-text-2">
        {days === "0"
          ? "The old key stops working within a second."
          : `The old key stops working in ${formatCount(Number(days), "day")}.`}
      </p>
    </ActionDialog>
  );
}
