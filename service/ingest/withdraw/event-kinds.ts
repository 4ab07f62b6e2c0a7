/** Reads, changes and writes stored events of all kinds by their texts, so that removals and merges treat them alike. */
import { type Company, company as companySchema, type ExecMove } from "@dealflow/contract/records/schemas";
import type pg from "pg";
import * as z from "zod";
import { unresolvedCompanyRecord } from "@/service/records/company";
import { updateRows } from "../copy";
import { memoize } from "../values/memoize";
import type { CorrectedParts } from "../write/decisions";
import { ACQUISITION_SHAPE, mergeAcquisitions } from "../write/events/acquisitions";
import type { SourceStatement } from "../write/events/agreed";
import { dealDifferences, type EventDifferences, moveDifferences, roundDifferences } from "../write/events/differences";
import { DOUBTFUL_DAYS, doubtfulDeals, doubtfulMoves, doubtfulRounds, type EventDoubt } from "../write/events/doubts";
import {
  type EventRecord,
  type EventShape,
  type EventState,
  eventRow,
  insertEvents,
  isUnchanged,
  replaceParts,
  rewriteEvents,
} from "../write/events/events";
import { FUNDING_SHAPE, mergeRounds } from "../write/events/funding";
import { type ListNames, sameDeals, sameMoves, sameRounds } from "../write/events/matches";
import { MOVE_SHAPE, mergeMoves } from "../write/events/moves";
import { selectNaming } from "./references";

/** A stored record as text; that of an event has the precision of its date. */
export interface StoredText {
  readonly id: string;
  readonly text: string;
  readonly demo: boolean;
}

interface Pairs<State> {
  readonly mergeStates: (into: State, from: State) => State;
  readonly same: (one: State, other: State, listNames?: ListNames) => string | null;
  readonly differences: (one: State, other: State) => EventDifferences;
  readonly doubt: (one: State, other: State) => EventDoubt | null;
}

/** An event is read once for all comparisons of a batch; long ones are few. */
const REMEMBERED = { events: 1_000, characters: 20_000 } as const;

function eventKind<Record extends EventRecord, State extends EventState>(
  shape: EventShape<Record, State>,
  { mergeStates, same, differences, doubt }: Pairs<State>,
) {
  const { kind } = shape;
  // An event is compared with each of those near it.
  const restore = memoize(shape.restore, REMEMBERED.events, REMEMBERED.characters);
  /** Writes a state, except for what people corrected of the one before. Returns whether it differs from that one. */
  const change = async (client: pg.ClientBase, before: State, next: State, corrected: ReadonlySet<string>) => {
    const after = replaceParts(shape, next, before, corrected);
    if (isUnchanged(shape, before, after)) return false;
    await rewriteEvents(client, shape, [after]);
    return true;
  };
  return {
    kind,
    table: shape.rows.table,
    /** Selects the ids of the events that name any of the companies, investors or people `$1`. */
    naming: selectNaming(kind),
    insert: (client: pg.ClientBase, events: readonly StoredText[]) => {
      const rows = events.map(({ text, demo }) => ({ ...eventRow(shape, shape.restore(text)), demo }));
      return insertEvents(client, shape, rows);
    },
    rewrite: (client: pg.ClientBase, texts: readonly string[]) =>
      rewriteEvents(client, shape, texts.map(shape.restore)),
    /** Rewrites events of which only facts of their companies, investors or people changed. */
    refresh: (client: pg.ClientBase, texts: readonly string[]) => {
      const rows = texts.map((text) => eventRow(shape, shape.restore(text)));
      return updateRows(client, shape.rows, rows);
    },
    /** Adds to the first event what only the second one has, and what was corrected of it. Returns whether that changes the first. */
    merge: (client: pg.ClientBase, into: string, from: string, corrected: CorrectedParts) => {
      const [before, other] = [shape.restore(into), shape.restore(from)];
      const correctedParts = ({ facts }: State) => corrected.get(facts.id) ?? new Set<string>();
      const added = replaceParts(shape, mergeStates(before, other), other, correctedParts(other));
      return change(client, before, added, correctedParts(before));
    },
    /** Gives the event the values that its sources agree on, except for what was corrected. Returns whether that changes it. */
    agree: (
      client: pg.ClientBase,
      text: string,
      sources: readonly SourceStatement[],
      corrected: ReadonlySet<string>,
    ) => {
      const before = shape.restore(text);
      return change(client, before, shape.agree(before, sources), corrected);
    },
    /** Returns the rule by which two events are one event, or null; their companies have the listed names besides their own. */
    same: (one: string, other: string, listNames?: ListNames) => same(restore(one), restore(other), listNames),
    differences: (one: string, other: string) => differences(restore(one), restore(other)),
    /** Returns why two events that no rule joins may be one all the same, or null. */
    doubt: (one: string, other: string) => doubt(restore(one), restore(other)),
    /** Two events further apart are never one (days). */
    doubtfulDays: DOUBTFUL_DAYS[kind],
  };
}

