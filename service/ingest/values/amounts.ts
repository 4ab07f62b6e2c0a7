/** Reads amounts of money from sources, and converts them to the minor unit of their currency and to US cents. */
import { minorDigits } from "@dealflow/contract/records/currencies";
import { formatValue, RowError } from "../row-error";
import { combineCurrencies, type ReadCurrency, readCurrency } from "./currencies";
import { isMissing } from "./missing";
import { minorUnits, type NumberFormat, readDecimal, shiftPoint, ungrouped } from "./numbers";
import type { Rates } from "./rates";

export { type NumberFormat, PLAIN_NUMBERS } from "./numbers";

/** Tells whether a source states explicitly that the amount is unknown. */
export function isUndisclosed(text: string): boolean {
  if (text === "" || isMissing(text)) return true;
  const rest = text.replace(
    /^(?:an? |(?:amount|montant|betrag|importe|size|value)\s+|金[额額])|\s*(?:amount|sum|value)$/gi,
    "",
  );
  return isMissing(rest) || /^(?:(?:un|not |non )disclosed\b|未透露|未披露|未公[开開]|非公[开開]|비공개)/i.test(text);
}

/** Converts an amount in units of its currency (`1,234.5`) to minor units (123450), rounded to whole ones. */
export function parseAmount(text: string, format: NumberFormat, digits: number, field: string): number {
  const plain = ungrouped(text, format);
  if (plain === undefined) throw new RowError(`${field} ${formatValue(text)} is not an amount of 0 or more.`);
  const minor = minorUnits(plain, digits);
  if (minor === undefined) throw new RowError(`${field} ${formatValue(text)} is too large for an amount.`);
  return minor;
}

export interface ReadAmount {
  /** Digits with at most one point, in units of the currency. */
  readonly plain: string;
  /** The currency that the text itself names. */
  readonly currency: ReadCurrency | null;
}

/** Powers of ten that words and letters stand for, as they follow a number in lower case. */
const MAGNITUDES: ReadonlyMap<string, number> = new Map(
  Object.entries({
    3: "k thousand thousands tsd tausend t€ teur mille tys tis tusen tusind tusinde tuhatta ezer mii bin ribu tkr тыс тысяч тысячи тис тисяч 千 천",
    4: "万 萬 만",
    5: "lakh lakhs lac lacs",
    6: "m mi mm mn mln mio mill milion million millions millionen millones millon milhao milhão milhoes milhões milioni milione miljoen mn. milj miljoona miljoonaa miljon miljoner millioner miliony milionów milionů millió milioane milyon juta jt млн миллион миллиона миллионов мільйон мільйона мільйонів 百万 百萬 백만",
    7: "cr crore crores 千万 千萬 천만",
    8: "億 亿 억",
    9: "b bi bn bln billion billions md mds mrd mia milliard milliards milliarden miliardi miliardo miljard bilhao bilhão bilhoes bilhões mld mlrd mdr miljarder miljardia miljardi milliarder miliardy miliardów miliardů milliárd miliarde milyar miliar млрд миллиард миллиарда миллиардов мільярд мільярда мільярдів 十亿 十億",
    12: "tn trillion trillions billionen billones triliun 兆",
  }).flatMap(([power, words]) => words.split(" ").map((word) => [word, Number(power)] as const)),
);
const LONGEST_MAGNITUDE = Math.max(...[...MAGNITUDES.keys()].map((word) => word.length));

/** A bound counts as its number, since a source that writes `over $10M` knows no better one. */
const ABOUT =
  /^(?:[~≈>≥]=?|approx(?:\.|imately)?|about|around|circa|ca(?:\.|(?=[\s\d]))|c\.|env(?:\.|iron)?|over|more than|nearly|almost|rund|etwa|über|plus de|près de|mehr als|más de|est\.?|estimated|ok\.|około|cca\.?|noin|yaklaşık|около|близько|sekitar|約|约|약|超过?|近|逾)\s*/i;
