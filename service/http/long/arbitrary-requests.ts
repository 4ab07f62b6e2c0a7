/** Generates random requests from the published document, half of them valid, half of them odd in some way. */

import { SELECTORS } from "@dealflow/contract/timeline";
import fc from "fast-check";
import { arbitraryBody } from "./arbitrary-bodies";
import { anyDomain, anyInstant, arbitraryText, encode, seldom } from "./arbitrary-texts";
import type { ExistingData } from "./existing-data";
import { asSchema, type JsonSchema, type Resolve, resolved } from "./json-schema";
import type { Operation, PublishedParameter } from "./published";
import { OLDER_INDUSTRIES } from "./request-validation";

export interface ArbitraryRequest {
  readonly operationId: string;
  /** It is nearly always the operation's own. */
  readonly method: string;
  /** The query is sent like this, after a question mark. */
  readonly query: string;
  readonly body: string | undefined;
  /** The body is sent in chunks, without its length. */
  readonly chunked: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

export function arbitraryRequests(
  operations: readonly Operation[],
  resolve: Resolve,
  known: ExistingData,
): fc.Arbitrary<ArbitraryRequest> {
  return fc.constantFrom(...operations).chain((operation) =>
    fc.record({
      operationId: fc.constant(operation.id),
      method: fc.oneof({ weight: 40, arbitrary: fc.constant(operation.method) }, { weight: 1, arbitrary: otherMethod }),
      query: operation.body === undefined ? getQuery(operation, known, resolve) : fc.constant(""),
      body: operation.body === undefined ? fc.constant(undefined) : arbitraryBody(known),
      chunked: fc.boolean(),
      headers: getHeaders(operation),
    }),
  );
}

const otherMethod = fc.constantFrom("PUT", "PATCH", "DELETE", "OPTIONS");

/** These are the key and text of a parameter, as in an address. */
type Pair = readonly [key: string, text: string];

function getQuery(operation: Operation, known: ExistingData, resolve: Resolve): fc.Arbitrary<string> {
  const { parameters } = operation;
  const selectors = parameters.filter(({ name }) => SELECTORS.some(({ param }) => param === name));
  const selected =
    selectors.length === SELECTORS.length
      ? fc
          .tuple(fc.constantFrom(...selectors), fc.subarray([...parameters], { maxLength: 1 }))
          .map(([selector, others]) => [...new Set([selector, ...others])])
      : fc.subarray([...parameters], { maxLength: 3 });
  return fc
    .tuple(
      selected.chain((some) => fc.tuple(...some.map((parameter) => getPairs(operation, parameter, known, resolve)))),
      seldom(stray, 25),
    )
    .map(([pairs, other]) => [...pairs.flat(), ...(other === null ? [] : [other])])
    .map((pairs) => pairs.map(([key, text]) => `${key}=${text}`).join("&"));
}

/** No operation has these parameters. */
const stray = fc
  .tuple(
    fc.constantFrom("q", "page", "api_key", "__proto__", "constructor", "", "%00", "limit%00", "[]"),
    arbitraryText,
  )
  .map(([key, text]): Pair => [key, text]);

function getPairs(
  { id }: Operation,
  parameter: PublishedParameter,
  known: ExistingData,
  resolve: Resolve,
): fc.Arbitrary<readonly Pair[]> {
  const { name, caseless } = parameter;
  const schema = resolved(parameter.schema, resolve);
  const list = schema.type === "array";
  const one = list ? resolved(asSchema(schema.items), resolve) : schema;
  const fit = fitting(name, one, known, known.cursors.get(id) ?? "");
  const older = caseless ? [fc.constantFrom(...OLDER_INDUSTRIES.keys())] : [];
  const near = Array.isArray(one.enum) ? [fit.chain((value) => fc.constantFrom(...nearly(value)))] : [];
  const text = fc.oneof(
    { weight: 16, arbitrary: fc.oneof(fit, ...older).map(encode) },
    ...near.map((arbitrary) => ({ weight: 1, arbitrary: arbitrary.map(encode) })),
    { weight: 2, arbitrary: arbitraryText },
  );
  const pair = fc.tuple(getKey(parameter, list), text);
  const twice = fc.integer({ min: 1, max: 40 }).map((picked) => picked === 1);
  return fc
    .tuple(fc.array(pair, { minLength: 1, maxLength: list ? 4 : 1 }), twice)
    .map(([pairs, again]) => (again ? [...pairs, ...pairs] : pairs));
}

function getKey({ name, aliases }: PublishedParameter, list: boolean): fc.Arbitrary<string> {
  const names = list ? [name, name, name, ...aliases] : [name];
  const written = list ? names.flatMap((one) => [one, `${one}[]`, `${one}[0]`, `${one}%5B7%5D`]) : names;
  const misspelt = [
    `${name}[]`,
    `${name}[x]`,
    `${name}[0][1]`,
    `${name}[`,
    name.toUpperCase(),
    `${name}s`,
    `%20${name}`,
  ];
  return fc.oneof(
    { weight: 40, arbitrary: fc.constantFrom(...written) },
    { weight: 1, arbitrary: fc.constantFrom(...misspelt) },
  );
}

/** Texts that the parameter takes, nearly always. */
function fitting(name: string, schema: JsonSchema, known: ExistingData, cursor: string): fc.Arbitrary<string> {
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum.map(String));
  if (schema.type === "boolean") return fc.constantFrom("true", "false");
  if (schema.type === "integer" || schema.type === "number") {
    const { minimum = 0, maximum = 3_000 } = schema;
    return fc.integer({ min: Number(minimum), max: Number(maximum) }).map(String);
  }
  if (name === "since" || name === "until") return anyInstant;
  if (typeof schema.pattern === "string") return fc.stringMatching(new RegExp(schema.pattern));
  if (schema.format === "uuid") return fc.oneof(fc.constantFrom(...known.ids), fc.uuid());
  if (name === "domain") return anyDomain(known.domains);
  if (name === "cursor") return fc.constantFrom(cursor, `${cursor}A`, cursor.slice(1));
  return fc.oneof(fc.constantFrom(...known.names), fc.string({ unit: "grapheme", minLength: 1, maxLength: 10 }));
}