export type EventKind = ReturnType<typeof eventKind>;

export const EVENT_KINDS: readonly EventKind[] = [
  eventKind(FUNDING_SHAPE, {
    mergeStates: mergeRounds,
    same: sameRounds,
    differences: roundDifferences,
    doubt: doubtfulRounds,
  }),
  eventKind(ACQUISITION_SHAPE, {
    mergeStates: mergeAcquisitions,
    same: sameDeals,
    differences: dealDifferences,
    doubt: doubtfulDeals,
  }),
  eventKind(MOVE_SHAPE, {
    mergeStates: mergeMoves,
    same: sameMoves,
    differences: moveDifferences,
    doubt: doubtfulMoves,
  }),
];

/** Returns undefined for companies, investors and people. */
export function getEventKind(kind: string): EventKind | undefined {
  return EVENT_KINDS.find((one) => one.kind === kind);
}

const party = z.looseObject({ id: z.string().nullable() });
const event = z.looseObject({
  company: companySchema.optional(),
  acquirer: companySchema.optional(),
  target: companySchema.optional(),
  fromCompany: companySchema.nullish(),
  investors: z.array(party).optional(),
  person: party.optional(),
});

/** Returns the ids of the companies, investors and person of a stored event. */
export function listPartyIds(text: string): string[] {
  const { company, acquirer, target, fromCompany, investors = [], person } = event.parse(JSON.parse(text));
  return [company, acquirer, target, fromCompany, ...investors, person].flatMap((one) => one?.id ?? []);
}

export type EventParty = Company | ExecMove["person"] | { readonly id: string; readonly name: string };

/** Returns the stored event with other companies, investors or people in the places of those with these ids. */
export function replaceParties(text: string, parties: ReadonlyMap<string, EventParty>): string {
  const current = <P extends { readonly id: string | null }>(one: P) => parties.get(one.id ?? "") ?? one;
  const stored: Readonly<Record<string, unknown>> = JSON.parse(text);
  const replaced = Object.entries(stored).map(([name, value]) => {
    if (name !== "investors") {
      const found = party.safeParse(value);
      return [name, found.success ? (parties.get(found.data.id ?? "") ?? value) : value];
    }
    const investors = z.array(party).parse(value).map(current);
    return [name, investors.filter((one, index) => investors.findIndex((other) => other.id === one.id) === index)];
  });
  return JSON.stringify(Object.fromEntries(replaced));
}

/** Returns the stored event without these companies and investors: a company is shown as it was stated, and not resolved. */
export function detachParties(text: string, gone: ReadonlySet<string>): string {
  const isGone = (id: string | null) => id !== null && gone.has(id);
  const parsed = event.parse(JSON.parse(text));
  const changed = Object.entries(parsed).map(([name, value]) => {
    if (name === "investors") return [name, parsed.investors?.filter(({ id }) => !isGone(id))];
    const found = companySchema.safeParse(value);
    if (!found.success || !isGone(found.data.id)) return [name, value];
    const { name: company, hqCity, foundedYear, socialHandle, socialUrl } = found.data;
    return [name, unresolvedCompanyRecord({ name: company ?? "", hqCity, foundedYear, socialHandle, socialUrl })];
  });
  return JSON.stringify(Object.fromEntries(changed));
}
