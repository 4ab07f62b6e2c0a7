import type { WebhookEventName } from "@dealflow/contract/webhook-events";
import type pg from "pg";
import { newId } from "@/service/store/new-id";
import { parseSelection } from "../selections";
import { createWebhook } from "../subscriptions";

/**
 * Creates a workspace whose plan includes deliveries, with a subscription to these selections (query text by event).
 */
export async function subscribe(
  pool: pg.Pool,
  queries: Readonly<Partial<Record<WebhookEventName, string>>>,
  { url = "https://receiver.example/webhooks", workspaceId = newId(), now = new Date() } = {},
): Promise<{ id: string; workspaceId: string; secret: string }> {
  await pool.query(
    "insert into workspaces (id, name, balance, created_at, plan) values ($1::uuid, $1::uuid::text, 0, $2, 'paid') on conflict do nothing",
    [workspaceId, now],
  );
  const names: readonly WebhookEventName[] = ["funding.created", "acquisition.created", "exec_move.created"];
  const selections = names.flatMap((event) => {
    const query = queries[event];
    if (query === undefined) return [];
    const parsed = parseSelection({ event, query });
    if ("problem" in parsed) throw new Error(parsed.problem);
    return [parsed];
  });
  const { webhook, secret } = await createWebhook(pool, workspaceId, { url, description: "", selections }, now);
  return { id: webhook.id, workspaceId, secret };
}

export interface StoredDelivery {
  readonly id: string;
  readonly subscriptionId: string;
  readonly event: string;
  readonly state: string;
  readonly attempts: number;
  readonly nextAttemptAt: Date | null;
}

/** Returns all deliveries, in the order in which they were written. */
export async function readDeliveries(pool: pg.Pool): Promise<StoredDelivery[]> {
  const { rows } = await pool.query<StoredDelivery>(
    `select d.id, d.subscription_id as "subscriptionId", e.event, d.state, d.attempts, d.next_attempt_at as "nextAttemptAt"
     from webhook_deliveries d join webhook_events e on e.id = d.event_id order by d.id`,
  );
  return rows;
}
