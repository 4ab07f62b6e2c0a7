"use client";
import { type NewWebhookSecret, WEBHOOKS, type Webhook } from "@dealflow/contract/account-webhooks";
import { WEBHOOK_LIMITS } from "@dealflow/contract/webhook-events";
/** Puts a new secret in the place of one that signs for some hours more, or ends that overlap. */
import { useState } from "react";
import { FormProblem } from "@/components/shell/account-form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Segmented } from "@/components/ui/segmented";
import { requestAccount } from "@/lib/client/request-account";
import { exactTime } from "@/lib/format/dates";
import { useAccountAction } from "@/lib/queries/account";
import { errorOf, requestError } from "../account-error";
import { WebhookSecret } from "./webhook-secret";

interface Props {
  of: Webhook;
  onRotated: () => Promise<void>;
  onClose: () => void;
}

const HOURS = [0, 1, 6, 12, WEBHOOK_LIMITS.rotationHours.default, 48, WEBHOOK_LIMITS.rotationHours.max];

export function RotateSecretDialog({ of, onRotated, onClose }: Props) {
  const [hours, setHours] = useState<number>(WEBHOOK_LIMITS.rotationHours.default);
  const [created, setCreated] = useState<NewWebhookSecret>();
  const { busy, problem, run } = useAccountAction();

  const rotate = () =>
    run(async () => {
      const reply = await requestAccount(WEBHOOKS.rotateWebhookSecret, { id: of.id, body: { hours } });
      if (!reply.ok) return errorOf(reply);
      setCreated(reply.value);
      await onRotated();
      return undefined;
    });
  const endOverlap = (close: () => void) =>
    run(async () => {
      const error = await requestError(WEBHOOKS.endWebhookOverlap, { id: of.id });
      await onRotated();
      if (error === undefined) close();
      return error;
    });

  if (created !== undefined)
    return (
      <Dialog title="New signing secret" steady onClose={onClose}>
        {(close) => <WebhookSecret of={created} onClose={close} />}
      </Dialog>
    );
  return (
    <Dialog title="Rotate secret" onClose={onClose}>
      {(close) => (
        <>
          {of.overlapEndsAt !== null && (
            <div className="mt-3 flex items-center justify-between gap-4 rounded-2 border border-warn-line bg-warn-soft px-3 py-2">
              <p>The previous secret also signs until {exactTime(of.overlapEndsAt)}.</p>
              <Button disabled={busy} onClick={() => void endOverlap(close)}>
                End now
              </Button>
            </div>
          )}
          <p className="mt-2 text-text-2">
            A new secret signs from now on. Deliveries are also signed with the current one for this many hours:
          </p>
          <div className="mt-3">
            <Segmented
              label="Hours in which both secrets sign"
              options={HOURS.map((value) => ({ value, title: String(value) }))}
              value={hours}
              onChange={setHours}
            />
          </div>
          <div className="mt-3">
            <FormProblem of={{ problem, seconds: 0 }} />
          </div>
          <div className="mt-4 flex flex-wrap justify-end gap-2">
            <Button onClick={close}>Cancel</Button>
            <Button variant="primary" disabled={busy} onClick={() => void rotate()}>
              Rotate secret
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
