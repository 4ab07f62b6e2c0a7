/** Bodies of a batch at random: mostly as they should be, some of every other shape that JSON has, some that are no JSON. */

import { BATCH_FIELD, INCLUDE, SELECTORS } from "@dealflow/contract/timeline";
import { TIMELINE_INCLUDES } from "@dealflow/contract/values/events";
import fc from "fast-check";
import { anyDomain, EDGE_CASES, HUGE, seldom } from "./arbitrary-texts";
import type { ExistingData } from "./existing-data";

const ITEM = `{"domain":"a.example"}`;
const BODIES = [
  ...["", " ", "{", "{}", "[]", "null", "NaN", "\u0000", "// {}", `${BATCH_FIELD}=1`, `"${HUGE}"`, "[".repeat(30_000)],
  ...[
    '{"__proto__":[]}',
    "1e999",
    `{"companies":${"[".repeat(5_000)}${"]".repeat(5_000)}}`,
    `{"companies":[${ITEM}],}`,
  ],
  ...["1e999", '[{"id":1e999}]', '[{"name":"\\ud800"}]', '[{"name":"a\\u0000b"}]'].map(
    (list) => `{"companies":${list}}`,
  ),
  `{"companies":[{"__proto__":{"id":"x"},"domain":"a.example"}]}`,
  `{"companies":[{"domain":"a.example","domain":"b.example"}]}`,
  `\ufeff{"companies":[${ITEM}]}`,
];

const odd = fc.oneof(
  fc.constantFrom(...EDGE_CASES),
  fc.constantFrom("a\0b", "\ud800", "\udc00x"),
  fc.jsonValue({ maxDepth: 1 }),
);

type Field = [name: string, value: unknown];

export function arbitraryBody(known: ExistingData): fc.Arbitrary<string> {
  const item = anyItem(known);
  const kinds = fc.array(mostly(fc.constantFrom(...TIMELINE_INCLUDES.map(({ value }) => value))), { maxLength: 4 });
  const batch = fc
    .tuple(fc.array(item, { minLength: 1, maxLength: 5 }), seldom(kinds, 3), seldom(strayField, 20))
    .map(([items, include, stray]) => {
      const fields: Field[] = [[BATCH_FIELD, items]];
      if (include !== null) fields.push([INCLUDE.param, include]);
      if (stray !== null) fields.push(stray);
      return Object.fromEntries(fields);
    });
  const long = fc.array(item, { minLength: 24, maxLength: 27 }).map((items) => ({ [BATCH_FIELD]: items }));
  return fc.oneof(
    { weight: 20, arbitrary: batch.map((value) => JSON.stringify(value)) },
    { weight: 2, arbitrary: long.map((value) => JSON.stringify(value)) },
    { weight: 3, arbitrary: fc.jsonValue().map((value) => JSON.stringify(value)) },
    { weight: 3, arbitrary: fc.constantFrom(...BODIES) },
  );
}

function anyItem({ ids, names, domains }: ExistingData): fc.Arbitrary<unknown> {
  const right: Readonly<Record<(typeof SELECTORS)[number]["param"], fc.Arbitrary<unknown>>> = {
    id: fc.oneof(fc.constantFrom(...ids), fc.uuid()),
    domain: anyDomain(domains),
    name: fc.constantFrom(...names),
    socialUrl: fc.constantFrom("https://network.example/company/quorvane", "@quorvane", "quorvane"),
  };
  const field = fc
    .constantFrom(...SELECTORS.map(({ param }) => param))
    .chain((name) => mostly(right[name]).map((value): Field => [name, value]));
  return fc.oneof(
    { weight: 40, arbitrary: field.map((one) => Object.fromEntries([one])) },
    { weight: 1, arbitrary: fc.array(fc.oneof(field, strayField), { maxLength: 3 }).map(Object.fromEntries) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 1 }) },
  );
}

const strayField = fc
  .tuple(fc.constantFrom("", "company", "__proto__", "constructor", "Domain"), odd)
  .map(([name, value]): Field => [name, value]);

function mostly(right: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 30, arbitrary: right }, { weight: 1, arbitrary: odd });
}
