/** The published OpenAPI document, as far as requests and responses go: operations, parameters, bodies, headers. */
import * as z from "zod";
import { asSchema, type JsonSchema, type Resolve } from "./json-schema";

const schema = z.record(z.string(), z.unknown());
const content = z.object({ "application/json": z.object({ schema }) });
const parameter = z.object({ name: z.string(), in: z.string(), description: z.string(), schema });
const response = z.object({ content, headers: z.record(z.string(), z.object({ schema })) });
const operation = z.object({
  operationId: z.string(),
  parameters: z.array(parameter),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), response),
});
const paths = z.record(z.string(), z.record(z.string(), operation));
const parts = z.object({ components: z.object({ schemas: z.record(z.string(), schema) }) });

export interface PublishedParameter {
  readonly name: string;
  readonly schema: JsonSchema;
  /** Older names, and whether commas separate values, as its description says. */
  readonly aliases: readonly string[];
  readonly commas: boolean;
  /** The listed values may be written in any case. */
  readonly caseless: boolean;
}

interface PublishedResponse {
  readonly body: z.ZodType;
  readonly headers: Readonly<Record<string, { readonly schema: JsonSchema }>>;
}

export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly PublishedParameter[];
  readonly headers: readonly PublishedParameter[];
  readonly body: JsonSchema | undefined;
  readonly responses: ReadonlyMap<number, PublishedResponse>;
}

export interface Published {
  readonly operations: readonly Operation[];
  readonly resolve: Resolve;
}

const SCHEMAS = "#/components/schemas/";
const DEFINITIONS = "#/$defs/";

export function readPublished(document: unknown): Published {
  const { schemas } = parts.parse(document).components;
  const definitions = z.record(z.string(), schema).parse(redirected(schemas));
  const bodySchema = (one: z.infer<typeof content>) =>
    z.fromJSONSchema({ ...schema.parse(redirected(one["application/json"].schema)), $defs: definitions });
  const all = paths.parse(Reflect.get(Object(inlined(document, document)), "paths"));
  const operations = Object.entries(all).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { operationId, parameters, requestBody, responses }]): Operation => ({
        id: operationId,
        method: method.toUpperCase(),
        path,
        parameters: parameters.filter((one) => one.in === "query").map(described),
        headers: parameters.filter((one) => one.in === "header").map(described),
        body: requestBody?.content["application/json"].schema,
        responses: new Map(
          Object.entries(responses).map(([status, one]) => [
            Number(status),
            { body: bodySchema(one.content), headers: one.headers },
          ]),
        ),
      }),
    ),
  );
  return { operations, resolve: (ref) => asSchema(schemas[ref.replace(SCHEMAS, "")]) };
}

function described({ name, schema, description }: z.infer<typeof parameter>): PublishedParameter {
  const [, older = ""] = /older name (.*?)\./.exec(description) ?? [];
  return {
    name,
    schema: withListedValues(schema),
    aliases: [...older.matchAll(/`(\w+)`/g)].map(([, alias]) => alias ?? ""),
    commas: /separated by commas/.test(description),
    caseless: /in any case/.test(description),
  };
}

/** The prose alone says which values are listed where the schema also allows other spellings. */
function withListedValues(list: JsonSchema): JsonSchema {
  const anyOf = Reflect.get(Object(list.items), "anyOf");
  return Array.isArray(anyOf) ? { ...list, items: anyOf[0] } : list;
}

/** Schemas that stand alone name each other as their own definitions. */
function redirected(node: unknown): unknown {
  return JSON.parse(JSON.stringify(node).replaceAll(SCHEMAS, DEFINITIONS));
}

/** Replaces references by their targets, except schemas, which may be recursive. */
function inlined(node: unknown, document: unknown): unknown {
  if (Array.isArray(node)) return node.map((item) => inlined(item, document));
  if (typeof node !== "object" || node === null) return node;
  const ref: unknown = Reflect.get(node, "$ref");
  if (typeof ref === "string" && !ref.startsWith(SCHEMAS)) return inlined(at(document, ref), document);
  return Object.fromEntries(Object.entries(node).map(([name, item]) => [name, inlined(item, document)]));
}

function at(document: unknown, ref: string): unknown {
  return ref
    .split("/")
    .slice(1)
    .reduce((node: unknown, name) => Reflect.get(Object(node), name), document);
}
