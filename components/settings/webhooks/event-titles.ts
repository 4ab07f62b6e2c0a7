/** Events of webhooks in words, and the event of each feed. */
import type { FeedName } from "@dealflow/contract/feeds";
import { WEBHOOK_EVENT_NAMES, WEBHOOK_FEED_NAMES, type WebhookEventName } from "@dealflow/contract/webhook-events";

export const EVENT_TITLES: Readonly<Record<WebhookEventName, string>> = {
  "funding.created": "Funding rounds",
  "acquisition.created": "Acquisitions",
  "exec_move.created": "Exec moves",
};

/** Undefined: no webhook is sent for records of that feed. */
export function eventOfFeed(feed: FeedName): WebhookEventName | undefined {
  return WEBHOOK_EVENT_NAMES.find((event) => WEBHOOK_FEED_NAMES[event] === feed);
}

/** An event of a newer service is shown as it is. */
export function titleOfEvent(name: string): string {
  const known = WEBHOOK_EVENT_NAMES.find((one) => one === name);
  return known === undefined ? name : EVENT_TITLES[known];
}
