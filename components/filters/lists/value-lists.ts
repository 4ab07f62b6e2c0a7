/**
 * Provides the lists of the facets. Short ones are bundled; long ones are lazy-loaded on hover or focus. The page
 * brings the part of a long list that the first paint shows, as its seed.
 */
import type { ListName } from "@dealflow/contract/filters";
import type { AllowedValue } from "@dealflow/contract/values/lists";
import { SHORT_LISTS } from "@dealflow/contract/values/short-lists";
import type { LongList } from "@/lib/queries/lists";

export interface Listed extends AllowedValue {
  /** A country is listed under its continent. */
  readonly group?: string;
  /** It is true when there are codes beneath it. */
  readonly branch?: true;
}

/** The lengths of the long lists are known before they are loaded. */
export const LENGTHS: Readonly<Record<LongList, number>> = { countries: 237, naics: 182, industries: 434 };

/** The groups of countries are in the order in which they are shown, with the number of each. */
export const CONTINENTS: ReadonlyMap<string, number> = new Map([
  ["Europe", 50],
  ["Americas", 55],
  ["Asia", 50],
  ["Africa", 58],
  ["Oceania", 24],
]);

/** These values of a long list are shown before there is anything to count, most popular first. */
export const POPULAR: Readonly<Record<LongList, readonly string[]>> = {
  countries: ["US", "GB", "DE", "FR", "NL"],
  naics: ["51", "52", "54"],
  industries: [
    "Software Development",
    "Technology, Information and Internet",
    "Financial Services",
    "Biotechnology Research",
    "IT Services and IT Consulting",
    "Hospitals and Health Care",
    "Computer and Network Security",
    "Semiconductor Manufacturing",
  ],
};

export function isLong(name: ListName): name is LongList {
  return name in LENGTHS;
}

export function shortList(name: Exclude<ListName, LongList>): readonly Listed[] {
  return SHORT_LISTS[name];
}

export function listLength(name: ListName): number {
  return isLong(name) ? LENGTHS[name] : SHORT_LISTS[name].length;
}
