/** Generates the schemas of every response for the OpenAPI document from those that the service uses. */

import { ENDPOINTS, type Endpoint } from "@dealflow/contract/endpoints";
import {
  batchItem,
  errorDetail,
  errorEnvelope,
  errorMeta,
  meta,
  pagination,
} from "@dealflow/contract/records/envelopes";
import {
  acquisition,
  acquisitionTimelineEvent,
  company,
  country,
  execMove,
  execMoveTimelineEvent,
  fundingEvent,
  fundingTimelineEvent,
  investor,
  namedInvestor,
  person,
  source,
  timeline,
  timelineEvent,
} from "@dealflow/contract/records/schemas";
import * as z from "zod";
import type { EndpointId } from "../endpoints";
import { isSchema, type JsonSchema, schemaRef } from "../json-schema";

/** Objects are listed by the name of their schema in the document. */
export const OBJECTS = {
  Country: country,
  Company: company,
  Source: source,
  NamedInvestor: namedInvestor,
  FundingEvent: fundingEvent,
  Acquisition: acquisition,
  Person: person,
  ExecMove: execMove,
  Investor: investor,
  FundingTimelineEvent: fundingTimelineEvent,
  AcquisitionTimelineEvent: acquisitionTimelineEvent,
  ExecMoveTimelineEvent: execMoveTimelineEvent,
  Timeline: timeline,
  Meta: meta,
  Pagination: pagination,
  BatchItem: batchItem,
  ErrorDetail: errorDetail,
  ErrorMeta: errorMeta,
  ErrorEnvelope: errorEnvelope,
} as const satisfies Readonly<Record<string, z.ZodType>>;

/** The schema of a successful response is given by name. */
export const SUCCESS_SCHEMAS: Readonly<Record<EndpointId, string>> = {
  funding: "FundingEventList",
  acquisitions: "AcquisitionList",
  execMoves: "ExecMoveList",
  companies: "CompanyList",
  investors: "InvestorList",
  timeline: "TimelineAnswer",
  timelines: "BatchAnswer",
};
export const ERROR_SCHEMA = "ErrorEnvelope";

/** Returns all of them by name. Every object rejects additional fields. */
export function responseSchemas(): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries({ ...OBJECTS, TimelineEvent: timelineEvent })) registry.add(schema, { id });
  for (const [name, { responses }] of Object.entries<Endpoint>(ENDPOINTS))
    if (responses[200] !== undefined) registry.add(responses[200], { id: SUCCESS_SCHEMAS[name as EndpointId] });
  const { schemas } = z.toJSONSchema(registry, { uri: (id) => `#/components/schemas/${id}` });
  const tidied = Object.entries(schemas).map(([id, schema]) => [id, tidy(schema)] as const);
  return {
    ...Object.fromEntries(tidied),
    TimelineEvent: {
      description: "One event of a company; the record is under the name of its kind.",
      oneOf: ITEMS.map(([, name]) => schemaRef(name)),
      discriminator: {
        propertyName: "kind",
        mapping: Object.fromEntries(ITEMS.map(([kind, name]) => [kind, `#/components/schemas/${name}`])),
      },
    },
  };
}

const ITEMS = [
  [fundingTimelineEvent.shape.kind.value, "FundingTimelineEvent"],
  [acquisitionTimelineEvent.shape.kind.value, "AcquisitionTimelineEvent"],
  [execMoveTimelineEvent.shape.kind.value, "ExecMoveTimelineEvent"],
] as const;

/** Timestamps look like `YYYY-MM-DDTHH:mm:ss.sssZ`; the number of days in a month is checked by the format. */
const TIMESTAMP = "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$";

/** Removes obvious keywords (the bounds of safe integers, the pattern of a UUID), and shortens "or null". */
function tidy(node: unknown): JsonSchema {
  if (!isSchema(node)) return {};
  const { $schema, $id, pattern, minimum, maximum, ...rest } = node;
  const retained: Record<string, unknown> = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, key === "enum" || key === "required" ? value : tidyAny(value)]),
  );
  if (pattern !== undefined && rest.format !== "uuid")
    retained.pattern = rest.format === "date-time" ? TIMESTAMP : pattern;
  if (minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER) retained.minimum = minimum;
  if (maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER) retained.maximum = maximum;
  const { description, ...others } = orNull(retained);
  // It is last. A record may have a field of that name, whose schema is an object.
  return typeof description === "string" ? { ...others, description } : orNull(retained);
}

function tidyAny(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidyAny);
  return isSchema(value) ? tidy(value) : value;
}

function orNull(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [value, none]: unknown[] = anyOf;
  if (!isSchema(value) || !isSchema(none) || none.type !== "null" || typeof value.type !== "string") return schema;
  const values = Array.isArray(value.enum) ? { enum: [...value.enum, null] } : {};
  return { ...rest, ...value, type: [value.type, "null"], ...values };
}
