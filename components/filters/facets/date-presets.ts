/** Lists the periods that a click sets, and writes relative dates in words. Days are in UTC. */
import { parseRelativeDate, RELATIVE_UNITS, THIS_QUARTER, THIS_YEAR } from "@dealflow/contract/query/relative-dates";

interface DatePreset {
  /** The label is on its button and at the head of the facet. */
  readonly label: string;
  /** The text is for a chip. */
  readonly text: string;
  /** The first day is a relative date. */
  readonly since: string;
}

/** Describes a relative date such as `-6mo` as the last 6 months. */
function periodSince(since: string): DatePreset | undefined {
  const label = spanText(since);
  return label === undefined
    ? undefined
    : { label, text: label === "1 year" ? "last 12 months" : `last ${label}`, since };
}

function spanText(relative: string): string | undefined {
  const parsed = parseRelativeDate(relative);
  return parsed && `${parsed.count} ${RELATIVE_UNITS[parsed.unit]}${parsed.count === 1 ? "" : "s"}`;
}

const NAMED: readonly DatePreset[] = [
  { label: "This quarter", text: "this quarter", since: THIS_QUARTER },
  { label: "Year to date", text: "year to date", since: THIS_YEAR },
];

export const DATE_PRESETS: readonly DatePreset[] = [
  ...["-7d", "-30d", "-90d", "-6mo", "-1y"].flatMap((since) => periodSince(since) ?? []),
  ...NAMED,
];

/** Returns the period until today that begins with a relative date. */
export function findPreset(since: unknown, until: unknown): DatePreset | undefined {
  if (until !== undefined || typeof since !== "string") return undefined;
  return NAMED.find((preset) => preset.since === since) ?? periodSince(since);
}

/** Writes `6 months ago` or `start of this quarter`; undefined when the text is not a relative date. */
export function relativeText(text: string): string | undefined {
  if (text === THIS_QUARTER) return "start of this quarter";
  if (text === THIS_YEAR) return "start of this year";
  const span = spanText(text);
  return span && `${span} ago`;
}
