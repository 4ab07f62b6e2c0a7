/**
 * Parses exchange rates from the European Central Bank's history file (`eurofxref-hist.csv`) as published: a `Date`
 * column and one column a currency, each the units of it that one euro buys, `N/A` where there was no rate.
 */
import { parse } from "csv-parse/sync";

export interface Rates {
  /** Returns US dollars for one unit of the currency on that day, or on the nearest earlier day with rates. */
  usdPerUnit(currency: string, on: Date): number | undefined;
}

/** Tells what one euro buys on a day (YYYY-MM-DD), by currencies of ISO 4217. */
export interface RateDay {
  readonly date: string;
  readonly perEuro: ReadonlyMap<string, number>;
}

/** Throws an error whose message is one sentence when the text is not such a file. */
export function parseRates(text: string): Rates {
  return createRates(parseRateDays(text));
}

/** Returns the days in their order, and throws as `parseRates` does. */
export function parseRateDays(text: string): RateDay[] {
  if (!/^\uFEFF?Date\s*,/.test(text) || !/^[^\n]*\bUSD\b/.test(text))
    throw new Error("The rates file must begin with a line of column names: Date first, and USD among them.");
  const [header = [], ...rows] = parse(text, {
    bom: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
  });
  const days = rows.map((row, index) => getDay(header, row, index + 2)).sort((a, b) => (a.date < b.date ? -1 : 1));
  if (days.length === 0) throw new Error("The rates file has no rates.");
  return days;
}

/** Tells by the first line of a text whether it is such a file: a column of dates, and else only currencies. */
export function isRatesHeader(line: string): boolean {
  return /^\uFEFF?Date\s*(?:,\s*[A-Z]{3}\s*){2,}(?:,\s*)*$/.test(line) && /\bUSD\b/.test(line);
}

/** @param days in their order */
export function createRates(days: readonly RateDay[]): Rates {
  return {
    usdPerUnit: (currency, on) => {
      const day = latestUpTo(days, on.toISOString().slice(0, 10));
      const dollars = day?.perEuro.get("USD");
      const units = currency === "EUR" ? 1 : day?.perEuro.get(currency);
      return dollars === undefined || units === undefined ? undefined : dollars / units;
    },
  };
}

function getDay(header: readonly string[], row: readonly string[], line: number): RateDay {
  const date = row[0] ?? "";
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date))
    throw new Error(`The rates file has ${JSON.stringify(date)} instead of a date (YYYY-MM-DD) in line ${line}.`);
  const perEuro = new Map<string, number>();
  for (const [index, currency] of header.entries()) {
    const text = row[index] ?? "";
    if (index === 0 || currency === "" || text === "" || text === "N/A") continue;
    const rate = Number(text);
    if (!Number.isFinite(rate) || rate <= 0)
      throw new Error(`The rates file has ${JSON.stringify(text)} instead of a rate for ${currency} in line ${line}.`);
    perEuro.set(currency, rate);
  }
  return { date, perEuro };
}

/** Returns the last of the sorted days that is not after the date. */
function latestUpTo(days: readonly RateDay[], date: string): RateDay | undefined {
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle]?.date ?? "") <= date) low = middle + 1;
    else high = middle;
  }
  return days[low - 1];
}
