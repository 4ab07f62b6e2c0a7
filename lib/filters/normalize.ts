/** Normalizes the values of a query, and leaves out invalid ones. */
import type { Feed } from "@/lib/contract/feeds";
import { type AnyQuery, type Filter, parametersOf, type RangeFilter } from "@/lib/contract/filters";
import { quote } from "@/lib/contract/quote";
import { characters, isUuid, isWellFormed, MAX_TEXT_LENGTH, parseInstant, reduceDomain } from "@/lib/contract/syntax";
import type { Problem } from "@/lib/contract/wire";

export interface NormalizedQuery {
  readonly query: AnyQuery;
  readonly problems: readonly Problem[];
}

/** Undefined: the value is invalid for the parameter. */
type Value = AnyQuery[string];

/** Never throws; a parameter with a problem has no value. Values of long lists are not checked. */
export function normalizeQuery(feed: Feed, values: AnyQuery): NormalizedQuery {
  const query: Record<string, Value> = {};
  const problems: Problem[] = [];
  for (const filter of [...feed.filters, ...feed.order]) {
    for (const name of parametersOf(filter)) {
      const given = values[name];
      if (given === undefined) continue;
      const normalized = normalizeValue(filter, name, given);
      if (normalized === undefined) {
        const shown = typeof given === "object" ? given.join(", ") : String(given);
        problems.push({ parameter: name, message: `${name}=${quote(shown)} cannot be read; it was left out` });
      } else if (!isDefault(filter, normalized)) query[name] = normalized;
    }
    const contradiction = emptyByItself(filter, query);
    if (contradiction === undefined) continue;
    delete query[contradiction.parameter];
    problems.push(contradiction);
  }
  return { query, problems };
}

/** `false` of a flag that supports only `true`, and an empty list, are the same as omitting the parameter. */
function isDefault(filter: Filter, value: Value): boolean {
  if (filter.kind === "flag") return value === false && !filter.either;
  return typeof value === "object" && value.length === 0;
}

function normalizeValue(filter: Filter, name: string, given: NonNullable<Value>): Value {
  switch (filter.kind) {
    case "many": {
      const texts = typeof given === "object" ? given : [String(given)];
      return texts.every((text) => text !== "" && isWellFormed(text)) ? [...new Set(texts)] : undefined;
    }
    case "flag":
      return typeof given === "boolean" ? given : undefined;
    case "range":
      return typeof given === "number" && isAmount(filter, given) ? given : undefined;
    default:
      return typeof given === "string" ? normalizeText(filter, name, given) : undefined;
  }
}

function isAmount(filter: RangeFilter, given: number): boolean {
  return Number.isFinite(given) && given >= 0 && (filter.unit === "usd" || Number.isInteger(given));
}

function normalizeText(
  filter: Exclude<Filter, { kind: "many" | "flag" | "range" }>,
  name: string,
  given: string,
): Value {
  switch (filter.kind) {
    case "dates":
      return normalizeInstant(given, name === filter.since ? "start" : "end");
    case "tree":
      return /^(?:[0-9]{2,6}|[0-9]{2}-[0-9]{2}|unknown)$/.test(given) ? given : undefined;
    case "one":
      return given === "" || !isWellFormed(given) ? undefined : given;
    case "text":
      if (filter.form === "id") return isUuid(given) ? given.toLowerCase() : undefined;
      if (filter.form === "domain") return reduceDomain(given);
      return isWellFormed(given) && characters(given.trim()) <= MAX_TEXT_LENGTH ? given.trim() || undefined : undefined;
  }
}

/** A bare date stays one, because it means a whole day; all spellings of an instant become the same. */
function normalizeInstant(given: string, edge: "start" | "end"): string | undefined {
  const instant = parseInstant(given, edge);
  if (instant === undefined) return undefined;
  return given.length === 10 ? given : new Date(instant).toISOString();
}

function emptyByItself(filter: Filter, query: AnyQuery): Problem | undefined {
  if (filter.kind === "range" && filter.max !== undefined) {
    const [low, high] = [query[filter.min], query[filter.max]];
    if (typeof low === "number" && typeof high === "number" && low > high)
      return { parameter: filter.min, message: `${filter.min} (${low}) is above ${filter.max} (${high})` };
  }
  if (filter.kind === "dates" && filter.until !== undefined) {
    const [since, until] = [query[filter.since], query[filter.until]];
    if (typeof since !== "string" || typeof until !== "string") return undefined;
    if ((parseInstant(since, "start") ?? 0) > (parseInstant(until, "end") ?? 0))
      return { parameter: filter.since, message: `${filter.since} (${since}) is after ${filter.until} (${until})` };
  }
  return undefined;
}
