/** The stream of the inbox is apart from the schemas: every page follows it, and they would be 22 kB of each. */
import { ACCOUNT_PATH } from "./endpoint";
import type { InboxState } from "./inbox";

export const INBOX_UPDATES_PATH = `${ACCOUNT_PATH}/inbox/updates`;
/** The stream begins after the item with this position; without it, after the last one. */
export const LAST_EVENT_ID_HEADER = "Last-Event-ID";
/** These server-sent events are `item`, whose id is its position, and after each batch of items `state`. */
export const INBOX_EVENTS = { item: "item", state: "state" } as const;

/** Returns the data of a `state` event; undefined when it is something else. */
export function parseInboxState(data: unknown): InboxState | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const [unread, read, latest] = ["unread", "read", "latest"].map((name): unknown => Reflect.get(data, name));
  if (typeof unread !== "number" || typeof read !== "number" || typeof latest !== "number") return undefined;
  return { unread, read, latest };
}
