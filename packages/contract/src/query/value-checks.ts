/**
 * Checks single values of a query or body. Each rule has its message: one sentence that begins with the name. The lists
 * of allowed values are not imported here, because a browser does not load them: callers that have them pass their
 * readers.
 */
import type { AnyQuery, Filter, ManyFilter, OneFilter, TextFilter } from "../filters";
import type { Selector } from "../timeline";
import { UNKNOWN } from "../values/unknown";
import { quote, shown } from "./quote";
import {
  characters,
  isNaicsParameter,
  isUuid,
  isWellFormed,
  MAX_TEXT_LENGTH,
  normalizeInstant,
  parseInstant,
  reduceDomain,
} from "./syntax";

/** Takes the message about an invalid value; in a list, with its index. */
export type Report = (message: string, index?: number) => undefined;

/** Looks texts up in the allowed values of one filter. */
export interface ListReader {
  /** Returns the allowed value of a text. */
  find(text: string): string | undefined;
  /** Describes a text that is not in the list; a hint compares it with every value. */
  messageFor(text: string, hinted: boolean): string;
}

export type GetListReader = (filter: ManyFilter | OneFilter) => ListReader;

export function emptyMessage(name: string): string {
  return `${name} is empty; give it a value or omit it`;
}

export function malformedMessage(name: string): string {
  return `${name} contains an invalid character`;
}

export function flagMessage(name: string, given: unknown): string {
  return `${name} must be true or false; got ${shown(given)}`;
}

/**
 * Returns the value in its canonical form, and undefined after a report. Without `getListReader` every text is allowed
 * in a list.
 */
export function checkValue(
  filter: Filter,
  name: string,
  given: unknown,
  report: Report,
  getListReader?: GetListReader,
): AnyQuery[string] {
  switch (filter.kind) {
    case "many":
      return checkList(filter, given, report, getListReader?.(filter));
    case "one":
      return checkListed(filter, given, report, getListReader?.(filter));
    case "range":
      return checkNumber(name, given, report);
    case "flag":
      return checkFlag(name, given, report);
    case "text":
      return checkFormat(name, filter.form, given, report);
    case "dates":
      return checkFormat(name, "instant", given, report);
    case "tree":
      return checkFormat(name, "naics", given, report);
  }
}

/** Accepts text that a database can store; all other checks of texts rely on it. */
export function checkText(name: string, given: unknown, report: Report): string | undefined {
  if (typeof given !== "string") return report(`${name} must be text; got ${shown(given)}`);
  return isWellFormed(given) ? given : report(malformedMessage(name));
}

export function checkFlag(name: string, given: unknown, report: Report): boolean | undefined {
  return typeof given === "boolean" ? given : report(flagMessage(name, given));
}

export function checkWholeNumber(
  name: string,
  bounds: { readonly min: number; readonly max: number },
  given: unknown,
  report: Report,
): number | undefined {
  if (typeof given === "number" && Number.isInteger(given) && given >= bounds.min && given <= bounds.max) return given;
  return report(wholeNumberMessage(name, bounds, given));
}

export function wholeNumberMessage(
  name: string,
  { min, max }: { readonly min: number; readonly max: number },
  given: unknown,
): string {
  return `${name} must be a whole number from ${min} to ${max}; got ${shown(given)}`;
}

function checkNumber(name: string, given: unknown, report: Report): number | undefined {
  if (typeof given !== "number" || !Number.isFinite(given))
    return report(`${name} must be a number, 0 or more; got ${shown(given)}`);
  return given >= 0 ? given : report(`${name} must be 0 or more; got ${given}`);
}

function checkListed({ param }: OneFilter, given: unknown, report: Report, reader?: ListReader): string | undefined {
  const text = checkText(param, given, report);
  if (text === undefined || reader === undefined) return text;
  return reader.find(text) ?? report(reader.messageFor(text, true));
}

/**
 * At most this many invalid values of one list get a hint; a request may contain thousands, and a hint compares
 * hundreds of labels.
 */
const HINTED = 10;

/** Returns the valid ones of several values, each once; undefined when there is none. */
export function checkList(
  { param }: ManyFilter,
  given: unknown,
  report: Report,
  reader?: ListReader,
): string[] | undefined {
  if (!Array.isArray(given)) return report(`${param} must be a list of strings; got ${shown(given)}`);
  if (given.length === 0) return report(emptyMessage(param));
  const found = new Set<string>();
  let wrong = 0;
  for (const [index, item] of given.entries()) {
    const text = checkText(param, item, (message) => report(message, index));
    if (text === undefined) continue;
    const value = reader === undefined ? text : reader.find(text);
    if (value !== undefined) found.add(value);
    else if (reader !== undefined) report(reader.messageFor(text, wrong++ < HINTED), index);
  }
  return found.size === 0 ? undefined : [...found];
}

type TextForm = TextFilter["form"] | Selector["form"] | "instant" | "naics";

const EXPECTED: Readonly<Record<TextForm, string>> = {
  id: "a UUID",
  domain: "a domain or URL such as example.com",
  instant: "a date (YYYY-MM-DD) or an ISO-8601 timestamp that exists",
  naics: `a NAICS code of 2 to 6 digits, 31-33, 44-45, 48-49 or ${UNKNOWN}`,
  search: "at least one word",
  name: "a company's name",
  profile: "the URL of a profile, or a handle",
};

/** Returns the normalized text of that form; a code as it was given. */
export function checkFormat(name: string, form: TextForm, given: unknown, report: Report): string | undefined {
  const text = checkText(name, given, report);
  if (text === undefined) return undefined;
  const value = readText(form, text);
  if (value === undefined) return report(`${name} must be ${EXPECTED[form]}; got ${quote(text)}`);
  const length = FREE_TEXT.has(form) ? characters(text) : 0;
  if (length <= MAX_TEXT_LENGTH) return value;
  return report(`${name} must be at most ${MAX_TEXT_LENGTH} characters long; got ${length}`);
}

const FREE_TEXT: ReadonlySet<TextForm> = new Set(["search", "name", "profile"]);

/** Returns undefined for an invalid text. */
function readText(form: TextForm, given: string): string | undefined {
  switch (form) {
    case "id":
      return isUuid(given) ? given.toLowerCase() : undefined;
    case "domain":
      return reduceDomain(given);
    case "instant":
      return parseInstant(given, "start") === undefined ? undefined : normalizeInstant(given);
    case "naics":
      return isNaicsParameter(given) ? given : undefined;
    case "search":
      // Accents are ignored, so nothing would be left to search for.
      return /[^\s\p{M}]/u.test(given) ? given.trim() : undefined;
    default:
      return given.trim() || undefined;
  }
}
