/**
 * Builds facet tokens: the values that a record matches, as short texts in one indexed array (`c:US`, `r:seed`,
 * `n:51`). A filter over listed values is then `facets && array[...]`, for any combination. The tokens of a record and
 * those of a query come from the same descriptors, so that they cannot differ.
 */

import type { AnyQuery, Filter, ListName } from "@dealflow/contract/filters";
import { naicsAncestry, resolveNaics } from "@dealflow/contract/query/naics";
import { factsAt } from "@dealflow/contract/records/facts";
import { UNKNOWN } from "@dealflow/contract/values/unknown";

/** A list has one letter, because tokens are in every row. */
const LETTER: Readonly<Partial<Record<ListName, string>>> = {
  rounds: "r",
  countries: "c",
  industries: "i",
  naics: "n",
  verticals: "v",
  employeeBuckets: "e",
  paymentTypes: "p",
  moveTypes: "m",
  roleSeniorities: "s",
  investorTypes: "t",
};

function token(list: ListName, value: string): string {
  return `${LETTER[list] ?? list}:${value}`;
}

function flagToken(param: string, value: boolean | ""): string {
  return `f:${param}=${value}`;
}

/** Returns the beginning of a filter's tokens, before the value; undefined when tokens can't decide the filter. */
export function tokenPrefix(filter: Filter): string | undefined {
  switch (filter.kind) {
    case "many":
    case "one":
    case "tree":
      return filter.facts.length === 0 ? undefined : token(filter.list, "");
    case "flag":
      return flagToken(filter.param, "");
    default:
      return undefined;
  }
}

/** Returns the tokens of a record under the filters of its feed. */
export function recordTokens(filters: readonly Filter[], record: unknown): string[] {
  const tokens = new Set<string>();
  for (const filter of filters)
    if (filter.facts.length > 0) for (const one of getTokens(filter, record)) tokens.add(one);
  return [...tokens];
}

function getTokens(filter: Filter, record: unknown): string[] {
  const [first, ...others] = filter.facts;
  if (first === undefined) return [];
  switch (filter.kind) {
    case "many":
    case "one": {
      const values = [first, ...others].flatMap((path) => factsAt(record, path)).map(String);
      const unknown = filter.unknown === true && factsAt(record, first).length === 0;
      return [...values, ...(unknown ? [UNKNOWN] : [])].map((value) => token(filter.list, value));
    }
    case "tree": {
      const codes = factsAt(record, first).map(String);
      return (codes.length === 0 ? [UNKNOWN] : codes.flatMap(naicsAncestry)).map((code) => token(filter.list, code));
    }
    case "flag": {
      if (filter.either) return factsAt(record, first).map((fact) => flagToken(filter.param, fact === true));
      const all = filter.facts.every((path) => factsAt(record, path).length > 0);
      return all ? [flagToken(filter.param, true)] : [];
    }
    default:
      return [];
  }
}

/**
 * Returns tokens of which a record must have one to match this filter of the query; undefined when the query leaves the
 * filter open or tokens do not decide it; empty when nothing can match.
 */
export function queryTokens(filter: Filter, query: AnyQuery): string[] | undefined {
  if (filter.facts.length === 0) return undefined;
  switch (filter.kind) {
    case "many": {
      const values = query[filter.param];
      return Array.isArray(values) ? values.map((value) => token(filter.list, value)) : undefined;
    }
    case "one": {
      const value = query[filter.param];
      return typeof value === "string" ? [token(filter.list, value)] : undefined;
    }
    case "tree": {
      const code = query[filter.param];
      if (typeof code !== "string") return undefined;
      const covered = code === UNKNOWN ? UNKNOWN : resolveNaics(code);
      return covered === undefined ? [] : [token(filter.list, covered)];
    }
    case "flag": {
      const value = query[filter.param];
      return typeof value === "boolean" && (value || filter.either) ? [flagToken(filter.param, value)] : undefined;
    }
    default:
      return undefined;
  }
}
