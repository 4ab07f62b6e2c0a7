/** Writes the chosen values of a filter in few words: at the head of its facet and in its chip. */
import type { FeedName } from "@dealflow/contract/feeds";
import {
  type AnyQuery,
  type DatesFilter,
  type Filter,
  filterParameters,
  type ListName,
  type RangeFilter,
  type TextFilter,
} from "@dealflow/contract/filters";
import { toFreeQuery } from "@dealflow/contract/query/free-query";
import { UNKNOWN } from "@dealflow/contract/values/unknown";
import { shortDate } from "@/lib/format/dates";
import { shortAmount } from "@/lib/format/money";
import { findPreset, relativeText } from "./facets/date-presets";
import { isLong, listLength, shortList } from "./lists/value-lists";

export interface Words {
  /** Returns the title of a value, or the value itself while the list is not loaded. */
  findTitle(list: ListName, value: string): string;
  /** The date is YYYY-MM-DD, in UTC. */
  today: string;
  /** Returns the name of the entity with this id, where it is known. */
  findName?(filter: TextFilter, id: string): string | undefined;
}

export const NOTHING_CHOSEN = "Any";

/** Longer lists of values are cut to `US, GB +3`. */
const CHIP_LENGTH = 26;

/** Returns the chosen values of a list parameter. */
export function chosenValues(query: AnyQuery, param: string): readonly string[] {
  const value = query[param];
  if (value === undefined) return [];
  return typeof value === "object" ? value : [String(value)];
}

/** Writes `3 of 24`, `Series C`, `from $5m`, `90 days` or `Any`. */
export function headText(filter: Filter, query: AnyQuery, words: Words): string {
  switch (filter.kind) {
    case "many": {
      const chosen = chosenValues(query, filter.param);
      const [first] = chosen;
      if (first === undefined) return NOTHING_CHOSEN;
      if (chosen.length === 1 && filter.list !== "countries") return title(filter.list, first, words);
      return `${chosen.length} of ${listLength(filter.list)}`;
    }
    case "tree":
      return String(query[filter.param] ?? NOTHING_CHOSEN).replace(UNKNOWN, "Unknown");
    case "dates":
      return findPreset(query[filter.since], end(filter, query))?.label ?? chipText(filter, query, words);
    default:
      return chipText(filter, query, words);
  }
}

/** Writes `Series A, B, C`, `US, GB +3`, `51 Information`, `from $5m` or `last 90 days`. */
export function chipText(filter: Filter, query: AnyQuery, words: Words, length = CHIP_LENGTH): string {
  switch (filter.kind) {
    case "many":
    case "one":
      return listText(filter.list, chosenValues(query, filter.param), words, length);
    case "tree": {
      const [code] = chosenValues(query, filter.param);
      if (code === undefined) return NOTHING_CHOSEN;
      const name = title(filter.list, code, words);
      return code === UNKNOWN || name === code ? name : `${code} ${name}`;
    }
    case "range":
      return rangeText(filter, query);
    case "dates":
      return datesText(filter, query, words.today);
    case "flag": {
      const value = query[filter.param];
      if (value === undefined) return NOTHING_CHOSEN;
      return filter.titles[value === true ? 0 : 1];
    }
    case "text":
      return shownText(filter, chosenValues(query, filter.param)[0], words);
  }
}

/** Returns the wider range that applies to records that are not owned, such as `$5m to $25m`. */
export function widenedText(feed: FeedName, filter: Filter, query: AnyQuery, today: string): string | undefined {
  const own = Object.fromEntries(filterParameters(filter).map((param) => [param, query[param]]));
  const free = toFreeQuery(feed, own);
  if (!free.widened) return undefined;
  const shown = Object.entries(free.query).map(([param, value]): [string, AnyQuery[string]] => {
    // A bound one cent below an edge is rounded to the edge, and the open band has no upper bound.
    if (typeof value === "number") return [param, value < Number.MAX_SAFE_INTEGER ? Math.round(value) : undefined];
    return [param, value];
  });
  return chipText(filter, Object.fromEntries(shown), { today, findTitle: (_, value) => value });
}

function title(list: ListName, value: string, words: Words): string {
  return value === UNKNOWN ? "Unknown" : words.findTitle(list, value);
}

function listText(list: ListName, values: readonly string[], words: Words, length: number): string {
  const [only] = values;
  if (only === undefined) return NOTHING_CHOSEN;
  if (values.length === 1) return title(list, only, words);
  // Several countries are written as codes; a common first word is written once (`Series A, B, C`).
  const names = inListOrder(list, values).map((value) =>
    list === "countries" && value !== UNKNOWN ? value : title(list, value, words),
  );
  const [head = ""] = (names[0] ?? "").split(/(?<= )/);
  const shared = head.endsWith(" ") && names.every((name) => name.startsWith(head)) ? head.length : 0;
  let text = names[0] ?? "";
  for (const [index, name] of names.entries()) {
    if (index === 0) continue;
    const longer = `${text}, ${name.slice(shared)}`;
    if (longer.length > length) return `${text} +${names.length - index}`;
    text = longer;
  }
  return text;
}

/** Short lists have a natural order, which an address does not keep. */
function inListOrder(list: ListName, values: readonly string[]): readonly string[] {
  if (isLong(list)) return values;
  const order = shortList(list).map((item) => item.value);
  return [...values].sort((a, b) => order.indexOf(a) - order.indexOf(b));
}

/** Writes an amount in the filter's unit. */
function unitText(unit: RangeFilter["unit"], value: number): string {
  return unit === "usd" ? `$${shortAmount(value)}` : String(value);
}

function rangeText(filter: RangeFilter, query: AnyQuery): string {
  const [low, high] = [query[filter.min], filter.max === undefined ? undefined : query[filter.max]];
  const text = (value: AnyQuery[string]) => (typeof value === "number" ? unitText(filter.unit, value) : "");
  if (low === undefined && high === undefined) return NOTHING_CHOSEN;
  if (high === undefined) return `from ${text(low)}`;
  if (low === undefined) return `up to ${text(high)}`;
  return low === high ? `exactly ${text(low)}` : `${text(low)} to ${text(high)}`;
}

function end(filter: DatesFilter, query: AnyQuery): AnyQuery[string] {
  return filter.until === undefined ? undefined : query[filter.until];
}

function datesText(filter: DatesFilter, query: AnyQuery, today: string): string {
  const [since, until] = [query[filter.since], end(filter, query)];
  const preset = findPreset(since, until);
  if (preset !== undefined) return preset.text;
  const text = (value: AnyQuery[string]) => relativeText(String(value)) ?? shortDate(String(value), new Date(today));
  if (since === undefined && until === undefined) return NOTHING_CHOSEN;
  if (until === undefined) return `from ${text(since)}`;
  if (since === undefined) return `up to ${text(until)}`;
  return since === until ? text(since) : `${text(since)} to ${text(until)}`;
}

/** An id is known by its end, since its beginning is the time. */
function shownText(filter: TextFilter, value: string | undefined, words: Words): string {
  if (value === undefined) return NOTHING_CHOSEN;
  const name = filter.form === "id" ? words.findName?.(filter, value) : undefined;
  if (name !== undefined) return name;
  return filter.form === "id" ? `…${value.slice(-12)}` : value;
}
