/** Makes previews: listed values, a day and the band of an amount of an unpurchased record, and never names. */

import type { Preview } from "@dealflow/contract/account/explore";
import { FEED_NAMES, FEEDS, type FeedName } from "@dealflow/contract/feeds";
import type { Filter } from "@dealflow/contract/filters";
import { resolveNaics } from "@dealflow/contract/query/naics";
import { amountBand } from "@dealflow/contract/records/amount-bands";
import { factsAt, originalPath } from "@dealflow/contract/records/facts";
import {
  COUNTRY,
  FEED_SHAPES,
  type Field,
  readContent,
  type Shape,
  type Tolerant,
} from "@dealflow/contract/records/shapes";
import { COUNTRIES } from "@dealflow/contract/values/countries";
import { LISTS } from "@dealflow/contract/values/lists";

/** Returns what a preview shows of a value; null when that is nothing. */
type Redact = (value: unknown) => unknown;

const DAY_LENGTH = "YYYY-MM-DD".length;
const COUNTRY_NAMES = new Map<unknown, string>(COUNTRIES.map(({ value, title }) => [value, title]));

const redactDay: Redact = (at) => (typeof at === "string" ? at.slice(0, DAY_LENGTH) : null);
const redactNaics: Redact = (code) => (typeof code === "string" ? (resolveNaics(code) ?? null) : null);
const keep: Redact = (value) => value ?? null;

/** Returns how the facts of a filter are shown, by path; none for a filter whose facts are not. */
function openFacts(filter: Filter): (readonly [path: string, redact: Redact])[] {
  const open = (redact: Redact) => filter.facts.map((path) => [path, redact] as const);
  switch (filter.kind) {
    case "many":
    case "one": {
      // A value that is in no list may be a source's own words.
      const listed = new Set<unknown>(LISTS[filter.list].map(({ value }) => value));
      return open((value) => (listed.has(value) ? value : null));
    }
    case "tree":
      return open(redactNaics);
    case "dates":
      return open(redactDay);
    case "flag":
      return filter.either ? open(keep) : [];
    case "range":
      return filter.unit === "usd" ? [] : open(keep);
    case "text":
      return [];
  }
}

function shapeRedactor(shape: Shape, open: ReadonlyMap<string, Redact>, owner = ""): Redact {
  const fields = Object.entries(shape).map(
    ([name, field]) => [name, fieldRedactor(field, open, `${owner}${name}`)] as const,
  );
  return (record) => Object.fromEntries(fields.map(([name, redact]) => [name, redact(Object(record)[name])]));
}

function fieldRedactor(field: Field, open: ReadonlyMap<string, Redact>, path: string): Redact {
  const { of, list, nullable } = readContent(field);
  const redactCode = open.get(`${path}.code`);
  if (of === COUNTRY && redactCode !== undefined)
    return (country) => {
      const code = redactCode(Object(country).code);
      return code === null ? null : { code, name: COUNTRY_NAMES.get(code) };
    };
  // Whether there is such an object, and how many, is hidden too.
  if (typeof of === "object") return list ? () => [] : nullable ? () => null : shapeRedactor(of, open, `${path}.`);
  const redact = open.get(path) ?? (() => null);
  if (!list) return redact;
  return (values) => (Array.isArray(values) ? values.map(redact).filter((value) => value !== null) : []);
}

const REDACTORS = new Map(
  FEED_NAMES.map((feed) => [feed, shapeRedactor(FEED_SHAPES[feed], new Map(FEEDS[feed].filters.flatMap(openFacts)))]),
);

/** @param record parsed from its JSON text */
export function redactRecord<F extends FeedName>(feed: F, record: unknown, reference: string) {
  const filters: readonly Filter[] = FEEDS[feed].filters;
  const [path] = filters.flatMap((filter) => (filter.kind === "range" && filter.unit === "usd" ? filter.facts : []));
  const [amount] = path === undefined ? [] : factsAt(record, path);
  const isConverted = path === undefined || amount !== undefined || factsAt(record, originalPath(path)).length === 0;
  const preview: Preview = {
    reference,
    amount: amountBand(typeof amount === "number" ? amount : null),
    ...(!isConverted && { otherCurrency: true }),
    sources: factsAt(record, "sources").length,
    ...(feed === "funding" && { investors: factsAt(record, "investors").length }),
    ...((feed === "companies" || feed === "investors") && { hasDomain: factsAt(record, "domain").length > 0 }),
  };
  // Every field of the feed's shape has its redactor.
  return { record: REDACTORS.get(feed)?.(record) as Tolerant<(typeof FEED_SHAPES)[F]>, preview };
}
