/** A JSON schema (draft 2020-12) is plain data, as in the OpenAPI document. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** Refers to a schema of the OpenAPI document. */
export function schemaRef(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}
