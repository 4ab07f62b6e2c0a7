/** Counts the deliveries that are not made yet, for monitoring. */
import type pg from "pg";

/** Pending deliveries are sent when they are due; waiting ones when the workspace has credits for them. */
export const UNSENT_STATES = ["pending", "waiting"] as const;

export interface DeliveryBacklog {
  readonly deliveries: Readonly<Record<(typeof UNSENT_STATES)[number], number>>;
  /** The delivery that has been due for longest has been so for this time (ms). */
  readonly overdueMs: number;
  /** Webhooks that are disabled, by the reason. */
  readonly disabled: Readonly<Record<string, number>>;
}

export async function readDeliveryBacklog(pool: pg.Pool): Promise<DeliveryBacklog> {
  const { rows } = await pool.query<DeliveryBacklog>(
    `select json_build_object(
         'pending', (select count(*) from webhook_deliveries where state = 'pending'),
         'waiting', (select count(*) from webhook_deliveries where state = 'waiting')) as deliveries,
       coalesce((select greatest(0, 1000 * extract(epoch from now() - min(next_attempt_at)))
         from webhook_deliveries where state = 'pending'), 0)::float8 as "overdueMs",
       (select json_object_agg(reason, disabled) from (
         select reason, (select count(*) from webhook_subscriptions where disabled_reason = reason) as disabled
         from unnest(array['manual', 'failing', 'gone']) as reason) reasons) as disabled`,
  );
  const [backlog] = rows;
  if (backlog === undefined) throw new Error("a query without a table has a row");
  return backlog;
}
