/** The periods one clicks instead of typing. Days are those of the feed's calendar, in UTC. */
import { addDays, monthsBefore } from "@/lib/filters/days";

export interface DatePreset {
  /** On its button and at the head of the facet. */
  readonly label: string;
  /** In a chip. */
  readonly text: string;
  /** Its first day, from today (both YYYY-MM-DD). */
  since(today: string): string;
}

function lastDays(days: number): DatePreset {
  return { label: `${days} days`, text: `last ${days} days`, since: (today) => addDays(today, -days) };
}

function quarterStart(today: string): string {
  const month = Number(today.slice(5, 7));
  return `${today.slice(0, 5)}${String(month - ((month - 1) % 3)).padStart(2, "0")}-01`;
}

export const DATE_PRESETS: readonly DatePreset[] = [
  lastDays(7),
  lastDays(30),
  lastDays(90),
  { label: "6 months", text: "last 6 months", since: (today) => monthsBefore(today, 6) },
  { label: "1 year", text: "last year", since: (today) => monthsBefore(today, 12) },
  { label: "This quarter", text: "this quarter", since: quarterStart },
  { label: "Year to date", text: "year to date", since: (today) => `${today.slice(0, 4)}-01-01` },
];

/** The preset that a period is, when it is one and has no end. */
export function presetOf(since: unknown, until: unknown, today: string): DatePreset | undefined {
  if (until !== undefined) return undefined;
  return DATE_PRESETS.find((preset) => preset.since(today) === since);
}
