/** Writes the rules of dates and amounts, which several columns may state together. */
import { minorDigits } from "@dealflow/contract/records/currencies";
import type { DateFormat } from "../values/dates";
import type { Assigned } from "./assign";
import { dateFormats } from "./formats";
import type { FileHints } from "./hints";
import { moneyWords } from "./names/column-words";
import { getShare } from "./profile";
import type { FieldRule } from "./rules";
import { areBare } from "./units";

export interface DateRules {
  readonly rules: readonly FieldRule[];
  readonly formats: readonly DateFormat[];
}

/** A column with a smaller share of dates is none. */
const LEAST_DATES = 0.3;

const LESS_PRECISE_FORMATS: readonly DateFormat[] = ["yyyy-mm", "yyyy"];
const IS_PRECISION = /^(?:day|month|year)$/i;
const LESS_PRECISE = String.raw`^day |^month (?=\d{4}-\d\d)|(?<=^month \d{4}-\d\d)-.*$|^year (?=\d{4})|(?<=^year \d{4})-.*$`;

/** Another column may say that the days of a date are not known: `Announced Date Precision` next to `Announced Date`. */
function findPrecision({ profile }: Assigned, all: readonly Assigned[]): Assigned | undefined {
  const found = all.find((one) => one.profile.words === `${profile.words} precision`);
  const isPlain = !/[{}]/.test(profile.column + (found?.profile.column ?? ""));
  const areDays = isPlain && getShare(profile.values, /^\d{4}-\d\d-\d\d/) === 1;
  return areDays && found?.profile.values.every((text) => IS_PRECISION.test(text)) ? found : undefined;
}

/** Returns the rule of a date field: its columns, which are some of `all`, are tried in order, or year and month are joined. */
export function dateRules(
  field: string,
  columns: readonly Assigned[],
  hints: FileHints,
  all: readonly Assigned[],
): DateRules {
  // Those that are better come first.
  const clearest = columns.find(({ profile }) => profile.shares.date > LEAST_DATES)?.confidence ?? 0;
  // Another column takes the place of an empty date only if its name says as clearly that it is one.
  const dated = columns
    .filter(({ concept, confidence }) => concept !== "year" && concept !== "month" && confidence >= clearest)
    .map((column) => ({ column, ...dateFormats(column.profile.values, hints) }))
    .filter(({ column, formats }) => formats.length > 0 || column.profile.shares.date > LEAST_DATES);
  const [first] = dated;
  if (first === undefined) return yearAndMonth(field, columns, hints);
  const precisions = dated.map(({ column }) => findPrecision(column, all));
  const named = dated.flatMap(({ column: { profile } }, at) => {
    const precision = precisions[at]?.profile.column;
    const cut = { template: `{${precision}} {${profile.column}}`, strip: LESS_PRECISE };
    return precision === undefined ? [profile.column] : [cut, profile.column];
  });
  const rule = { field, rule: named.length === 1 ? first.column.profile.column : named, why: first.why };
  const { assumption } = first;
  const precise = precisions.filter((column) => column !== undefined);
  const used = [...dated.map(({ column }) => column), ...precise];
  const formats = [...dated.flatMap((one) => one.formats), ...(precise.length > 0 ? LESS_PRECISE_FORMATS : [])];
  return {
    rules: [{ ...rule, columns: used, ...(assumption === undefined ? {} : { assumption }) }],
    formats: [...new Set(formats)],
  };
}

function yearAndMonth(field: string, columns: readonly Assigned[], hints: FileHints): DateRules {
  const year = columns.find(({ concept }) => concept === "year");
  const month = columns.find(({ concept }) => concept === "month");
  if (year === undefined) return { rules: [], formats: [] };
  if (month === undefined) {
    const { formats } = dateFormats(year.profile.values, hints);
    return { rules: [{ field, rule: year.profile.column, columns: [year], why: "only the year is known" }], formats };
  }
  const isNumber = month.profile.shares.number > 0.5;
  const day = columns.find(isDayOfMonth);
  const parts = (isNumber ? [year, month, day] : [day, month, year]).filter((part) => part !== undefined);
  const join = isNumber ? "-" : " ";
  const [aYear = ""] = year.profile.values;
  const start = day === undefined ? [] : [day.profile.values[0] ?? ""];
  const texts = month.profile.values.map((text) =>
    (isNumber ? [aYear, text, ...start] : [...start, text, aYear]).join(join),
  );
  // A row may have a year without a month.
  const all = month.profile.fill < year.profile.fill ? [...texts, ...year.profile.values] : texts;
  const rule = { columns: parts.map(({ profile }) => profile.column), join };
  const { formats } = dateFormats(all, hints);
  const why = `year${day === undefined ? " and month" : ", month and day"} are joined to one date`;
  return { rules: [{ field, rule, columns: parts, why }], formats };
}

