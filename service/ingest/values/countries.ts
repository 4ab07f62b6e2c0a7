/** Reads countries from their codes, from their names in several languages, and from the end of a place. */
import { COUNTRIES } from "@dealflow/contract/values/countries";
import { ALPHA2_OF_CODE } from "./countries/codes";
import { countryNames } from "./countries/names";
import { memoize } from "./memoize";
import { foldWords } from "./text";

/** `EL` and `UK` are the European Union's codes of Greece and the United Kingdom. */
const CODES: ReadonlyMap<string, string> = new Map([
  ...ALPHA2_OF_CODE,
  ...COUNTRIES.map(({ value }) => [value, value] as const),
  ["EL", "GR"],
  ["UK", "GB"],
  ["UAE", "AE"],
  ["KSA", "SA"],
  ["ROM", "RO"],
  ["TAN", "TZ"],
]);

/** Parts of a place that look like a country: `Los Angeles, CA` is not in Canada, nor `Lebanon, NH` in Lebanon. */
const STATES: ReadonlySet<string> = new Set([
  ..."al ak az ar ca co ct de fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj nm ny nc nd oh ok".split(
    " ",
  ),
  ..."or pa ri sc sd tn tx ut vt va wa wv wi wy dc pr ab bc mb nb nl ns on pe qc sk nsw vic qld act tas".split(" "),
  ..."alabama|alaska|arizona|arkansas|california|colorado|connecticut|delaware|florida|georgia|hawaii|idaho".split("|"),
  ..."illinois|indiana|iowa|kansas|kentucky|louisiana|maine|maryland|massachusetts|michigan|minnesota".split("|"),
  ..."mississippi|missouri|montana|nebraska|nevada|new hampshire|new jersey|new mexico|new york".split("|"),
  ..."north carolina|north dakota|ohio|oklahoma|oregon|pennsylvania|rhode island|south carolina".split("|"),
  ..."south dakota|tennessee|texas|utah|vermont|virginia|washington|west virginia|wisconsin|wyoming".split("|"),
  ..."ontario|quebec|british columbia|alberta|manitoba|saskatchewan|nova scotia|new brunswick".split("|"),
]);
const GEORGIAN_CITIES = /\b(tbilisi|batumi|kutaisi|rustavi)\b/;

let names: ReadonlyMap<string, string> | undefined;

/**
 * Returns the alpha-2 code of a country from its ISO 3166-1 code, its name in a common language or its own, an official
 * or former name, or a place that ends with one (`Leeds, UK`); undefined for anything else, states of the USA included.
 */
export const readCountry: (text: string) => string | undefined = memoize((text) => {
  return CODES.get(text.toUpperCase()) ?? flagCountry(text) ?? namedCountry(text) ?? placeCountry(text);
});

/** A flag consists of two regional indicators, which are letters of the code. */
function flagCountry(text: string): string | undefined {
  if (!/^[\u{1f1e6}-\u{1f1ff}]{2}$/u.test(text)) return undefined;
  const letters = [...text].map((part) => String.fromCharCode((part.codePointAt(0) ?? 0) - 0x1f1e6 + 65));
  return CODES.get(letters.join(""));
}

const OF = "(?:of|de la|de las|de los|de l|du|des|de|del|della|di|do|da|dos|d|von|van|av)";
/** Official names are a form of state and the name. */
const FORM_OF_STATE = new RegExp(
  String.raw`^(?:\w+ ){0,2}?(?:republic|kingdom|state|states|principality|sultanate|duchy|commonwealth|union|federation|emirate|republique|royaume|republik|bundesrepublik|konigreich|furstentum|republica|reino|repubblica|regno|republiek|koninkrijk)(?: ${OF})? (?:the )?`,
);

function namedCountry(text: string): string | undefined {
  names ??= countryNames();
  const words = foldWords(text.replace(/&/g, " and ")).replace(/^the /, "");
  const initials = /^\w(?: \w)+$/.test(words) ? CODES.get(words.replaceAll(" ", "").toUpperCase()) : undefined;
  return (
    initials ??
    names.get(words) ??
    names.get(foldWords(text)) ??
    names.get(words.replace(FORM_OF_STATE, "")) ??
    reversedCountry(words, text)
  );
}

/** Lists sorted by name write `Korea, Republic of` and `Iran (Islamic Republic of)`. */
function reversedCountry(words: string, text: string): string | undefined {
  const [, name = "", form = ""] = /^(.+?)\s*[,(]\s*(.+?(?:of|of the))\s*\)?$/i.exec(text) ?? [];
  if (form === "") return undefined;
  const whole = foldWords(`${form} ${name}`).replace(/^the /, "");
  return names?.get(whole) ?? names?.get(whole.replace(FORM_OF_STATE, "")) ?? names?.get(words);
}

function placeCountry(text: string): string | undefined {
  const parts = text.split(/[,;|/()]|\s[-–—]\s/).map((part) => part.trim());
  const stated = parts.filter((part) => part !== "");
  const last = stated.at(-1) ?? "";
  if (stated.length < 2 && last === text) return undefined;
  if (STATES.has(foldWords(last))) return georgia(text, last);
  for (const part of stated.reverse()) {
    const code = /^[A-Z]{2,3}$/.test(part) ? CODES.get(part) : undefined;
    const found = code ?? namedCountry(part);
    if (found !== undefined) return found;
  }
  return undefined;
}

function georgia(text: string, last: string): string | undefined {
  return foldWords(last) === "georgia" && GEORGIAN_CITIES.test(foldWords(text)) ? "GE" : undefined;
}
