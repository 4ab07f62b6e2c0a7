/**
 * The browser, the dashboard's server and the service share one parser, one check and one serializer for the query of a
 * feed. Valid parts and issues come together: an address keeps what is valid, an API request is rejected for any issue.
 */
import { CURSOR_PARAMETER, type Feed, LIMIT, LIMIT_PARAMETER, parameterNames, TOTAL_PARAMETER } from "../feeds";
import type { AnyQuery, Filter } from "../filters";
import { COMPANY_SORTS } from "../values/organisations";
import { nameHint } from "./nearest";
import { feedVocabulary, type Issue, readParameters } from "./parameters";
import { quote, shown } from "./quote";
import { isRelativeDate, resolveRelativeDate } from "./relative-dates";
import { isObject, parseInstant } from "./syntax";
import { checkFlag, checkText, checkValue, checkWholeNumber, type GetListReader, type Report } from "./value-checks";

/** Every feed has these paging parameters. */
export type Paging = {
  readonly cursor?: string;
  readonly limit: number;
  /** Only feeds with totals have this. */
  readonly includeTotal?: boolean;
};

export interface FeedQuery {
  /** Valid filters and order are given by current name, in the spelling of the request. */
  readonly query: AnyQuery;
  /** All spellings of this query share it. */
  readonly canonical: CanonicalQuery;
  readonly paging: Paging;
  /** Each issue tells what was left out, and why. */
  readonly issues: readonly Issue[];
}

/**
 * Never throws. With `getListReader` the values of lists are checked too and get their current spelling; without it,
 * as in the browser, which does not load the lists, every text is allowed there.
 */
export function parseFeedQuery(feed: Feed, search: URLSearchParams, getListReader?: GetListReader): FeedQuery {
  const read = readParameters(search, feedVocabulary(feed));
  const checked = checkFeedQuery(feed, read.values, getListReader);
  return read.issues.length === 0 ? checked : { ...checked, issues: [...read.issues, ...checked.issues] };
}

/** Does the same for values that were never text, as `readParameters` returns them. */
export function checkFeedQuery(feed: Feed, values: unknown, getListReader?: GetListReader): FeedQuery {
  const issues: Issue[] = [];
  const createReport =
    (parameter: string): Report =>
    (message, index) => {
      issues.push({ parameter, message, ...(index === undefined ? {} : { index }) });
      return undefined;
    };
  const given = isObject(values) ? values : {};
  const { byName, parameters } = feedVocabulary(feed);
  const unknown = isObject(values) ? Object.keys(values).filter((name) => byName.get(name)?.name !== name) : undefined;
  if (unknown === undefined || unknown.length > 0)
    createReport("query")(
      shapeMessage("the query", `a parameter of ${feed.path}`, parameterNames(feed), values, unknown),
    );
  const query: Record<string, AnyQuery[string]> = {};
  for (const { name, filter } of parameters) {
    const one = given[name];
    if (one === undefined || filter === undefined) continue;
    const value = checkValue(filter, name, one, createReport(name), getListReader);
    if (value !== undefined) query[name] = value;
  }
  const paging = checkPaging(feed, given, createReport);
  for (const issue of contradictions(feed.filters, query)) {
    delete query[issue.parameter];
    issues.push(issue);
  }
  return { query, canonical: canonicalizeQuery(feed, query), paging, issues };
}

function checkPaging(
  { totals }: Feed,
  { [CURSOR_PARAMETER]: cursor, [LIMIT_PARAMETER]: limit, [TOTAL_PARAMETER]: total }: Readonly<Record<string, unknown>>,
  createReport: (parameter: string) => Report,
): Paging {
  const paging: { cursor?: string; limit: number; includeTotal?: boolean } = { limit: LIMIT.default };
  const text = cursor === undefined ? undefined : checkText(CURSOR_PARAMETER, cursor, createReport(CURSOR_PARAMETER));
  if (text !== undefined) paging.cursor = text;
  if (limit !== undefined)
    paging.limit = checkWholeNumber(LIMIT_PARAMETER, LIMIT, limit, createReport(LIMIT_PARAMETER)) ?? LIMIT.default;
  if (totals)
    paging.includeTotal =
      total !== undefined && checkFlag(TOTAL_PARAMETER, total, createReport(TOTAL_PARAMETER)) === true;
  return paging;
}

/** One message names at most this many unknown fields. */
const NAMED = 5;

/**
 * Describes a problem with an object as a whole: its unknown fields, or where these are undefined, that it is not an
 * object.
 */
