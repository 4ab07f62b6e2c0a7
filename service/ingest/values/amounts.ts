/** Parses amounts of money from sources into the minor unit of their currency. */
import { minorDigits } from "@dealflow/contract/records/currencies";
import { formatValue, RowError } from "../row-error";
import type { Rates } from "./rates";

export interface NumberFormat {
  /** These characters separate groups of digits, Western or Indian (`20,00,00,000`). */
  readonly grouping: string;
  readonly decimal: string;
}

export const PLAIN_NUMBERS: NumberFormat = { grouping: "", decimal: "." };

const UNDISCLOSED = new Set(["", "-", "n/a", "na", "nan", "none", "null", "tbd", "undisclosed", "unknown"]);

/** Tells whether a source states explicitly that the amount is unknown. */
export function isUndisclosed(text: string): boolean {
  return UNDISCLOSED.has(text.toLowerCase().replace(/^not |\s*amount$/g, "")) || /^(un|not )disclosed\b/i.test(text);
}

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

export function parseCurrency(text: string, field: string): string {
  const code = text.toUpperCase();
  if (CURRENCIES.has(code)) return code;
  throw new RowError(`${field} ${formatValue(text)} is not an ISO 4217 currency code such as USD.`);
}

/** Converts an amount in units of its currency (`1,234.5`) to minor units (123450), rounded to whole ones. */
export function parseAmount(text: string, format: NumberFormat, digits: number, field: string): number {
  const plain = ungrouped(text, format);
  const parts = /^(\d+)(?:\.(\d+))?$/.exec(plain ?? "");
  if (!parts) throw new RowError(`${field} ${formatValue(text)} is not an amount of 0 or more.`);
  const fraction = parts[2] ?? "";
  const minor = Number(`${parts[1]}${fraction.slice(0, digits).padEnd(digits, "0")}`);
  const rounded = minor + (Number(fraction[digits] ?? 0) >= 5 ? 1 : 0);
  if (!Number.isSafeInteger(rounded)) throw new RowError(`${field} ${formatValue(text)} is too large for an amount.`);
  return rounded;
}

/** Returns digits with a point, without grouping; undefined when a group has other than two or three digits. */
function ungrouped(text: string, { grouping, decimal }: NumberFormat): string | undefined {
  const [whole = "", ...fraction] = text.split(decimal);
  if (fraction.length > 1) return undefined;
  const groups = grouping === "" ? [whole] : whole.split(grouping);
  const [first = "", ...others] = groups;
  const proper =
    /^\d{1,3}$/.test(first) && others.every((group) => /^\d{2,3}$/.test(group)) && others.at(-1)?.length === 3;
  if (others.length > 0 && !proper) return undefined;
  return [groups.join(""), ...fraction].join(".");
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
