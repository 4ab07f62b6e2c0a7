/** Finds the unit of amounts that do not state one: in the titles above the header, or in the other texts of their rows. */
import type { Kind } from "../fields";
import type { Classified } from "./by-name";
import { type MoneyWords, titleUnit } from "./names/column-words";

/** No round or deal has such an amount, so that the unit is stated elsewhere, or is a million. */
const BARE = /^\d{1,4}(?:[.,]\d{1,3})?$/;

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
  const unit = titleUnit(titles);
  const titled = columns.map((one) => withTitleUnit(one, unit));
  return withUnitInTexts(titled, rows, kind);
}

function withTitleUnit(column: Classified, { multiply, currency }: Omit<MoneyWords, "words">): Classified {
  if (currency !== null && column.concept === "currency")
    return { ...column, concept: null, side: null, why: `the title above says that amounts are in ${currency}` };
  if (multiply === null || column.concept !== "amount" || column.multiply !== null) return column;
  return { ...column, multiply, currency: column.currency ?? currency };
}

/**
 * Returns the columns, the only one of amounts with the unit that the texts of most rows state behind the same number: `2.1` and
 * `2-1bn-deal`. Without one, prices of which some are below 1 may be in billions as well as in millions, and are not read.
 */
function withUnitInTexts(
  columns: readonly Classified[],
  rows: readonly (readonly string[])[],
  kind: Kind,
): readonly Classified[] {
  const [only, ...others] = columns.filter(({ concept }) => concept === "amount");
  if (only === undefined || others.length > 0 || only.multiply !== null) return columns;
  // Nobody lists only takeovers below a million, so that the prices are in thousands or millions.
  const areSmall = kind === "acquisition" && only.profile.values.every((text) => SMALL.test(text));
  if (!areSmall && !areBare(only.profile.values)) return columns;
  const found = rows.slice(0, 1_000).flatMap((row) => unitInRow(row, only.profile.index) ?? []);
  const [unit] = found.toSorted((a, b) => count(found, b) - count(found, a));
  const isClear = unit !== undefined && found.length >= LEAST_ROWS && count(found, unit) > found.length * 0.8;
  const isUnclear = areSmall && only.profile.values.some((text) => /^0[.,]|\d{5}|,\d{3}/.test(text));
  if (!isClear && !isUnclear) return columns;
  const read = isClear
    ? { ...only, multiply: unit }
    : { ...only, concept: null, side: null, confidence: 0, why: UNCLEAR };
  return columns.map((one) => (one === only ? read : one));
}

const UNCLEAR = "nothing states whether the amounts are in thousands, millions or billions";

function count(units: readonly number[], unit: number): number {
  return units.filter((one) => one === unit).length;
}

function unitInRow(row: readonly string[], index: number): number | undefined {
  const amount = row[index]?.trim() ?? "";
  if (!BARE.test(amount)) return undefined;
  const digits = amount.replace(/[.,]/, "[.,-]").replace(/(?<=\[.,-\]\d*)0+$/, "0*");
  const stated = new RegExp(`(?<![\\d.,])${digits}[\\s-]?(\\p{L}+)`, "u");
  for (const [place, text] of row.entries()) {
    const word = place === index ? undefined : stated.exec(text)?.[1];
    const unit = word === undefined ? undefined : UNITS.find(([pattern]) => pattern.test(word))?.[1];
    if (unit !== undefined) return unit;
  }
  return undefined;
}
