/** Finds the filters that a few typed words can mean, best first. */
import type { Feed } from "@dealflow/contract/feeds";
import type { AnyQuery, Filter, ListName, RangeFilter } from "@dealflow/contract/filters";
import { isUuid, reduceDomain } from "@dealflow/contract/query/syntax";
import { INDUSTRY_SHORT_FORMS, OLDER_INDUSTRY_NAMES } from "@dealflow/contract/values/industry-names";
import { UNKNOWN } from "@dealflow/contract/values/unknown";
import { findPreset } from "@/components/filters/facets/date-presets";
import { fold, foldedTitle } from "@/components/filters/lists/list-search";
import type { Listed } from "@/components/filters/lists/value-lists";
import { type DateContext, type Period, parsePeriod } from "@/lib/filters/date-words";
import { longDate } from "@/lib/format/dates";
import { parseAmount, shortAmount } from "@/lib/format/money";
import type { Choice } from "./choice";

export interface Vocabulary {
  readonly feed: Feed;
  /** Returns the known part of a list; a long one may still be loading. */
  readonly getValues: (list: ListName) => readonly Listed[];
  readonly dates: DateContext;
}

/** The palette offers at most this many values of one filter for the same words. */
const MOST = 4;

/** The `words` are folded, and in the order in which they were typed. */
export function choicesFor(words: readonly string[], vocabulary: Vocabulary): Choice[] {
  const { feed } = vocabulary;
  const found: Choice[] = [];
  for (const filter of feed.filters) {
    found.push(...filterChoices(filter, words, false, vocabulary));
    const rest = withoutName(filter, words);
    if (rest !== undefined) found.push(...filterChoices(filter, rest, true, vocabulary));
  }
  const best = new Map<string, Choice>();
  for (const choice of found.sort((a, b) => b.score - a.score)) {
    const key = `${choice.filter.label} ${choice.title}`;
    if (!best.has(key)) best.set(key, choice);
  }
  return [...best.values()];
}

/** A bare year is more often one of foundation, and `5m` or `from 5m` an amount. */
const LIKELY_NUMBER = /^(?:\d{4}|(?:(?:from|between|over|above|up to|under|below) )?\d+m\b.*)$/;

/** Returns the words after the filter's name: `country germany`, `amount from 5m`. */
function withoutName(filter: Filter, words: readonly string[]): readonly string[] | undefined {
  const [first = "", ...rest] = words;
  const [label = ""] = fold(filter.label).split(/[ ,]/);
  const names = [label, `${label}s`, label.replace(/y$/, "ies")];
  return rest.length > 0 && names.includes(first) ? rest : undefined;
}

/** A choice gets this bonus when its filter's name was typed too. */
const NAME_BONUS = 20;

function filterChoices(filter: Filter, words: readonly string[], named: boolean, vocabulary: Vocabulary): Choice[] {
  const text = words.join(" ");
  const choice = (title: string, values: AnyQuery, score: number): Choice => ({
    filter,
    title,
    values,
    score: score + (named ? NAME_BONUS : 0),
  });
  switch (filter.kind) {
    case "many":
    case "one":
    case "tree":
      return listed(filter, words, vocabulary.getValues(filter.list))
        .slice(0, MOST)
        .map(({ item, score }) => {
          const value = filter.kind === "many" ? [item.value] : item.value;
          const title = filter.kind === "tree" && item.value !== UNKNOWN ? `${item.value} ${item.title}` : item.title;
          return choice(title, { [filter.param]: value }, score);
        });
    case "range": {
      const phrase = rangePhrase(filter, text, named);
      return phrase === undefined ? [] : [choice(phrase.title, phrase.values, 90)];
    }
    case "dates": {
      const period = LIKELY_NUMBER.test(text) && !named ? undefined : parsePeriod(text, vocabulary.dates);
      if (period === undefined || (period.since === undefined && filter.until === undefined)) return [];
      const values = {
        [filter.since]: period.since,
        ...(filter.until === undefined ? {} : { [filter.until]: period.until }),
      };
      return [choice(periodTitle(period), values, 95)];
    }
    case "flag":
      return [true, false]
        .slice(0, filter.either ? 2 : 1)
        .map((value) => ({ value, title: filter.titles[value ? 0 : 1] }))
        .flatMap(({ value, title }) => {
          const score = titleScore(fold(title), words);
          return score === 0 ? [] : [choice(title, { [filter.param]: value }, score)];
        });
    case "text": {
      if (filter.form === "id") return isUuid(text) ? [choice(text, { [filter.param]: text }, 100)] : [];
      if (filter.form === "search") return [choice(`“${text}”`, { [filter.param]: text }, named ? 80 : 10)];
      const domain = /\.[a-z]{2,}$/.test(text) ? reduceDomain(text) : undefined;
      return domain === undefined ? [] : [choice(domain, { [filter.param]: domain }, 90)];
    }
  }
}

