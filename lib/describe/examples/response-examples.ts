/** Holds at least one response example for every status of every endpoint. */

import { ERROR_STATUS, type ErrorCode, MAX_ADDRESS_BYTES, MAX_BODY_BYTES } from "@dealflow/contract/errors";
import { FEEDS, type FeedName, LIMIT, LIMIT_PARAMETER } from "@dealflow/contract/feeds";
import { API_KEY_HEADER, IDEMPOTENCY_KEY_HEADER } from "@dealflow/contract/headers";
import { RATE_LIMITS } from "@dealflow/contract/limits";
import { parseFeedQuery } from "@dealflow/contract/query/feed-query";
import { getListReader } from "@dealflow/contract/query/list-readers";
import type { Issue } from "@dealflow/contract/query/parameters";
import { parseTimelineBatch, parseTimelineQuery } from "@dealflow/contract/query/timeline-requests";
import type { timeline } from "@dealflow/contract/records/schemas";
import { BATCH_FIELD } from "@dealflow/contract/timeline";
import type * as z from "zod";
import { BATCH_ITEMS } from "../batch-body";
import { allowedMethods, type DescribedEndpoint, type EndpointId } from "../endpoints";
import { errorCode } from "../statuses";
import { EXAMPLE_CURSOR } from "./example-values";
import {
  EXAMPLE_BACKER,
  EXAMPLE_COMPANY,
  EXAMPLE_DEAL,
  EXAMPLE_INVESTOR,
  EXAMPLE_MOVE,
  EXAMPLE_ROUND,
  EXAMPLE_UNRESOLVED_ROUND,
} from "./examples";

export interface Example {
  /** The name is unique within its status. */
  readonly name: string;
  readonly summary: string;
  readonly value: unknown;
}

const REMAINING = 971;

export function getExamples(described: DescribedEndpoint, status: number): Example[] {
  const code = errorCode(status);
  if (code === undefined) return SUCCESS_EXAMPLES[described.id](described.endpoint.name);
  if (code === "INVALID_INPUT") return invalidInputExamples(described);
  return [example("error", ERROR_EXAMPLES[code].summary, errorBody(code, ERROR_EXAMPLES[code].message(described)))];
}

const TIMELINE: z.infer<typeof timeline> = {
  company: EXAMPLE_COMPANY,
  investors: [EXAMPLE_BACKER],
  events: [
    { kind: "exec_move", date: EXAMPLE_MOVE.announcedAt, execMove: EXAMPLE_MOVE },
    { kind: "funding", date: EXAMPLE_ROUND.announcedAt, funding: EXAMPLE_ROUND },
    { kind: "acquisition", date: EXAMPLE_DEAL.announcedAt, acquisition: EXAMPLE_DEAL },
  ],
};

const SUCCESS_EXAMPLES: Readonly<Record<EndpointId, (endpoint: string) => Example[]>> = {
  funding: (endpoint) => [
    example(
      "page",
      "A page with more to follow",
      page(endpoint, [EXAMPLE_ROUND, EXAMPLE_UNRESOLVED_ROUND], true, 4_218),
    ),
    example("lastPage", "The last page", page(endpoint, [EXAMPLE_UNRESOLVED_ROUND], false)),
    example("cutByCredits", "Cut short because credits ran out", page(endpoint, [EXAMPLE_ROUND], true, undefined, 0)),
    example("empty", "Nothing matches; nothing is charged", page(endpoint, [], false)),
  ],
  acquisitions: (endpoint) => [example("page", "A page", page(endpoint, [EXAMPLE_DEAL], true))],
  execMoves: (endpoint) => [example("page", "A page", page(endpoint, [EXAMPLE_MOVE], true))],
  companies: (endpoint) => [
    example("page", "A page", page(endpoint, [EXAMPLE_COMPANY], true)),
    example("caughtUp", "Nothing new: the cursor to come back with", {
      ...page(endpoint, [], false),
      pagination: { hasMore: false, nextCursor: EXAMPLE_CURSOR },
    }),
  ],
  investors: (endpoint) => [example("page", "A page", page(endpoint, [EXAMPLE_INVESTOR], true))],
  timeline: (endpoint) => [
    example("timeline", "A company with three events", {
      success: true,
      data: TIMELINE,
      meta: { endpoint, creditsUsed: 1 + TIMELINE.events.length, creditsRemaining: REMAINING },
    }),
  ],
  timelines: () => [
    example("batch", "One company served, one not found, one skipped", [
      {
        query: BATCH_ITEMS[0],
        status: "served",
        cost: TIMELINE.events.length,
        timeline: { ...TIMELINE, events: TIMELINE.events.filter((event) => event.kind !== "exec_move") },
      },
      { query: BATCH_ITEMS[1], status: "not_found", cost: 0 },
      { query: BATCH_ITEMS[2], status: "skipped", cost: 0 },
    ]),
  ],
};

