/**
 * Whether a value conforms to a JSON schema (draft 2020-12), in the part of it in which the OpenAPI document writes what
 * requests may hold. A keyword that is not known here throws, so that none is passed over in silence.
 */
import { isObject } from "@dealflow/contract/query/syntax";

export type JsonSchema = { readonly [keyword: string]: unknown };

/** Gives the schema that a `$ref` names. */
export type Resolve = (ref: string) => JsonSchema;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const FORMATS: Readonly<Record<string, RegExp>> = { uuid: UUID };
/** Keywords that do not constrain the value. */
const REMARK = /^(description|default|examples?|title|x-.*)$/;

/** Each takes the keyword's argument, and returns whether the value conforms; values of other types always do. */
const KEYWORDS: Readonly<
  Record<string, (argument: unknown, value: unknown, resolve: Resolve, schema: JsonSchema) => boolean>
> = {
  $ref: (argument, value, resolve) => conforms(value, resolve(String(argument)), resolve),
  type: (argument, value) => listed(argument).some((type) => hasType(String(type), value)),
  enum: (argument, value) => listed(argument).includes(value),
  format: (argument, value) => typeof value !== "string" || requireKnown(FORMATS[String(argument)]).test(value),
  pattern: (argument, value) => typeof value !== "string" || new RegExp(String(argument), "u").test(value),
  minLength: (argument, value) => typeof value !== "string" || [...value].length >= Number(argument),
  maxLength: (argument, value) => typeof value !== "string" || [...value].length <= Number(argument),
  minimum: (argument, value) => typeof value !== "number" || value >= Number(argument),
  maximum: (argument, value) => typeof value !== "number" || value <= Number(argument),
  items: (argument, value, resolve) =>
    !Array.isArray(value) || value.every((item) => conforms(item, asSchema(argument), resolve)),
  minItems: (argument, value) => !Array.isArray(value) || value.length >= Number(argument),
  maxItems: (argument, value) => !Array.isArray(value) || value.length <= Number(argument),
  required: (argument, value) =>
    !isObject(value) || listed(argument).every((name) => Object.hasOwn(value, String(name))),
  minProperties: (argument, value) => !isObject(value) || Object.keys(value).length >= Number(argument),
  maxProperties: (argument, value) => !isObject(value) || Object.keys(value).length <= Number(argument),
  properties: (argument, value, resolve) =>
    !isObject(value) ||
    Object.entries(asSchema(argument)).every(
      ([name, schema]) => !Object.hasOwn(value, name) || conforms(value[name], asSchema(schema), resolve),
    ),
  additionalProperties: (argument, value, _resolve, { properties }) => {
    if (argument !== false) throw new Error("only additionalProperties: false is known");
    return !isObject(value) || Object.keys(value).every((name) => Object.hasOwn(asSchema(properties ?? {}), name));
  },
};

export function conforms(value: unknown, schema: JsonSchema, resolve: Resolve): boolean {
  return Object.entries(schema).every(
    ([keyword, argument]) =>
      REMARK.test(keyword) || requireKnown(KEYWORDS[keyword], keyword)(argument, value, resolve, schema),
  );
}

export function asSchema(value: unknown): JsonSchema {
  if (!isObject(value)) throw new Error(`${JSON.stringify(value)} is no schema`);
  return value;
}

/** Returns the schema itself, or the one it refers to. */
export function resolved(schema: JsonSchema, resolve: Resolve): JsonSchema {
  return typeof schema.$ref === "string" ? resolve(schema.$ref) : schema;
}

function hasType(type: string, value: unknown): boolean {
  if (type === "integer") return Number.isInteger(value);
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isObject(value);
  return type === "null" ? value === null : typeof value === type;
}

function listed(argument: unknown): readonly unknown[] {
  return Array.isArray(argument) ? argument : [argument];
}

function requireKnown<T>(found: T | undefined, keyword = "format"): T {
  if (found === undefined) throw new Error(`the keyword ${keyword} of a JSON schema is not known here`);
  return found;
}
