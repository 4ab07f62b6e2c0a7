/**
 * The inbox has new events that match the workspace's saved views or watchlist. It is free, so it says who only of records that are
 * owned and of companies that are watched; opening another one buys it by the reference of its preview.
 */
import * as z from "zod/mini";
import { EVENT_FEED_NAMES } from "../feeds";
import { accountEndpoints } from "./endpoint";
import { previewedEvent } from "./explore";
import { INBOX_UPDATES_PATH } from "./inbox-stream";
import { listPage } from "./lists";
import { readonlyList, requestBody, wholeNumberField } from "./schemas";

const inboxItem = z.object({
  /** The position orders the items of the workspace's inbox: a later item has a higher one. */
  position: z.number(),
  feed: z.enum(EVENT_FEED_NAMES),
  /** The preview is null when the record was deleted. */
  preview: z.nullable(previewedEvent),
  /** The record is present when it is owned or involves a watched company. */
  record: z.nullable(
    z.object({
      id: z.string(),
      /** The id is null when the company is unresolved. */
      company: z.object({ id: z.nullable(z.string()), name: z.string() }),
      /** The time is an ISO timestamp. */
      announcedAt: z.string(),
      /** The amount in dollars of an owned record, where it states one; null of every other. */
      amountUsd: z.nullable(z.number()),
    }),
  ),
  /** It is true when opening it costs nothing. */
  owned: z.boolean(),
  /** The event was added at this ISO timestamp. */
  addedAt: z.string(),
  /** The matches are the saved views, by name; then the watched companies that take part in it, without a view's id. */
  matches: readonlyList(z.object({ viewId: z.nullable(z.string()), name: z.string() })),
});
export type InboxItem = z.infer<typeof inboxItem>;

export const inboxState = z.object({
  /** The number is at most one more than `INBOX_LIMITS.counted` (`saved-counts.ts`). */
  unread: z.number(),
  /** The person has read up to this position. */
  read: z.number(),
  /** This is the position of the last item that was added. */
  latest: z.number(),
});
export type InboxState = z.infer<typeof inboxState>;

const position = wholeNumberField(0, Number.MAX_SAFE_INTEGER, "must be the position of an item");

export const INBOX = {
  ...accountEndpoints({
    /** The newest items come first. */
    inbox: { path: "/inbox", response: listPage(inboxItem) },
    inboxState: { path: "/inbox/state", response: inboxState },
    /** Marks items up to that position as read; the person's own mark only moves forward. */
    readInbox: { method: "POST", path: "/inbox/read", request: requestBody({ position }), response: inboxState },
  }),
  inboxUpdates: { method: "GET", path: INBOX_UPDATES_PATH, stream: true },
} as const;
