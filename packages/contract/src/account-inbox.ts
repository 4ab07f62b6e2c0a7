/**
 * The inbox: new events that match the workspace's saved views or watchlist. It is free, so it says who only of records that are
 * owned and of companies that are watched; opening another one buys it by the reference of its preview.
 */
import * as z from "zod/mini";
import { preview } from "./account-explore";
import { listPageOf } from "./account-lists";
import { listOf, requestBody, wholeNumberField } from "./account-schemas";
import { EVENT_FEED_NAMES } from "./feeds";
import { INBOX_UPDATES_PATH } from "./inbox-stream";

const inboxItem = z.object({
  /** In the workspace's inbox: a later item has a higher one. */
  position: z.number(),
  feed: z.enum(EVENT_FEED_NAMES),
  /** Null when the record was deleted. */
  preview: z.nullable(preview),
  /** Present when the record is owned or involves a watched company. */
  record: z.nullable(
    z.object({
      id: z.string(),
      /** The id is null when the company is unresolved. */
      company: z.object({ id: z.nullable(z.string()), name: z.string() }),
      /** ISO timestamp. */
      announcedAt: z.string(),
    }),
  ),
  /** Whether opening it costs nothing. */
  owned: z.boolean(),
  /** When the event was added: ISO timestamp. */
  addedAt: z.string(),
  /** The saved views that it matched, by name; then the watched companies that take part in it, without a view's id. */
  matches: listOf(z.object({ viewId: z.nullable(z.string()), name: z.string() })),
});
export type InboxItem = z.infer<typeof inboxItem>;

export const inboxState = z.object({
  /** At most one more than `INBOX_LIMITS.counted` (`saved-counts.ts`). */
  unread: z.number(),
  /** The person has read up to this position. */
  read: z.number(),
  /** The position of the last item that was added. */
  latest: z.number(),
});
export type InboxState = z.infer<typeof inboxState>;

const position = wholeNumberField(0, Number.MAX_SAFE_INTEGER, "must be the position of an item");

export const INBOX = {
  /** The newest first. */
  inbox: { method: "GET", path: "/account/v1/inbox", response: listPageOf(inboxItem) },
  inboxState: { method: "GET", path: "/account/v1/inbox/state", response: inboxState },
  /** Items up to that position are read; the person's own mark only moves forward. */
  readInbox: {
    method: "POST",
    path: "/account/v1/inbox/read",
    request: requestBody({ position }),
    response: inboxState,
  },
  inboxUpdates: { method: "GET", path: INBOX_UPDATES_PATH, stream: true },
} as const;
