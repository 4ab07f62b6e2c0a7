/** Partitions the deliveries of webhooks by month. */
import { partitionByMonth, prepareMonths } from "./month-partitions";

export const prepare = prepareMonths("webhook_deliveries");

export const sql = `${partitionByMonth("webhook_deliveries", {
  references: {
    workspace_id: "workspaces",
    subscription_id: "webhook_subscriptions on delete cascade",
    event_id: "webhook_events",
  },
  indexes: {
    webhook_deliveries_due: "(subscription_id, next_attempt_at) where state = 'pending'",
    webhook_deliveries_waiting: "(workspace_id, id) where state = 'waiting'",
    webhook_deliveries_workspace: "(workspace_id, id)",
    webhook_deliveries_subscription: "(subscription_id, id)",
    webhook_deliveries_event: "(event_id)",
  },
})}
-- Attempts of later deliveries refer to other partitions than the first. The next migration validates the rows that are there.
alter table webhook_attempts
  drop constraint webhook_attempts_delivery_id_fkey,
  add constraint webhook_attempts_delivery_id_fkey foreign key (delivery_id) references webhook_deliveries on delete cascade not valid;
`;
