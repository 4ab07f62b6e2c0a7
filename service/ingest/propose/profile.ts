/** Describes the values of each column of a sample. */
import { readAmount } from "../values/amounts";
import { readCountry } from "../values/countries";
import { readCurrency } from "../values/currencies";
import { DATE_FORMATS, parseDate } from "../values/dates";
import { readInvestorType } from "../values/investor-types";
import { findQuotedUrl, readDomain } from "../values/links";
import { isMissing } from "../values/missing";
import { readMoveType, titleSeniority } from "../values/moves";
import { AUTO_NUMBERS } from "../values/numbers";
import { tidy, tidyCell } from "../values/text";
import { columnWords } from "./names/column-words";
import { findMeaning } from "./names/synonyms";

export interface ColumnProfile {
  readonly column: string;
  /** The name lacks a prefix that all columns have. */
  readonly name: string;
  /** The words of the name as \`columnWords\` gives them, with a space between each two. */
  readonly words: string;
  readonly index: number;
  /** The share of rows that have a value, from 0 to 1. */
  readonly fill: number;
  readonly distinct: number;
  /** Three values, each cut to 80 characters. */
  readonly samples: readonly string[];
  /** The share of values of each type, from 0 to 1. */
  readonly shares: Readonly<Record<ValueType, number>>;
  /** The values without those that are empty or say that nothing is known, each as often as it occurs. */
  readonly values: readonly string[];
}

export type ValueType = keyof typeof TESTS;

/** Types are decided from this number of values. */
const TYPED_VALUES = 1_000;
const SAMPLES = 3;
const LONGEST_SAMPLE = 80;

const ROUND =
  /^(?:pre[\s-]*)?(?:series|s[ée]rie|serie)?[\s-]*(?:[a-k]\d?|seed|amor[cç]age)\b.{0,20}$|^(?:seed|angel|venture|growth|debt|grant|bridge|convertible|private equity|crowd\s?funding|equity|pre-?ipo|secondary)\b.{0,25}$/i;
