/** Partitions the attempts of deliveries by month. */
import { partitionByMonth, prepareMonths } from "./month-partitions";

/** Does nothing when it is repeated. */
const VALIDATE = "alter table webhook_attempts validate constraint webhook_attempts_delivery_id_fkey;";

export const prepare = [...prepareMonths("webhook_attempts"), VALIDATE];

export const sql = `
lock table webhook_deliveries, webhook_attempts in access exclusive mode;
${VALIDATE}
${partitionByMonth("webhook_attempts", {
  references: { delivery_id: "webhook_deliveries on delete cascade" },
  indexes: {
    webhook_attempts_delivery: "(delivery_id, number)",
    webhook_attempts_time: "(subscription_id, started_at)",
  },
})}`;
