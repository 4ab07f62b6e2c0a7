/** Tests whether a record matches a query, by applying the API's rule to the record itself. */

import type { Feed } from "@dealflow/contract/feeds";
import type {
  AnyQuery,
  DatesFilter,
  Filter,
  FlagFilter,
  ManyFilter,
  OneFilter,
  RangeFilter,
  TextFilter,
  TreeFilter,
} from "@dealflow/contract/filters";
import { checkFeedQuery } from "@dealflow/contract/query/feed-query";
import { foldText } from "@dealflow/contract/query/fold-text";
import { findBeginning, searchWords, wordTest } from "@dealflow/contract/query/search-text";
import { parseInstant, reduceDomain } from "@dealflow/contract/query/syntax";
import { periodStart } from "@dealflow/contract/records/periods";
import { UNKNOWN } from "@dealflow/contract/values/unknown";
import { activeFilters } from "./edit";
import { getFacts, hasAll, isUnknown, normalizeSpelling } from "./facts";

/** The result is undefined when the record lacks the fact that decides it. */
type MatchResult = boolean | undefined;
type Test = (record: unknown) => MatchResult;

/**
 * The classification of a tree filter is large, so a browser passes it once it is loaded. Without it the result is
 * undefined unless the code plainly includes the record's.
 */
interface Classification {
  resolve(code: string): string | undefined;
  ancestry(code: string): readonly string[];
}

/** Returns the predicate of a query. Invalid values are left out, as in an address. */
export function matcher(feed: Feed, query: AnyQuery, classification?: Classification): Test {
  const { query: canonical } = checkFeedQuery(feed, query).canonical;
  const tests = activeFilters(feed, canonical).map((filter) => createTest(filter, canonical, classification));
  return (record) => {
    let result: MatchResult = true;
    for (const test of tests) {
      const one = test(record);
      if (one === false) return false;
      if (one === undefined) result = undefined;
    }
    return result;
  };
}

function createTest(filter: Filter, query: AnyQuery, classification: Classification | undefined): Test {
  if (filter.facts.length === 0) return () => undefined;
  switch (filter.kind) {
    case "many":
      return manyTest(filter, query);
    case "one":
      return oneTest(filter, query[filter.param]);
    case "tree":
      return treeTest(filter, String(query[filter.param]), classification);
    case "range":
      return rangeTest(filter, query);
    case "dates":
      return datesTest(filter, query);
    case "flag":
      return flagTest(filter, query[filter.param] === true);
    case "text":
      return textTest(filter, String(query[filter.param]));
  }
}

function manyTest(filter: ManyFilter, query: AnyQuery): Test {
  const given = query[filter.param];
  const expected = new Set(
    (Array.isArray(given) ? given : [String(given)]).map((value) => normalizeSpelling(filter, value)),
  );
  const unknown = filter.unknown && expected.has(UNKNOWN);
  // There are few distinct facts, so each is normalized once for all records that have it.
  const results = new Map<unknown, boolean>();
  const isExpected = (fact: unknown) => {
    let result = results.get(fact);
    if (result === undefined) {
      result = expected.has(normalizeSpelling(filter, String(fact)));
      results.set(fact, result);
    }
    return result;
  };
  return (record) => (unknown && isUnknown(record, filter)) || getFacts(record, filter).some(isExpected);
}

function oneTest(filter: OneFilter, value: AnyQuery[string]): Test {
  if (filter.unknown && value === UNKNOWN) return (record) => isUnknown(record, filter);
  return (record) => getFacts(record, filter).includes(value);
}

function treeTest(filter: TreeFilter, code: string, classification: Classification | undefined): Test {
  if (code === UNKNOWN) return (record) => isUnknown(record, filter);
  const expected = classification === undefined ? code : classification.resolve(code);
  return (record) => {
    const facts = getFacts(record, filter).map(String);
    if (facts.length === 0) return false;
    if (classification === undefined) return plainly(code, facts);
    return expected !== undefined && facts.some((fact) => classification.ancestry(fact).includes(expected));
  };
}

/**
 * Returns the result for a code without the classification. A range includes the sectors between its ends, and like a
 * sector has no ancestor that it could resolve to; a longer code may be unlisted.
 */
function plainly(code: string, facts: readonly string[]): MatchResult {
  const [first = "", last = first] = code.split("-");
  // A range includes itself, but no sector includes a range.
  const covers = (fact: string) =>
    fact === code ||
    (!fact.includes("-") && fact.slice(0, first.length) >= first && fact.slice(0, last.length) <= last);
  return facts.some(covers) || (code.length > 2 && first === last ? undefined : false);
}

function rangeTest(filter: RangeFilter, query: AnyQuery): Test {
  const low = bound(query[filter.min], Number.NEGATIVE_INFINITY);
  const high = bound(filter.max === undefined ? undefined : query[filter.max], Number.POSITIVE_INFINITY);
  return (record) => getFacts(record, filter).some((fact) => typeof fact === "number" && fact >= low && fact <= high);
}

function bound(value: AnyQuery[string], open: number): number {
  return typeof value === "number" ? value : open;
}

function datesTest(filter: DatesFilter, query: AnyQuery): Test {
  const since = query[filter.since];
  const until = filter.until === undefined ? undefined : query[filter.until];
  const from = typeof since === "string" ? parseInstant(since, "start") : undefined;
  const to = typeof until === "string" ? parseInstant(until, "end") : undefined;
  return (record) => {
    const [fact] = getFacts(record, filter);
    const at = typeof fact === "string" ? parseInstant(periodStart(fact), "start") : undefined;
    return at === undefined ? undefined : (from === undefined || at >= from) && (to === undefined || at <= to);
  };
}

function flagTest(filter: FlagFilter, expected: boolean): Test {
  if (!filter.either) return (record) => !expected || hasAll(record, filter);
  return (record) => {
    const [fact] = getFacts(record, filter);
    return typeof fact === "boolean" ? fact === expected : undefined;
  };
}

function textTest(filter: TextFilter, given: string): Test {
  if (filter.form === "id") return (record) => getFacts(record, filter).some((fact) => sameId(fact, given));
  if (filter.form === "domain")
    return (record) => getFacts(record, filter).some((fact) => reduceDomain(String(fact)) === given);
  const words = searchWords(given);
  const tests = words.map(wordTest);
  const beginning = findBeginning(words);
  return (record) => {
    // The first is the name.
    const texts = getFacts(record, filter).map((fact) => foldText(String(fact)));
    if (beginning !== undefined && texts[0]?.startsWith(beginning)) return true;
    return tests.every((occursIn) => texts.some(occursIn));
  };
}

function sameId(fact: unknown, given: string): boolean {
  return typeof fact === "string" && fact.toLowerCase() === given;
}
