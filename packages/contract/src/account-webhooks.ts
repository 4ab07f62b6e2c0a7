/** Webhooks of a workspace: subscriptions, their secrets, deliveries and attempts. Where deliveries are metered, they alone cost credits. */
import * as z from "zod/mini";
import { listPageOf } from "./account-lists";
import { listOf, requestBody, textField, wholeNumberField } from "./account-schemas";
import { WEBHOOK_EVENT_NAMES, WEBHOOK_LIMITS, WEBHOOK_MODES } from "./webhook-events";

const eventName = z.enum(WEBHOOK_EVENT_NAMES, `must be one of ${WEBHOOK_EVENT_NAMES.join(", ")}`);

/** An event, narrowed by filters as an address writes them; empty: all of its events. */
const selection = z.object({ event: eventName, query: z.string() });

const EVENTS_MESSAGE = `must have 1 to ${WEBHOOK_EVENT_NAMES.length} events, each once`;
const selections = z.readonly(
  z
    .array(
      requestBody({
        event: eventName,
        query: z.string("must be text").check(z.maxLength(WEBHOOK_LIMITS.query, "is too long")),
      }),
      EVENTS_MESSAGE,
    )
    .check(
      z.refine((all) => all.length > 0 && new Set(all.map(({ event }) => event)).size === all.length, EVENTS_MESSAGE),
    ),
);

const webhook = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  events: listOf(selection),
  /** ISO timestamps. */
  createdAt: z.string(),
  disabledAt: z.nullable(z.string()),
  /** `failing`: days of failures only; `gone`: every attempt of a delivery got the status 410. */
  disabledReason: z.nullable(z.enum(["manual", "failing", "gone"])),
  /** The first failure since the last success. */
  failingSince: z.nullable(z.string()),
  /** During a rotation: until when the previous secret signs too. */
  overlapEndsAt: z.nullable(z.string()),
  /** False after a restore without secrets: rotate the secret. */
  signed: z.boolean(),
});
export type Webhook = z.infer<typeof webhook>;

const webhookList = z.object({ mode: z.enum(WEBHOOK_MODES), webhooks: listOf(webhook) });
export type WebhookList = z.infer<typeof webhookList>;

const draft = { url: textField, description: textField, events: selections };
const webhookDraft = requestBody(draft);
export type WebhookRequest = z.infer<typeof webhookDraft>;

export type NewWebhookSecret = z.infer<typeof newSecret>;
const newSecret = z.object({
  webhook,
  /** Returned only once. */
  secret: z.string(),
});

