/** Writes the rules of dates and amounts, which several columns may state together. */
import { minorDigits } from "@dealflow/contract/records/currencies";
import type { DateFormat } from "../values/dates";
import type { Assigned } from "./assign";
import { dateFormats } from "./formats";
import type { FileHints } from "./hints";
import type { FieldRule } from "./rules";

export interface DateRules {
  readonly rules: readonly FieldRule[];
  readonly formats: readonly DateFormat[];
}

/** A column with a smaller share of dates is none. */
const LEAST_DATES = 0.3;

/** Returns the rule of a date field: its columns are tried in order, or year and month are joined. */
export function dateRules(field: string, columns: readonly Assigned[], hints: FileHints): DateRules {
  const clearest = Math.max(
    ...columns.map(({ confidence, profile }) => (profile.shares.date > LEAST_DATES ? confidence : 0)),
  );
  // Another column takes the place of an empty date only if its name says as clearly that it is one.
  const dated = columns
    .filter(({ concept, confidence }) => concept !== "year" && concept !== "month" && confidence >= clearest)
    .map((column) => ({ column, ...dateFormats(column.profile.values, hints.dayFirst) }))
    .filter(({ column, formats }) => formats.length > 0 || column.profile.shares.date > LEAST_DATES);
  const [first] = dated;
  if (first === undefined) return yearAndMonth(field, columns, hints);
  const isUnsure = first.why.endsWith("check the order");
  const why = isUnsure ? `${first.why}: ${hints.dayFirstWhy}` : first.why;
  const named = dated.map(({ column }) => column.profile.column);
  const rule = { field, rule: named.length === 1 ? first.column.profile.column : named, why };
  return {
    rules: [{ ...rule, columns: dated.map(({ column }) => column) }],
    formats: [...new Set(dated.flatMap(({ formats }) => formats))],
  };
}

function yearAndMonth(field: string, columns: readonly Assigned[], hints: FileHints): DateRules {
  const year = columns.find(({ concept }) => concept === "year");
  const month = columns.find(({ concept }) => concept === "month");
  if (year === undefined) return { rules: [], formats: [] };
  if (month === undefined) {
    const { formats } = dateFormats(year.profile.values, hints.dayFirst);
    return { rules: [{ field, rule: year.profile.column, columns: [year], why: "only the year is known" }], formats };
  }
  const isNumber = month.profile.shares.number > 0.5;
  const pair = isNumber ? [year, month] : [month, year];
  const join = isNumber ? "-" : " ";
  const [aYear = ""] = year.profile.values;
  const texts = month.profile.values.map((text) => (isNumber ? `${aYear}-${text}` : `${text} ${aYear}`));
  // A row may have a year without a month.
  const all = month.profile.fill < year.profile.fill ? [...texts, ...year.profile.values] : texts;
  const rule = { columns: pair.map(({ profile }) => profile.column), join };
  const { formats } = dateFormats(all, hints.dayFirst);
  return { rules: [{ field, rule, columns: pair, why: "year and month are joined to one date" }], formats };
}

/** The first of two currencies that are equally frequent counts. */
const SYMBOLS: readonly (readonly [RegExp, string])[] = [
  [/(?<![A-RT-Z])\$|\bUSD\b/i, "USD"],
  [/R\$|\bBRL\b/, "BRL"],
  [/€|\bEUR\b/i, "EUR"],
  [/£|\bGBP\b/i, "GBP"],
  [/₹|\bINR\b|\bRs\b/i, "INR"],
  [/\bCHF\b/i, "CHF"],
];

/** Returns the rules of the amount and of its currency. `usdField` takes dollars that are stated besides. */
export function amountRules(
  amounts: readonly Assigned[],
  currencies: readonly Assigned[],
  usdField: string,
  hints: FileHints,
): FieldRule[] {
  const [currency] = currencies;
  const local = currency === undefined ? undefined : amounts.find((one) => one.currency === null);
  const amount = local ?? amounts[0];
  if (amount === undefined) return [];
  const dollars = amounts.find((one) => one !== amount && one.currency === "USD");
  const rules = [amountRule("amount", amount)];
  if (dollars !== undefined && currency !== undefined) rules.push(amountRule(usdField, dollars));
  if (currency !== undefined)
    return [...rules, { field: "currency", rule: currency.profile.column, columns: [currency] }];
  const { code, why } = getCurrency(amount, hints);
  return [...rules, { field: "currency", rule: { constant: code }, columns: [], why }];
}

const ZERO = /^\D{0,4}0(?:[.,]0+)?$/;

function amountRule(field: string, column: Assigned): FieldRule {
  const { multiply, profile } = column;
  const unit = multiply !== null && isSmall(profile.values, multiply) ? multiply : null;
  const zeros = [...new Set(profile.values.filter((text) => ZERO.test(text)))];
  if (unit === null && zeros.length === 0) return { field, rule: profile.column, columns: [column] };
  const rule = {
    column: profile.column,
    ...(unit === null ? {} : { multiply: unit }),
    ...(zeros.length === 0 ? {} : { missing: zeros }),
  };
  const reasons = [
    ...(unit === null ? [] : [`the name, or the title above, says that amounts are in units of ${unit}`]),
    ...(zeros.length === 0 ? [] : ["an amount of 0 means that it is not known"]),
  ];
  return { field, rule, columns: [column], why: reasons.join("; ") };
}

/** An amount in millions is not itself a million: then the name means something else. */
function isSmall(values: readonly string[], multiply: number): boolean {
  const numbers = values.map((text) => Number(text.replace(/[^\d.]/g, ""))).filter((number) => number > 0);
  const large = numbers.filter((number) => number * multiply > 1e11).length;
  return large < numbers.length * 0.5;
}

function getCurrency({ currency, profile }: Assigned, hints: FileHints): { code: string; why: string } {
  if (currency !== null && minorDigits(currency) >= 0)
    return { code: currency, why: `the name of ${profile.column} says ${currency}` };
  const counts = SYMBOLS.map(([pattern, code]) => ({
    code,
    count: profile.values.filter((text) => pattern.test(text)).length,
  }));
  const { code, count } = counts.reduce((a, b) => (b.count > a.count ? b : a));
  if (count > profile.values.length * 0.3) return { code, why: `the amounts have the sign of ${code}` };
  return hints.currency;
}
