/** Formats and parses amounts: compact in tables, exact on hover and in the sheet, as shorthand in fields. */
import { minorDigits } from "@dealflow/contract/records/currencies";

const WHOLE = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const UP_TO_TWO = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });

/**
 * Formats whole dollars as `$42.0m`, `$1.86bn` or `$0.8m`; under a tenth of a million as `$25k`, under a thousand as
 * `$500`.
 */
export function compactUsd(dollars: number): string {
  const size = Math.abs(dollars);
  const sign = dollars < 0 ? "−" : "";
  if (size >= 999_995_000_000) return `${sign}$${(size / 1e12).toFixed(2)}tn`;
  if (size >= 999_950_000) return `${sign}$${(size / 1e9).toFixed(2)}bn`;
  if (size >= 99_500) return `${sign}$${(size / 1e6).toFixed(1)}m`;
  if (size >= 999.5) return `${sign}$${(size / 1e3).toFixed(0)}k`;
  return `${sign}$${WHOLE.format(size)}`;
}

/**
 * Formats a sum that contains the middles of bands with two digits, as in `about $1.3bn` or `about $27m`. It takes
 * whole dollars.
 */
export function aboutUsd(dollars: number): string {
  return `about $${shortAmount(Number(dollars.toPrecision(2)))}`;
}

/**
 * The result looks like `$5m–10m`, `$250k–500k`, `under $100k` or `over $5bn`. The bounds of the band are whole
 * dollars.
 */
export function bandUsd(min: number, max: number | null): string {
  if (max === null) return `over $${shortAmount(min)}`;
  return min === 0 ? `under $${shortAmount(max)}` : `$${shortAmount(min)}–${shortAmount(max)}`;
}

/** The result looks like `$118,000,000`, with cents only where there are some. */
export function exactUsd(dollars: number): string {
  return `${dollars < 0 ? "−" : ""}$${exactNumber(Math.abs(dollars))}`;
}

function exactNumber(value: number): string {
  return Number.isInteger(value) ? WHOLE.format(value) : value.toFixed(2).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

const CURRENCIES = new Map<string, Intl.NumberFormat | undefined>();
/** This is above the number of currencies; a host may send any text for one. */
const MAX_CURRENCIES = 500;

function currencyFormat(code: string): Intl.NumberFormat | undefined {
  if (CURRENCIES.size >= MAX_CURRENCIES) CURRENCIES.clear();
  if (!CURRENCIES.has(code)) CURRENCIES.set(code, createCurrencyFormat(code));
  return CURRENCIES.get(code);
}

/** Signs differ: `CA$`, `A$`; a narrow one may be that of dollars. */
function createCurrencyFormat(code: string): Intl.NumberFormat | undefined {
  if (!/^[A-Za-z]{3}$/.test(code)) return undefined;
  return new Intl.NumberFormat("en-US", { style: "currency", currency: code });
}

/**
 * Formats an amount in the minor unit of its currency (10150000000, `EUR` → `€101,500,000`). Minor units follow ISO
 * 4217, so yen have none. An unknown code is written before the number.
 */
export function exactMinor(minor: number, code: string): string {
  const format = currencyFormat(code);
  if (format === undefined) return `${code} ${exactNumber(minor / 10 ** minorDigits(code))}`;
  const value = minor / 10 ** minorDigits(code);
  return Number.isInteger(value) ? format.format(value).replace(/\.0+$/, "") : format.format(value);
}

/** A record has an amount in dollars where that is known, and as it was stated. */
export interface Money {
  readonly usd: number | null;
  readonly originalCents: number | null;
  readonly originalCurrency: string | null;
}

/** Formats an amount in dollars (`$42.0m`), else in the currency in which it was stated (`€13.0m`); undefined for none. */
export function compactMoney({ usd, originalCents: minor, originalCurrency: code }: Money): string | undefined {
  if (usd !== null) return compactUsd(usd);
  if (minor === null || code === null) return undefined;
  const sign =
    currencyFormat(code)
      ?.formatToParts(0)
      .find(({ type }) => type === "currency")?.value ?? code;
  return compactUsd(minor / 10 ** minorDigits(code)).replace("$", /\w$/.test(sign) ? `${sign} ` : sign);
}

interface StatedAmount {
  readonly amountUsd: number | null;
  readonly amountOriginalCents: number | null;
  readonly amountOriginalCurrency: string | null;
}

interface StatedDealAmount {
  readonly dealAmountUsd: number | null;
  readonly dealAmountOriginalCents: number | null;
  readonly dealAmountOriginalCurrency: string | null;
}

export function roundMoney({ amountUsd, amountOriginalCents, amountOriginalCurrency }: StatedAmount): Money {
  return { usd: amountUsd, originalCents: amountOriginalCents, originalCurrency: amountOriginalCurrency };
}

export function dealMoney(deal: StatedDealAmount): Money {
  const { dealAmountUsd: usd, dealAmountOriginalCents: originalCents, dealAmountOriginalCurrency } = deal;
  return { usd, originalCents, originalCurrency: dealAmountOriginalCurrency };
}

/** Writes an amount as shorthand for fields and chips, without a currency sign: `5m`, `1.2bn`, `750k`, `1,234,567`. */
export function shortAmount(amount: number): string {
  for (const [unit, size] of UNITS_DESCENDING) {
    if (amount < size) continue;
    const scaled = amount / size;
    if (Math.abs(scaled * 100 - Math.round(scaled * 100)) < 1e-9) return `${UP_TO_TWO.format(scaled)}${unit}`;
  }
  return exactNumber(amount);
}

const UNITS: Readonly<Record<string, number>> = {
  "": 1,
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  mio: 1e6,
  million: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
  t: 1e12,
  tn: 1e12,
  trillion: 1e12,
};

const UNITS_DESCENDING = [
  ["tn", 1e12],
  ["bn", 1e9],
  ["m", 1e6],
  ["k", 1e3],
] as const;

const AMOUNT = /^(?:us)?\$?\s*((?:\d{1,3}(?:[ ,'_]\d{3})+|\d+)(?:\.\d+)?|\.\d+)\s*([a-z]*)$/;
/** A comma before one or two digits and a unit is that of a fraction: `1,5m`. */
const COMMA_FRACTION = /(?<=^\D*\d+),(?=\d{1,2}\s*[a-z]+$)/;

/** Parses `5m`, `1.2bn`, `$750k` or `1,000,000` to the cent; returns undefined unless it is an amount of at least 0. */
export function parseAmount(text: string): number | undefined {
  const read = AMOUNT.exec(text.trim().toLowerCase().replace(COMMA_FRACTION, "."));
  const unit = UNITS[read?.[2] ?? ""];
  if (read?.[1] === undefined || unit === undefined) return undefined;
  const amount = Math.round(Number(read[1].replaceAll(/[ ,'_]/g, "")) * unit * 100) / 100;
  return Number.isFinite(amount) && amount <= Number.MAX_SAFE_INTEGER ? amount : undefined;
}
