/** Creates the amount of a round or a deal from the fields of a row. */
import { minorDigits } from "@dealflow/contract/records/currencies";
import { CURRENCY, wholeNumber } from "./check-values";
import type { FieldReader } from "./field-reader";
import { formatValue } from "./row-error";
import { isUndisclosed, type Money, readAmount, usdCents } from "./values/amounts";
import { combineCurrencies } from "./values/currencies";
import { minorUnits } from "./values/numbers";

const CENTS = wholeNumber(0, Number.MAX_SAFE_INTEGER);

/**
 * Returns the amount in its own currency, and in dollars as stated or by the rate of that day; null when unknown.
 * @param country that of the company that raised it or was sold
 */
export function checkAmount(
  fields: FieldReader,
  prefix: "amount" | "dealAmount",
  announcedAt: Date,
  country: string | null,
): Money | null {
  const original = checkOriginal(fields, prefix, country);
  const usd = fields.read(`${prefix}UsdCents`, CENTS) ?? checkDollars(fields, `${prefix}Usd`);
  if (original === null) return usd === null ? null : { currency: "USD", minor: usd, usdCents: usd };
  const { currency, minor } = original;
  return { currency, minor, usdCents: usd ?? usdCents(currency, minor, announcedAt, fields.formats.rates) };
}

function checkOriginal(fields: FieldReader, prefix: "amount" | "dealAmount", country: string | null) {
  const minor = fields.read(`${prefix}OriginalCents`, CENTS);
  const text = fields.short("amount");
  if (minor === null && (text === null || isNothing(fields, "amount", text))) return null;
  const cell = text === null ? undefined : readAmount(text, fields.formats.numbers);
  if (minor === null && cell === undefined) return dropAmount(fields, "amount", text ?? "");
  const stated = fields.read("currency", CURRENCY) ?? fields.read(`${prefix}OriginalCurrency`, CURRENCY);
  const currency = combineCurrencies(cell?.currency ?? null, stated, country);
  if (currency === null) {
    const value = text ?? String(minor);
    fields.drop(text === null ? `${prefix}OriginalCents` : "amount", value, `The amount ${value} has no currency.`);
    return null;
  }
  if (minor !== null) return { currency, minor };
  const units = minorUnits(cell?.plain ?? "", minorDigits(currency));
  return units === undefined ? dropLarge(fields, "amount", text ?? "") : { currency, minor: units };
}

/** Returns US cents; a cell that names another currency is no amount in dollars. */
function checkDollars(fields: FieldReader, field: string): number | null {
  const text = fields.short(field);
  if (text === null || isNothing(fields, field, text)) return null;
  const cell = readAmount(text, fields.formats.numbers);
  if (cell === undefined) return dropAmount(fields, field, text);
  if (combineCurrencies(cell.currency, { code: "USD", shared: [] }) !== "USD") {
    fields.drop(field, text, `${field} ${formatValue(text)} is not in US dollars.`);
    return null;
  }
  return minorUnits(cell.plain, minorDigits("USD")) ?? dropLarge(fields, field, text);
}

function isNothing(fields: FieldReader, field: string, text: string): boolean {
  if (!isUndisclosed(text)) return false;
  fields.noteNothing(field, text);
  return true;
}

function dropAmount(fields: FieldReader, field: string, text: string): null {
  fields.drop(field, text, `${field} ${formatValue(text)} is not an amount of 0 or more.`);
  return null;
}

function dropLarge(fields: FieldReader, field: string, text: string): null {
  fields.drop(field, text, `${field} ${formatValue(text)} is too large for an amount.`);
  return null;
}
