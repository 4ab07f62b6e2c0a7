/** Measures how well an import joined generated reports: pairs of reports that ended in one record, and that tell of one thing. */
import { round } from "../../harness/metric";
import { groupBy } from "./group";
import type { Placed } from "./import";
import type { Noise, Report } from "./tell";

/** One report of one thing. */
export interface Placement {
  readonly truth: number;
  /** The record that it ended in; one that was not stored is alone. */
  readonly record: string;
  readonly noise: readonly Noise[];
}

interface PairQuality {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  /** The share of records of several reports that hold reports of two things. */
  readonly falseMerges: number;
  /** Records, and things that they should be. */
  readonly records: number;
  readonly things: number;
}

interface NoiseQuality {
  /** Pairs of reports of which at least one has the noise. */
  readonly pairs: number;
  readonly recall: number;
  readonly precision: number;
}

type Groups = ReadonlyMap<unknown, readonly Placement[]>;

export function measureGenerated(reports: readonly Report[], placed: Placed) {
  const companies = companyPlacements(reports, placed);
  const events = eventPlacements(reports, placed);
  const kinds = groupBy(events, ({ kind }) => kind);
  return {
    companies: measurePairs(companies),
    events: measurePairs(events),
    byKind: Object.fromEntries([...kinds].map(([kind, some]) => [kind, measurePairs(some)])),
    companyNoise: measureNoise(companies),
    eventNoise: measureNoise(events),
    // Pairs of records that are listed as possible duplicates, and pairs of reports of one company in two records.
    listed: placed.listed.length,
    ...countMissedPairs(companies, placed.listed),
  };
}

export function companyPlacements(reports: readonly Report[], { companies }: Placed): Placement[] {
  return reports.flatMap(({ mentions, noise }, index) =>
    mentions.map((mention, side) => ({
      truth: mention.company,
      record: companies[index]?.[side] ?? `${index} ${side}`,
      noise: [...mention.noise, ...noise],
    })),
  );
}

export function eventPlacements(reports: readonly Report[], { events }: Placed): (Placement & { kind: string })[] {
  return reports.flatMap(({ event, kind, mentions, noise }, index) =>
    event === null
      ? []
      : {
          kind,
          truth: event,
          record: events[index] ?? String(index),
          noise: [...new Set([...mentions.flatMap((mention) => mention.noise), ...noise])],
        },
  );
}

/** Returns how many pairs of mentions, and of reports of events, are together in only one of two imports. */
export function compareOrders(reports: readonly Report[], one: Placed, other: Placed) {
  const records = (placements: readonly Placement[]) => placements.map(({ record }) => record);
  const of = (place: typeof companyPlacements) =>
    countDifferingPairs(records(place(reports, one)), records(place(reports, other)));
  return { companies: of(companyPlacements), events: of(eventPlacements) };
}

export function measurePairs(placements: readonly Placement[]): PairQuality {
  const { records, things, cells } = groupAll(placements);
  const [joined, alike, both] = [countPairs(records), countPairs(things), countPairs(cells)];
  const several = [...records.values()].filter((group) => group.length > 1);
  const mixed = several.filter((group) => new Set(group.map(({ truth }) => truth)).size > 1);
  const [precision, recall] = [both / joined, both / alike];
  return {
    precision: round(precision, 4),
    recall: round(recall, 4),
    f1: round((2 * precision * recall) / (precision + recall), 4),
    falseMerges: round(mixed.length / several.length, 4),
    records: records.size,
    things: things.size,
  };
}

/** Splits the figures by what is noisy: a pair counts for the noise of either of its reports. */
function measureNoise(placements: readonly Placement[]): Record<string, NoiseQuality> {
  const kinds = [...new Set(placements.flatMap(({ noise }) => noise))].sort();
  const { records, things, cells } = groupAll(placements);
  const entries = kinds.map((kind) => {
    const [joined, alike, both] = [records, things, cells].map((groups) => countNoisyPairs(groups, kind));
    const figures = { pairs: alike ?? 0, recall: share(both, alike), precision: share(both, joined) };
    return [kind, figures] as const;
  });
  return Object.fromEntries(entries);
}

function share(part = 0, all = 0): number {
  return all === 0 ? 1 : round(part / all, 4);
}

/** Returns how many pairs are together in one list of records and not in the other. */
function countDifferingPairs(one: readonly string[], other: readonly string[]): number {
  const size = (texts: readonly string[]) =>
    [...groupBy(texts, (text) => text).values()].reduce((sum, { length }) => sum + countPairsAmong(length), 0);
  return size(one) + size(other) - 2 * size(one.map((text, index) => `${text} ${other[index]}`));
}

/** Returns how many pairs of reports of one thing are in two records, and how many of these are of a listed pair of records. */
function countMissedPairs(
  placements: readonly Placement[],
  listed: readonly { readonly left: string; readonly right: string }[],
): { readonly missed: number; readonly missedAndListed: number } {
  const texts = new Set(listed.map(({ left, right }) => pairText(left, right)));
  let [missed, missedAndListed] = [0, 0];
  for (const reports of groupAll(placements).things.values()) {
    const sizes = [...groupBy(reports, ({ record }) => record)].map(([record, { length }]) => ({ record, length }));
    for (const [index, one] of sizes.entries())
      for (const other of sizes.slice(index + 1)) {
        const pairs = one.length * other.length;
        missed += pairs;
        if (texts.has(pairText(one.record, other.record))) missedAndListed += pairs;
      }
  }
  return { missed, missedAndListed };
}

function pairText(one: string, other: string): string {
  return one < other ? `${one} ${other}` : `${other} ${one}`;
}

function groupAll(placements: readonly Placement[]) {
  return {
    records: groupBy(placements, ({ record }) => record),
    things: groupBy(placements, ({ truth }) => truth),
    cells: groupBy(placements, ({ truth, record }) => `${truth} ${record}`),
  };
}

function countPairs(groups: Groups): number {
  return [...groups.values()].reduce((sum, { length }) => sum + countPairsAmong(length), 0);
}

function countNoisyPairs(groups: Groups, kind: Noise): number {
  return [...groups.values()].reduce((sum, group) => {
    const others = group.filter(({ noise }) => !noise.includes(kind)).length;
    return sum + countPairsAmong(group.length) - countPairsAmong(others);
  }, 0);
}

function countPairsAmong(count: number): number {
  return (count * (count - 1)) / 2;
}
