/** Writes the fields of every record as tables, generated from the schemas of the responses. */
import type { JsonSchema } from "../json-schema";
import { type OBJECTS, responseSchemas } from "../openapi/schemas";
import { type Block, code, table } from "./blocks";

/** Records come first, then the objects within them. */
const RECORDS = [
  ...(["FundingEvent", "Acquisition", "ExecMove", "Company", "Investor"] as const),
  ...(["Person", "NamedInvestor", "Country", "Source"] as const),
] satisfies readonly (keyof typeof OBJECTS)[];

/** Longer lists of values are in the table of the parameter, and in the OpenAPI document. */
const LISTED_VALUES = 8;

/** Returns the name of each record with the table of its fields. */
export function recordTables(): Block[] {
  const schemas = responseSchemas();
  return RECORDS.flatMap((name) => {
    const fields = listProperties(schemas[name]);
    const rows = fields.map(([field, schema]) => [code(field), formatType(schema), String(schema.description)]);
    return [`**${name}**`, table(["Field", "Type", "Meaning"], rows)];
  });
}

export function fieldNames(record: (typeof RECORDS)[number]): string[] {
  return listProperties(responseSchemas()[record]).map(([field]) => field);
}

function listProperties(schema: JsonSchema | undefined): [string, JsonSchema][] {
  return Object.entries(asSchema(schema?.properties)).map(([name, property]) => [name, asSchema(property)]);
}

/** The result looks like `string or null`, `array of Source` or `timestamp`. */
function formatType(schema: JsonSchema): string {
  const { $ref, anyOf, type, items, format } = schema;
  if (typeof $ref === "string") return $ref.slice($ref.lastIndexOf("/") + 1);
  if (Array.isArray(anyOf)) return anyOf.map((one) => formatType(asSchema(one))).join(" or ");
  if (type === "array") return `array of ${formatType(asSchema(items))}`;
  const [name, ...others] = [type].flat().map(String);
  const word = format === "date-time" ? "timestamp" : format === "uuid" ? "UUID" : String(name);
  return [`${word}${formatValues(schema)}`, ...others].join(" or ");
}

function formatValues(schema: JsonSchema): string {
  const values = Array.isArray(schema.enum) ? schema.enum.filter((value) => value !== null) : [];
  return values.length === 0 || values.length > LISTED_VALUES ? "" : ` (${values.map(String).map(code).join(" ")})`;
}

function asSchema(value: unknown): JsonSchema {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