const NUMBER_WITHIN = /^([^\d]*?)\s*(\d(?:[\d.,'’\s]*\d)?)\s*([^\d]*)$/;
/** Amounts are written in two parts in languages that count in units of ten thousand: `3億5,000万円`. */
const TWO_PARTS = /^(\d[\d,]*)(?:億|亿|억)\s*(\d{1,4}|\d,\d{3})(?=万|萬|만)/;
/** The same amount in another currency follows in brackets: `£32 million ($42.6 million)`. */
const CONVERSION = /(?<=\d.*)\s*\([^()\d]*\d[^()]*\)$/;
/** How sure an amount is may follow, too: `€500m (reported)`. */
const CERTAINTY =
  /\s*\((?:(?:reported|disclosed|undisclosed|confirmed|estimated|est\.|approx\.|geschätzt|estimé|estimado)(?:,\s*|(?=\))))+\)$/i;
const SCIENTIFIC = /^(\d+(?:\.\d+)?)e\+?(\d{1,2})$/i;

/**
 * Reads an amount with or without its currency and magnitude: `2,3M€`, `US$ 1.2 bn`, `Rs 5 lakh`, `1 234 567,89`. Returns
 * undefined for any other text, ranges and negative amounts included.
 */
export function readAmount(text: string, format: NumberFormat): ReadAmount | undefined {
  if (/^\d{1,15}$/.test(text)) return { plain: text, currency: null };
  const scientific = SCIENTIFIC.exec(text);
  if (scientific !== null) return { plain: shiftPoint(scientific[1] ?? "", Number(scientific[2])), currency: null };
  const stated = text.trim().replace(ABOUT, "").replace(CERTAINTY, "").replace(CONVERSION, "");
  const match = NUMBER_WITHIN.exec(stated.replace(TWO_PARTS, inTenThousands));
  if (match === null) return undefined;
  const before = readUnit(match[1] ?? "");
  const isBrazilian = before?.currency?.code === "BRL";
  const unit = (match[3] ?? "")
    .replace(/\s*\+$/, "")
    .replace(NO_CENTS, "")
    .replace(PURPOSE, "");
  const after = readUnit(unit.replace(MIL_KORUN, "m").replace(isBrazilian ? MIL : MIL_REAIS, "k"));
  if (before === undefined || after === undefined) return undefined;
  const power = after.power || before.power;
  if (power === 0 && isUnclear(match[2] ?? "", format)) return undefined;
  const plain = readDecimal(match[2] ?? "", format, power > 0);
  if (plain === undefined) return undefined;
  return { plain: shiftPoint(plain, power), currency: strongest(before.currency, after.currency) };
}

/** Three digits after the point of amounts that are grouped by commas, as in `10.000` beside `30,000`, may be a group, too. */
function isUnclear(text: string, { grouping, decimal }: NumberFormat): boolean {
  const [whole = "", fraction = "", ...others] = decimal === "" ? [] : text.split(decimal);
  return grouping !== "" && others.length === 0 && /^[1-9]\d{0,2}$/.test(whole) && /^\d{3}$/.test(fraction);
}

function inTenThousands(_text: string, large: string, small: string): string {
  return `${large}${small.replace(",", "").padStart(4, "0")}`.replaceAll(",", "");
}

function strongest(before: ReadCurrency | null, after: ReadCurrency | null): ReadCurrency | null {
  const code = combineCurrencies(before, after);
  return code === before?.code ? before : (after ?? before);
}

interface Unit {
  readonly power: number;
  readonly currency: ReadCurrency | null;
}

const NO_UNIT: Unit = { power: 0, currency: null };
/** The word means a thousand in Portuguese, and is short for a million in English. */
const MIL = /^mil\b/i;
/** It is short for a million before the currencies of the Czech Republic and Romania. */
const MIL_KORUN = /^mil\.?(?=\s*(?:kč|(?:czk|korun|(?:de\s+)?lei|ron)\b))/i;
const MIL_REAIS = /^mil(?=\s+rea(?:l|is)\b)/i;
/** German and Swiss prices end so when they have no cents. */
const NO_CENTS = /\s*[.,]-+$/;
/** Some amounts are followed by the kind of money or its purpose: `C$280M equity`. */
const PURPOSE = /\s+(?:in )?(?:equity|debt|cash|stock|upfront|total|round|seed)$/i;

/** Reads what stands before or after a number: a magnitude, a currency, or both (`m€`, `Mio. EUR`, `millions d’euros`). */
function readUnit(text: string): Unit | undefined {
  const plain = text.trim().toLowerCase();
  if (plain === "") return NO_UNIT;
  const alone = readCurrency(plain);
  if (alone !== undefined) return { power: 0, currency: alone };
  const power = MAGNITUDES.get(plain.replace(/\.$/, ""));
  if (power !== undefined) return { power, currency: null };
  return magnitudeThenCurrency(plain) ?? currencyThenMagnitude(plain);
}

function magnitudeThenCurrency(plain: string): Unit | undefined {
  for (let length = Math.min(plain.length - 1, LONGEST_MAGNITUDE); length > 0; length--) {
    const power = MAGNITUDES.get(plain.slice(0, length));
    const rest = plain.slice(length).replace(/^\.?\s*(?:de |d['’]|di |of |in )?\s*/, "");
    const currency = power === undefined ? undefined : readCurrency(rest);
    if (power !== undefined && currency !== undefined) return { power, currency };
  }
  return undefined;
}

function currencyThenMagnitude(plain: string): Unit | undefined {
  const [, currencyText = "", magnitude = ""] = /^(.+?)[\s.]*(\S+?)\.?$/.exec(plain) ?? [];
  const [currency, power] = [readCurrency(currencyText), MAGNITUDES.get(magnitude)];
  return currency === undefined || power === undefined ? undefined : { power, currency };
}

export interface Money {
  readonly usdCents: number | null;
  /** The currency is ISO 4217, and the amount in its minor unit; both or neither are null. */
  readonly currency: string | null;
  readonly minor: number | null;
}

/** Returns US cents of an amount: itself in dollars, else by that day's rate, else null. */
export function usdCents(currency: string, minor: number, on: Date, rates: Rates | null): number | null {
  if (currency === "USD") return minor;
  const rate = rates?.usdPerUnit(currency, on);
  if (rate === undefined) return null;
  const cents = Math.round((minor / 10 ** minorDigits(currency)) * rate * 100);
  return Number.isSafeInteger(cents) ? cents : null;
}
