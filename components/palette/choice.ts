import type { AnyQuery, Filter } from "@dealflow/contract/filters";
import { withValue } from "@/lib/filters/edit";

export interface Choice {
  readonly filter: Filter;
  /** The title is such as `Series B`, `from $5m` or `last 30 days`. */
  readonly title: string;
  readonly values: AnyQuery;
  /** The score says how well the text matches: 100 is an exact match. */
  readonly score: number;
}

/** Writes `Round Series B`. */
export function words({ filter, title }: Choice): string {
  return `${filter.label} ${title}`;
}

/**
 * Returns the query with the choices applied: values of a list join those that are chosen, anything else replaces the
 * former value.
 */
export function applied(query: AnyQuery, choices: readonly Choice[]): AnyQuery {
  let next = query;
  for (const { filter, values } of choices)
    for (const [param, value] of Object.entries(values)) {
      const before = next[param];
      const joins = filter.kind === "many" && Array.isArray(value);
      const chosen: readonly string[] = typeof before === "object" ? before : [];
      next = withValue(next, param, joins ? [...new Set([...chosen, ...value])] : value);
    }
  return next;
}