/** A column of dates next to those of years and months may have the days alone. */
function isDayOfMonth({ concept, profile }: Assigned): boolean {
  const { values } = profile;
  return concept === "announced" && getShare(values, /^(?:0?[1-9]|[12]\d|3[01])$/) === 1;
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
  stated: readonly Assigned[],
  currencies: readonly Assigned[],
  usdField: string,
  hints: FileHints,
): FieldRule[] {
  const amounts = withUnitOfOthers(stated).filter((one) => !isBare(one) || !isPriceOfShare(one));
  const amount = chooseAmount(amounts, currencies);
  if (amount === undefined) return [];
  const dollars = amounts.find((one) => one !== amount && one.currency === "USD");
  const hasDollars = dollars !== undefined && amount.currency !== "USD";
  // Another column of amounts fills up for an empty one.
  const other = hasDollars ? undefined : amounts.find((one) => one !== amount && isComplement(amount, one));
  const [currency] = currencies;
  const own = amountRule("amount", amount, other);
  const original = hasDollars && currency !== undefined ? originalRule(own, amount, currency) : undefined;
  const rules = [original ?? own];
  if (hasDollars) rules.push(amountRule(usdField, dollars));
  // A column of the original currency says nothing of an amount whose name states another.
  if (currency !== undefined && amount.currency === null)
    return [...rules, { field: "currency", rule: currency.profile.column, columns: [currency] }];
  const { code, why } = getCurrency(amount, hints);
  const columns = original === undefined || currency === undefined ? [] : [currency];
  return [...rules, { field: "currency", rule: { constant: code }, columns, why }];
}

/**
 * Some rows state dollars, of which the amount in another currency is a conversion: that counts only where the row has that currency.
 */
function originalRule(own: FieldRule, { currency: code }: Assigned, { profile }: Assigned): FieldRule | undefined {
  const isPlain = typeof own.rule === "string" && !/[{}]/.test(profile.column + own.rule);
  if (code === null || !isPlain || !profile.values.includes("USD")) return undefined;
  const template = `{${profile.column}} {${own.rule}}`;
  return { ...own, rule: { template, strip: `^${code} `, patterns: [["^[A-Z]{3} ", null]] } };
}

/** The name of a price for each share contains a word for an amount, or is that of a plain price. */
function isPriceOfShare({ confidence, profile }: Assigned): boolean {
  return confidence < 0.9 || /^(?:deal|offer|bid|exit) price$/.test(profile.words);
}

/** Returns the amount in its own currency, of which the dollars of another column are a conversion. */
function chooseAmount(amounts: readonly Assigned[], currencies: readonly Assigned[]): Assigned | undefined {
  const own = amounts.find((one) => one.currency === null && (currencies.length > 0 || namesOtherCurrencies(one)));
  const amount = own ?? amounts.find((one) => one.currency !== "USD" && one.currency !== null) ?? amounts[0];
  if (amount === undefined || !isBare(amount)) return amount;
  return amounts.find((one) => hasUnits(one) && one.profile.fill >= amount.profile.fill) ?? amount;
}

/** Amounts in thousands are rarely this small or have a fraction. */
const IN_MILLIONS = /^(?:\d|[1-4]\d)$|[.,]\d{1,3}$/;

function isBare({ multiply, profile }: Assigned): boolean {
  return multiply === null && areBare(profile.values);
}

function hasUnits({ profile }: Assigned): boolean {
  return getShare(profile.values, /\d\s*(?:k|m|mn|bn?|mio|mrd|million|billion|crore|lakh)\b/i) > 0.5;
}

/** A database states an amount twice, and the unit only once: `Amount` next to `Amount (EUR m)`. */
function withUnitOfOthers(amounts: readonly Assigned[]): readonly Assigned[] {
  return amounts.map((one) => {
    if (one.multiply !== null || one.profile.values.some((text) => /\p{L}{2}|\d[kmb]\b/iu.test(text))) return one;
    const words = plainWords(one);
    const other = amounts.find((another) => another.multiply !== null && plainWords(another) === words);
    return other === undefined || !isSmall(one.profile.values, other.multiply ?? 1)
      ? one
      : { ...one, multiply: other.multiply };
  });
}

function plainWords({ profile }: Assigned): string {
  return moneyWords(profile.words.split(" ")).words.join(" ");
}

