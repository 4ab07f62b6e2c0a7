/** Tells webhooks and inboxes of events that an import added. */
import type { WebhookEventName } from "@dealflow/contract/webhook-events";
import { addToInboxes } from "@/service/inbox/add";
import { publishEvents } from "@/service/webhooks/outbox";
import type { Run } from "./update";

interface CreatedEvent {
  readonly event: WebhookEventName;
  readonly record: { readonly id: string };
}

export function createdEvents(event: WebhookEventName, records: readonly { readonly id: string }[]): CreatedEvent[] {
  return records.map((record) => ({ event, record }));
}

/** Does nothing for an import that notifies nobody. */
export async function notify({ client, now, notify: isWanted }: Run, added: readonly CreatedEvent[]): Promise<void> {
  if (!isWanted) return;
  await publishEvents(client, added, now);
  await addToInboxes(client, added, now);
}
