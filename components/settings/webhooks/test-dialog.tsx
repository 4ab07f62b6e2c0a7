"use client";

import { WEBHOOKS, type Webhook } from "@dealflow/contract/account-webhooks";
import { WEBHOOK_EVENT_NAMES, type WebhookEventName } from "@dealflow/contract/webhook-events";
import { useState } from "react";
import { FormProblem } from "@/components/shell/account-form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Segmented } from "@/components/ui/segmented";
import { requestAccount } from "@/lib/client/request-account";
import { useAccountAction } from "@/lib/queries/account";
import { errorOf } from "../account-error";
import { EVENT_TITLES } from "./event-titles";

interface Props {
  of: Webhook;
  /** With the id of its delivery. */
  onSent: (deliveryId: string) => void;
  onClose: () => void;
}

/** Sends a made-up event. */
export function TestDialog({ of, onSent, onClose }: Props) {
  const [event, setEvent] = useState<WebhookEventName>(of.events[0]?.event ?? WEBHOOK_EVENT_NAMES[0]);
  const { busy, problem, run } = useAccountAction();
  const send = () =>
    run(async () => {
      const reply = await requestAccount(WEBHOOKS.testWebhook, { id: of.id, body: { event } });
      if (reply.ok) onSent(reply.value.id);
      return errorOf(reply);
    });
  return (
    <Dialog title="Send test event" onClose={onClose}>
      {(close) => (
        <>
          <p className="mt-2 text-text-2">A made-up event is signed and delivered like any other. It's free.</p>
          <div className="mt-3">
            <Segmented
              label="Event"
              options={WEBHOOK_EVENT_NAMES.map((value) => ({ value, title: EVENT_TITLES[value] }))}
              value={event}
              onChange={setEvent}
            />
          </div>
          <div className="mt-3">
            <FormProblem of={{ problem, seconds: 0 }} />
          </div>
          <div className="mt-4 flex flex-wrap justify-end gap-2">
            <Button onClick={close}>Cancel</Button>
            <Button variant="primary" disabled={busy} onClick={() => void send()}>
              Send test event
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
