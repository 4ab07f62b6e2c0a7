/**
 * Keyword search: how a text is folded, and what a word that is looked for finds. The index and the predicate follow it.
 *
 * A word of one or two letters finds itself as a whole word, because parts of words that short are everywhere, and alone also
 * the beginning of a name; any other finds every place where it occurs. Scripts without spaces between words have no short
 * words: one character finds itself. A word with `ae`, `oe` or `ue` also finds the whole word without the `e`: German
 * writes `Müller`, which is folded to `muller`, as `Mueller` where there are no umlauts.
 */
import { ASCII, foldText } from "./fold-text";
import { characters } from "./syntax";

/**
 * These are letters beyond ASCII of scripts that separate words: Latin, Greek, Cyrillic, Hebrew, Arabic, those of
 * India, …
 */
const SPACED =
  "\\u00aa\\u00b5\\u00ba\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u037d\\u037f-\\u0386\\u0388-\\u0588\\u058a-\\u05bd" +
  "\\u05bf-\\u060b\\u060d-\\u061a\\u061c-\\u061e\\u0620-\\u06d3\\u06d5-\\u0963\\u0966-\\u0dff\\u0f00-\\u0fff" +
  "\\u10a0-\\u10ff\\u1200-\\u177f\\u1800-\\u1fff\\u2c00-\\u2dff\\ufb00-\\ufdff\\ufe70-\\ufefc\\uff10-\\uff19" +
  "\\uff21-\\uff3a\\uff41-\\uff5a\\u{10000}-\\u{1efff}";
/** These scripts don't separate words: Thai, Lao, Burmese, Khmer, Korean, Japanese, Chinese. */
const UNSPACED =
  "\\u0e00-\\u0eff\\u1000-\\u109f\\u1100-\\u11ff\\u1780-\\u17ff\\u3005-\\u3007\\u3031-\\u3035\\u3041-\\u309f" +
  "\\u30a1-\\u30fa\\u30fc-\\u31ff\\u3400-\\u9fff\\ua960-\\ua97f\\uac00-\\ud7ff\\uf900-\\ufaff\\uff66-\\uffdc" +
  "\\u{20000}-\\u{3ffff}";

const WORDS = new RegExp(`[a-z0-9${SPACED}]+`, "gu");
const WORD = new RegExp(`^${WORDS.source}$`, "u");
const SPACED_RUNS = new RegExp(`[${SPACED}]+`, "gu");
const UNSPACED_RUNS = new RegExp(`[${UNSPACED}]+`, "gu");
const LONGEST_WHOLE_WORD = 2;
const SHORT_WORDS = /(?<![a-z0-9])[a-z0-9]{1,2}(?![a-z0-9])/g;
/** The mark distinguishes a part of a run of letters from a word. */
const PART = "*";

export function searchWords(search: string): string[] {
  return [...new Set(foldText(search).trim().split(/\s+/))];
}

export function isWholeWord(word: string): boolean {
  return WORD.test(word) && characters(word) <= LONGEST_WHOLE_WORD;
}

/** Returns `muller` for `mueller`; undefined for a word that spells no umlaut out. */
export function withoutUmlauts(word: string): string | undefined {
  const other = word.replace(/([aou])e/g, "$1");
  return other === word || !/^[a-z0-9]+$/.test(word) ? undefined : other;
}

/** Trigrams find the beginnings of names by these letters alone in every locale. */
const BEGINNING = /^[a-z0-9]{1,2}$/;

/** Returns the word of a search that also finds the names which begin with it; undefined for any other search. */
export function findBeginning(words: readonly string[]): string | undefined {
  return words.length === 1 ? words.find((word) => BEGINNING.test(word)) : undefined;
}

/** Finds a word in folded texts. */
export function wordTest(word: string): (text: string) => boolean {
  if (isWholeWord(word)) return wholeWordTest(word);
  const other = withoutUmlauts(word);
  const occursAsOther = other === undefined ? () => false : wholeWordTest(other);
  return (text) => text.includes(word) || occursAsOther(text);
}

function wholeWordTest(word: string): (text: string) => boolean {
  const whole = new RegExp(`(?<![a-z0-9${SPACED}])${word}(?![a-z0-9${SPACED}])`, "u");
  return (text) => whole.test(text);
}

/**
 * Returns the terms that index a folded text in addition to its trigrams, which cover ASCII alone: its short words, and
 * of letters beyond ASCII three in a row, or one and two where a word may be that short.
 */
export function indexedTerms(text: string): string[] {
  if (ASCII.test(text)) return [...new Set(text.match(SHORT_WORDS))];
  const short = [...text.matchAll(WORDS)].map(([word]) => word).filter(isWholeWord);
  return [...new Set([...short, ...letterTerms(text)])];
}

/** Returns those of them that every text with this part has. */
export function letterTerms(part: string): string[] {
  return [
    ...new Set([...terms(part, SPACED_RUNS, 3), ...terms(part, UNSPACED_RUNS, 1), ...terms(part, UNSPACED_RUNS, 2)]),
  ];
}

function terms(text: string, runs: RegExp, length: number): string[] {
  return [...text.matchAll(runs)].flatMap(([run]) => {
    const letters = [...run];
    return letters.slice(length - 1).map((_, at) => `${PART}${letters.slice(at, at + length).join("")}`);
  });
}
