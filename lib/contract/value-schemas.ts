/** Schemas of single values of a query or body. Every message is our own: one sentence that begins with the name. */

import { z } from "zod";
import type { Filter, ManyFilter, OneFilter, RangeFilter, TextFilter } from "./filters";
import { isNaicsParameter } from "./naics";
import { nearest } from "./nearest";
import { quote, shown } from "./quote";
import { characters, isUuid, isWellFormed, MAX_TEXT_LENGTH, parseInstant, reduceDomain } from "./syntax";
import type { Selector } from "./timeline";
import { INDUSTRIES } from "./values/industries";
import { INDUSTRY_SHORT_FORMS, OLDER_INDUSTRY_NAMES } from "./values/industry-names";
import { type AllowedValue, LISTS } from "./values/lists";
import { UNKNOWN } from "./values/unknown";

/** Text that a database can store; all later checks rely on it. */
export function plainText(name: string) {
  return z
    .string({ error: (issue) => `${name} must be text; got ${shown(issue.input)}` })
    .refine(isWellFormed, { error: `${name} holds a character that is not valid text`, abort: true });
}

function number(name: string) {
  return z
    .number({ error: (issue) => `${name} must be a number, 0 or more; got ${shown(issue.input)}` })
    .min(0, { error: (issue) => `${name} must be 0 or more; got ${issue.input}` });
}

export function flag(name: string) {
  return z.boolean({ error: (issue) => `${name} must be true or false; got ${shown(issue.input)}` });
}

export function wholeNumber(name: string, bounds: { readonly min: number; readonly max: number }) {
  const sentence = `${name} must be a whole number from ${bounds.min} to ${bounds.max}`;
  return z
    .number({ error: (issue) => `${sentence}; got ${shown(issue.input)}` })
    .refine((given) => Number.isInteger(given) && given >= bounds.min && given <= bounds.max, {
      error: (issue) => `${sentence}; got ${issue.input}`,
    });
}

/** Lists of at most this many values are spelled out in a message; of longer ones only the count is given. */
const SPELLED_OUT = 30;

function allowedText(values: readonly AllowedValue[], unknown: boolean): string {
  if (values.length > SPELLED_OUT) return `one of the ${values.length} listed values${unknown ? ` or ${UNKNOWN}` : ""}`;
  return `one of ${[...values.map((item) => item.value), ...(unknown ? [UNKNOWN] : [])].join(", ")}`;
}

/**
 * Maximum invalid values of one list that get a hint; a request may contain thousands, and a hint compares hundreds of
 * labels.
 */
const HINTED = 10;

/** Texts of at most this many characters are codes, for which similarity means nothing. */
const SHORT = 3;

/** Finds the allowed value of a text, and the message when there is none. */
function listReader(filter: ManyFilter | OneFilter) {
  const name = filter.param;
  const values: readonly AllowedValue[] = LISTS[filter.list];
  const unknown = filter.unknown === true;
  const caseless = filter.kind === "many" && filter.caseless === true;
  const industries = filter.list === "industries";
  const exact = new Map([...values.map((item) => item.value), ...(unknown ? [UNKNOWN] : [])].map((v) => [v, v]));
  const folded = new Map([
    ...[...exact.keys()].map((value) => [value.toLowerCase(), value] as const),
    ...(industries ? INDUSTRY_SPELLINGS : []),
  ]);
  const meanings = new Map([...values.map((item) => [item.title.toLowerCase(), item.value] as const), ...folded]);
  const spellings = [...meanings.keys()];
  const find = (text: string) => (caseless ? folded.get(text.toLowerCase()) : exact.get(text));

  function hint(text: string): string {
    const label = industries ? INDUSTRY_SPELLINGS.get(text.toLowerCase()) : undefined;
    if (label !== undefined) return `; its current label is ${quote(label)}`;
    const parts = text.split(",");
    if (filter.kind === "many" && parts.length > 1 && parts.every((part) => find(part) !== undefined))
      return `; repeat ${name} for each value`;
    // One letter more than a two-letter code is another country: `usa` is not Saudi Arabia.
    const match = text.length <= SHORT ? text.toLowerCase() : nearest(text, spellings);
    const value = match === undefined ? undefined : meanings.get(match);
    return value === undefined ? "" : `; did you mean ${quote(value)}?`;
  }

  const allowed = allowedText(values, unknown);
  const issueMessage = (text: string, hinted: boolean) =>
    `${name} must be ${allowed}; got ${quote(text)}${hinted ? hint(text) : ""}`;
  return { find, refusal: issueMessage };
}