function periodTitle({ since, until }: Period): string {
  const preset = findPreset(since, until);
  if (preset !== undefined) return preset.text;
  if (since === undefined) return `up to ${longDate(until ?? "")}`;
  if (until === undefined) return `from ${longDate(since)}`;
  return since === until ? longDate(since) : `${longDate(since)} to ${longDate(until)}`;
}

interface Found {
  readonly item: Listed;
  readonly score: number;
}

/** Long lists match nearly every word, so the short ones, which people know, come first. */
const LIST_PENALTY: Readonly<Partial<Record<ListName, number>>> = { countries: 2, industries: 5, naics: 8 };

/** These names of countries are more common than their codes. */
const COUNTRY_SHORT_FORMS: Readonly<Record<string, string>> = { uk: "gb", usa: "us", uae: "ae" };

function listed(filter: Extract<Filter, { list: ListName }>, words: readonly string[], values: readonly Listed[]) {
  const text = words.join(" ");
  const less = LIST_PENALTY[filter.list] ?? 0;
  const found: Found[] = [];
  for (const item of values) {
    const code = (filter.list === "countries" && COUNTRY_SHORT_FORMS[text]) || text;
    const byCode = item.value.toLowerCase() === code ? 90 : 0;
    const score = Math.max(byCode, titleScore(foldedTitle(item), words));
    if (score > 0) found.push({ item, score: score - less });
  }
  if (filter.list === "industries") found.push(...byOtherName(words, values, less));
  if (filter.kind !== "one" && "unknown" in filter && filter.unknown && UNKNOWN.startsWith(text) && text.length > 2)
    found.push({ item: { value: UNKNOWN, title: "Unknown" }, score: 40 });
  return found.sort((a, b) => b.score - a.score);
}

/** Finds industries by older names and short forms, with the label that they mean. */
function byOtherName(words: readonly string[], values: readonly Listed[], less: number): Found[] {
  const text = words.join(" ");
  return [...OLDER_INDUSTRY_NAMES, ...INDUSTRY_SHORT_FORMS].flatMap(({ name, label }) => {
    const item = fold(name) === text ? values.find(({ value }) => value === label) : undefined;
    return item === undefined ? [] : [{ item, score: 80 - less }];
  });
}

/** The score is 100 for the exact title, 70 for its beginning, and 50 for successive words that begin so. */
function titleScore(title: string, words: readonly string[]): number {
  const text = words.join(" ");
  if (title === text) return 100;
  // Too many titles begin with any single letter.
  if (text.length < 2) return 0;
  if (title.startsWith(text)) return 70;
  const parts = title.split(/[^\p{L}\p{N}]+/u);
  const fits = parts.some((_, at) => words.every((word, offset) => parts[at + offset]?.startsWith(word)));
  return fits ? 50 : 0;
}

interface Phrase {
  readonly title: string;
  readonly values: AnyQuery;
}

const LOW = /^(?:from|over|above|at least|min|more than|>=?)\s*(.+)$/;
const HIGH = /^(?:up to|under|below|at most|max|less than|<=?)\s*(.+)$/;
const BETWEEN = /^(?:between\s+)?(.+?)\s*(?:-|–|to|and)\s*(.+)$/;
const OPEN = /^(.+)\+$/;

/** `named` means that the filter's name was typed before, so that a bare number can mean it. */
function rangePhrase(filter: RangeFilter, text: string, named: boolean): Phrase | undefined {
  const read = (part: string | undefined) => (part === undefined ? undefined : bound(filter, part, named));
  const low = read((LOW.exec(text) ?? OPEN.exec(text))?.[1]) ?? read(text);
  const high = read(HIGH.exec(text)?.[1]);
  const [, first, second] = BETWEEN.exec(text) ?? [];
  // In `5 to 20m` the first number has the unit of the second.
  const unit = /[a-z]+$/.exec(second ?? "")?.[0] ?? "";
  const [from, to] = [read(first) ?? read(`${first}${unit}`), read(second)];
  const shown = (value: number) => (filter.unit === "usd" ? `$${shortAmount(value)}` : String(value));
  if (filter.max !== undefined && from !== undefined && to !== undefined && from <= to)
    return { title: `${shown(from)} to ${shown(to)}`, values: { [filter.min]: from, [filter.max]: to } };
  if (filter.max !== undefined && high !== undefined)
    return { title: `up to ${shown(high)}`, values: { [filter.min]: undefined, [filter.max]: high } };
  if (low === undefined) return undefined;
  return {
    title: `from ${shown(low)}`,
    values: { [filter.min]: low, ...(filter.max === undefined ? {} : { [filter.max]: undefined }) },
  };
}

function bound(filter: RangeFilter, text: string, named: boolean): number | undefined {
  if (filter.unit !== "usd") return named && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
  // A number is an amount only after the filter's name, with a currency or unit, or with thousands separators.
  return named || /[$a-z]|\d,\d{3}/.test(text) ? parseAmount(text) : undefined;
}
