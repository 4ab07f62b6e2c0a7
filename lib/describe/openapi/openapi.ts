/** Writes the OpenAPI 3.1 document of the API. */
import type { ErrorCode } from "@dealflow/contract/errors";
import { API_KEY_HEADER, IDEMPOTENCY_KEY_HEADER } from "@dealflow/contract/headers";
import { IDEMPOTENCY } from "@dealflow/contract/limits";
import { BATCH_REQUEST, batchSchemas } from "../batch-body";
import { DESCRIBED, type DescribedEndpoint, TAGS } from "../endpoints";
import { getExamples } from "../examples/response-examples";
import { type JsonSchema, schemaRef } from "../json-schema";
import type { Parameter } from "../parameters";
import { ERROR_DESCRIPTIONS, errorCode, REPLAY } from "../statuses";
import { type AllowedValues, valueSchema } from "../value-lists";
import { RESPONSE_HEADERS, responseHeaders } from "./response-headers";
import { ERROR_SCHEMA, responseSchemas, SUCCESS_SCHEMAS } from "./schemas";
import { webhookItems } from "./webhooks";

export interface Publication {
  /** The address of the API is public and has no trailing slash. */
  readonly apiUrl: string;
  /** The documents are served at this public address. */
  readonly siteUrl: string;
  readonly version: string;
}

const KEY_SCHEME = "apiKey";
const KEY_PARAMETER = "IdempotencyKey";

export function openApiDocument({ apiUrl, siteUrl, version }: Publication): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const described of DESCRIBED) {
    const { path, method } = described.endpoint;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(described) };
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Dealflow API",
      version,
      summary: "Funding rounds, acquisitions, executive moves, companies and investors.",
      description: INTRODUCTION,
      license: { name: "MIT", identifier: "MIT" },
    },
    externalDocs: { description: "Guide for agents", url: `${siteUrl}/agents.md` },
    servers: [{ url: apiUrl }],
    security: [{ [KEY_SCHEME]: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    webhooks: webhookItems(),
    components: {
      securitySchemes: {
        [KEY_SCHEME]: {
          type: "apiKey",
          in: "header",
          name: API_KEY_HEADER,
          description: "An API key. The account owner creates it; it is shown once and does not expire on its own.",
        },
      },
      parameters: {
        [KEY_PARAMETER]: {
          name: IDEMPOTENCY_KEY_HEADER,
          in: "header",
          description: `Makes retries safe. ${REPLAY} While the first request is still running, the response is 409.`,
          schema: { type: "string", minLength: 1, maxLength: IDEMPOTENCY.maxKeyLength, pattern: "^[\\x21-\\x7e]+$" },
          example: "report-2026-11-21-page-1",
        },
      },
      headers: Object.fromEntries(RESPONSE_HEADERS.map(({ name, ...header }) => [name, header])),
      responses: sharedResponses(),
      schemas: { ...responseSchemas(), ...listSchemas(), ...batchSchemas() },
    },
  };
}

const INTRODUCTION = [
  "A read-only feed of business events and a directory of the companies and investors behind them, metered by the record.",
  "Lists share one envelope and are paginated: pass `pagination.nextCursor` back as `cursor` until `hasMore` is false.",
  "Unknown values are null, unknown lists are empty. Timestamps are ISO-8601 in UTC with milliseconds.",
  "Failed requests are never charged. A page or timeline may be shorter than requested when credits run out.",
].join(" ");

function operation(described: DescribedEndpoint): object {
  const { operationId, tag, summary, description, cost, credits, parameters, body, endpoint, statuses } = described;
  return {
    operationId,
    tags: [tag],
    summary,
    description: `${description} Cost: ${cost}`,
    "x-endpoint": endpoint.name,
    "x-credits": credits,
    parameters: [...parameters.map(queryParameter), { $ref: `#/components/parameters/${KEY_PARAMETER}` }],
    ...(body === undefined ? {} : { requestBody: BATCH_REQUEST }),
    responses: Object.fromEntries(statuses.map((status) => [status, response(described, status)])),
  };
}

function queryParameter({ name, rule, schema, example, type }: Parameter): object {
  return {
    name,
    in: "query",
    description: rule,
    // Lists repeat their name.
    ...(type === "array of string" ? { style: "form", explode: true } : {}),
    schema,
    example,
  };
}

/** The messages of these errors depend on the endpoint; all other errors are shared. */
const OWN: readonly ErrorCode[] = ["INVALID_INPUT", "NOT_FOUND", "METHOD_NOT_ALLOWED"];

function response(described: DescribedEndpoint, status: number): object {
  const code = errorCode(status);
  if (code !== undefined && !OWN.includes(code)) return { $ref: `#/components/responses/${code}` };
  return fullResponse(described, status);
}

function sharedResponses(): Record<string, object> {
  const shared = DESCRIBED.flatMap((described) =>
    described.statuses.map((status) => [errorCode(status), fullResponse(described, status)] as const),
  );
  return Object.fromEntries(shared.filter(([code]) => code !== undefined && !OWN.includes(code)));
}

function fullResponse(described: DescribedEndpoint, status: number): object {
  const code = errorCode(status);
  const schema = code === undefined ? SUCCESS_SCHEMAS[described.id] : ERROR_SCHEMA;
  const examples = Object.fromEntries(getExamples(described, status).map(({ name, ...example }) => [name, example]));
  return {
    description: code === undefined ? described.success : errorDescription(code),
    headers: Object.fromEntries(
      responseHeaders(described, status).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
    ),
    content: { "application/json": { schema: schemaRef(schema), examples } },
  };
}

function errorDescription(code: ErrorCode): string {
  const { meaning, next, wait } = ERROR_DESCRIPTIONS[code];
  return `${code}: ${meaning} ${next}${wait === undefined ? "" : ` Wait before retrying: ${wait}.`}`;
}

/** Returns the values of every list that a parameter references. */
function listSchemas(): Record<string, JsonSchema> {
  const used = DESCRIBED.flatMap(({ parameters }) => parameters.map(({ allowed }) => allowed)).filter(
    (allowed): allowed is AllowedValues => allowed !== undefined,
  );
  return Object.fromEntries(used.map((allowed) => [allowed.schema, valueSchema(allowed)]));
}