export const DELIVERY_STATES = ["waiting", "pending", "succeeded", "failed", "skipped", "expired"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

const delivery = z.object({
  id: z.string(),
  webhookId: z.string(),
  event: z.string(),
  /** The id of the funding round, acquisition or move; null while it is not paid for. */
  recordId: z.nullable(z.string()),
  test: z.boolean(),
  /**
   * `waiting`: for credits, where deliveries are metered, and at most 30 days: then `expired`. `skipped`: not sent, because
   * the webhook was disabled.
   */
  state: z.enum(DELIVERY_STATES),
  attempts: z.number(),
  createdAt: z.string(),
  nextAttemptAt: z.nullable(z.string()),
});
export type WebhookDelivery = z.infer<typeof delivery>;

const attempt = z.object({
  number: z.number(),
  startedAt: z.string(),
  durationMs: z.number(),
  succeeded: z.boolean(),
  /** Why there was no complete response; null when there was one. */
  error: z.nullable(z.enum(["address", "dns", "connect", "tls", "timeout", "disconnect", "protocol", "unsigned"])),
  status: z.nullable(z.number()),
  requestHeaders: z.record(z.string(), z.string()),
  responseBody: z.nullable(z.string()),
  responseTruncated: z.boolean(),
});
export type WebhookAttempt = z.infer<typeof attempt>;

const deliveryDetail = z.extend(delivery, {
  /** The body of every attempt; null while the record is not paid for. */
  requestBody: z.nullable(z.string()),
  /** Those of the last 30 days, in order. */
  attemptList: listOf(attempt),
});
export type WebhookDeliveryDetail = z.infer<typeof deliveryDetail>;

const activityHour = z.object({ at: z.string(), attempts: z.number(), failures: z.number() });
export type WebhookActivityHour = z.infer<typeof activityHour>;

const { rotationHours } = WEBHOOK_LIMITS;
const hours = wholeNumberField(0, rotationHours.max, `must be a whole number of hours from 0 to ${rotationHours.max}`);
const since = z.iso.datetime("must be an ISO-8601 timestamp in UTC");

/** Of the list of deliveries; all optional. `search`: the id of a delivery or of its record. */
export const DELIVERY_PARAMETERS = {
  webhook: "webhook",
  event: "event",
  state: "state",
  search: "search",
  since: "since",
  until: "until",
} as const;
export const REPLAY_SINCE = "since";
export const ACTIVITY_HOURS = "hours";

export const WEBHOOKS = {
  /** Complete: at most `WEBHOOK_LIMITS.perWorkspace`, the newest first. */
  webhooks: { method: "GET", path: "/account/v1/webhooks", response: webhookList },
  /** 201 */
  addWebhook: {
    method: "POST",
    path: "/account/v1/webhooks",
    owner: true,
    request: webhookDraft,
    response: newSecret,
  },
  changeWebhook: {
    method: "PUT",
    path: "/account/v1/webhooks/:id",
    owner: true,
    request: webhookDraft,
    response: webhook,
  },
  removeWebhook: { method: "DELETE", path: "/account/v1/webhooks/:id", owner: true },
  enableWebhook: { method: "POST", path: "/account/v1/webhooks/:id/enable", owner: true, response: webhook },
  disableWebhook: { method: "POST", path: "/account/v1/webhooks/:id/disable", owner: true, response: webhook },
  /** 201: a new secret; the previous one signs too for that many hours. */
  rotateWebhookSecret: {
    method: "POST",
    path: "/account/v1/webhooks/:id/rotate",
    owner: true,
    request: requestBody({ hours }),
    response: newSecret,
  },
  endWebhookOverlap: { method: "POST", path: "/account/v1/webhooks/:id/end-overlap", owner: true, response: webhook },
  /** 201: a made-up event, delivered like any other. */
  testWebhook: {
    method: "POST",
    path: "/account/v1/webhooks/:id/test",
    owner: true,
    request: requestBody({ event: eventName }),
    response: delivery,
  },
  /** How many events announced in the last 30 days each selection would have matched. */
  estimateWebhook: {
    method: "POST",
    path: "/account/v1/webhooks/estimate",
    request: requestBody({ events: selections }),
    response: z.object({ counts: listOf(z.object({ event: z.string(), count: z.number() })) }),
  },
  /** The newest first, by `DELIVERY_PARAMETERS`. */
  webhookDeliveries: { method: "GET", path: "/account/v1/webhooks/deliveries", response: listPageOf(delivery) },
  webhookDelivery: { method: "GET", path: "/account/v1/webhooks/deliveries/:id", response: deliveryDetail },
  /** Under the same id, at once. */
  replayWebhookDelivery: {
    method: "POST",
    path: "/account/v1/webhooks/deliveries/:id/replay",
    owner: true,
    response: delivery,
  },
  /** Failed and unsent deliveries since `REPLAY_SINCE`: counted, and replayed. */
  countWebhookReplays: {
    method: "GET",
    path: "/account/v1/webhooks/:id/replays",
    response: z.object({ count: z.number() }),
  },
  replayWebhookDeliveries: {
    method: "POST",
    path: "/account/v1/webhooks/:id/replays",
    owner: true,
    request: requestBody({ since }),
    response: z.object({ count: z.number() }),
  },
  /** Attempts per hour over the last `ACTIVITY_HOURS`, oldest first, empty hours included. */
  webhookActivity: {
    method: "GET",
    path: "/account/v1/webhooks/activity",
    response: z.object({ hours: listOf(activityHour) }),
  },
} as const;
