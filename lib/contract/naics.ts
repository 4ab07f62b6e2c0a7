/** What a NAICS code includes: one rule for SQL tokens, the predicate and the tree (convention 10). */
import { NAICS } from "./values/naics";
import { UNKNOWN } from "./values/unknown";

const LISTED: ReadonlySet<string> = new Set(NAICS.map((code) => code.value));

/** Sector ranges and the two-digit prefixes they stand for. */
const RANGES: Readonly<Record<string, readonly string[]>> = {
  "31-33": ["31", "32", "33"],
  "44-45": ["44", "45"],
  "48-49": ["48", "49"],
};

const RANGE_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(RANGES).flatMap(([range, prefixes]) => prefixes.map((prefix) => [prefix, range] as const)),
);

function isRange(code: string): boolean {
  return Object.hasOwn(RANGES, code);
}

/** Every prefix of at least two digits that has a listed code at or beneath it. */
const KNOWN_PREFIXES: ReadonlySet<string> = new Set(
  [...LISTED].flatMap((code) => (isRange(code) ? [] : prefixesOf(code))).concat(...Object.values(RANGES)),
);

function prefixesOf(code: string): string[] {
  return Array.from({ length: code.length - 1 }, (_, index) => code.slice(0, index + 2));
}

/** Whether the text is valid for the parameter: 2 to 6 digits, a listed range, or `unknown`. */
export function isNaicsParameter(text: string): boolean {
  return /^[0-9]{2,6}$/.test(text) || isRange(text) || text === UNKNOWN;
}

/** The ancestors of a company's code, itself included: `5132` → `51 513 5132`; `325` → `31-33 32 325`. */
export function naicsAncestry(code: string): string[] {
  if (isRange(code)) return [code];
  const prefixes = prefixesOf(code);
  const range = RANGE_OF.get(code.slice(0, 2));
  return range === undefined ? prefixes : [range, ...prefixes];
}

/**
 * The code that a query resolves to: itself when it or anything beneath it is listed, else its nearest listed ancestor
 * (`541511` → `5415`, `3262` → `31-33`); undefined without a listed ancestor (an empty page).
 */
export function resolveNaics(code: string): string | undefined {
  if (isRange(code) || KNOWN_PREFIXES.has(code)) return code;
  for (let length = code.length - 1; length >= 2; length--) {
    const ancestor = code.slice(0, length);
    if (LISTED.has(ancestor)) return ancestor;
  }
  return RANGE_OF.get(code.slice(0, 2));
}

/** `naicsLevel` of a code: its number of digits; that of a sector range is 2. */
export function naicsLevel(code: string): number {
  return isRange(code) ? 2 : code.length;
}
