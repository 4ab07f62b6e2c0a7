/** Describes the values of each column of a sample. */
import { reduceDomain } from "@dealflow/contract/query/syntax";
import { readAmount } from "../values/amounts";
import { readCountry } from "../values/countries";
import { DATE_FORMATS, parseDate } from "../values/dates";
import { isMissing } from "../values/missing";
import { AUTO_NUMBERS } from "../values/numbers";
import { tidy } from "../values/text";

export interface ColumnProfile {
  readonly column: string;
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

export type ValueType = "date" | "url" | "domain" | "number" | "money" | "country" | "round" | "year" | "long";

/** Types are decided from this number of values. */
const TYPED_VALUES = 1_000;
const SAMPLES = 3;
const LONGEST_SAMPLE = 80;

const ROUND =
  /^(?:pre[\s-]*)?(?:series|s[ée]rie|serie)?[\s-]*(?:[a-k]\d?|seed|amor[cç]age)\b.{0,20}$|^(?:seed|angel|venture|growth|debt|grant|bridge|convertible|private equity|crowd\s?funding|equity|pre-?ipo|secondary)\b.{0,25}$/i;
const NUMBER = /^-?[\d][\d.,' \u00a0\u202f]*$/;
const URL_TEXT = /^https?:\/\/\S+$/i;

const TESTS: Readonly<Record<ValueType, (text: string) => boolean>> = {
  date: (text) =>
    /\d/.test(text) && !/^[\d.,]+$/.test(text) && text.length <= 40 && parseDate(text, DATE_FORMATS) !== undefined,
  url: (text) => URL_TEXT.test(text),
  domain: (text) =>
    /^(?:https?:\/\/)?(?:[\w-]+\.)+[a-z]{2,}(?:\/\S*)?$/i.test(text) && reduceDomain(text) !== undefined,
  number: (text) => NUMBER.test(text),
  money: (text) => /\d/.test(text) && readAmount(text, AUTO_NUMBERS) !== undefined,
  // A place with its country is read as the country, too.
  country: (text) => !text.includes(",") && readCountry(text) !== undefined,
  round: (text) => ROUND.test(text) && !/^[a-k]\d?$/i.test(text),
  year: (text) => /^(?:1[89]|20)\d\d$/.test(text),
  long: (text) => text.length > 60,
};

/** Returns a profile of each column of the header. */
export function profile(header: readonly string[], rows: readonly (readonly string[])[]): ColumnProfile[] {
  return header.map((column, index) => {
    const values: string[] = [];
    for (const row of rows) {
      const text = tidy(row[index] ?? "");
      if (text !== "" && !isMissing(text)) values.push(text);
    }
    const unique = new Set(values);
    const samples = [...unique].slice(0, SAMPLES).map((text) => text.slice(0, LONGEST_SAMPLE));
    const fill = rows.length === 0 ? 0 : values.length / rows.length;
    return { column, index, fill, distinct: unique.size, samples, shares: getShares(values), values };
  });
}

function getShares(values: readonly string[]): Record<ValueType, number> {
  const typed = values.slice(0, TYPED_VALUES);
  const share = (type: ValueType) =>
    typed.length === 0 ? 0 : typed.reduce((count, text) => count + (TESTS[type](text) ? 1 : 0), 0) / typed.length;
  return {
    ...{ date: share("date"), url: share("url"), domain: share("domain"), number: share("number") },
    ...{ money: share("money"), country: share("country"), round: share("round"), year: share("year") },
    long: share("long"),
  };
}
