/** One filter as the palette offers it. */
import type { AnyQuery, Filter } from "@dealflow/contract/filters";
import { withValue } from "@/lib/filters/edit";

export interface Choice {
  readonly filter: Filter;
  /** `Series B`, `from $5m`, `last 30 days`. */
  readonly title: string;
  readonly values: AnyQuery;
  /** How well it matches what was typed: 100 is an exact match. */
  readonly score: number;
}

/** `Round Series B`. */
export function words({ filter, title }: Choice): string {
  return `${filter.label} ${title}`;
}

/** The query with the choices made: values of a list join those that are chosen, everything else takes their place. */
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
