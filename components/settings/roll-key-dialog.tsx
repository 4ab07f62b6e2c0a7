"use client";

import { type AccountKey, KEY_LIMITS, KEYS, type NewKey } from "@dealflow/contract/account-keys";
import { useState } from "react";
import { FormProblem } from "@/components/shell/account-form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Segmented } from "@/components/ui/segmented";
import { isUnread, requestAccount } from "@/lib/client/request-account";
import { formatCount } from "@/lib/format/counts";
import { useAccountAction } from "@/lib/queries/account";
import { errorOf } from "./account-error";
import { NewKeyText } from "./new-key-text";

interface Props {
  of: AccountKey;
  onCreated: () => Promise<void>;
  onClose: () => void;
}

const DAYS = Array.from({ length: KEY_LIMITS.rollDays + 1 }, (_, days) => String(days));

/** Puts a new key in the place of one, which works for some days more. */
export function RollKeyDialog({ of, onCreated, onClose }: Props) {
  const [days, setDays] = useState("1");
  const [created, setCreated] = useState<NewKey | "unread">();
  const { busy, problem, run } = useAccountAction();

  const roll = () =>
    run(async () => {
      const reply = await requestAccount(KEYS.rollKey, { id: of.id, body: { days: Number(days) } });
      if (!reply.ok && !isUnread(reply)) return errorOf(reply);
      setCreated(reply.ok ? reply.value : "unread");
      void onCreated();
      return undefined;
    });

  return (
    <Dialog
      title={created === undefined ? `Rotate ${of.name}` : "The new key"}
      steady={created !== undefined}
      onClose={onClose}
    >
      {(close) =>
        created === undefined ? (
          <>
            <p className="mt-2 text-text-2">
              A new key with the same name replaces the one ending in{" "}
              <code className="font-mono text-12">{of.lastFour}</code>. Keep the old key active for:
            </p>
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
            <div className="mt-3">
              <FormProblem of={{ problem, seconds: 0 }} />
            </div>
            <div className="mt-4 flex flex-wrap justify-end gap-2">
              <Button onClick={close}>Cancel</Button>
              <Button variant="primary" disabled={busy} onClick={() => void roll()}>
                Rotate key
              </Button>
            </div>
          </>
        ) : (
          <NewKeyText of={created} onClose={close} />
        )
      }
    </Dialog>
  );
}
