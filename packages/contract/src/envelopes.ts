/** Schemas of the two envelopes (interface, conventions 2 and Errors) and of the batch response, which has none. */
import { z } from "zod";
import { ERROR_STATUS, type ErrorCode } from "./errors";
import { timeline } from "./records";
import { BATCH_STATUSES } from "./values/events";

export const meta = z.strictObject({
  endpoint: z.string(),
  creditsUsed: z.int().min(0),
  creditsRemaining: z.int().min(0),
});

export const pagination = z.strictObject({
  hasMore: z.boolean(),
  nextCursor: z.string().nullable(),
  total: z.int().min(0).optional(),
});

export function listEnvelope<Record extends z.ZodType>(record: Record) {
  return z.strictObject({ success: z.literal(true), data: z.array(record), pagination, meta });
}

export function itemEnvelope<Item extends z.ZodType>(item: Item) {
  return z.strictObject({ success: z.literal(true), data: item, meta });
}

const codes = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];

export const errorEnvelope = z.strictObject({
  success: z.literal(false),
  error: z.strictObject({ code: z.enum(codes), message: z.string() }),
  meta: z.strictObject({ requestId: z.uuid() }),
});

export const batchResponse = z.array(
  z.strictObject({
    query: z.record(z.string(), z.unknown()),
    status: z.enum(BATCH_STATUSES),
    cost: z.int().min(0),
    timeline: timeline.optional(),
  }),
);
