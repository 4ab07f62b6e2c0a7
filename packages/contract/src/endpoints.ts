/** Describes every endpoint of the API: method, path, query, body, responses by status and cost. */
import type * as z from "zod";
import { ERROR_STATUS, type ErrorCode } from "./errors";
import { FEEDS, type FeedName } from "./feeds";
import { timelineBatch } from "./query/timeline-requests";
import { batchResponse, errorEnvelope, itemEnvelope, listEnvelope } from "./records/envelopes";
import { acquisition, company, execMove, fundingEvent, investor, timeline } from "./records/schemas";
import { TIMELINE_ENDPOINT, TIMELINE_PATH } from "./timeline";

/**
 * `record` costs one credit per returned record. `timeline` costs one for the company and one per returned event, and
 * nothing when no company matches.
 */
export type Cost = "record" | "timeline";

export interface Endpoint {
  /** The name is `meta.endpoint` of its responses, and its name in the ledger. */
  readonly name: string;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly feed?: FeedName;
  readonly body?: z.ZodType;
  readonly cost: Cost;
  readonly responses: Readonly<Record<number, z.ZodType>>;
}

const COMMON_ERRORS = [
  "INVALID_INPUT",
  "UNAUTHORIZED",
  "PAYMENT_REQUIRED",
  "FORBIDDEN",
  "METHOD_NOT_ALLOWED",
  "CONFLICT",
  "PAYLOAD_TOO_LARGE",
  "TOO_MANY_REQUESTS",
  "HEADERS_TOO_LARGE",
  "INTERNAL_ERROR",
  "SERVICE_UNAVAILABLE",
  "CHARGE_UNKNOWN",
] as const satisfies readonly ErrorCode[];

function responses(success: z.ZodType, ...more: ErrorCode[]): Record<number, z.ZodType> {
  const errors = [...COMMON_ERRORS, ...more].map((code) => [ERROR_STATUS[code], errorEnvelope] as const);
  return { 200: success, ...Object.fromEntries(errors) };
}

function list(name: FeedName, record: z.ZodType, description: string): Endpoint {
  return {
    name: FEEDS[name].endpoint,
    method: "GET",
    path: FEEDS[name].path,
    feed: name,
    cost: "record",
    responses: responses(listEnvelope(record, description)),
  };
}

export const ENDPOINTS = {
  funding: list("funding", fundingEvent, "Funding rounds."),
  acquisitions: list("acquisitions", acquisition, "Acquisitions and mergers."),
  execMoves: list("execMoves", execMove, "Executive moves."),
  companies: list("companies", company, "Companies."),
  investors: list("investors", investor, "Investors."),
  timeline: {
    name: TIMELINE_ENDPOINT,
    method: "GET",
    path: TIMELINE_PATH,
    cost: "timeline",
    responses: responses(itemEnvelope(timeline, "The timeline."), "NOT_FOUND"),
  },
  timelines: {
    name: TIMELINE_ENDPOINT,
    method: "POST",
    path: TIMELINE_PATH,
    body: timelineBatch,
    cost: "timeline",
    responses: responses(batchResponse),
  },
} as const satisfies Record<string, Endpoint>;
