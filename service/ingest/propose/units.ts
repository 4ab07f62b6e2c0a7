/** Finds the unit and the currency of amounts that state none: in the titles above the header, or in the other texts of their rows. */
import type { Kind } from "../fields";
import { readCurrency } from "../values/currencies";
import { type Classified, NOTHING_KNOWN } from "./by-name";
import { titleUnit } from "./names/column-words";

/** No round or deal has such an amount, so that the unit is stated elsewhere, or is a million. */
const BARE = /^\d{1,4}(?:[.,]\d{1,3})?$/;

/** `Amount confidential` is a question. */
const FLAG = /^[01](?:\.0)?$/;

const SMALL = /^\d{1,6}(?:[.,]\d{1,3})?$/;

export function areBare(values: readonly string[]): boolean {
  return values.length >= 3 && values.every((text) => BARE.test(text));
}

const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^(?:b|bn|billions?|mrd|milliarden?|млрд)$/i, 1e9],
  [/^(?:m|mn|mm|millions?|mio|millionen|mln|млн)$/i, 1e6],
  [/^(?:k|thousands?)$/i, 1e3],
];
/** Fewer rows may repeat the number by chance. */
const LEAST_ROWS = 2;

interface Texts {
  readonly titles?: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Returns the columns, those of amounts with the unit that is stated elsewhere. */
export function withUnits(
  columns: readonly Classified[],
  { titles = [], rows }: Texts,
  kind: Kind,
): readonly Classified[] {
  const { multiply, currency } = titleUnit(titles);
  const titled = columns.map((column): Classified => {
    if (currency !== null && column.concept === "currency")
      return { ...column, concept: null, side: null, why: `the title above says that amounts are in ${currency}` };
    if (multiply === null || column.concept !== "amount" || column.multiply !== null) return column;
    return { ...column, multiply, currency: column.currency ?? currency };
  });
  return withUnitInTexts(titled, rows, kind);
}

/**
 * Returns the columns, the only one of amounts with the unit and the currency that the texts of most rows state beside the same number:
 * `2.1` and `2-1bn-deal`, `raises-chf-2-1-million`. Without a unit, prices of which some are below 1 may be in billions as well as in
 * millions, and are not read.
 */
function withUnitInTexts(
  columns: readonly Classified[],
  rows: readonly (readonly string[])[],
  kind: Kind,
): readonly Classified[] {
  const [only, ...others] = columns.filter(
    ({ concept, profile }) => concept === "amount" && !profile.values.every((text) => FLAG.test(text)),
  );
  if (only === undefined || others.length > 0 || only.multiply !== null) return columns;
  // Nobody lists only takeovers below a million, so that the prices are in thousands or millions.
  const areSmall = kind === "acquisition" && only.profile.values.every((text) => SMALL.test(text));
  if (!areSmall && !areBare(only.profile.values)) return columns;
  const texts = rows.slice(0, 1_000).map((row) => ({
    digits: digitsPattern(row[only.profile.index]?.trim() ?? ""),
    others: row.filter((_, place) => place !== only.profile.index),
  }));
  const unit = usual(texts.flatMap((row) => findBeside(row, wordBehind, readUnit) ?? []));
  const currency = columns.some(({ concept }) => concept === "currency")
    ? undefined
    : usual(texts.flatMap((row) => findBeside(row, codeBefore, readCode) ?? []));
  const isUnclear = areSmall && only.profile.values.some((text) => /^0[.,]|\d{5}|,\d{3}/.test(text));
  if (unit === undefined && isUnclear)
    return columns.map((one) => (one === only ? { ...only, ...NOTHING_KNOWN, why: UNCLEAR } : one));
  const read = { ...only, multiply: unit ?? null, currency: only.currency ?? currency ?? null };
  return columns.map((one) => (one === only ? read : one));
}

const UNCLEAR = "nothing states whether the amounts are in thousands, millions or billions";

/** Returns the value that is found in several rows, and in nearly all that have one. */
function usual<Value>(found: readonly Value[]): Value | undefined {
  const count = (value: Value) => found.filter((one) => one === value).length;
  const [best] = found.toSorted((a, b) => count(b) - count(a));
  return best !== undefined && found.length >= LEAST_ROWS && count(best) > found.length * 0.8 ? best : undefined;
}

interface RowTexts {
  /** Matches the number of the row as texts and addresses write it; undefined where it is none. */
  readonly digits: string | undefined;
  readonly others: readonly string[];
}

function digitsPattern(amount: string): string | undefined {
  if (!BARE.test(amount)) return undefined;
  return amount.replace(/[.,]/, "[.,-]").replace(/(?<=\[.,-\]\d*)0+$/, "0*");
}

/** Returns what the word means that stands beside the number of the row in its other texts. */
function findBeside<Value>(
  { digits, others }: RowTexts,
  pattern: (digits: string) => string,
  read: (word: string) => Value | undefined,
): Value | undefined {
  if (digits === undefined) return undefined;
  const stated = new RegExp(pattern(digits), "u");
  for (const text of others) {
    const found = read(stated.exec(text)?.[1] ?? "");
    if (found !== undefined) return found;
  }
  return undefined;
}

const wordBehind = (digits: string) => String.raw`(?<![\d.,])${digits}[\s-]?(\p{L}+)`;
const codeBefore = (digits: string) => String.raw`((?<!\p{L})\p{L}{3}|\p{Sc})[\s-]?${digits}`;

const readUnit = (word: string) => UNITS.find(([pattern]) => pattern.test(word))?.[1];

/** The codes of other currencies are words, too: `all`, `top`, `won`. */
const CODE = /^(?:\p{Sc}|usd|eur|gbp|chf|sek|nok|dkk|pln|czk|inr|jpy|cny|aud|nzd|cad|sgd|hkd|brl|zar)$/iu;

const readCode = (word: string) => (CODE.test(word) ? (readCurrency(word)?.code ?? undefined) : undefined);
