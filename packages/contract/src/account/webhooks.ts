/**
 * A workspace's webhooks have subscriptions, secrets, deliveries and attempts. Only deliveries cost credits, where they
 * are metered.
 */
import * as z from "zod/mini";
import { WEBHOOK_EVENT_NAMES, WEBHOOK_LIMITS, WEBHOOK_MODES } from "../webhook-events";
import { accountEndpoints } from "./endpoint";
import { listPage } from "./lists";
import { readonlyList, requestBody, textField, wholeNumberField } from "./schemas";

const eventName = z.enum(WEBHOOK_EVENT_NAMES, `must be one of ${WEBHOOK_EVENT_NAMES.join(", ")}`);

/** An event is narrowed by filters as an address writes them; an empty query selects all of its events. */
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

export const webhook = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  events: readonlyList(selection),
  /** The times are ISO timestamps. */
  createdAt: z.string(),
  disabledAt: z.nullable(z.string()),
  /** `failing` means days of failures only; `gone` means that every attempt of a delivery got the status 410. */
  disabledReason: z.nullable(z.enum(["manual", "failing", "gone"])),
  /** This is the first failure since the last success. */
  failingSince: z.nullable(z.string()),
  /** During a rotation the previous secret signs too, until then. */
  overlapEndsAt: z.nullable(z.string()),
  /** It is false after a restore without secrets: rotate the secret. */
  signed: z.boolean(),
});
export type Webhook = z.infer<typeof webhook>;

const webhookList = z.object({ mode: z.enum(WEBHOOK_MODES), webhooks: readonlyList(webhook) });

const draft = { url: textField, description: textField, events: selections };
const webhookDraft = requestBody(draft);
export type WebhookRequest = z.infer<typeof webhookDraft>;

export type NewWebhookSecret = z.infer<typeof newSecret>;
const newSecret = z.object({
  webhook,
  /** The secret is returned only once. */
  secret: z.string(),
});

export const DELIVERY_STATES = ["waiting", "pending", "succeeded", "failed", "skipped", "expired"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

const delivery = z.object({
  id: z.string(),
  webhookId: z.string(),
  event: z.string(),
  /** The id of the funding round, acquisition or move is null while it is not paid for. */
  recordId: z.nullable(z.string()),
  test: z.boolean(),
  /**
   * `waiting` is for credits, where deliveries are metered, and at most 30 days: then it is `expired`. `skipped` was
   * not sent, because the webhook was disabled, or its record was withdrawn while it waited.
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
  /** Tells why there was no complete response; it is null when there was one. */
  error: z.nullable(z.enum(["address", "dns", "connect", "tls", "timeout", "disconnect", "protocol", "unsigned"])),
  status: z.nullable(z.number()),
  requestHeaders: z.record(z.string(), z.string()),
  responseBody: z.nullable(z.string()),
  responseTruncated: z.boolean(),
});
export type WebhookAttempt = z.infer<typeof attempt>;

const deliveryDetail = z.extend(delivery, {
  /** The body of every attempt is null while the record is not paid for. */
  requestBody: z.nullable(z.string()),
  /** Attempts of the last 30 days are listed in order. */
  attemptList: readonlyList(attempt),
});
export type WebhookDeliveryDetail = z.infer<typeof deliveryDetail>;

const activityHour = z.object({ at: z.string(), attempts: z.number(), failures: z.number() });
export type WebhookActivityHour = z.infer<typeof activityHour>;

const { rotationHours } = WEBHOOK_LIMITS;
const hours = wholeNumberField(0, rotationHours.max, `must be a whole number of hours from 0 to ${rotationHours.max}`);
const since = z.iso.datetime("must be an ISO-8601 timestamp in UTC");

/** All parameters of the list of deliveries are optional. `search` is the id of a delivery or of its record. */
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

export const WEBHOOKS = accountEndpoints({
  /** The list is complete, because it has at most `WEBHOOK_LIMITS.perWorkspace` webhooks; the newest come first. */
  webhooks: { path: "/webhooks", response: webhookList },
  addWebhook: {
    method: "POST",
    path: "/webhooks",
    status: 201,
    owner: true,
    request: webhookDraft,
    response: newSecret,
  },
  changeWebhook: { method: "PUT", path: "/webhooks/:id", owner: true, request: webhookDraft, response: webhook },
  removeWebhook: { method: "DELETE", path: "/webhooks/:id", owner: true },
  enableWebhook: { method: "POST", path: "/webhooks/:id/enable", owner: true, response: webhook },
  disableWebhook: { method: "POST", path: "/webhooks/:id/disable", owner: true, response: webhook },
  /** Responds with a new secret; the previous one signs too for that many hours. */
  rotateWebhookSecret: {
    method: "POST",
    path: "/webhooks/:id/rotate",
    status: 201,
    owner: true,
    request: requestBody({ hours }),
    response: newSecret,
  },
  endWebhookOverlap: { method: "POST", path: "/webhooks/:id/end-overlap", owner: true, response: webhook },
  /** A made-up event is delivered like any other. */
  testWebhook: {
    method: "POST",
    path: "/webhooks/:id/test",
    status: 201,
    owner: true,
    request: requestBody({ event: eventName }),
    response: delivery,
  },
  /** Counts the events announced in the last 30 days that each selection would have matched. */
  estimateWebhook: {
    method: "POST",
    path: "/webhooks/estimate",
    request: requestBody({ events: selections }),
    response: z.object({ counts: readonlyList(z.object({ event: z.string(), count: z.number() })) }),
  },
  /** Lists the newest deliveries first, selected by `DELIVERY_PARAMETERS`. */
  webhookDeliveries: { path: "/webhooks/deliveries", response: listPage(delivery) },
  webhookDelivery: { path: "/webhooks/deliveries/:id", response: deliveryDetail },
  /** Sends it again immediately, under the same id. */
  replayWebhookDelivery: { method: "POST", path: "/webhooks/deliveries/:id/replay", owner: true, response: delivery },
  /** Counts or replays failed and unsent deliveries since `REPLAY_SINCE`. */
  countWebhookReplays: { path: "/webhooks/:id/replays", response: z.object({ count: z.number() }) },
  replayWebhookDeliveries: {
    method: "POST",
    path: "/webhooks/:id/replays",
    owner: true,
    request: requestBody({ since }),
    response: z.object({ count: z.number() }),
  },
  /** Counts attempts per hour over the last `ACTIVITY_HOURS`, oldest first, empty hours included. */
  webhookActivity: { path: "/webhooks/activity", response: z.object({ hours: readonlyList(activityHour) }) },
});
