/** Calendar days are YYYY-MM-DD, in UTC. */

/** A month or day beyond the year or month counts on: day 0 is the last of the month before. */
export function dayText(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

/** @param day a day, or an instant of it */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Returns the first day of a week, which is its Monday. */
export function monday(day: string): string {
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
}

/** Returns the same day that many months before, or the last day of a shorter month. */
export function monthsBefore(day: string, months: number): string {
  const [year, month, date] = day.split("-").map(Number);
  if (year === undefined || month === undefined || date === undefined) return day;
  const last = Number(dayText(year, month - months + 1, 0).slice(8));
  return dayText(year, month - months, Math.min(date, last));
}
