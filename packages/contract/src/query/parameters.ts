/** Reads the parameters of a query string: names, brackets, repetitions and the formats of numbers and flags. */
import { CURSOR_PARAMETER, type Feed, LIMIT, LIMIT_PARAMETER, TOTAL_PARAMETER } from "../feeds";
import { type AnyQuery, type Filter, filterParameters } from "../filters";
import { nameHint } from "./nearest";
import { quote } from "./quote";
import { isWellFormed, parseDecimal } from "./syntax";
import { emptyMessage, flagMessage, malformedMessage, wholeNumberMessage } from "./value-checks";

/** The message tells in one sentence why a parameter is invalid, with its name, its value and what is allowed. */
export interface Issue {
  readonly parameter: string;
  readonly message: string;
  /** The index is that of the invalid value in a list. */
  readonly index?: number;
}

type Form = "texts" | "texts-with-commas" | "text" | "number" | "limit" | "boolean";

interface Parameter {
  readonly name: string;
  readonly form: Form;
  /** Older names have the same meaning. */
  readonly aliases: readonly string[];
  /** The filter is undefined for parameters of paging and for selectors. */
  readonly filter?: Filter;
}

export function parameter(name: string, form: Form): Parameter {
  return { name, form, aliases: [] };
}

export function readableParameters(filter: Filter): Parameter[] {
  const aliases = filter.kind === "many" ? (filter.aliases ?? []) : [];
  return filterParameters(filter).map((name) => ({ name, form: describeForm(filter), aliases, filter }));
}

function describeForm(filter: Filter): Form {
  switch (filter.kind) {
    case "many":
      return filter.commas ? "texts-with-commas" : "texts";
    case "range":
      return "number";
    case "flag":
      return "boolean";
    default:
      return "text";
  }
}

/** The vocabulary holds the query parameters of one path. */
interface Vocabulary {
  readonly path: string;
  /** Parameters are in the order in which an address lists them. */
  readonly parameters: readonly Parameter[];
  /** Parameters are found by their current and older names. */
  readonly byName: ReadonlyMap<string, Parameter>;
}

export function createVocabulary(path: string, parameters: readonly Parameter[]): Vocabulary {
  return {
    path,
    parameters,
    byName: new Map(parameters.flatMap((item) => [item.name, ...item.aliases].map((name) => [name, item] as const))),
  };
}

const VOCABULARIES = new WeakMap<Feed, Vocabulary>();

export function feedVocabulary(feed: Feed): Vocabulary {
  let vocabulary = VOCABULARIES.get(feed);
  if (vocabulary === undefined) {
    vocabulary = createVocabulary(feed.path, [
      ...[...feed.filters, ...feed.order].flatMap(readableParameters),
      parameter(CURSOR_PARAMETER, "text"),
      parameter(LIMIT_PARAMETER, "limit"),
      ...(feed.totals ? [parameter(TOTAL_PARAMETER, "boolean")] : []),
    ]);
    VOCABULARIES.set(feed, vocabulary);
  }
  return vocabulary;
}

interface ReadParameters {
  /**
   * Values are given by current name, also when an older name was used. Whether they are allowed is not checked yet.
   */
  readonly values: AnyQuery;
  readonly issues: readonly Issue[];
}

interface Refusal {
  readonly message: string;
}

/** The values of one parameter come with the keys that were used, or with the reason why it cannot be read. */
type Given = { readonly parameter: Parameter; readonly pairs: [key: string, text: string][] } | Refusal;

/**
 * Never throws; a parameter with an issue has no value. One pass over the pairs: searching for each name would be
 * quadratic in the length of an address.
 */