function page(
  endpoint: string,
  data: readonly unknown[],
  hasMore: boolean,
  total?: number,
  creditsRemaining: number = REMAINING,
) {
  return {
    success: true,
    data,
    pagination: { hasMore, nextCursor: hasMore ? EXAMPLE_CURSOR : null, ...(total === undefined ? {} : { total }) },
    meta: { endpoint, creditsUsed: data.length, creditsRemaining },
  };
}

function invalidInputExamples({ id }: DescribedEndpoint): Example[] {
  const invalid = (name: string, summary: string, message: string) =>
    example(name, summary, errorBody("INVALID_INPUT", message));
  if (id === "timeline")
    return [invalid("selectors", "No selector", firstMessage(parseTimelineQuery(new URLSearchParams())))];
  if (id === "timelines")
    return [invalid("noItems", "An empty list", firstMessage(parseTimelineBatch({ [BATCH_FIELD]: [] })))];
  return [
    invalid("limit", "A value that is not allowed", feedErrorMessage(id, { [LIMIT_PARAMETER]: String(LIMIT.max + 1) })),
    invalid("unknownParameter", "A mistyped parameter", feedErrorMessage(id, { limits: "50" })),
    invalid(
      "cursor",
      "A cursor that was cut off",
      "cursor is malformed; pass back pagination.nextCursor exactly as it was received",
    ),
  ];
}

function feedErrorMessage(feed: FeedName, query: Record<string, string>): string {
  return firstMessage(parseFeedQuery(FEEDS[feed], new URLSearchParams(query), getListReader));
}

/** Returns the message of the contract's own validation, so that those in examples are real. */
function firstMessage(parsed: object | { readonly issues: readonly Issue[] }): string {
  const found = "issues" in parsed ? parsed.issues[0] : undefined;
  if (found === undefined) throw new Error("An example of a refused request is accepted.");
  return found.message;
}

type OtherCode = Exclude<ErrorCode, "INVALID_INPUT">;

/** The messages have the service's wording, one for each code. */
const ERROR_EXAMPLES: Readonly<
  Record<OtherCode, { readonly summary: string; readonly message: (described: DescribedEndpoint) => string }>
> = {
  UNAUTHORIZED: {
    summary: "A revoked key",
    message: () => `the key in ${API_KEY_HEADER} is not valid: it is mistyped, unknown or revoked`,
  },
  PAYMENT_REQUIRED: { summary: "No credits left", message: () => "the workspace has no credits left" },
  FORBIDDEN: { summary: "A blocked workspace", message: () => "the operator has blocked this workspace" },
  NOT_FOUND: { summary: "No such company", message: () => "no company has this domain; nothing was charged" },
  METHOD_NOT_ALLOWED: {
    summary: "A method the path does not support",
    message: ({ endpoint }) =>
      `DELETE is not allowed on ${endpoint.path}; use ${allowedMethods(endpoint.path).join(" or ")}`,
  },
  CONFLICT: {
    summary: "Repeated while the first request is still running",
    message: () => `a request with this ${IDEMPOTENCY_KEY_HEADER} is still running; try again in a moment`,
  },
  PAYLOAD_TOO_LARGE: {
    summary: "A body of 70,000 bytes",
    message: () => `the body has 70000 bytes; the maximum is ${MAX_BODY_BYTES}`,
  },
  TOO_MANY_REQUESTS: {
    summary: "Over the rate limit",
    message: () =>
      `the rate limit is ${RATE_LIMITS.free.perMinute} requests a minute, ${RATE_LIMITS.free.burst} at once; retry in 1 s`,
  },
  HEADERS_TOO_LARGE: {
    summary: "A URL of 70,000 bytes",
    message: () => `the URL has 70000 bytes; the maximum is ${MAX_ADDRESS_BYTES}`,
  },
  INTERNAL_ERROR: { summary: "A failure", message: () => "something went wrong; nothing was charged" },
  SERVICE_UNAVAILABLE: {
    summary: "The database is unavailable",
    message: () => "the database is unavailable; nothing was charged",
  },
  CHARGE_UNKNOWN: {
    summary: "The request failed during its charge or after it",
    message: () =>
      "the request failed during its charge or after it, so it may have been charged; look for its id in the ledger before you repeat it without an Idempotency-Key",
  },
};

function errorBody(code: ErrorCode, message: string) {
  return {
    success: false,
    error: { code, message },
    meta: { requestId: `0199f3c4-7a10-7c3e-9d52-4b8f6a1e2${ERROR_STATUS[code]}` },
  };
}

function example(name: string, summary: string, value: unknown): Example {
  return { name, summary, value };
}
