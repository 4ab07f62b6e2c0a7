/** Describes the body of POST timeline: the selectors and kinds of event of a single timeline, as JSON. */
import { BATCH, BATCH_FIELD, INCLUDE, SELECTORS } from "@dealflow/contract/timeline";
import { EXAMPLE_DOMAIN } from "./examples/example-values";
import { type JsonSchema, schemaRef } from "./json-schema";
import { type Parameter, timelineParameters } from "./parameters";

/** A field of the body is described like a parameter. */
export type BodyField = Pick<Parameter, "name" | "rule" | "allowed"> & {
  readonly type: "array of object" | "array of string";
  readonly required: boolean;
};

const BODY_SCHEMA = "TimelineBatch";
const ITEM_SCHEMA = "CompanySelector";

const COMPANIES_RULE = `${BATCH.min} to ${BATCH.max} companies, each named by exactly one of ${SELECTORS.map(({ param }) => `\`${param}\``).join(", ")}; served in this order until credits run out.`;

export const BATCH_ITEMS = [{ domain: EXAMPLE_DOMAIN }, { name: "No Such Company" }, { socialUrl: "tavmeer" }] as const;

export const BATCH_EXAMPLE = { [BATCH_FIELD]: BATCH_ITEMS, [INCLUDE.param]: ["funding", "acquisitions"] };

export const BATCH_REQUEST = {
  required: true,
  description: COMPANIES_RULE,
  content: {
    "application/json": {
      schema: schemaRef(BODY_SCHEMA),
      examples: { batch: { summary: "Three companies, without executive moves", value: BATCH_EXAMPLE } },
    },
  },
};

export function batchFields(): BodyField[] {
  const { allowed } = queryTwin(INCLUDE.param);
  return [
    { name: BATCH_FIELD, type: "array of object", rule: COMPANIES_RULE, required: true },
    { name: INCLUDE.param, type: "array of string", rule: INCLUDE.help, required: false, ...(allowed && { allowed }) },
  ];
}

export function batchSchemas(): Record<string, JsonSchema> {
  return {
    [ITEM_SCHEMA]: {
      type: "object",
      description: "Names one company by exactly one field.",
      minProperties: 1,
      maxProperties: 1,
      additionalProperties: false,
      properties: Object.fromEntries(
        SELECTORS.map(({ param, help }) => [param, { ...queryTwin(param).schema, description: help }]),
      ),
    },
    [BODY_SCHEMA]: {
      type: "object",
      required: [BATCH_FIELD],
      additionalProperties: false,
      properties: {
        [BATCH_FIELD]: {
          type: "array",
          description: COMPANIES_RULE,
          minItems: BATCH.min,
          maxItems: BATCH.max,
          items: schemaRef(ITEM_SCHEMA),
        },
        [INCLUDE.param]: { ...queryTwin(INCLUDE.param).schema, description: INCLUDE.help },
      },
    },
  };
}

/** Returns the query parameter of the same name. */
function queryTwin(name: string): Parameter {
  const twin = timelineParameters().find((parameter) => parameter.name === name);
  if (twin === undefined) throw new Error(`The timeline takes no parameter ${name}.`);
  return twin;
}
