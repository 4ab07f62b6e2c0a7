/** Decides how a workspace gets deliveries: included in its plan, for a credit each, or not at all. */
import { WEBHOOKS_BY_PLAN } from "@dealflow/contract/webhook-events";

const byPlan = Object.entries(WEBHOOKS_BY_PLAN).map(([plan, mode]) => `when '${plan}' then '${mode}'`);

/** This SQL computes the `WebhookMode` of `workspaces w`. */
export const WEBHOOK_MODE = `coalesce(w.webhooks, case w.plan ${byPlan.join(" ")} end)`;
