/** A JSON schema (draft 2020-12) is plain data, as in the OpenAPI document. */
export type JsonSchema = { readonly [keyword: string]: unknown };

export function schemaRef(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
