/**
 * Reads single values of a row; for each value that cannot be read there is one sentence that names the field, the value
 * and the allowed ones.
 */
import { nearest } from "@dealflow/contract/query/nearest";
import { isNaicsParameter } from "@dealflow/contract/query/syntax";
import { MOVE_TYPES, PAYMENT_TYPES, ROLE_SENIORITIES } from "@dealflow/contract/values/events";
import { INDUSTRIES } from "@dealflow/contract/values/industries";
import { EMPLOYEE_BUCKETS, INVESTOR_TYPES, VERTICALS } from "@dealflow/contract/values/organisations";
import { formatValue } from "./row-error";
import { readCountry } from "./values/countries";
import { readCurrency } from "./values/currencies";
import { parseDate } from "./values/dates";
import { readHeadcount } from "./values/headcounts";
import { readIndustry, readVertical } from "./values/industries";
import { readInvestorType } from "./values/investor-types";
import { readUrl } from "./values/links";
import { memoize } from "./values/memoize";
import { readMoveType, readSeniority } from "./values/moves";
import { foldWords } from "./values/text";

export interface ValueReader<V> {
  /** Returns undefined for a text that is no value. */
  read(text: string): V | undefined;
  /** Says why a text is no value. */
  sentence(text: string, field: string): string;
}

/** A sentence suggests at most this many values. */
const MOST_MEANT = 3;

/** Allows one of a list; the reader knows more spellings than the values. */
function listed<V extends string>(read: (text: string) => V | undefined, values: readonly V[]): ValueReader<V> {
  const words = values.map((value) => foldWords(value).split(" "));
  /** Returns values that have all words of the text, such as the longer name of an industry. */
  const extending = (text: string) => {
    const stated = foldWords(text).split(" ");
    return values.filter((_, index) => stated.every((word) => words[index]?.includes(word))).slice(0, MOST_MEANT);
  };
  const allowed = memoize((text) => {
    // Comparing a text with each of hundreds of labels would take longer than all else in a row.
    const alike = values.filter((value) => initial(value) === initial(text));
    const near = nearest(text, alike);
    const meant = near === undefined ? extending(text) : [near];
    return meant.length === 0 ? allowedSentence(values) : `did you mean ${meant.map(formatValue).join(" or ")}?`;
  });
  return { read, sentence: (text, field) => `${field} ${formatValue(text)} is not an allowed value; ${allowed(text)}` };
}

function initial(text: string): string {
  return text.charAt(0).toLowerCase();
}

function allowedSentence(values: readonly string[]): string {
  const some = values.slice(0, 12).join(", ");
  return values.length > 12 ? `there are ${values.length}, such as ${some}.` : `allowed are ${some}.`;
}

function listValues<V extends string>(list: readonly { readonly value: V }[]): V[] {
  return list.map(({ value }) => value);
}

const PAYMENTS: ReadonlyMap<string, (typeof PAYMENT_TYPES)[number]["value"]> = new Map([
  ...PAYMENT_TYPES.flatMap(({ value, title }) => [value, foldWords(title)].map((name) => [name, value] as const)),
  ["bar", "cash"],
  ["equity", "stock"],
  ...["cash and equity", "hybrid", "misto", "mixto", "mixte"].map((name) => [name, "mixed"] as const),
  ...["unknown", "not disclosed", "other"].map((name) => [name, "undisclosed"] as const),
]);

/** A sentence about a payment names what was paid: `$3.50 cash + 0.04 shares`. */
function readPayment(text: string) {
  const words = foldWords(text.replace(/(?:\/|\b(?:per|an?) )\s*shares?\b/gi, " "));
  const isCash = /\b(?:casho?|barzahlung|especes|efectivo|contanti|dinheiro)\b/.test(words);
  const isStock = /\b(?:stock|shares?|aktien\w*|actions|azioni|acciones|acoes|(?<!private )equity)\b/.test(words);
  return PAYMENTS.get(words) ?? (isCash ? (isStock ? "mixed" : "cash") : isStock ? "stock" : undefined);
}

export const PAYMENT_TYPE = listed(readPayment, listValues(PAYMENT_TYPES));
export const MOVE_TYPE = listed(readMoveType, listValues(MOVE_TYPES));
export const ROLE_SENIORITY = listed(readSeniority, listValues(ROLE_SENIORITIES));
export const VERTICAL = listed(readVertical, listValues(VERTICALS));
export const INVESTOR_TYPE = listed(readInvestorType, listValues(INVESTOR_TYPES));
export const INDUSTRY: ValueReader<string> = listed<string>(readIndustry, INDUSTRIES);
export const EMPLOYEE_BUCKET = listed(readHeadcount, listValues(EMPLOYEE_BUCKETS));

export const COUNTRY: ValueReader<string> = {
  read: readCountry,
  sentence: (text, field) =>
    `${field} ${formatValue(text)} is not a known country; use its ISO 3166-1 code or English name.`,
};

export const CURRENCY = {
  read: readCurrency,
  sentence: (text: string, field: string) =>
    `${field} ${formatValue(text)} is not an ISO 4217 currency code such as USD.`,
};

export const URL_ADDRESS: ValueReader<string> = {
  read: readUrl,
  sentence: (text, field) => `${field} ${formatValue(text)} is not a web address; it must begin with http or https.`,
};

/** Codes come with their title in some sources: `5132 - Software Publishers`. */
const NAICS_WITH_TITLE = /^(?:naics\s*:?\s*)?(\d{2}-\d{2}|\d{2,6})(?:\.0+)?(?:\s*[-–:].*)?$/i;

export const NAICS: ValueReader<string> = {
  read: (text) => {
    const code = NAICS_WITH_TITLE.exec(text)?.[1];
    return code !== undefined && isNaicsParameter(code) ? code : undefined;
  },
  sentence: (text, field) => `${field} ${formatValue(text)} is not a NAICS code of 2 to 6 digits or a sector range.`,
};

export const FLAG: ValueReader<boolean> = {
  read: (text) => {
    if (/^(?:true|yes|y|1|t|x|oui|ja|s[ií]|vrai|wahr)$/i.test(text)) return true;
    return /^(?:false|no|n|0|f|non|nein|faux|falsch)$/i.test(text) ? false : undefined;
  },
  sentence: (text, field) => `${field} ${formatValue(text)} must be true or false.`,
};

export function wholeNumber(least: number, most: number): ValueReader<number> {
  return {
    read: (text) => {
      const number = /^\d{1,16}(?:\.0+)?$/.test(text) ? Number(text) : Number.NaN;
      return number >= least && number <= most ? number : undefined;
    },
    sentence: (text, field) => `${field} ${formatValue(text)} must be a whole number from ${least} to ${most}.`,
  };
}

/** Reads a year, also from a date. */
export function year(least: number, most: number): ValueReader<number> {
  const number = wholeNumber(least, most);
  return {
    read: (text) => number.read(text) ?? number.read(String(parseDate(text, ["auto"])?.at.getUTCFullYear())),
    sentence: number.sentence,
  };
}
