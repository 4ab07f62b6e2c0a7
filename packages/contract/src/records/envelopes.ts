/** Responses have two envelopes (interface, conventions 2 and Errors); the batch response has none. */
import * as z from "zod";
import { ERROR_STATUS, type ErrorCode } from "../errors";
import { BATCH_STATUSES } from "../values/events";
import { timeline } from "./schemas";

const credits = z.int().min(0);

export const meta = z.strictObject({
  endpoint: z.string().describe("Name of the operation."),
  creditsUsed: credits.describe("Cost of this request, in credits."),
  creditsRemaining: credits.describe("Balance of the workspace."),
});

export const pagination = z.strictObject({
  hasMore: z.boolean().describe("Whether another page follows."),
  nextCursor: z.string().nullable().describe("The `cursor` of the next page; null when there is none."),
  total: z
    .int()
    .min(0)
    .optional()
    .describe("Number of matching records over all pages, if requested with `includeTotal`."),
});

const success = z.literal(true).describe("Always true.");
const operation = meta.describe("The operation and its price.");

export function listEnvelope<Record extends z.ZodType>(record: Record, description: string) {
  return z.strictObject({
    success,
    data: z.array(record).describe(description),
    pagination: pagination.describe("Pagination."),
    meta: operation,
  });
}

export function itemEnvelope<Item extends z.ZodType>(item: Item, description: string) {
  return z.strictObject({ success, data: item.describe(description), meta: operation });
}

const codes = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];

export const errorDetail = z.strictObject({
  code: z.enum(codes).describe("Error code, for programs."),
  message: z.string().describe("Error message, in one sentence, for people."),
});

export const errorMeta = z.strictObject({
  requestId: z.uuid().describe("Id of this request in the service's log; also in X-Request-Id."),
});

export const errorEnvelope = z.strictObject({
  success: z.literal(false).describe("Always false."),
  error: errorDetail.describe("What is wrong."),
  meta: errorMeta.describe("The request."),
});

export const batchItem = z.strictObject({
  query: z.record(z.string(), z.unknown()).describe("The requested item as it was sent."),
  status: z.enum(BATCH_STATUSES).describe(`\`${BATCH_STATUSES.join("`, `")}\`.`),
  cost: credits.describe("Credits charged for this company."),
  timeline: timeline.optional().describe("The timeline; only when served."),
});

export const batchResponse = z.array(batchItem);
