/** The output schemas of the tools: the API's records, with every schema that they refer to. */
import { z } from "zod";
import { type JsonSchema, schemaRef } from "./json-schema";
import { responseSchemas } from "./schemas";

const SCHEMAS = responseSchemas();
const OF_DOCUMENT = schemaRef("").$ref;
const OF_TOOL = "#/$defs/";

/** In every result. */
const CREDITS: Readonly<Record<string, JsonSchema>> = {
  creditsUsed: { type: "integer", description: "Cost of this call, in credits." },
  creditsRemaining: { type: "integer", description: "Balance of the workspace." },
  allowanceRemaining: { type: "integer", description: "Credits that this connection may still use today (UTC)." },
};

/** An object with these fields, which may refer to schemas of the OpenAPI document by `schemaRef`. */
export function outputSchema(fields: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const properties = { ...fields, ...CREDITS };
  const own = { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
  const used: Record<string, JsonSchema> = {};
  collect(own, used);
  const defs = Object.keys(used).length === 0 ? {} : { $defs: used };
  return asSchema.parse(JSON.parse(JSON.stringify({ ...own, ...defs }).replaceAll(`"${OF_DOCUMENT}`, `"${OF_TOOL}`)));
}

const asSchema = z.record(z.string(), z.unknown());

/** Adds every schema that a node refers to. */
function collect(node: unknown, used: Record<string, JsonSchema>): void {
  if (typeof node !== "object" || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    const name = key === "$ref" && typeof value === "string" ? value.slice(String(OF_DOCUMENT).length) : undefined;
    const schema = name === undefined ? undefined : SCHEMAS[name];
    if (name === undefined || schema === undefined) collect(value, used);
    else if (used[name] === undefined) {
      used[name] = schema;
      collect(schema, used);
    }
  }
}
