/** Cleans text from sources: literal escape sequences, odd spaces, several spellings of one name. */

import { replaceLetters } from "@dealflow/contract/query/fold-text";

const ESCAPES = /(?:\\{1,2}x[0-9a-f]{2})+|\\{1,2}u[0-9a-f]{4}|\\{1,2}[nrt]/gi;
const UTF8 = new TextDecoder("utf-8", { fatal: true });
const LATIN1 = new TextDecoder("latin1");

/**
 * Decodes escape sequences that an export left in its texts (`\n`, `\u2019`, `\xe2\x80\x99`, also with two
 * backslashes). Bytes are UTF-8, or Latin-1 when they are not.
 */
export function decodeEscapes(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(ESCAPES, (sequence) => {
    const code = sequence.replace(/^\\+/, "");
    if (/^u/i.test(code)) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /^x/i.test(code) ? getBytes(sequence) : " ";
  });
}

function getBytes(sequence: string): string {
  const bytes = Uint8Array.from(sequence.matchAll(/x([0-9a-f]{2})/gi), (match) => Number.parseInt(match[1] ?? "", 16));
  try {
    return UTF8.decode(bytes);
  } catch {
    return LATIN1.decode(bytes);
  }
}

/** Most texts match nothing here and are returned as they are. */
const UNTIDY = /[^ -~]| {2}|^ | $/;
/** Letters with accents need no care either: only spaces, controls, and what the steps below replace. */
const ODD =
  /[\p{Cc}\p{Cf}\p{Cs}\s\u115f\u1160\u3164\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\u{1d400}-\u{1d7ff}\u210a-\u2134]/u;
/** Soft hyphens, zero-width spaces, byte order marks and controls of direction change how a text looks or is found. */
const INVISIBLE =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb]/g;
/** Scripts of Asia and pictures of several parts need joiners; in other texts they are invisible. */
const JOINERS =
  /(?<![\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f)[\u200c\u200d]/gu;
/** Mathematical letters and digits, full-width Latin ones, and the letters that the mathematical block leaves out. */
const STYLED =
  /[\u{1d400}-\u{1d7ff}\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\u210a-\u210e\u2110-\u2112\u211b\u212c\u212f-\u2131\u2133\u2134]+/gu;

/** Some systems write accents, marks of kana and parts of Korean syllables as characters of their own. */
const DECOMPOSED = /[\u0300-\u036f\u1100-\u11ff\u3099\u309a]/;

/**
 * Returns one line without spaces at its ends, every run of spaces and control characters being one space. Invisible
 * characters and halves of characters are cut out, accents are part of their letters, and styled Latin letters become plain ones.
 */
export function tidy(given: string): string {
  const text = DECOMPOSED.test(given) ? given.normalize("NFC") : given;
  if (!UNTIDY.test(text) || !ODD.test(text)) return UNTIDY.test(text) ? text.trim() : text;
  return text
    .replace(/\p{Cs}/gu, "")
    .replace(INVISIBLE, "")
    .replace(JOINERS, "")
    .replace(STYLED, (letters) => letters.normalize("NFKC"))
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}

/** An encyclopedia refers to its notes so: `Chairman and CEO[1]`, `1995[note 2]`. */
const NOTE_MARK = /(?<=[\p{L}\p{N})."'])(?:\s?\[(?:(?:note|nb|n|ref) )?(?:\d{1,3}|[a-z])\])+/giu;

/** A table of Markdown prints its cells in bold so: `**Hollin**`. */
const BOLD = /^\*\*([^*]+)\*\*$/;

/** Pages of the web write these characters so: `Hollin &amp; Veld`. */
const ENTITY = /&(amp|lt|gt|quot|apos|nbsp|#\d{1,7}|#x[\da-f]{1,6});/gi;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

function decodeEntities(text: string): string {
  return text.replace(ENTITY, (entity, name: string) => {
    if (!name.startsWith("#")) return ENTITIES[name.toLowerCase()] ?? entity;
    const code = Number(name.slice(1).replace(/^x/i, "0x"));
    return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
  });
}

/** Returns the text of a cell: tidy, with the characters that entities stand for, and without the marks of footnotes and of bold print. */
export function tidyCell(text: string): string {
  const plain = tidy(text.includes("&") ? decodeEntities(text) : text);
  const own = plain.startsWith("**") ? plain.replace(BOLD, "$1") : plain;
  return own.includes("]") ? own.replace(NOTE_MARK, "") : own;
}

/**
 * Returns the words of a text in lower case without accents and punctuation, each followed by one space but the last.
 * The parts of Korean syllables stay together.
 */
export function foldWords(text: string): string {
  return replaceLetters(text.normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "").normalize("NFC"))
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

const ASCII = /^[ -~]*$/;

/** Returns the same text for spellings of one name that differ in case, accents, punctuation or spaces. */
export function normalName(name: string): string {
  const words = ASCII.test(name)
    ? name
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, " ")
        .trim()
    : unaccented(name);
  return words === "" ? tidy(name).toLowerCase() : words;
}

function unaccented(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

const QUOTED = /'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g;
const QUOTED_LIST = new RegExp(String.raw`^\[\s*(?:(?:${QUOTED.source})\s*(?:,\s*|(?=\])))*\]$`);

/** Returns the texts of a list as Python or JSON writes it, `['Hollin', "Veld's"]`; undefined for any other text. */
export function listedTexts(text: string): readonly string[] | undefined {
  if (!text.startsWith("[") || !QUOTED_LIST.test(text)) return undefined;
  return [...text.matchAll(QUOTED)].map(([, single, double]) => (single ?? double ?? "").replace(/\\(.)/g, "$1"));
}

/** Returns the words of a list in the source, which has any number of lines. */
export function wordSet(list: string, separator = /\s+/): ReadonlySet<string> {
  return new Set(list.trim().split(separator));
}
