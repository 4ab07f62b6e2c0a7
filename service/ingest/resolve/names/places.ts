/** Finds the countries and regions that a company's name states: those of one group differ in nothing else. */
import { countryNames } from "../../values/countries/names";

const REGIONS = new Set(
  "europe asia africa america americas latam emea apac nordic nordics iberia benelux overseas offshore".split(" "),
);
/** Short forms of countries that a list of names does not have. */
const SHORT = new Map([
  ["usa", "US"],
  ["us", "US"],
  ["uk", "GB"],
  ["uae", "AE"],
]);
const LONGEST_PLACE = 4;

let names: ReadonlyMap<string, string> | undefined;

export interface Places {
  /** This has the codes of the countries, and the regions, sorted, as one text. */
  readonly codes: string;
  readonly words: readonly string[];
}

/** Returns the places that folded words name after the first. */
export function placesIn(words: readonly string[]): Places {
  const found: { readonly code: string; readonly words: readonly string[] }[] = [];
  for (let index = 1; index < words.length; ) {
    const place = placeAt(words, index);
    if (place !== undefined) found.push(place);
    index += place?.words.length ?? 1;
  }
  const codes = found.map((place) => place.code).sort();
  return { codes: codes.join(" "), words: found.flatMap((place) => place.words) };
}

function placeAt(words: readonly string[], index: number): { code: string; words: readonly string[] } | undefined {
  names ??= countryNames();
  for (let length = Math.min(LONGEST_PLACE, words.length - index); length > 0; length--) {
    const named = words.slice(index, index + length);
    const text = named.join(" ");
    const code = names.get(text) ?? SHORT.get(text) ?? (REGIONS.has(text) ? text : undefined);
    if (code !== undefined) return { code, words: named };
  }
  return undefined;
}
