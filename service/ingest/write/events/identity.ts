/**
 * Identifies the event that a row means. A source's own key decides. Without one, events of the same content group (the
 * same company and round, the same two sides, the same person and company) differ by their dates, and rounds of
 * one day by their amounts: the same day is the same event, and a nearby date is a corrected one. So no key contains a date.
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
      /** Events of one day in one list are several where they state several amounts; absent where an amount tells nothing apart. */
      readonly amount?: EventAmount<State>;
      /** Tells whether a stored event of the group, so many days away, may be this one with another date. */
      readonly fits: (state: State, days: number) => boolean;
    };

interface EventAmount<State> {
  /** Equal texts are one amount; null when the row states none. */
  readonly stated: string | null;
  /** Returns the amount of a stored event as such a text. */
  readonly read: (state: State) => string | null;
  /** Tells whether the amounts differ as those of two events do. */
  readonly differs: (state: State, isShared: boolean) => boolean;
}

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

interface Dated {
  readonly facts: { readonly announcedAt: Date };
}

interface Candidate<State> {
  readonly id: string;
  readonly state: State;
}

export class Identities<State extends Dated> {
  /** The days and amounts that rows of this batch state, so that a corrected one never takes the event of another row. */
  readonly #stated: ReadonlySet<string>;
  /** The keys that rows of this batch have, by what they state. */
  readonly #found = new Map<string, string>();
  readonly #taken = new Set<string>();

  constructor(identities: readonly Identity<State>[]) {
    this.#stated = new Set(identities.flatMap((one) => ("group" in one ? statedTexts(one) : [])));
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
    const text = statedTexts(identity).join("\n");
    const key = this.#found.get(text) ?? this.#choose(identity, byKey, idsByKey, records);
    this.#found.set(text, key);
    this.#taken.add(key);
    return key;
  }

  #choose(
    { group, announcedAt, amount, fits }: Extract<Identity<State>, { readonly group: string }>,
    byKey: ReadonlyMap<string, Candidate<State>>,
    idsByKey: ReadonlyMap<string, string>,
    records: ImportRecords,
  ): string {
    const day = dayText(announcedAt);
    const seen = new Set<string>();
    let [vacant, alike, corrected, merged]: (string | undefined)[] = [];
    let nearest: { readonly key: string; readonly days: number } | undefined;
    for (let number = 1; ; number++) {
      const key = groupKey(group, number);
      const candidate = byKey.get(key);
      if (candidate === undefined) {
        // The number of a removed event is free.
        vacant ??= key;
        if (!idsByKey.has(key)) return alike ?? corrected ?? nearest?.key ?? merged ?? vacant;
        continue;
      }
      const { id, state } = candidate;
      // A person made two events of the list one, which the rows of both still mean.
      if (seen.has(id) && !this.#taken.has(key)) merged ??= key;
      seen.add(id);
      const at = state.facts.announcedAt;
      const isShared = records.isShared(id);
      const isFree = records.firstLine(id) === undefined;
      if (dayText(at) === day) {
        if (amount === undefined || amount.stated === amount.read(state)) return key;
        if (!amount.differs(state, isShared)) alike ??= key;
        else if (isFree && !this.#stated.has(statedAmount(group, at, amount.read(state)))) corrected ??= key;
        continue;
      }
      const days = daysBetween(state, { announcedAt });
      const near = fits(state, days) || (isShared && days <= SHARED_DAYS);
      const free = isFree && !this.#stated.has(statedDay(group, at));
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

function statedAmount(group: string, at: Date, amount: string | null): string {
  return `${statedDay(group, at)}\n${amount ?? ""}`;
}

function statedTexts<State>({ group, announcedAt, amount }: Extract<Identity<State>, { readonly group: string }>) {
  return [statedDay(group, announcedAt), statedAmount(group, announcedAt, amount?.stated ?? null)];
}
