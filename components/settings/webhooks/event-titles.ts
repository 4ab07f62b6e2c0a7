import type { FeedName } from "@dealflow/contract/feeds";
import { WEBHOOK_EVENT_NAMES, WEBHOOK_FEED_NAMES, type WebhookEventName } from "@dealflow/contract/webhook-events";

export const WEBHOOK_EVENT_TITLES: Readonly<Record<WebhookEventName, string>> = {
  "funding.created": "Funding rounds",
  "acquisition.created": "Acquisitions",
  "exec_move.created": "Exec moves",
};

/** Returns undefined for a feed whose records send no webhook. */
export function feedEvent(feed: FeedName): WebhookEventName | undefined {
  return WEBHOOK_EVENT_NAMES.find((event) => WEBHOOK_FEED_NAMES[event] === feed);
}

/** An event of a newer service is shown by its name. */
export function eventTitle(name: string): string {
  const known = WEBHOOK_EVENT_NAMES.find((one) => one === name);
  return known === undefined ? name : WEBHOOK_EVENT_TITLES[known];
}
