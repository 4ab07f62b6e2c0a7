import type { AnyQuery } from "../filters";
import { resolveRelativeDate } from "./relative-dates";

/** Replaces the relative dates of the query by the days that they are today. */
export function resolveRelativeDates(query: AnyQuery, now: Date): AnyQuery {
  if (query.since === undefined && query.until === undefined) return query;
  const today = now.toISOString().slice(0, 10);
  const resolved = Object.entries(query).flatMap(([name, value]) => {
    const day = typeof value === "string" && DATE_PARAMETERS.has(name) ? resolveRelativeDate(value, today) : undefined;
    return day === undefined ? [] : [[name, day]];
  });
  return resolved.length === 0 ? query : { ...query, ...Object.fromEntries(resolved) };
}

/** These are the date parameters of all feeds. */
const DATE_PARAMETERS: ReadonlySet<string> = new Set(["since", "until"]);
