/** Measures the importer's own matching against labelled sets. Each figure is a share from 0 to 1. */
import { daysApart, sameDeal } from "@/service/ingest/resolve/same-event";
import { judgeNames } from "@/service/ingest/resolve/score";
import { readMonthName } from "@/service/ingest/values/month-names";
import { readRound } from "@/service/ingest/values/rounds";
import type { AnnouncedPrecision } from "@/service/records/announced";
import { round } from "../harness/metric";
import { IMPORTER_KEYS, NameIndex } from "./name-index";
import type { Brand, CompanyPair, DealPair, NamePair, RoundName, Sets } from "./sets";

interface Quality {
  /** This share of the labelled pairs is found. */
  readonly recall: number;
  /** This share of what is joined is labelled so. */
  readonly precision: number;
}

export interface Figures {
  readonly sameDeals?: Quality;
  readonly companyPairs?: Quality;
  readonly brandToLegalName?: Quality;
  readonly roundNames?: { readonly mentionsRight: number };
  readonly adversarialPairs?: Quality;
}

/** Lists what a measurement joined wrongly and what it missed, as sentences to read. */
export interface Examples {
  readonly wrong: string[];
  readonly missed: string[];
}

export type Measured<K extends keyof Figures> = Examples & { readonly figures: NonNullable<Figures[K]> };

/** Sets without rows have no figures. */
export function measureSets(sets: Sets): { [K in keyof Figures]?: Measured<K> } {
  return {
    ...(sets.deals.length > 0 && { sameDeals: measureDeals(sets.deals) }),
    ...(sets.companyPairs.length > 0 && { companyPairs: measurePairs(sets.companyPairs) }),
    ...(sets.brands.length > 0 && { brandToLegalName: measureBrands(sets.brands) }),
    ...(sets.roundNames.length > 0 && { roundNames: measureRounds(sets.roundNames) }),
    ...(sets.namePairs.length > 0 && { adversarialPairs: measureNames(sets.namePairs) }),
  };
}

function quality({ right, wrong }: { right: number; wrong: number }, all: number): Quality {
  return { recall: round(right / all, 4), precision: right + wrong === 0 ? 1 : round(right / (right + wrong), 4) };
}

/** Joins each name with its best neighbour among the other names, if the score alone allows it. */
function measureNeighbours<T>(
  rows: readonly T[],
  names: Iterable<string>,
  {
    from,
    to,
    isRight,
  }: { from: (row: T) => string; to: (row: T) => string; isRight: (row: T, name: string) => boolean },
): Examples & { figures: Quality } {
  const index = new NameIndex(names);
  const [wrong, missed]: [string[], string[]] = [[], []];
  let right = 0;
  for (const row of rows) {
    const best = index.neighbours(from(row))[0];
    if (best?.verdict.outcome !== "same") missed.push(`${from(row)} | ${to(row)}`);
    else if (isRight(row, best.name)) right++;
    else wrong.push(`${from(row)} | ${best.name} instead of ${to(row)}`);
  }
  return { figures: quality({ right, wrong: wrong.length }, rows.length), wrong, missed };
}

function measureBrands(brands: readonly Brand[]): Measured<"brandToLegalName"> {
  const numbers = new Map<string, Set<string>>(brands.map((one) => [one.legal_name, new Set()] as const));
  for (const { legal_name, registry_no } of brands) numbers.get(legal_name)?.add(registry_no);
  return measureNeighbours(brands, numbers.keys(), {
    from: (brand) => brand.brand_name,
    to: (brand) => brand.legal_name,
    isRight: (brand, name) => numbers.get(name)?.has(brand.registry_no) ?? false,
  });
}

function measurePairs(pairs: readonly CompanyPair[]): Measured<"companyPairs"> {
  const domains = new Map(pairs.map((pair) => [pair.name2, pair.domain] as const));
  return measureNeighbours(pairs, domains.keys(), {
    from: (pair) => pair.name1,
    to: (pair) => pair.name2,
    isRight: (pair, name) => domains.get(name) === pair.domain,
  });
}

