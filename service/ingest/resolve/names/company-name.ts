/** Takes a company's name apart into what identifies it and what does not. */
import { parse } from "tldts";
import { memoize } from "../../values/memoize";
import { isQualifier } from "./common-words";
import { foldName } from "./fold";
import { withoutForms } from "./legal-forms";
import { numbersIn, withDigits } from "./numbers";
import { type Places, placesIn } from "./places";

export interface CompanyName {
  /** These words identify it: legal forms, articles and conjunctions are not among them. */
  readonly words: readonly string[];
  /** The same words are written together here: `goodwill` for `Good Will Company`. */
  readonly joined: string;
  /** The classes of the legal forms that are stated. */
  readonly forms: readonly string[];
  /** The numbers that the name states, as one text. */
  readonly numbers: string;
  readonly places: Places;
  /**
   * Letters by which the company is known, too: the part of the name before a dash or a bracket, in brackets, or beside
   * "formerly", `acme` of `Acme.com` and of `Acme Group`, `dominos` of `Domino's`, and `mueller` of `Müller`.
   */
  readonly parts: readonly string[];
}

const NEEDLESS: ReadonlySet<string> = new Set("the and et und of".split(" "));
/** A name beside one of these is known alone. */
const SPLIT =
  /\s[-–—|/:]\s|\s[([]|\b(?:formerly(?: known as)?|previously|anciennement|ex|aka|a\.k\.a\.?|dba|d\/b\/a|doing business as)\b(?=\s)/i;
/** Another company follows one of these. */
const OWNER = /\s(?:by|part of|powered by|une marque de|a division of)\s.*$/i;
/** A shorter part is often an abbreviation of something else. */
const SHORTEST_PART = 3;

/** A batch of an import states and looks up as many names, of its rows, of known records and of candidates. */
const REMEMBERED_NAMES = 20_000;

/** Returns the parts of a name; remembered, because an import states the same names again and again. */
export const readCompanyName: (name: string) => CompanyName = memoize((name) => {
  const folded = withDigits(foldName(name));
  const { words: all, forms } = withoutForms(folded);
  const words = identifying(all);
  const joined = words.join("");
  return { words, joined, forms, numbers: numbersIn(words), places: placesIn(words), parts: listParts(name, words) };
}, REMEMBERED_NAMES);

function identifying(words: readonly string[]): readonly string[] {
  const kept = words.filter((word) => !NEEDLESS.has(word));
  return kept.length > 0 ? kept : words;
}

/** A site's address, or the beginning of a name. */
const ADDRESS = /^([\p{L}\p{N}-]+)((?:\.[a-z]{2,})+)(?=$|[\s,])/iu;
const POSSESSIVE = /(?<=\p{L})['’`´]s(?!\p{L})/giu;
const TWO_LETTERS: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa" };

function listParts(name: string, words: readonly string[]): string[] {
  const joined = words.join("");
  const alone = [
    ...name.replace(OWNER, "").split(SPLIT),
    ...withoutEnding(name, joined),
    name.replace(POSSESSIVE, "s"),
    withTwoLetters(name),
  ].flatMap((part) => (part === name ? [] : [identifyingLetters(part)]));
  return [...new Set([...alone, withoutQualifiers(words).join("")])].filter(
    (part) => part.length >= SHORTEST_PART && part !== joined,
  );
}

/** Returns `Mueller` for `Müller`, which is `muller` by its letters. */
function withTwoLetters(name: string): string {
  return name.normalize("NFC").replace(/[äöüøå]/gi, (letter) => TWO_LETTERS[letter.toLowerCase()] ?? letter);
}

function identifyingLetters(name: string): string {
  return identifying(withoutForms(withDigits(foldName(name))).words).join("");
}

/** Returns `acme` for `acme group`: the words without those at the end that tell nothing. */
function withoutQualifiers(words: readonly string[]): readonly string[] {
  return words.slice(0, words.findLastIndex((word) => !isQualifier(word)) + 1);
}

/** Returns the name of a company that is called like its site (`Acme` for `Acme.co.in` and `Acme.com Ltd`), if it is. */
function withoutEnding(name: string, joined: string): string[] {
  const [address, label = "", ending = ""] = ADDRESS.exec(name) ?? [];
  if (address === undefined || identifyingLetters(address) !== joined) return [];
  const { isIcann, publicSuffix } = parse(address);
  return isIcann && `.${publicSuffix}` === ending.toLowerCase() ? [label] : [];
}

/** Returns the letters of the first part by which a company of this name is known; null for most names. */
export function namePart(name: string): string | null {
  return readCompanyName(name).parts[0] ?? null;
}

/** Returns the letters under which a company of this name is stored. */
export function storedKeys(name: string): readonly string[] {
  const part = namePart(name);
  return part === null ? [nameKey(name)] : [nameKey(name), part];
}

/** Returns the letters of a name, and those with umlauts written as two letters. */
export function spelledKeys(name: string): readonly string[] {
  return [...new Set([nameKey(name), nameKey(withTwoLetters(name))])];
}

/** Returns the letters of the names under which a company of this name may be stored: its own, and those of its parts. */
export function lookupKeys(name: string): readonly string[] {
  const { joined, parts } = readCompanyName(name);
  return [joined, ...parts];
}

/** Returns the letters under which names of one company or investor are stored and looked up. */
export function nameKey(name: string): string {
  return readCompanyName(name).joined;
}
