/** Finds the formats of a column of dates from some of its texts. */
import { DATE_FORMATS, type DateFormat, parseDate } from "./dates";
import { isMissing } from "./missing";

export interface FittingFormat {
  readonly format: DateFormat;
  /** This part of the stated texts fits, from above 0 to 1. */
  readonly share: number;
}

export interface ProposedDates {
  /** They are tried in this order; empty when the texts are no dates. */
  readonly formats: readonly DateFormat[];
  /** This part of the stated texts fits one of them, from 0 to 1. */
  readonly share: number;
  /** No text tells the day from the month, so that the other order would fit as well. */
  readonly ambiguous: boolean;
}

const RIVALS: ReadonlyMap<DateFormat, DateFormat> = new Map([
  ["dd/mm/yyyy", "mm/dd/yyyy"],
  ["mm/dd/yyyy", "dd/mm/yyyy"],
  ["dd/mm/yy", "mm/dd/yy"],
  ["mm/dd/yy", "dd/mm/yy"],
]);
/** Any number is a day of a workbook: those from 1954 to 2064 are likely to be meant so. */
const WORKBOOK_DAYS = { from: 20_000, until: 60_000 };

/** Returns the formats that fit any of the texts, those that fit most first. Texts that state nothing don't count. */
export function fittingFormats(samples: readonly string[], now = new Date()): FittingFormat[] {
  const stated = samples.filter((text) => !isMissing(text) && text !== "");
  return DATE_FORMATS.filter((format) => format !== "auto")
    .map((format) => ({ format, share: stated.filter((text) => fits(text, format, now)).length / stated.length }))
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.share - a.share);
}

/** Returns the fewest formats that together fit the texts, never both orders of day and month. */
export function proposeDates(samples: readonly string[], now = new Date()): ProposedDates {
  const stated = samples.filter((text) => !isMissing(text) && text !== "");
  const fitting = fittingFormats(stated, now);
  const shares = new Map(fitting.map(({ format, share }) => [format, share] as const));
  const formats: DateFormat[] = [];
  let rest = stated;
  while (rest.length > 0) {
    const best = fittingFormats(rest, now).find(({ format }) => !formats.includes(RIVALS.get(format) ?? "auto"));
    if (best === undefined) break;
    formats.push(best.format);
    rest = rest.filter((text) => !fits(text, best.format, now));
  }
  const isAmbiguous = (format: DateFormat) => shares.get(RIVALS.get(format) ?? "auto") === shares.get(format);
  return {
    formats,
    share: stated.length === 0 ? 0 : 1 - rest.length / stated.length,
    ambiguous: formats.some(isAmbiguous),
  };
}

function fits(text: string, format: DateFormat, now: Date): boolean {
  // A relative date such as `30d` is one for a filter, and something else in a file.
  if (format === "iso" && !/^\d{4}-?(?:\d{2}|W)/.test(text)) return false;
  if (format === "excel" && !(Number(text) >= WORKBOOK_DAYS.from && Number(text) <= WORKBOOK_DAYS.until)) return false;
  const date = parseDate(text, [format], now);
  const year = date?.at.getUTCFullYear() ?? 0;
  return year >= 1900 && year <= now.getUTCFullYear() + 10;
}