const DOTTED_DAY = /^\d{1,2}\.\d{1,2}\.(?:\d{2}|\d{4})$/;
const NUMBER = /^-?[\d][\d.,' \u00a0\u202f]*$/;
/** A cell may have several addresses. */
const URL_TEXT = /^https?:\/\/\S+(?:\s+https?:\/\/\S+)*$/i;

const TESTS = {
  date: (text: string) =>
    /\d/.test(text) &&
    (!/^[\d.,]+$/.test(text) || DOTTED_DAY.test(text)) &&
    text.length <= 40 &&
    parseDate(text, DATE_FORMATS) !== undefined,
  url: (text: string) => URL_TEXT.test(text) || findQuotedUrl(text) !== undefined,
  // The name of a file may end like a domain; underscores tell it apart. A stock may have the code `300750.SZ`.
  domain: (text: string) =>
    /^(?:https?:\/\/)?(?!\d+\.[A-Z]{2}$)(?:[a-zA-Z0-9-]+\.)+[a-zA-Z]{2,}(?:\/\S*)?$/.test(text) &&
    readDomain(text) !== undefined,
  number: (text: string) => NUMBER.test(text),
  money: (text: string) => /\d/.test(text) && readAmount(text, AUTO_NUMBERS) !== undefined,
  // A place with its country is read as the country, too, and a number as a code.
  country: (text: string) => /^[^,\d]+$/.test(text) && readCountry(text) !== undefined,
  round: (text: string) => ROUND.test(text.replaceAll("_", " ")) && !/^[a-k]\d?$/i.test(text),
  year: (text: string) => /^(?:1[89]|20)\d\d$/.test(text),
  long: (text: string) => text.length > 60,
  // A deal may be won or real.
  currency: (text: string) => !/^(?:won|real)$/i.test(text) && (readCurrency(text)?.code ?? null) !== null,
  investorType: (text: string) => readInvestorType(text) !== undefined,
  moveType: (text: string) => readMoveType(text) !== undefined,
};

/** Returns the share of values that pass a test or match a pattern; 0 of none. */
export function getShare<Value>(values: readonly Value[], test: RegExp | ((value: Value) => boolean)): number {
  const passes = test instanceof RegExp ? (value: Value) => test.test(String(value)) : test;
  return values.filter(passes).length / Math.max(values.length, 1);
}

/** Returns a profile of each column of the header. */
export function profile(header: readonly string[], rows: readonly (readonly string[])[]): ColumnProfile[] {
  const names = withoutSharedPrefix(header);
  return header.map((column, index) => {
    const name = names[index] ?? column;
    const values: string[] = [];
    for (const row of rows) {
      const text = tidyCell(row[index] ?? "");
      if (text !== "" && !isMissing(text)) values.push(text);
    }
    const unique = new Set(values);
    const samples = [...unique].slice(0, SAMPLES).map((text) => text.slice(0, LONGEST_SAMPLE));
    const fill = rows.length === 0 ? 0 : values.length / rows.length;
    return {
      ...{ column, name },
      words: columnWords(name).join(" "),
      index,
      fill,
      distinct: unique.size,
      samples,
      shares: getShares(values),
      values,
    };
  });
}

/** A few columns may be about the same part of a record. */
const LEAST_PREFIXED = 5;
/** These say whose facts the columns are, among those that could have them. */
const TELLING_PREFIX = /^(?:acquirers?|targets?|investors?|vcs?|funds?|persons?|people|founders?|executives?)$/i;

/** Says of all columns what their file is about: `startup_name`, `startup_amount`, `startup_date`. */
function withoutSharedPrefix(header: readonly string[]): readonly string[] {
  const [first = ""] = header;
  const [prefix = "", word = ""] = /^([\p{L}]+)[_.\s-]+(?=\S)/u.exec(first) ?? [];
  const isShared = prefix !== "" && header.every((name) => name.startsWith(prefix) && name !== prefix);
  return isShared && header.length >= LEAST_PREFIXED && !TELLING_PREFIX.test(word)
    ? header.map((name) => name.slice(prefix.length))
    : header;
}

/** Names of columns may end in a unit or a year, and paths look like domains: `EUR 1000`, `company.website`. */
const NO_VALUE = /0{3}\b|(?:19|20)\d\d|^(?!.*\.(?:com|org|net|io|ai|de|fr|eu|co\.uk)$)[^\d/]+$/i;

/**
 * Tells whether the name of a column is a date, a number, an amount, an address or a job title like its values, as it is where a
 * file has no row of names. A column of numbers may be named after their year.
 */
export function isNamedLikeValue({ column, words, shares, values }: ColumnProfile): boolean {
  const name = tidy(column);
  const isLike = (type: ValueType) => shares[type] > 0.8 && TESTS[type](name);
  return (
    (["date", "url", "number"] as const).some((type) => isLike(type) && !TESTS.year(name)) ||
    (["money", "domain"] as const).some((type) => isLike(type) && !NO_VALUE.test(name)) ||
    // A column may be about seats in boards.
    (areTitles([name]) &&
      titleSeniority(name) !== "board" &&
      areTitles(values) &&
      findMeaning(words.split(" ")) === undefined)
  );
}

/** Sentences about executives have more words. */
const LONGEST_TITLE = 12;

/** Tells whether nearly all texts are titles of executives. */
export function areTitles(values: readonly string[]): boolean {
  const some = values.slice(0, 100);
  const isTitle = (text: string) =>
    text.split(" ").length <= LONGEST_TITLE && !["other", undefined].includes(titleSeniority(text));
  return getShare(some, isTitle) > 0.8;
}

function getShares(values: readonly string[]): Record<ValueType, number> {
  const typed = values.slice(0, TYPED_VALUES);
  const shares = Object.entries(TESTS).map(([type, test]) => [type, getShare(typed, test)]);
  return Object.fromEntries(shares) as Record<ValueType, number>;
}
