/** Recognizes texts that say what they are in any column. */
import { DATE_FORMATS, parseDate } from "./dates";
import { companyInHeadline } from "./headlines";
import { memoize } from "./memoize";

export type Shape =
  | "an address"
  | "an e-mail address"
  | "a date"
  | "an amount"
  | "a number"
  | "an answer"
  | "a sentence";

const ADDRESS = /:\/\/|^www\./i;
const EMAIL = /^\S+@\S+\.\p{L}+$/u;
const NUMBER = /^[^\p{L}]*\d[^\p{L}]*$/u;
const AMOUNT =
  /^[~<>]?\s?(?:(?:\p{Lu}{0,3}\p{Sc}|(?:USD|EUR|GBP|INR|CHF)\s)\s?\d[\d.,]*\s?\p{L}{0,8}|\d[\d.,]*\s?(?:%|[KMB]|mn|bn|(?:m|b)illions?|crores?|lakhs?))\+?$/u;
const MAY_BE_DATE = /\b\d{4}\b.*[\p{L}/.-]|\d[-/.]\d+[-/.]\d|\p{L}.*\b\d{4}\b/u;
const LONGEST_DATE = 40;
const ANSWER = /^(?:true|false|yes|no)$/i;
const LEAST_WORDS = 8;

/** Most words of a sentence have no capital, and those of a name have one. Brackets and slashes are in lists, too. */
function isSentence(text: string): boolean {
  if (/[(/]/.test(text)) return false;
  const words = text.split(" ");
  return words.length >= LEAST_WORDS && words.filter((word) => /^\p{Ll}/u.test(word)).length > words.length * 0.6;
}

function isDate(text: string): boolean {
  return text.length <= LONGEST_DATE && MAY_BE_DATE.test(text) && parseDate(text, DATE_FORMATS) !== undefined;
}

/** Returns undefined for a text that may be anything. */
export const readShape: (text: string) => Shape | undefined = memoize((text) => {
  if (ADDRESS.test(text)) return "an address";
  if (EMAIL.test(text)) return "an e-mail address";
  if (ANSWER.test(text)) return "an answer";
  // A headline has the name of a company.
  if (isSentence(text) && companyInHeadline(text) === undefined) return "a sentence";
  if (!/\d/.test(text)) return undefined;
  if (isDate(text)) return "a date";
  if (AMOUNT.test(text)) return "an amount";
  return NUMBER.test(text) ? "a number" : undefined;
});

/** Each field with free texts refuses these, by the last part of its path. */
const NO_VALUES: Readonly<Record<string, readonly Shape[]>> = {
  // A company may be called `360`, or by an address, and a headline has its name.
  name: ["an e-mail address", "a date", "an amount", "a sentence"],
  investors: ["an address", "an e-mail address", "a date", "an amount", "a sentence"],
  hqCity: ["an address", "an e-mail address", "a date", "an amount", "a number", "an answer", "a sentence"],
  industrySubTags: ["an address", "an e-mail address", "a date", "an amount", "a number", "an answer", "a sentence"],
  businessModel: ["an address", "an e-mail address", "a date", "an amount", "a number", "an answer"],
  description: ["an e-mail address", "a date", "an amount", "a number", "an answer"],
  role: ["an address", "an e-mail address", "a date", "an amount", "a number", "an answer"],
  outlet: ["an e-mail address", "a date", "an amount", "a number", "an answer"],
  title: ["an address", "an e-mail address", "a date", "an amount", "a number", "an answer"],
};

/** Returns the shape of a text that a field cannot have; undefined where it may be its value. */
export function findMisfit(field: string, text: string): Shape | undefined {
  const shape = readShape(text);
  return shape !== undefined && NO_VALUES[field.slice(field.lastIndexOf(".") + 1)]?.includes(shape) ? shape : undefined;
}
