/** Measures how well an import joined generated reports. */
import { groupBy } from "./group";
import type { Placed } from "./import";
import {
  countDifferingPairs,
  countMissedPairs,
  measureNoise,
  measurePairs,
  type NoiseQuality,
  type PairQuality,
  type Placement,
} from "./pairs";
import type { Report } from "./tell";

export interface GeneratedFigures {
  readonly companies: PairQuality;
  readonly events: PairQuality;
  readonly byKind: Readonly<Record<string, PairQuality>>;
  readonly companyNoise: Readonly<Record<string, NoiseQuality>>;
  readonly eventNoise: Readonly<Record<string, NoiseQuality>>;
  /** Pairs of records that are listed as possible duplicates. */
  readonly listed: number;
  /** Pairs of reports of one company in two records, and how many of them such a pair of records would join. */
  readonly missed: number;
  readonly missedAndListed: number;
}

export function measureGenerated(reports: readonly Report[], placed: Placed): GeneratedFigures {
  const companies = companyPlacements(reports, placed);
  const events = eventPlacements(reports, placed);
  const kinds = groupBy(events, ({ kind }) => kind);
  return {
    companies: measurePairs(companies),
    events: measurePairs(events),
    byKind: Object.fromEntries([...kinds].map(([kind, some]) => [kind, measurePairs(some)])),
    companyNoise: measureNoise(companies),
    eventNoise: measureNoise(events),
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