function listed(filter: OneFilter) {
  const { find, refusal: issueMessage } = listReader(filter);
  return plainText(filter.param).transform((text, context) => {
    const value = find(text);
    if (value !== undefined) return value;
    context.addIssue({ code: "custom", message: issueMessage(text, true) });
    return z.NEVER;
  });
}

/** Any of several listed values, each once. */
export function several(filter: ManyFilter) {
  const name = filter.param;
  const { find, refusal: issueMessage } = listReader(filter);
  return z
    .array(plainText(name), { error: (issue) => `${name} must be a list of texts; got ${shown(issue.input)}` })
    .min(1, `${name} is empty; give it a value or leave it out`)
    .transform((texts, context) => {
      const found = new Set<string>();
      let wrong = 0;
      for (const [index, text] of texts.entries()) {
        const value = find(text);
        if (value !== undefined) found.add(value);
        else context.addIssue({ code: "custom", path: [index], message: issueMessage(text, wrong++ < HINTED) });
      }
      return [...found];
    });
}

type TextForm = TextFilter["form"] | Selector["form"];

const EXPECTED: Readonly<Record<TextForm, string>> = {
  id: "a UUID",
  domain: "a domain or URL such as example.com",
  search: "at least one word",
  name: "a company's name",
  profile: "the URL of a profile, or a handle",
};

/** The normalized text of that form, undefined when invalid. */
function readText(form: TextForm, given: string): string | undefined {
  if (form === "id") return isUuid(given) ? given.toLowerCase() : undefined;
  if (form === "domain") return reduceDomain(given);
  // Accents are ignored, so nothing would be left to search for.
  if (form === "search" && !/[^\s\p{M}]/u.test(given)) return undefined;
  return given.trim() || undefined;
}

export function text(name: string, form: TextForm) {
  const bounded = form !== "id" && form !== "domain";
  return plainText(name).transform((given, context) => {
    const value = readText(form, given);
    const length = bounded && value !== undefined ? characters(given) : 0;
    if (value !== undefined && length <= MAX_TEXT_LENGTH) return value;
    const message =
      value === undefined
        ? `${name} must be ${EXPECTED[form]}; got ${quote(given)}`
        : `${name} must be at most ${MAX_TEXT_LENGTH} characters long; got ${length}`;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });
}

function instant(name: string) {
  return plainText(name).refine((given) => parseInstant(given, "start") !== undefined, {
    error: (issue) =>
      `${name} must be a date (YYYY-MM-DD) or an ISO-8601 timestamp that exists; got ${shown(issue.input)}`,
  });
}

function naicsCode(name: string) {
  return plainText(name).refine(isNaicsParameter, {
    error: (issue) =>
      `${name} must be a NAICS code of 2 to 6 digits, 31-33, 44-45, 48-49 or ${UNKNOWN}; got ${shown(issue.input)}`,
  });
}

function amount(name: string, unit: RangeFilter["unit"]) {
  if (unit === "usd") return number(name);
  return number(name).refine(Number.isInteger, {
    error: (issue) => `${name} must be a whole number; got ${issue.input}`,
  });
}

/** The schemas of a descriptor's parameters. */
export function valueSchema(filter: Filter, name: string): z.ZodType {
  switch (filter.kind) {
    case "many":
      return several(filter);
    case "one":
      return listed(filter);
    case "tree":
      return naicsCode(name);
    case "range":
      return amount(name, filter.unit);
    case "dates":
      return instant(name);
    case "text":
      return text(name, filter.form);
    case "flag":
      return flag(name);
  }
}

/** Labels, older names and short forms, in lower case, with their current labels; a label maps to itself. */
export const INDUSTRY_SPELLINGS: ReadonlyMap<string, string> = new Map([
  ...[...INDUSTRY_SHORT_FORMS, ...OLDER_INDUSTRY_NAMES].map(({ name, label }) => [name.toLowerCase(), label] as const),
  ...INDUSTRIES.map((label) => [label.toLowerCase(), label] as const),
]);
