/** Describes how precise the date of an event is: a source may name only the month, the quarter or the year. */

/** The period that a source names. */
export type AnnouncedPrecision = "day" | "month" | "quarter" | "year";

export interface Announced {
  /** A month, a quarter or a year begins at this instant. */
  readonly announcedAt: Date;
  readonly announcedPrecision: AnnouncedPrecision;
}

const MONTHS: Readonly<Record<AnnouncedPrecision, number>> = { day: 0, month: 1, quarter: 3, year: 12 };

/** Formats a date as precisely as its source names it: `2019-05-17`, `2019-05`, `2024-Q3` or `2019`. */
export function announcedText({ announcedAt, announcedPrecision }: Announced): string {
  const day = announcedAt.toISOString().replace(/T.*$/, "");
  const [year = "", month] = day.split("-");
  switch (announcedPrecision) {
    case "day":
      return day;
    case "month":
      return `${year}-${month}`;
    case "quarter":
      return `${year}-Q${Math.ceil(Number(month) / 3)}`;
    case "year":
      return year;
  }
}

/** Tells whether one is finer than the other and lies in its period, so that both may be right. */
export function refines(one: Announced, other: Announced): boolean {
  const months = MONTHS[other.announcedPrecision];
  if (months <= MONTHS[one.announcedPrecision]) return false;
  const period = ({ announcedAt: at }: Announced) => Math.floor((at.getUTCFullYear() * 12 + at.getUTCMonth()) / months);
  return period(one) === period(other);
}