function measureNames(pairs: readonly NamePair[]): Measured<"adversarialPairs"> {
  const joined = pairs.filter(({ name1, name2 }) => judgeNames(name1, name2).outcome === "same");
  const text = ({ name1, name2 }: NamePair) => `${name1} | ${name2}`;
  const right = joined.filter((pair) => pair.is_match);
  const wrong = joined.filter((pair) => !pair.is_match);
  const same = pairs.filter((pair) => pair.is_match);
  return {
    figures: quality({ right: right.length, wrong: wrong.length }, same.length),
    wrong: wrong.map(text),
    missed: same.filter((pair) => !joined.includes(pair)).map(text),
  };
}

function measureRounds(names: readonly RoundName[]): Measured<"roundNames"> {
  const isRight = ({ raw, expected }: RoundName) => allowed(expected).includes(readName(raw) ?? "");
  const count = (rows: readonly RoundName[]) => rows.reduce((sum, row) => sum + row.count, 0);
  const wrong = names.filter((name) => !isRight(name));
  return {
    figures: { mentionsRight: round(1 - count(wrong) / count(names), 4) },
    wrong: wrong.map((one) => `${one.raw} (${one.count}) is ${readName(one.raw) ?? "no round"}, not ${one.expected}`),
    missed: [],
  };
}

/** A debatable name has several values, `seed|angel (ambiguous)`; a bracket alone says that it is no round. */
function allowed(expected: string): string[] {
  return expected
    .replace(/\s*\(.*\)$/, "")
    .split("|")
    .map((value) => value.trim());
}

/** A round that is not recognized is stored as "other", and text that names none is left out. */
function readName(raw: string): string | undefined {
  const read = readRound(raw);
  return typeof read === "object" ? read.round : undefined;
}

interface Report {
  readonly pair: number;
  readonly target: string;
  readonly acquirer: string;
  readonly at: Date | null;
  readonly announcedPrecision: AnnouncedPrecision;
}

/** Each deal of one source is compared with those of the other whose targets the importer would look up. */
function measureDeals(pairs: readonly DealPair[]): Measured<"sameDeals"> {
  const others = pairs.map(otherReport);
  const byKey = new Map<string, Set<Report>>();
  for (const other of others)
    for (const key of IMPORTER_KEYS.stored(other.target))
      byKey.set(key, (byKey.get(key) ?? new Set([other])).add(other));
  const [wrong, missed]: [string[], string[]] = [[], []];
  let right = 0;
  for (const own of pairs.map(ownReport)) {
    const candidates = new Set(IMPORTER_KEYS.sought(own.target).flatMap((key) => [...(byKey.get(key) ?? [])]));
    const found = [...candidates].filter((other) => isSameDeal(own, other));
    if (found.some((other) => other.pair === own.pair)) right++;
    else missed.push(describeDeals(own, others[own.pair]));
    for (const other of found) if (other.pair !== own.pair) wrong.push(describeDeals(own, other));
  }
  return { figures: quality({ right, wrong: wrong.length }, pairs.length), wrong, missed };
}

function isSameDeal(own: Report, other: Report): boolean {
  const days =
    own.at === null || other.at === null
      ? null
      : daysApart({ ...own, announcedAt: own.at }, { ...other, announcedAt: other.at });
  return sameDeal(judgeNames(own.target, other.target), judgeNames(own.acquirer, other.acquirer), days);
}

function ownReport(row: DealPair, pair: number): Report {
  const month = readMonthName(row.month_2021);
  const at = /^\d{4}$/.test(row.year_2021) ? new Date(Date.UTC(Number(row.year_2021), (month ?? 1) - 1, 1)) : null;
  const announcedPrecision = month === undefined ? "year" : "month";
  return { pair, target: row.target_2021, acquirer: row.acquirer_2021, at, announcedPrecision };
}

function otherReport(row: DealPair, pair: number): Report {
  const at = row.date_2015 === "" ? null : new Date(row.date_2015);
  return { pair, target: row.target_2015, acquirer: row.acquirer_2015, at, announcedPrecision: "day" };
}

function describeDeals(own: Report, other: Report | undefined): string {
  const text = ({ target, acquirer, at }: Report) =>
    `${target} by ${acquirer}, ${at?.toISOString().slice(0, 10) ?? "-"}`;
  return `${text(own)} | ${other === undefined ? "-" : text(other)}`;
}
