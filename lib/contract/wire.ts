/** Reads a query string by the descriptors of its feed: the half of validation that a browser can afford. */
import { CURSOR_PARAMETER, type Feed, LIMIT_PARAMETER, parameterNames, TOTAL_PARAMETER } from "./feeds";
import type { Filter } from "./filters";
import { nearest } from "./nearest";
import { isWellFormed, parseDecimal } from "./syntax";

/** What is wrong with one parameter, in one sentence that names it, its value and what is allowed. */
export interface Problem {
  readonly parameter: string;
  readonly message: string;
}

export type WireValue = string | number | boolean | string[];

/** Values as the query string says them, not yet held against the lists of allowed values. */
export interface WireQuery {
  readonly values: Readonly<Record<string, WireValue>>;
  readonly problems: readonly Problem[];
}

type Form = "texts" | "texts-with-commas" | "text" | "number" | "boolean";

/** How each parameter of a feed is written. */
function formsOf(feed: Feed): Map<string, Form> {
  const forms = new Map<string, Form>();
  for (const filter of [...feed.filters, ...feed.order])
    for (const [name, form] of filterForms(filter)) forms.set(name, form);
  forms.set(CURSOR_PARAMETER, "text");
  forms.set(LIMIT_PARAMETER, "number");
  if (feed.totals) forms.set(TOTAL_PARAMETER, "boolean");
  return forms;
}

function filterForms(filter: Filter): [string, Form][] {
  switch (filter.kind) {
    case "many":
      return [[filter.param, filter.commas ? "texts-with-commas" : "texts"]];
    case "range":
      return [filter.min, ...(filter.max === undefined ? [] : [filter.max])].map((name) => [name, "number"]);
    case "dates":
      return [filter.since, ...(filter.until === undefined ? [] : [filter.until])].map((name) => [name, "text"]);
    case "flag":
      return [[filter.param, "boolean"]];
    default:
      return [[filter.param, "text"]];
  }
}

const FORMS = new WeakMap<Feed, Map<string, Form>>();

/** Values longer than this are cut in messages. */
const SHOWN = 60;

export function quote(value: string): string {
  const shown = value.toWellFormed().replaceAll("\0", "\uFFFD");
  return `"${shown.length > SHOWN ? `${shown.slice(0, SHOWN)}…` : shown}"`;
}

/** Reads every parameter; never throws. A parameter with a problem has no value. */
export function readQuery(search: URLSearchParams, feed: Feed): WireQuery {
  let forms = FORMS.get(feed);
  if (forms === undefined) {
    forms = formsOf(feed);
    FORMS.set(feed, forms);
  }
  const values: Record<string, WireValue> = {};
  const problems: Problem[] = [];
  for (const name of new Set(search.keys())) {
    const form = forms.get(name);
    const read = form === undefined ? unknownParameter(name, feed) : readValue(name, form, search.getAll(name));
    if (typeof read === "object" && "message" in read) problems.push({ parameter: name, message: read.message });
    else values[name] = read;
  }
  return { values, problems };
}

function unknownParameter(name: string, feed: Feed): { message: string } {
  const known = parameterNames(feed);
  const meant = nearest(name, known);
  const hint = meant === undefined ? `known are ${known.join(", ")}` : `did you mean ${meant}?`;
  return { message: `${quote(name)} is not a parameter of ${feed.path}; ${hint}` };
}

function readValue(name: string, form: Form, given: readonly string[]): WireValue | { message: string } {
  const texts = form === "texts-with-commas" ? given.flatMap((text) => text.split(",")) : [...given];
  if (texts.includes("")) return { message: `${name} is empty; give it a value or leave it out` };
  if (!texts.every(isWellFormed)) return { message: `${name} holds a character that is not valid text` };
  if (form === "texts" || form === "texts-with-commas") return [...new Set(texts)];
  const [text, ...more] = texts;
  if (text === undefined || more.length > 0)
    return { message: `${name} is given ${texts.length} times; it takes one value` };
  if (form === "text") return text;
  if (form === "boolean") {
    if (text === "true" || text === "false") return text === "true";
    return { message: `${name} must be true or false; got ${quote(text)}` };
  }
  return parseDecimal(text) ?? { message: `${name} must be a number in plain digits, 0 or more; got ${quote(text)}` };
}
