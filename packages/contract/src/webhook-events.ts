/** Webhook events, the headers of a delivery, and its limits are plain data (interface, Events). */
import { FEEDS, type Feed, type FeedName } from "./feeds";
import type { Plan } from "./limits";

export const WEBHOOK_EVENT_NAMES = ["funding.created", "acquisition.created", "exec_move.created"] as const;
export type WebhookEventName = (typeof WEBHOOK_EVENT_NAMES)[number];

export const WEBHOOK_FEED_NAMES = {
  "funding.created": "funding",
  "acquisition.created": "acquisitions",
  "exec_move.created": "execMoves",
} as const satisfies Record<WebhookEventName, FeedName>;

/** Returns undefined for a feed without events. */
export function webhookEventName(feed: FeedName): WebhookEventName | undefined {
  return WEBHOOK_EVENT_NAMES.find((name) => WEBHOOK_FEED_NAMES[name] === feed);
}

/**
 * Each event has a feed, whose filters a subscription may narrow it by, except texts: that something happened at a named
 * company is what a watched company tells.
 */
export const WEBHOOK_FEEDS: Readonly<Record<WebhookEventName, Feed>> = {
  "funding.created": withoutTexts(FEEDS.funding),
  "acquisition.created": withoutTexts(FEEDS.acquisitions),
  "exec_move.created": withoutTexts(FEEDS.execMoves),
};

function withoutTexts(feed: Feed): Feed {
  return { ...feed, filters: feed.filters.filter(({ kind }) => kind !== "text") };
}

/**
 * Webhooks are `included` in the plan, `metered` at a credit for each delivered record that the workspace does not own,
 * or `off`.
 */
export const WEBHOOK_MODES = ["included", "metered", "off"] as const;
export type WebhookMode = (typeof WEBHOOK_MODES)[number];

/** Each plan has this mode unless the operator overrides it. */
export const WEBHOOKS_BY_PLAN = { free: "metered", paid: "included" } as const satisfies Record<Plan, WebhookMode>;

/** The ledger names the charges of metered deliveries so. */
export const WEBHOOK_CHARGE_ENDPOINT = "webhooks.delivery";

export const WEBHOOKS_PAGE = "/settings/webhooks";
/** The view of such a charge is the page of webhooks, with the name of each that it paid for. */
export const WEBHOOK_KEY = "webhook";

/** Returns the view of a charge for these webhooks. */
export function webhooksAddress(names: readonly string[]): string {
  return `${WEBHOOKS_PAGE}?${new URLSearchParams(names.toSorted().map((name) => [WEBHOOK_KEY, name]))}`;
}

export const WEBHOOK_EVENT_HEADER = "X-Service-Event";
export const WEBHOOK_DELIVERY_HEADER = "X-Service-Delivery";
export const WEBHOOK_SIGNATURE_HEADER = "X-Service-Signature";
/** Only test events carry this header. */
export const WEBHOOK_TEST_HEADER = "X-Service-Test";
/** These headers of Standard Webhooks are sent in addition to ours. */
export const STANDARD_WEBHOOK_HEADERS = {
  id: "webhook-id",
  timestamp: "webhook-timestamp",
  signature: "webhook-signature",
} as const;
export const WEBHOOK_USER_AGENT = "Dealflow-Webhooks/1";
/** Base64 of 32 random bytes follows. */
export const WEBHOOK_SECRET_PREFIX = "whsec_";

/** Retries of a delivery follow after these delays (ms), before jitter. */
export const WEBHOOK_RETRY_DELAYS_MS = [
  5_000,
  5 * 60_000,
  30 * 60_000,
  2 * 3_600_000,
  10 * 3_600_000,
  24 * 3_600_000,
] as const;

export const WEBHOOK_LIMITS = {
  perWorkspace: 50,
  url: 2_000,
  description: 200,
  /** The filters of one event are limited as query text. */
  query: 8_000,
  rotationHours: { default: 24, max: 72 },
  /** A receiver has this long to respond (ms). */
  responseMs: 15_000,
  /** This much of each response is stored. */
  responseBytes: 16_384,
  estimateDays: 30,
  attemptDays: 30,
  /** Deliveries are kept for at least this long, with their bodies. */
  deliveryDays: 400,
  /** Deliveries wait this long for credits. */
  waitingDays: 30,
  /** The chart covers at most this many hours. */
  chartHours: 168,
} as const;
