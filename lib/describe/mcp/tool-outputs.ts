/**
 * The output schemas of the tools name the fields of the API's records, with every schema that they refer to. The
 * OpenAPI document says more about them; here each word takes up a model's context, in every conversation.
 */
import * as z from "zod";
import { isSchema, type JsonSchema, schemaRef } from "../json-schema";
import { responseSchemas } from "../openapi/schemas";

const SCHEMAS = responseSchemas();
const OF_DOCUMENT = schemaRef("").$ref;
const OF_TOOL = "#/$defs/";
/** Every result has this field. */
const CREDITS: Readonly<Record<string, JsonSchema>> = {
  creditsUsed: { type: "integer", description: "Cost of this call." },
  creditsRemaining: { type: "integer" },
  allowanceRemaining: { type: "integer", description: "What this connection may still use today." },
};

/**
 * Describes an object with these fields, which may refer to schemas of the OpenAPI document by `schemaRef`. `instead`
 * replaces the schemas with these names.
 */
export function outputSchema(
  fields: Readonly<Record<string, JsonSchema>>,
  instead: Readonly<Record<string, JsonSchema>> = {},
): JsonSchema {
  const properties = { ...fields, ...CREDITS };
  const own = { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
  const used: Record<string, JsonSchema> = {};
  collect(own, instead, used);
  const defs = Object.keys(used).length === 0 ? {} : { $defs: used };
  return asSchema.parse(JSON.parse(JSON.stringify({ ...own, ...defs }).replaceAll(`"${OF_DOCUMENT}`, `"${OF_TOOL}`)));
}

const asSchema = z.record(z.string(), z.unknown());

function collect(node: unknown, instead: Readonly<Record<string, JsonSchema>>, used: Record<string, JsonSchema>): void {
  if (typeof node !== "object" || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    const name = key === "$ref" && typeof value === "string" ? value.slice(String(OF_DOCUMENT).length) : undefined;
    if (name === undefined) collect(value, instead, used);
    else if (used[name] === undefined) {
      const schema = instead[name] ?? shorten(SCHEMAS[name]);
      used[name] = schema;
      collect(schema, instead, used);
    }
  }
}

/** Keeps the names of fields and drops their types and descriptions. */
function shorten(schema: unknown): JsonSchema {
  if (!isSchema(schema)) return {};
  const { $ref, anyOf, items, properties } = schema;
  if ($ref !== undefined) return { $ref };
  if (Array.isArray(anyOf))
    return { anyOf: anyOf.map((one) => (isSchema(one) && one.type === "null" ? one : shorten(one))) };
  if (items !== undefined) return { type: "array", items: shorten(items) };
  if (!isSchema(properties)) return {};
  const fields = Object.entries(properties).map(([name, field]) => [name, shorten(field)]);
  return { type: "object", properties: Object.fromEntries(fields) };
}
