/** Shows one delivery with all its attempts, and replays it. */

import { WEBHOOKS, type WebhookAttempt, type WebhookDeliveryDetail } from "@dealflow/contract/account/webhooks";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Unread } from "@/components/shell/section";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Disclosure } from "@/components/ui/disclosure";
import { FormProblem } from "@/components/ui/forms/form-problem";
import { exactTime } from "@/lib/format/dates";
import { useAccountMutation } from "@/lib/queries/account-mutation";
import { deliveryQuery } from "@/lib/queries/webhooks";
import { AttemptMark, DeliveryMark } from "./delivery-marks";
import { eventTitle } from "./event-titles";

export function DeliveryDialog({ id, owner, onClose }: { id: string; owner: boolean; onClose: () => void }) {
  const { data, error } = useQuery(deliveryQuery(id));
  const replay = useAccountMutation(WEBHOOKS.replayWebhookDelivery, {
    invalidates: [WEBHOOKS.webhookDelivery, WEBHOOKS.webhookDeliveries],
  });
  return (
    <Dialog title="Delivery" onClose={onClose}>
      {error !== null && <Unread problem={error.message} />}
      {data !== undefined && <Detail of={data} />}
      <div className="mt-3">
        <FormProblem of={replay} />
      </div>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        {owner && (
          <Button disabled={replay.isPending || data === undefined} onClick={() => replay.mutate({ id })}>
            Replay
          </Button>
        )}
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}

function Detail({ of }: { of: WebhookDeliveryDetail }) {
  const [open, setOpen] = useState<string>();
  const toggle = (name: string) => setOpen(open === name ? undefined : name);
  return (
    <>
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-12">
        <Fact term="Event">
          {eventTitle(of.event)}
          {of.test && " (test)"}
        </Fact>
        <Fact term="State">
          <DeliveryMark of={of} />
        </Fact>
        <Fact term="Created">{exactTime(of.createdAt)}</Fact>
        <Fact term="Next attempt">{of.nextAttemptAt === null ? "–" : exactTime(of.nextAttemptAt)}</Fact>
        <Fact term="ID">
          <code className="font-mono text-11 wrap-anywhere select-all">{of.id}</code>
        </Fact>
      </dl>
      <div className="mt-3 rounded-2 border border-line">
        <Disclosure
          title="Request body"
          summary=""
          active={false}
          open={open === "body"}
          onToggle={() => toggle("body")}
        >
          {of.requestBody === null ? (
            <p className="pb-2 text-12 text-text-2">The body is shown once the record is paid for.</p>
          ) : (
            <Text>{pretty(of.requestBody)}</Text>
          )}
        </Disclosure>
        {of.attemptList.map((attempt) => {
          const name = `${attempt.number} ${attempt.startedAt}`;
          return (
            <Disclosure
              key={name}
              title={`Attempt ${attempt.number}`}
              summary={exactTime(attempt.startedAt)}
              active={false}
              open={open === name}
              onToggle={() => toggle(name)}
            >
              <Attempt of={attempt} />
            </Disclosure>
          );
        })}
      </div>
    </>
  );
}

function Attempt({ of }: { of: WebhookAttempt }) {
  return (
    <div className="grid gap-2 pb-2 text-12">
      <p className="flex justify-between gap-4">
        <AttemptMark of={of} /> <span className="text-text-2">{of.durationMs} ms</span>
      </p>
      <p className="text-text-2">Request headers</p>
      <Text>
        {Object.entries(of.requestHeaders)
          .map(([name, value]) => `${name}: ${value}`)
          .join("\n")}
      </Text>
      <p className="text-text-2">Response{of.responseTruncated && " (first 16 kB)"}</p>
      <Text>{of.responseBody === null ? "No response" : of.responseBody || "Empty"}</Text>
    </div>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-text-2">{term}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Text({ children }: { children: string }) {
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content has to be reachable by keyboard
      tabIndex={0}
      className="focus-ring max-h-60 overflow-auto rounded-2 bg-surface-well px-2.5 py-2 font-mono text-11 whitespace-pre-wrap wrap-anywhere"
    >
      {children}
    </pre>
  );
}

function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
