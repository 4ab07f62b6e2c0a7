/** Tells webhooks and inboxes of events that an import added. */
import type pg from "pg";
import { addToInboxes } from "@/service/inbox/add";
import type { CreatedEvent } from "@/service/records/match-keys";
import { together } from "@/service/store/batching";
import { publishEvents } from "@/service/webhooks/outbox";
import type { Run } from "./update";

/**
 * Does nothing for an import that notifies nobody.
 * @param haveMerged some companies of the batch became one, and some of their events with them
 */
export async function notify(
  { client, now, notify: isWanted }: Run,
  added: readonly CreatedEvent[],
  haveMerged: boolean,
): Promise<void> {
  if (!isWanted || added.length === 0) return;
  const kept = haveMerged ? await withoutMerged(client, added) : added;
  await together(
    client,
    () => publishEvents(client, kept, now),
    () => addToInboxes(client, kept, now),
  );
}

/** An event that turned out to be a known one is no news. The one that was discovered first stays, which may be either. */
async function withoutMerged(client: pg.ClientBase, added: readonly CreatedEvent[]): Promise<readonly CreatedEvent[]> {
  const { rows } = await client.query<{ id: string }>(
    `select id from merged_records where id = any($1::uuid[])
     union select current_record(into_id) from merged_records where into_id = any($1::uuid[]) and id <> all($1::uuid[])`,
    [added.map(({ record }) => record.id)],
  );
  const known = new Set(rows.map(({ id }) => id));
  return added.filter(({ record }) => !known.has(record.id));
}
