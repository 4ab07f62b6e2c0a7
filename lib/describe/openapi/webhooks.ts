/** Describes the `webhooks` of the OpenAPI document: the requests to the endpoint of a subscriber. */
import {
  STANDARD_WEBHOOK_HEADERS,
  WEBHOOK_DELIVERY_HEADER,
  WEBHOOK_EVENT_HEADER,
  WEBHOOK_EVENT_NAMES,
  WEBHOOK_LIMITS,
  WEBHOOK_RETRY_DELAYS_MS,
  WEBHOOK_SIGNATURE_HEADER,
  WEBHOOK_TEST_HEADER,
  WEBHOOK_USER_AGENT,
  type WebhookEventName,
} from "@dealflow/contract/webhook-events";
import type { TAGS } from "../endpoints";
import { EXAMPLE_ID } from "../examples/example-values";
import { EXAMPLE_DEAL, EXAMPLE_MOVE, EXAMPLE_ROUND } from "../examples/examples";
import { type JsonSchema, schemaRef } from "../json-schema";

interface DescribedEvent {
  readonly operationId: string;
  readonly what: string;
  readonly schema: string;
  readonly example: object;
}

const EVENTS: Readonly<Record<WebhookEventName, DescribedEvent>> = {
  "funding.created": {
    operationId: "fundingCreated",
    what: "funding round",
    schema: "FundingEvent",
    example: EXAMPLE_ROUND,
  },
  "acquisition.created": {
    operationId: "acquisitionCreated",
    what: "acquisition",
    schema: "Acquisition",
    example: EXAMPLE_DEAL,
  },
  "exec_move.created": {
    operationId: "execMoveCreated",
    what: "executive move",
    schema: "ExecMove",
    example: EXAMPLE_MOVE,
  },
};

const TAG: keyof typeof TAGS = "Events";

const RESPONSE_SECONDS = WEBHOOK_LIMITS.responseMs / 1_000;
const RETRIES = WEBHOOK_RETRY_DELAYS_MS.length;
const RETRY_HOURS = Math.round(WEBHOOK_RETRY_DELAYS_MS.reduce((sum, delay) => sum + delay, 0) / 3_600_000);

const DELIVERED =
  "It is sent once, when it is first stored, to every webhook that selects it. Depending on the plan, deliveries are included, or " +
  "each delivered record that the workspace does not own costs one credit, once. A delivery that is not answered with 2xx " +
  `within ${RESPONSE_SECONDS} seconds is retried ${RETRIES} times over about ${RETRY_HOURS} hours, under the same id; redirects are failures. Test events have ` +
  '`"test": true` and contain invented records: acknowledge them, and store nothing.';

const SECONDS = 1_795_262_400;
const CREATED_AT = "2026-11-21T12:00:00.000Z";

/** A receiver may rely on these headers; one of them marks test events. */
const deliveryHeaders = (event: WebhookEventName): readonly [name: string, description: string, example: string][] => [
  [WEBHOOK_EVENT_HEADER, "The event.", event],
  [WEBHOOK_DELIVERY_HEADER, "Id of the delivery, the same in every retry and replay.", EXAMPLE_ID],
  [
    WEBHOOK_SIGNATURE_HEADER,
    "`t`, the time of the attempt in seconds, and `v1`, the hexadecimal HMAC-SHA256 of `<t>.<body>` keyed with the secret as text; two of them while a secret is rotated.",
    `t=${SECONDS},v1=529e497b082b75a38aa3641c343045d9ea492c431422502055650da902fbd704`,
  ],
  [STANDARD_WEBHOOK_HEADERS.id, "The same id (Standard Webhooks).", EXAMPLE_ID],
  [STANDARD_WEBHOOK_HEADERS.timestamp, "Time of the attempt, in seconds.", String(SECONDS)],
  [
    STANDARD_WEBHOOK_HEADERS.signature,
    "`v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` keyed with the decoded secret.",
    "v1,3kTgKzEr4IeWHfDbSoUWnTSzV/9m2n7AJEi7wfuk8vM=",
  ],
  ["User-Agent", "The sender.", WEBHOOK_USER_AGENT],
  [WEBHOOK_TEST_HEADER, "`1` in test events; absent otherwise.", "1"],
];

export function webhookItems(): Record<string, object> {
  return Object.fromEntries(WEBHOOK_EVENT_NAMES.map((event) => [event, { post: operation(event) }]));
}

function operation(event: WebhookEventName): object {
  const { operationId, what, schema, example } = EVENTS[event];
  return {
    operationId,
    tags: [TAG],
    summary: `A new ${what}`,
    description: `A ${what} was added. ${DELIVERED}`,
    // The receiver verifies the signature; the key of the API is not sent.
    security: [],
    parameters: deliveryHeaders(event).map(([name, description, value]) => ({
      name,
      in: "header",
      required: name !== WEBHOOK_TEST_HEADER,
      description,
      schema: { type: "string" },
      example: value,
    })),
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: deliverySchema(event, schema),
          examples: { delivery: { value: { id: EXAMPLE_ID, event, createdAt: CREATED_AT, data: example } } },
        },
      },
    },
    responses: {
      "2XX": { description: "The delivery was received." },
      "4XX": { description: "The delivery is retried; 410 for all attempts disables the webhook." },
      "5XX": { description: "The delivery is retried." },
    },
  };
}

function deliverySchema(event: WebhookEventName, record: string): JsonSchema {
  return {
    type: "object",
    required: ["id", "event", "createdAt", "data"],
    additionalProperties: false,
    properties: {
      id: { type: "string", format: "uuid", description: "Id of the delivery." },
      event: { type: "string", const: event, description: "The event." },
      createdAt: { type: "string", format: "date-time", description: "When the event was added." },
      test: { type: "boolean", const: true, description: "A test event, whose record is invented; absent otherwise." },
      data: { ...schemaRef(record), description: "The record as the API returns it." },
    },
  };
}
