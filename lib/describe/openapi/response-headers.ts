/** Describes the response headers, and the statuses that have them. */
import {
  API_KEY_HEADER,
  AUTHENTICATE_HEADER,
  CREDITS_REMAINING_HEADER,
  CREDITS_USED_HEADER,
  EVENTS_AVAILABLE_HEADER,
  IDEMPOTENT_REPLAYED_HEADER,
  RATE_LIMIT_HEADER,
  RATE_LIMIT_POLICY_HEADER,
  REQUEST_ID_HEADER,
  RETRY_AFTER_HEADER,
} from "@dealflow/contract/headers";
import type { DescribedEndpoint } from "../endpoints";
import type { JsonSchema } from "../json-schema";

interface ResponseHeader {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly example: string | number;
}

const ALLOW = "Allow";

const count: JsonSchema = { type: "integer", minimum: 0 };

export const RESPONSE_HEADERS: readonly ResponseHeader[] = [
  {
    name: REQUEST_ID_HEADER,
    description: "Id of this request in the service's log; for errors also in `meta.requestId`.",
    schema: { type: "string", format: "uuid" },
    example: "0199f3c4-7a10-7c3e-9d52-4b8f6a1e2200",
  },
  {
    name: CREDITS_USED_HEADER,
    description: "Credits this request cost; 0 for errors and replays.",
    schema: count,
    example: 2,
  },
  {
    name: CREDITS_REMAINING_HEADER,
    description: "Credits left in the workspace.",
    schema: count,
    example: 971,
  },
  {
    name: RATE_LIMIT_POLICY_HEADER,
    description:
      "The limits, in the syntax of draft-ietf-httpapi-ratelimit-headers-11: `burst` allows `q` requests at once, which take `w` seconds to be available again; `minute` allows `q` in `w` seconds.",
    schema: { type: "string" },
    example: '"burst";q=100;w=6, "minute";q=1000;w=60',
  },
  {
    name: RATE_LIMIT_HEADER,
    description: "What is left: `r` requests at once now, full again in `t` seconds.",
    schema: { type: "string" },
    example: '"burst";r=99;t=1',
  },
  {
    name: RETRY_AFTER_HEADER,
    description: "Seconds to wait before the next attempt.",
    schema: { type: "integer", minimum: 1 },
    example: 1,
  },
  {
    name: ALLOW,
    description: "The methods the path supports.",
    schema: { type: "string" },
    example: "GET, HEAD",
  },
  {
    name: AUTHENTICATE_HEADER,
    description: "Names the header that the key belongs in.",
    schema: { type: "string" },
    example: `ApiKey header="${API_KEY_HEADER}"`,
  },
  {
    name: IDEMPOTENT_REPLAYED_HEADER,
    description: "`true` if the response is a replay, which costs nothing; absent otherwise.",
    schema: { type: "string", enum: ["true"] },
    example: "true",
  },
  {
    name: EVENTS_AVAILABLE_HEADER,
    description: "How many events the company has; more than returned if the credits did not cover all of them.",
    schema: count,
    example: 3,
  },
];

/** Requests with these statuses were rejected before they were counted against the limit, or could not be counted. */
const UNCOUNTED = [401, 403, 431, 503];
/** These statuses have a time to wait; 403 has one when the address is blocked temporarily. */
const WAITING = [403, 429, 503];

/** Returns the possible headers of an endpoint's response with this status. */
export function responseHeaders({ id }: DescribedEndpoint, status: number): string[] {
  const counted = !UNCOUNTED.includes(status);
  return [
    REQUEST_ID_HEADER,
    ...(counted && status !== 429 ? [CREDITS_USED_HEADER, CREDITS_REMAINING_HEADER] : []),
    ...(counted ? [RATE_LIMIT_POLICY_HEADER, RATE_LIMIT_HEADER] : []),
    ...(WAITING.includes(status) ? [RETRY_AFTER_HEADER] : []),
    ...(status === 405 ? [ALLOW] : []),
    ...(status === 401 ? [AUTHENTICATE_HEADER] : []),
    ...(status === 200 ? [IDEMPOTENT_REPLAYED_HEADER] : []),
    ...(status === 200 && id === "timeline" ? [EVENTS_AVAILABLE_HEADER] : []),
  ];
}
