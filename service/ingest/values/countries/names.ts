/** Collects the names of countries: those that the platform knows in several languages, and those that it does not. */
import { COUNTRIES } from "@dealflow/contract/values/countries";
import { foldWords } from "../text";
import otherNames from "./names.json" with { type: "json" };

/** Companies are listed in these languages most; each country's own is added to them. English comes first and wins. */
const LANGUAGES = "en fr de es it pt nl sv da nb tr ru zh zh-Hant ja pl fi cs hu ro uk ko id".split(" ");

/**
 * Returns the alpha-2 code of each name, as `foldWords` leaves it; takes some tens of ms. The other names are official, former or
 * colloquial ones; "Congo" alone is the ISO name of the smaller country.
 */
export function countryNames(): ReadonlyMap<string, string> {
  const stated = Object.entries(otherNames).flatMap(([code, names]) =>
    names.split("|").map((name) => [name, code] as const),
  );
  const known = LANGUAGES.flatMap((language) => {
    const names = regionNames(language);
    return COUNTRIES.map(({ value }) => [foldedName(names, value), value] as const);
  });
  const ownLanguages = COUNTRIES.map(({ value }) => new Intl.Locale(`und-${value}`).maximize().language);
  const ownNames = new Map([...new Set(ownLanguages)].map((language) => [language, regionNames(language)] as const));
  const own = COUNTRIES.map(
    ({ value }, at) => [foldedName(ownNames.get(ownLanguages[at] ?? ""), value), value] as const,
  );
  const titles = COUNTRIES.map(({ value, title }) => [foldWords(title), value] as const);
  // A later entry replaces an earlier one.
  return new Map([...own, ...known.reverse(), ...stated, ...titles].filter(([name]) => name !== ""));
}

/** Making one takes longer than reading several names of it. */
function regionNames(language: string): Intl.DisplayNames {
  return new Intl.DisplayNames([language], { type: "region", fallback: "none" });
}

function foldedName(names: Intl.DisplayNames | undefined, code: string): string {
  return foldWords(names?.of(code) ?? "");
}
