/**
 * Identifies the event that a row means. A source's own key decides. Without one, events of the same content group (the
 * same company and round, the same two sides, the same person and company) are told apart by their dates: the same day
 * is the same event, and a nearby date is a corrected one. So no key contains a date.
 */
import { dayText } from "../../values/dates";
import type { ImportRecords } from "../import-records";
import { distinct, KnownKeys } from "../keys";
import type { Run } from "../update";

export type Identity<State> =
  | { readonly key: string }
  | {
      readonly group: string;
      readonly announcedAt: Date;
      /** Tells whether a stored event of the group, so many days away, may be this one with another date. */
      readonly fits: (state: State, days: number) => boolean;
    };

const DAY_MS = 86_400_000;
/** An event that was joined with another source's has the date of that one, up to two months and a month's precision away. */
const SHARED_DAYS = 93;

/** The events of a group are numbered; most groups have one. */
function groupKey(group: string, number: number): string {
  return `${group}#${number}`;
}

/** Returns the source's own key, or that of the first event of the group. */
export function firstKey<State>(identity: Identity<State>): string {
  return "key" in identity ? identity.key : groupKey(identity.group, 1);
}

/** Most groups have one event. */
const FIRST_NUMBERS = 2;

/** Returns the keys to begin with: the sources' own, and those of the first events of groups. */
export function firstKeys(wanted: readonly { readonly identity: Identity<never> }[]): string[] {
  return distinct(
    wanted.flatMap(({ identity }) =>
      "key" in identity ? [identity.key] : groupKeys(identity.group, 1, FIRST_NUMBERS),
    ),
  );
}

function groupKeys(group: string, from: number, until: number): string[] {
  return Array.from({ length: until - from + 1 }, (_, index) => groupKey(group, from + index));
}

/** Adds the keys of the other events of the groups to those that were loaded. */
export async function loadOtherKeys<State>(
  run: Run,
  kind: "funding" | "acquisition" | "exec_move",
  identities: readonly Identity<State>[],
  loaded: Map<string, string>,
): Promise<void> {
  let groups = distinct(identities.flatMap((one) => ("group" in one ? [one.group] : [])));
  for (let until = FIRST_NUMBERS; ; ) {
    groups = groups.filter((group) => loaded.has(groupKey(group, until)));
    if (groups.length === 0) return;
    const keys = groups.flatMap((group) => groupKeys(group, until + 1, until * 4));
    const found = await KnownKeys.load(run, { domains: [], byKind: [[kind, keys]] });
    for (const [key, id] of found.of(kind)) loaded.set(key, id);
    until *= 4;
  }
}

/** The content of an event. */
interface Dated {
  readonly facts: { readonly announcedAt: Date };
}

interface Candidate<State> {
  readonly id: string;
  readonly state: State;
}

/** Finds the events of one batch. */
export class Identities<State extends Dated> {
  /** The days that rows of this batch state, so that a corrected date never takes the event of another row. */
  readonly #stated: ReadonlySet<string>;

  constructor(identities: readonly Identity<State>[]) {
    this.#stated = new Set(
      identities.flatMap((one) => ("group" in one ? [statedDay(one.group, one.announcedAt)] : [])),
    );
  }

  /** Tells whether the source reported the event, or one of its group near in time, which may be it with another date. */
  mayBeKnown(identity: Identity<State>, byKey: ReadonlyMap<string, Candidate<State>>): boolean {
    if ("key" in identity) return byKey.has(identity.key);
    for (let number = 1; ; number++) {
      const candidate = byKey.get(groupKey(identity.group, number));
      if (candidate === undefined) return false;
      if (daysBetween(candidate.state, identity) <= SHARED_DAYS) return true;
    }
  }

  /** Returns the key of the event: that of a stored one, or the next of its group. */
  find(
    identity: Identity<State>,
    byKey: ReadonlyMap<string, Candidate<State>>,
    idsByKey: ReadonlyMap<string, string>,
    records: ImportRecords,
  ): string {
    if ("key" in identity) return identity.key;
    const { group, announcedAt, fits } = identity;
    const day = dayText(announcedAt);
    let vacant: string | undefined;
    let nearest: { readonly key: string; readonly days: number } | undefined;
    for (let number = 1; ; number++) {
      const key = groupKey(group, number);
      const candidate = byKey.get(key);
      if (candidate === undefined) {
        // The number of a removed event is free.
        vacant ??= key;
        if (!idsByKey.has(key)) return nearest?.key ?? vacant;
        continue;
      }
      const at = candidate.state.facts.announcedAt;
      if (dayText(at) === day) return key;
      const days = daysBetween(candidate.state, identity);
      const near = fits(candidate.state, days) || (records.isShared(candidate.id) && days <= SHARED_DAYS);
      const free = records.firstLine(candidate.id) === undefined && !this.#stated.has(statedDay(group, at));
      if (free && near && (nearest === undefined || days < nearest.days)) nearest = { key, days };
    }
  }
}

function daysBetween({ facts }: Dated, { announcedAt }: { readonly announcedAt: Date }): number {
  return Math.abs(facts.announcedAt.getTime() - announcedAt.getTime()) / DAY_MS;
}

function statedDay(group: string, at: Date): string {
  return `${group}\n${dayText(at)}`;
}