/** Tells whether some amounts have the sign of another currency than dollars. */
function namesOtherCurrencies({ currency, profile }: Assigned): boolean {
  const others = SYMBOLS.filter(([, code]) => code !== "USD");
  const isOther = (text: string) => others.some(([pattern]) => pattern.test(text)) || /[¥₩₽₺₫₦]/.test(text);
  return currency === null && profile.values.some(isOther);
}

/** Amounts that name neither a unit nor a currency of their column are texts that say all by themselves. */
function isComplement(amount: Assigned, other: Assigned): boolean {
  const isText = other.currency === null && other.multiply === null && other.profile.shares.number < 0.5;
  return isText && amount.profile.fill < 1;
}

/** Such an amount beside others with units lacks its own: `$12.5` beside `$3.1M`. */
const WITHOUT_UNIT = String.raw`^(?:[A-Z]{0,3}\p{Sc}|usd|eur|gbp|chf|inr)?\s*\d{1,3}(?:[.,]\d{1,2})?\s*(?:\p{Sc}|usd|eur|gbp|chf|inr)?$`;

const ZERO = /^\D{0,4}0(?:[.,]0+)?$/;

function amountRule(field: string, column: Assigned, other?: Assigned): FieldRule {
  const own = ownAmountRule(field, column);
  if (other === undefined) return own;
  return { ...own, rule: [own.rule, other.profile.column].flat(), columns: [column, other] };
}

function ownAmountRule(field: string, column: Assigned): FieldRule {
  const { multiply, profile } = column;
  const isGuess = isBare(column) && profile.values.some((text) => IN_MILLIONS.test(text));
  const unit = isGuess ? 1_000_000 : multiply !== null && isSmall(profile.values, multiply) ? multiply : null;
  const zeros = [...new Set(profile.values.filter((text) => ZERO.test(text)))];
  const lacksUnit = new RegExp(WITHOUT_UNIT, "iu");
  const unclear = hasUnits(column)
    ? profile.values.find((text) => lacksUnit.test(text) && !ZERO.test(text))
    : undefined;
  const patterns: [string, null][] = unit === null && unclear !== undefined ? [[WITHOUT_UNIT, null]] : [];
  if (unit === null && zeros.length === 0 && patterns.length === 0 && !isValue(column))
    return { field, rule: profile.column, columns: [column] };
  const rule = {
    column: profile.column,
    ...(unit === null ? {} : { multiply: unit }),
    ...(zeros.length === 0 ? {} : { missing: zeros }),
    ...(patterns.length === 0 ? {} : { patterns }),
  };
  const reasons = [
    ...(unit === null || isGuess
      ? []
      : [`the name, the title above, or the other texts of the rows say that amounts are in units of ${unit}`]),
    ...(isGuess ? ["nothing states the unit, and all amounts are below 10,000"] : []),
    ...(zeros.length === 0 ? [] : ["an amount of 0 means that it is not known"]),
    ...(patterns.length === 0 ? [] : ["amounts without a unit among others that have one are left out"]),
  ];
  const guess = `The amounts of ${profile.column} are read as millions: all are below 10,000, and nothing states their unit.`;
  const left = `Amounts of ${profile.column} below 1,000 without a unit, such as ${unclear}, are left out: most others state theirs.`;
  const value = `The values of ${profile.column} are those of whole companies, with their debts, and stand for the prices.`;
  const assumption = isGuess ? guess : patterns.length > 0 ? left : isValue(column) ? value : undefined;
  return {
    field,
    rule,
    columns: [column],
    why: reasons.join("; "),
    ...(assumption === undefined ? {} : { assumption }),
  };
}

function isValue({ profile }: Assigned): boolean {
  return /^(?:ev|enterprise value)\b/.test(profile.words);
}

/** An amount in millions is not itself a million: then the name means something else. */
function isSmall(values: readonly string[], multiply: number): boolean {
  const numbers = values.map((text) => Number(text.replace(/[^\d.]/g, ""))).filter((number) => number > 0);
  const large = numbers.filter((number) => number * multiply > 1e11).length;
  return large < numbers.length * 0.5;
}

function getCurrency({ currency, profile }: Assigned, hints: FileHints): { code: string; why: string } {
  if (currency !== null && minorDigits(currency) >= 0) {
    const isNamed = moneyWords(profile.words.split(" ")).currency === currency;
    const where = isNamed
      ? `the name of ${profile.column} says`
      : "the title above, or the other texts of the rows, say";
    return { code: currency, why: `${where} ${currency}` };
  }
  const shares = SYMBOLS.map(([pattern, code]) => ({ code, share: getShare(profile.values, pattern) }));
  const { code, share } = shares.reduce((a, b) => (b.share > a.share ? b : a));
  if (share > 0.3) return { code, why: `the amounts have the sign of ${code}` };
  return hints.currency;
}
