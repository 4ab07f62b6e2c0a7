/** Parses a query string by the descriptors of its feed: the part of validation that a browser can afford. */
import type { Feed } from "./feeds";
import { nameHint } from "./nearest";
import { feedParameters, type Parameter, type Vocabulary, vocabularyOf } from "./parameters";
import { quote } from "./quote";
import { isWellFormed, parseDecimal } from "./syntax";

/** The problem of one parameter, in one sentence with its name, its value and what is allowed. */
export interface Problem {
  readonly parameter: string;
  readonly message: string;
}

export type WireValue = string | number | boolean | string[];

/** Parsed values, not yet checked against the lists of allowed values. */
export interface WireQuery {
  /** By current name, whichever name was used. */
  readonly values: Readonly<Record<string, WireValue>>;
  readonly problems: readonly Problem[];
}

const VOCABULARIES = new WeakMap<Feed, Vocabulary>();

/** Reads every parameter of a feed; never throws. A parameter with a problem has no value. */
export function readQuery(search: URLSearchParams, feed: Feed): WireQuery {
  let vocabulary = VOCABULARIES.get(feed);
  if (vocabulary === undefined) {
    vocabulary = vocabularyOf(feed.path, feedParameters(feed));
    VOCABULARIES.set(feed, vocabulary);
  }
  return readParameters(search, vocabulary);
}

interface Refusal {
  readonly message: string;
}

/** The values of one parameter with the keys that were used, or why it cannot be read. */
type Given = { readonly parameter: Parameter; readonly pairs: [key: string, text: string][] } | Refusal;

/** One pass over the pairs: searching for each name would be quadratic in the length of an address. */
export function readParameters(search: URLSearchParams, vocabulary: Vocabulary): WireQuery {
  const all = new Map<string, Given>();
  for (const [key, text] of search) {
    const named = nameIn(key, vocabulary);
    const name = named.parameter?.name ?? key;
    const given = all.get(name);
    if ("message" in named) all.set(name, named);
    else if (given === undefined) all.set(name, { parameter: named.parameter, pairs: [[key, text]] });
    else if ("pairs" in given) given.pairs.push([key, text]);
  }
  const values: Record<string, WireValue> = {};
  const problems: Problem[] = [];
  for (const [name, given] of all) {
    const read = "message" in given ? given : readValue(given.parameter, given.pairs);
    if (typeof read === "object" && "message" in read) problems.push({ parameter: name, message: read.message });
    else values[name] = read;
  }
  return { values, problems };
}

/** `name[]` and `name[0]`, as common HTTP clients write lists. */
const BRACKETED = /^([^[]+)\[(.*)\]$/s;

/** The parameter that a key means; with a message when the key is no way to write it. */
function nameIn(
  key: string,
  { byName: meant, names, path }: Vocabulary,
): { readonly parameter: Parameter } | (Refusal & { readonly parameter?: Parameter }) {
  const plain = meant.get(key);
  if (plain !== undefined) return { parameter: plain };
  const [, base = key, index = ""] = BRACKETED.exec(key) ?? [];
  const parameter = meant.get(base);
  if (parameter === undefined)
    return { message: `${quote(key)} is not a parameter of ${path}; ${nameHint(base, names)}` };
  if (parameter.form !== "texts" && parameter.form !== "texts-with-commas")
    return { parameter, message: `${base} takes one value; write it without brackets, not as ${quote(key)}` };
  if (/^[0-9]*$/.test(index)) return { parameter };
  return { parameter, message: `${base} is a list, written ${base}, ${base}[] or ${base}[0]; got ${quote(key)}` };
}

function readValue({ form }: Parameter, pairs: readonly [string, string][]): WireValue | Refusal {
  const read = form === "texts-with-commas" ? pairs.flatMap(split) : pairs;
  for (const [key, text] of read) {
    if (text === "") return { message: `${shownKey(key)} is empty; give it a value or leave it out` };
    if (!isWellFormed(text)) return { message: `${shownKey(key)} holds a character that is not valid text` };
  }
  const texts = read.map(([, text]) => text);
  if (form === "texts" || form === "texts-with-commas") return [...new Set(texts)];
  const [[key, text] = ["", ""], ...more] = read;
  if (more.length > 0) return { message: `${key} is given ${read.length} times; it takes one value` };
  if (form === "text") return text;
  return form === "boolean" ? readFlag(key, text) : readNumber(key, text);
}

function split([key, text]: readonly [string, string]): [string, string][] {
  return text.split(",").map((part) => [key, part]);
}

/** A key with brackets may be long or odd; a name is neither. */
function shownKey(key: string): string {
  return key.includes("[") ? quote(key) : key;
}

function readFlag(name: string, text: string): boolean | Refusal {
  if (text === "true" || text === "false") return text === "true";
  return { message: `${name} must be true or false; got ${quote(text)}` };
}

function readNumber(name: string, text: string): number | Refusal {
  const number = parseDecimal(text);
  if (number !== undefined) return number;
  if (/^[0-9]+$/.test(text)) return { message: `${name} must be a number of at most 308 digits; got ${quote(text)}` };
  return { message: `${name} must be a number in plain digits, 0 or more; got ${quote(text)}` };
}