export function readParameters(search: URLSearchParams, vocabulary: Vocabulary): ReadParameters {
  const all = new Map<string, Given>();
  for (const [key, text] of search) {
    const named = nameIn(key, vocabulary);
    const name = named.parameter?.name ?? key;
    const given = all.get(name);
    if ("message" in named) all.set(name, named);
    else if (given === undefined) all.set(name, { parameter: named.parameter, pairs: [[key, text]] });
    else if ("pairs" in given) given.pairs.push([key, text]);
  }
  const values: Record<string, AnyQuery[string]> = {};
  const issues: Issue[] = [];
  for (const [name, given] of all) {
    const read = "message" in given ? given : readValue(given.parameter, given.pairs);
    if (typeof read === "object" && "message" in read) issues.push({ parameter: name, message: read.message });
    else values[name] = read;
  }
  return { values, issues };
}

/** Common HTTP clients write lists as `name[]` and `name[0]`. */
const BRACKETED = /^([^[]+)\[(.*)\]$/s;

/** Returns the parameter that a key means, with a message when the key is no way to write it. */
function nameIn(
  key: string,
  { byName: meant, parameters, path }: Vocabulary,
): { readonly parameter: Parameter } | (Refusal & { readonly parameter?: Parameter }) {
  const plain = meant.get(key);
  if (plain !== undefined) return { parameter: plain };
  const [, base = key, index = ""] = BRACKETED.exec(key) ?? [];
  const parameter = meant.get(base);
  if (parameter === undefined) {
    const known = parameters.map(({ name }) => name);
    // "Technology & Services" sent as it is ends at the ampersand, and leaves a name that begins with a space.
    const hint = key.startsWith(" ") ? "write & inside a value as %26" : nameHint(base, known);
    return { message: `${quote(key)} is not a parameter of ${path}; ${hint}` };
  }
  if (parameter.form !== "texts" && parameter.form !== "texts-with-commas")
    return { parameter, message: `${base} takes one value; write it without brackets, not as ${quote(key)}` };
  if (/^[0-9]*$/.test(index)) return { parameter };
  return { parameter, message: `${base} is a list, written ${base}, ${base}[] or ${base}[0]; got ${quote(key)}` };
}

function readValue(
  { form }: Parameter,
  pairs: readonly [string, string][],
): string | number | boolean | string[] | Refusal {
  const read = form === "texts-with-commas" ? pairs.flatMap(split) : pairs;
  for (const [key, text] of read) {
    if (text === "") return { message: emptyMessage(shownKey(key)) };
    // A percent sequence that is not UTF-8 arrives as this character, and would look for another text than was meant.
    if (!isWellFormed(text) || text.includes("\uFFFD")) return { message: malformedMessage(shownKey(key)) };
  }
  const texts = read.map(([, text]) => text);
  if (form === "texts" || form === "texts-with-commas") return [...new Set(texts)];
  const [[key, text] = ["", ""], ...more] = read;
  if (more.length > 0) return { message: `${key} is given ${read.length} times; pass it once` };
  if (form === "text") return text;
  if (form === "boolean") return readFlag(key, text);
  return form === "limit" ? readLimit(key, text) : readNumber(key, text);
}

function split([key, text]: readonly [string, string]): [string, string][] {
  return text.split(",").map((part) => [key, part.trim()]);
}

/** A key with brackets may be long or odd, a name may not. */
function shownKey(key: string): string {
  return key.includes("[") ? quote(key) : key;
}

function readFlag(name: string, text: string): boolean | Refusal {
  if (text === "true" || text === "false") return text === "true";
  const lower = text.toLowerCase();
  const hint = lower === "true" || lower === "false" ? `; did you mean ${lower}?` : "";
  return { message: `${flagMessage(name, text)}${hint}` };
}

function readNumber(name: string, text: string): number | Refusal {
  const number = parseDecimal(text);
  if (number !== undefined) return number;
  if (/^[0-9]+$/.test(text)) return { message: `${name} must be a number of at most 308 digits; got ${quote(text)}` };
  return { message: `${name} must be a number, 0 or more, such as 5, 2.5 or 1e6; got ${quote(text)}` };
}

function readLimit(name: string, text: string): number | Refusal {
  const given = /^-[0-9]+$/.test(text) ? Number(text) : text;
  return parseDecimal(text) ?? { message: wholeNumberMessage(name, LIMIT, given) };
}