export function shapeMessage(
  what: string,
  where: string,
  known: readonly string[],
  given: unknown,
  unknown: readonly string[] | undefined,
): string {
  if (unknown === undefined) return `${what} must be an object with ${known.join(", ")}; got ${shown(given)}`;
  const more = unknown.length - NAMED;
  const sentences = unknown.slice(0, NAMED).map((key) => `${quote(key)} is not ${where}; ${nameHint(key, known)}`);
  return [...sentences, ...(more > 0 ? [`and ${more} more`] : [])].join("; ");
}

/**
 * Checks rules between two parameters: no range or period may have bounds that make it empty, and no direction may be
 * ignored.
 */
function contradictions(filters: readonly Filter[], query: AnyQuery): Issue[] {
  const issues: Issue[] = [];
  for (const filter of filters) {
    if (filter.kind === "range" && filter.max !== undefined) {
      const [low, high] = [query[filter.min], query[filter.max]];
      if (typeof low === "number" && typeof high === "number" && low > high)
        issues.push({ parameter: filter.min, message: `${filter.min} (${low}) is above ${filter.max} (${high})` });
    }
    if (filter.kind === "dates" && filter.until !== undefined) {
      const [since, until] = [query[filter.since], query[filter.until]];
      if (typeof since !== "string" || typeof until !== "string") continue;
      const [start, end] = [parseInstant(since, "start"), parseInstant(until, "end")];
      if (start !== undefined && end !== undefined && start > end)
        issues.push({
          parameter: filter.since,
          message: `${filter.since} (${since}) is after ${filter.until} (${until})`,
        });
    }
  }
  // The order `recent` is always ascending; accepting another direction would silently ignore it.
  if (query.sortDirection === "desc" && query.sort !== "prominence")
    issues.push({
      parameter: "sortDirection",
      message: "sortDirection desc applies to sort=prominence only; sort=recent is always ascending",
    });
  return issues;
}

/** Tells whether the value is a default that was stated explicitly (decisions, Orders). */
function isDefault({ sort }: AnyQuery, name: string, value: AnyQuery[string]): boolean {
  if (name === "sort") return value === COMPANY_SORTS[0].value;
  return name === "sortDirection" && value === (sort === "prominence" ? "desc" : "asc");
}

interface CanonicalQuery {
  /** Values that mean the same as leaving them out are removed, and instants are in UTC. */
  readonly query: AnyQuery;
  /** Parameters are in descriptor order, values sorted, defaults left out, without a leading `?`. */
  readonly text: string;
  /** The query has a relative date, so it means another one on another day. */
  readonly isRelative: boolean;
}

/**
 * Returns the one form of a checked query that all its spellings share.
 * @param now resolves relative dates; without it they stay as written
 */
export function canonicalizeQuery(feed: Feed, checked: AnyQuery, now?: Date): CanonicalQuery {
  const query: Record<string, AnyQuery[string]> = {};
  const search = new URLSearchParams();
  let isRelative = false;
  for (const { name, filter } of feedVocabulary(feed).parameters) {
    const given = checked[name];
    if (given === undefined || filter === undefined || (filter.kind === "flag" && !filter.either && given === false))
      continue;
    const value = filter.kind === "dates" && typeof given === "string" ? canonicalInstant(given, now) : given;
    query[name] = value;
    isRelative ||= filter.kind === "dates" && typeof value === "string" && isRelativeDate(value);
    if (isDefault(checked, name, value)) continue;
    if (typeof value === "object") for (const item of value.toSorted()) search.append(name, item);
    else search.append(name, typeof value === "number" ? plainDigits(value) : String(value));
  }
  return { query, text: search.toString(), isRelative };
}

/** A bare date stays one, because it means a whole day; all spellings of an instant become the same. */
function canonicalInstant(given: string, now: Date | undefined): string {
  if (isRelativeDate(given)) return (now && resolveRelativeDate(given, now.toISOString().slice(0, 10))) ?? given;
  const instant = parseInstant(given, "start");
  return instant === undefined || given.length === 10 ? given : new Date(instant).toISOString();
}

/** Writes a number in plain digits, as the API requires (not `1e+21`). */
function plainDigits(value: number): string {
  const [mantissa = "", exponent] = String(value).split("e");
  if (exponent === undefined) return mantissa;
  const [whole = "", fraction = ""] = mantissa.split(".");
  const point = whole.length + Number(exponent);
  const digits = whole + fraction;
  return point > 0 ? digits.padEnd(point, "0") : `0.${"0".repeat(-point)}${digits}`;
}

/** Returns the canonical text of any query; invalid parts are left out. */
export function serializeFeedQuery(feed: Feed, query: AnyQuery): string {
  return checkFeedQuery(feed, query).canonical.text;
}
