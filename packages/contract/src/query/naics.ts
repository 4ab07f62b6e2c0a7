/** One rule tells which codes a NAICS code includes, for SQL tokens, the predicate and the tree (convention 10). */

import { NAICS } from "../values/naics";
import { isNaicsRange, NAICS_RANGES } from "./syntax";

const LISTED: ReadonlySet<string> = new Set(NAICS.map((code) => code.value));

const RANGE_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(NAICS_RANGES).flatMap(([range, prefixes]) => prefixes.map((prefix) => [prefix, range] as const)),
);

/** Every prefix has at least two digits and a listed code at or beneath it. */
const KNOWN_PREFIXES: ReadonlySet<string> = new Set(
  [...LISTED].flatMap((code) => (isNaicsRange(code) ? [] : naicsPrefixes(code))).concat(...Object.values(NAICS_RANGES)),
);

function naicsPrefixes(code: string): string[] {
  return Array.from({ length: code.length - 1 }, (_, index) => code.slice(0, index + 2));
}

/** Returns the ancestors of a company's code, itself included: `5132` → `51 513 5132`; `325` → `31-33 32 325`. */
export function naicsAncestry(code: string): string[] {
  if (isNaicsRange(code)) return [code];
  const prefixes = naicsPrefixes(code);
  const range = RANGE_OF.get(code.slice(0, 2));
  return range === undefined ? prefixes : [range, ...prefixes];
}

/**
 * Returns the code that a query resolves to: itself when it or anything beneath it is listed, else its nearest listed
 * ancestor (`541511` → `5415`, `3262` → `31-33`); undefined without a listed ancestor (an empty page).
 */
export function resolveNaics(code: string): string | undefined {
  if (isNaicsRange(code) || KNOWN_PREFIXES.has(code)) return code;
  for (let length = code.length - 1; length >= 2; length--) {
    const ancestor = code.slice(0, length);
    if (LISTED.has(ancestor)) return ancestor;
  }
  return RANGE_OF.get(code.slice(0, 2));
}

/** `naicsLevel` of a code is its number of digits; that of a sector range is 2. */
export function naicsLevel(code: string): number {
  return isNaicsRange(code) ? 2 : code.length;
}