/** These texts are added to a listed value. */
function nearly(value: string): string[] {
  return [value.toUpperCase(), value.toLowerCase(), value.replace("-", "_"), `${value},${value}`, ` ${value}`];
}

const idempotencyKey = fc.oneof(
  { weight: 8, arbitrary: fc.stringMatching(/^[\x21-\x7e]{1,200}$/) },
  { weight: 1, arbitrary: fc.constantFrom("", "a b", "é", "ÿ", "k".repeat(256), "k".repeat(5_000), "tab\there") },
);

/** Clients, proxies and browsers send these headers, which change nothing. */
const common = fc.record(
  {
    Accept: fc.constantFrom("text/html", "*/*;q=0", "application/xml"),
    "Accept-Encoding": fc.constantFrom("gzip, br", "identity;q=0", "x"),
    "X-Forwarded-For": fc.constantFrom("unknown", "1.2.3.4, ::1", "999.1.1.1", "é"),
    "Content-Type": fc.constantFrom("application/json; charset=utf-16", "text/plain", "multipart/form-data", "x"),
    Range: fc.constant("bytes=0-1"),
  },
  { requiredKeys: [] },
);

function getHeaders({ headers }: Operation): fc.Arbitrary<Record<string, string>> {
  const own = fc.tuple(...headers.map(({ name }) => idempotencyKey.map((key): [string, string] => [name, key])));
  return fc
    .tuple(seldom(common, 2), seldom(own, 3))
    .map(([given, keyed]) => ({ ...given, ...Object.fromEntries(keyed ?? []) }));
}
