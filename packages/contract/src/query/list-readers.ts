/** Looks texts up in the lists of allowed values. The lists are large: a browser loads this module nowhere. */
import type { ManyFilter, OneFilter } from "../filters";
import { INDUSTRIES } from "../values/industries";
import { INDUSTRY_SHORT_FORMS, OLDER_INDUSTRY_NAMES } from "../values/industry-names";
import { type AllowedValue, LISTS } from "../values/lists";
import { UNKNOWN } from "../values/unknown";
import { nearest } from "./nearest";
import { quote } from "./quote";
import type { ListReader } from "./value-checks";

const READERS = new WeakMap<ManyFilter | OneFilter, ListReader>();

export function getListReader(filter: ManyFilter | OneFilter): ListReader {
  let reader = READERS.get(filter);
  if (reader === undefined) {
    reader = listReader(filter);
    READERS.set(filter, reader);
  }
  return reader;
}

/** Lists of at most this many values are spelled out in a message; of longer ones only the count is given. */
const SPELLED_OUT = 30;

function allowedText(values: readonly AllowedValue[], unknown: boolean): string {
  if (values.length > SPELLED_OUT) return `one of the ${values.length} listed values${unknown ? ` or ${UNKNOWN}` : ""}`;
  return `one of ${[...values.map((item) => item.value), ...(unknown ? [UNKNOWN] : [])].join(", ")}`;
}

/** Texts of at most this many characters are codes, for which similarity means nothing. */
const SHORT = 3;

function listReader(filter: ManyFilter | OneFilter): ListReader {
  const name = filter.param;
  const values: readonly AllowedValue[] = LISTS[filter.list];
  const unknown = filter.unknown === true;
  const caseless = filter.kind === "many" && filter.caseless === true;
  const industries = filter.list === "industries";
  const exact = new Map(
    [...values.map((item) => item.value), ...(unknown ? [UNKNOWN] : [])].flatMap((value) => [
      [value, value] as const,
      // An unescaped plus sign arrives as a space.
      [value.replaceAll("+", " "), value] as const,
    ]),
  );
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
      return "; pass each value on its own";
    // One letter more than a two-letter code is another country: `usa` is not Saudi Arabia.
    const match = text.length <= SHORT ? text.toLowerCase() : nearest(text, spellings);
    const value = match === undefined ? undefined : meanings.get(match);
    return value === undefined ? "" : `; did you mean ${quote(value)}?`;
  }

  const allowed = allowedText(values, unknown);
  return {
    find,
    messageFor: (text, hinted) => `${name} must be ${allowed}; got ${quote(text)}${hinted ? hint(text) : ""}`,
  };
}

/** Maps labels, older names and short forms, in lower case, to their current labels; a label maps to itself. */
export const INDUSTRY_SPELLINGS: ReadonlyMap<string, string> = new Map([
  ...[...INDUSTRY_SHORT_FORMS, ...OLDER_INDUSTRY_NAMES].map(({ name, label }) => [name.toLowerCase(), label] as const),
  ...INDUSTRIES.map((label) => [label.toLowerCase(), label] as const),
]);
