/** Decides how the dates and numbers of a file are written. */
import { DATE_FORMATS, type DateFormat, parseDate } from "../values/dates";
import type { NumberFormat } from "../values/numbers";
import type { FileHints } from "./hints";

export interface DateDecision {
  /** The formats fit the values together, in this order; empty when no date was found. */
  readonly formats: readonly DateFormat[];
  readonly why: string;
  /** A person should check this sentence, because no value tells day from month. */
  readonly assumption?: string;
}

/** Formats are listed when they read at least this share of the values. */
const LEAST_SHARE = 0.002;

/** These formats fit nearly every number or date, and so say nothing about a column. */
const GUESSES: ReadonlySet<string> = new Set(["auto", "excel"]);

const DAY_FIRST = ["dd/mm/yyyy", "dd/mm/yy"] as const;
const MONTH_FIRST = ["mm/dd/yyyy", "mm/dd/yy"] as const;

/**
 * Returns the formats of the values. Day and month are told apart by values above 12; without any, by what is usual in files
 * like this one.
 */
export function dateFormats(
  values: readonly string[],
  { dayFirst, dayFirstWhy, isOrderStated = false }: Pick<FileHints, "dayFirst" | "dayFirstWhy" | "isOrderStated">,
): DateDecision {
  const only = (formats: readonly DateFormat[], others: readonly DateFormat[]) =>
    values.filter((text) => fits(text, ...formats) && !fits(text, ...others) && !fits(text, "iso")).length;
  const [dayMonth, monthDay] = [only(DAY_FIRST, MONTH_FIRST), only(MONTH_FIRST, DAY_FIRST)];
  const ofOneMonth = isOrderStated ? undefined : firstIsDay(values);
  const isDayFirst = dayMonth === monthDay ? (ofOneMonth ?? dayFirst) : dayMonth > monthDay;
  const excluded = isDayFirst ? "mm/dd" : "dd/mm";
  const chosen: DateFormat[] = [];
  let rest = values;
  let candidates = DATE_FORMATS.filter((format) => !GUESSES.has(format) && !format.startsWith(excluded));
  while (rest.length > 0 && candidates.length > 0) {
    const counted = candidates.map((format) => ({ format, count: rest.filter((text) => fits(text, format)).length }));
    const best = counted.reduce((a, b) => (b.count > a.count ? b : a));
    if (best.count === 0 || best.count < values.length * LEAST_SHARE) break;
    chosen.push(best.format);
    candidates = candidates.filter((format) => format !== best.format);
    rest = rest.filter((text) => !fits(text, best.format));
  }
  if (chosen.length === 0) return { formats: chosen, why: "no value is a date" };
  const listed = `dates are ${chosen.join(" or ")}`;
  const numbered = chosen.find((format) => format.startsWith(isDayFirst ? "dd/mm" : "mm/dd"));
  const example = numbered && values.find((text) => fits(text, numbered));
  if (dayMonth !== monthDay) {
    const [most, least] = isDayFirst ? [dayMonth, monthDay] : [monthDay, dayMonth];
    const against = least === 0 ? "" : `; ${least} fit only the other order`;
    return { formats: chosen, why: `${listed}, because ${most} values fit only this order${against}` };
  }
  if (example === undefined || isOrderStated) return { formats: chosen, why: listed };
  const reason = ofOneMonth === undefined ? dayFirstWhy : "they are of one month then";
  return {
    formats: chosen,
    why: `${listed}; no value tells day from month, so check the order: ${reason}`,
    assumption: `Dates such as ${example} are read with the ${isDayFirst ? "day" : "month"} first: ${reason}.`,
  };
}

const PARTS = /^(\d{1,2})[/.-](\d{1,2})[/.-]\d{2,4}\b/;
/** Fewer rows may have one day or month by chance. */
const LEAST_ROWS = 5;

/** Events of one month are on many days; undefined where that tells nothing, as of the first days of months. */
function firstIsDay(values: readonly string[]): boolean | undefined {
  const parts = values.flatMap((text) => PARTS.exec(text)?.slice(1).join("/") ?? []).map((text) => text.split("/"));
  const [first, second] = [0, 1].map((at) => [...new Set(parts.map((part) => Number(part[at])))]);
  const [isFirst, isSecond] = [first, second].map((numbers) => numbers?.length === 1 && numbers[0] !== 1);
  return parts.length < LEAST_ROWS || isFirst === isSecond ? undefined : isSecond;
}

function fits(text: string, ...formats: readonly DateFormat[]): boolean {
  return parseDate(text, formats) !== undefined;
}

const SPACES = /[\s\u00a0\u202f]/;

/** Returns the separators that the amounts use; `commaDecimal` decides where `1,234` may be either. */
export function numberFormat(values: readonly string[], commaDecimal: boolean): NumberFormat {
  const numbers = values.flatMap((text) => /\d[\d.,'’\s\u00a0\u202f]*/.exec(text)?.[0].trim() ?? []);
  const count = (pattern: RegExp) => numbers.filter((text) => pattern.test(text)).length;
  const commaGroups = count(/^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$/) - count(/^\d{1,3},\d{3}$/);
  const dotGroups = count(/^\d{1,3}(?:\.\d{3})*\.\d{3}(?:,\d+)?$/) - count(/^\d{1,3}\.\d{3}$/);
  const commaFractions = count(/,\d{1,2}$/);
  const dotFractions = count(/\.\d{1,2}$/);
  const [commas, dots] = [commaFractions + dotGroups, dotFractions + commaGroups];
  const isComma = commas === dots ? commaDecimal : commas > dots;
  if (numbers.some((text) => SPACES.test(text))) return { grouping: " ", decimal: isComma ? "," : "." };
  if (isComma) return { grouping: count(/\.\d{3}(?!\d)/) > 0 ? "." : "", decimal: "," };
  return { grouping: count(/,\d{2,3}(?!\d)/) > 0 ? "," : count(/['’]\d{3}/) > 0 ? "'" : "", decimal: "." };
}
