/** Finds the event that a row means, and applies the row to it, for all three kinds. */
import { isDeepStrictEqual } from "node:util";
import type { Source } from "@dealflow/contract/records/schemas";
import type pg from "pg";
import type { Announced } from "@/service/records/announced";
import { defer } from "@/service/store/batching";
import { copyRows, type TableRows, updateRows } from "../../copy";
import type { NameVerdict } from "../../resolve/score";
import type { RowError } from "../../row-error";
import { EVENT_INVESTOR_ROWS, type EventRow, placed, SOURCE_ROWS } from "../../table-rows";
import { listWithdrawals, type Withdrawal } from "../decisions";
import type { ImportRecords } from "../import-records";
import type { Judgements } from "../judgements";
import { idFor, type KnownKeys, pushTo, writeKeys } from "../keys";
import { loadRecords } from "../stored-records";
import { differingFields, getOutcome, type IgnoredValue, type Outcome, type Run } from "../update";
import { readCompany, withdrawnError } from "../withdrawals";
import type { SourceStatement } from "./agreed";
import { companyKeys, loadCandidates, type WantedCompany } from "./candidates";
import { firstKey, Identities, type Identity, loadOtherKeys } from "./identity";

/** Holds the content of an event: its facts and sources, and each kind adds its companies by reference. */
export interface EventState {
  readonly facts: Announced & { readonly id: string; readonly discoveredAt: Date };
  readonly sources: readonly Source[];
}

export interface EventShape<Record extends EventRecord, State extends EventState> {
  readonly kind: "funding" | "acquisition" | "exec_move";
  readonly rows: TableRows<EventRow<Record>>;
  /** Returns the state of a stored event, which is a text of `STORED_EVENT`. */
  restore(stored: string): State;
  record(state: State): Record;
  /** Names the facts of each part that is not one of the state itself, such as those of `amount`. */
  readonly factsByPart: Readonly<{ [part: string]: readonly (keyof State["facts"])[] }>;
  /** Names the parts for which `agree` decides between the values of several sources. */
  readonly agreedParts: readonly string[];
  /** @param sources in the order in which they first reported the event */
  agree(state: State, sources: readonly SourceStatement[]): State;
  /** Returns what identifies the companies, investors and people of an event, without facts about them. */
  parties(state: State): readonly unknown[];
  /** Returns an error when a stored event cannot become so. */
  readonly refuse?: (state: State) => RowError | undefined;
}

/** Returns the state with parts, such as `amount` or `company`, taken from another state of the event. */
export function replaceParts<State extends EventState>(
  { factsByPart }: Pick<EventShape<EventRecord, State>, "factsByPart">,
  into: State,
  from: State,
  parts: ReadonlySet<string>,
): State {
  const taken = <T extends object>(of: T, names: readonly (keyof T)[]) =>
    Object.fromEntries(names.map((name) => [name, of[name]]));
  const own = [...parts].filter((part): part is keyof State & string => part in into);
  const facts = [...parts].flatMap((part) => factsByPart[part] ?? []);
  return { ...into, ...taken(from, own), facts: { ...into.facts, ...taken<State["facts"]>(from.facts, facts) } };
}

/** Tells whether two states of an event have the same content, apart from facts about its companies. */
export function isUnchanged<Record extends EventRecord, State extends EventState>(
  { parties }: EventShape<Record, State>,
  one: State,
  other: State,
): boolean {
  const content = (state: State) => ({
    ...state.facts,
    discoveredAt: null,
    parties: parties(state),
    sources: state.sources,
  });
  return isDeepStrictEqual(content(one), content(other));
}

export interface EventRecord {
  readonly id: string;
  readonly sources: readonly Source[];
  readonly investors?: readonly { readonly id: string }[];
}

interface KnownEvent<State> {
  readonly id: string;
  readonly isNew: boolean;
  /** An undo or an export without it had removed the event. */
  readonly hasReturned?: boolean;
  state: State;
  changed: boolean;
  /** The event was stored so before this batch; null for a new one. */
  readonly before: string | null;
  /** The event was withdrawn, and may not come back. */
  readonly withdrawal?: Withdrawal;
}

/** An absent state means a new event. */
export interface EventStart<State> {
  readonly id: string;
  readonly before: State | null;
  /** The row's facts replace the known ones; otherwise they only fill unknown ones. */
  readonly leads: boolean;
  /** Other sources report the event too, so lists are joined. */
  readonly shared: boolean;
}

/** One event of another source is the same, by this rule. */
export interface EventMatch {
  readonly rule: string;
  /** The comparison of the names by which it was found. */
  readonly verdict: NameVerdict;
  /** The nearest date is the likeliest. */
  readonly days: number;
}

interface Wanted<State> {
  readonly identity: Identity<State>;
  /** The event is looked for by this company. */
  readonly company: WantedCompany;
}

export interface FoundEvents<State> {
  /** The row tells of this event of another source. */
  readonly joined: State | undefined;
  /** Other events that the row may mean, which are one with it. */
  readonly others: readonly State[];
  /** The event as it was before the row; undefined for a new one. */
  readonly before: State | undefined;
}

export class Events<Record extends EventRecord, State extends EventState> {
  readonly #byKey = new Map<string, KnownEvent<State>>();
  readonly #newKeys = new Map<string, string>();
  readonly #all = new Map<string, KnownEvent<State>>();
  /** Events of other sources, by the letters of their company's name, and its domain. */
  readonly #candidates = new Map<string, KnownEvent<State>[]>();

  /** Withdrawn events that the source has not reported, by the letters of their company's name. */
  readonly #withdrawn = new Map<string, KnownEvent<State>[]>();

  readonly #named = new Set<string>();
  readonly #contested = new Set<string>();

  private constructor(
    private readonly run: Run,
    private readonly judgements: Judgements,
    private readonly shape: EventShape<Record, State>,
    private readonly identities: Identities<State>,
    /** Has the id of every known key, also of events that were removed. */
    private readonly idsByKey: ReadonlyMap<string, string>,
  ) {}

  static async load<Record extends EventRecord, State extends EventState>(
    run: Run,
    judgements: Judgements,
    keys: KnownKeys,
    shape: EventShape<Record, State>,
    wanted: readonly Wanted<State>[],
  ): Promise<Events<Record, State>> {
    const identities = wanted.map((one) => one.identity);
    const ids = keys.of(shape.kind);
    // A correction has the id of its event, and no key of a source.
    if (run.corrects !== undefined) for (const { identity } of wanted) ids.set(firstKey(identity), run.corrects.id);
    await loadOtherKeys(run, shape.kind, identities, ids);
    const events = new Events(run, judgements, shape, new Identities(identities), ids);
    if (wanted.length === 0) return events;
    await events.#load([...ids.values()]);
    events.#readWithdrawn(listWithdrawals(judgements.decisions, shape.kind));
    for (const [key, id] of ids) {
      const known = events.#all.get(id);
      if (known !== undefined) events.#byKey.set(key, known);
    }
    const companies = wanted.filter(({ identity }) => !events.identities.mayBeKnown(identity, events.#byKey));
    const named = companies.map((one) => one.company);
    const candidates = await loadCandidates(run, shape.kind, shape.rows, named);
    await events.#load(candidates.map((one) => one.id));
    for (const { id, companyKey: key } of candidates) {
      const candidate = events.#all.get(id);
      if (candidate !== undefined) pushTo(events.#candidates, key, candidate);
    }
    return events;
  }

  async #load(ids: readonly string[]): Promise<void> {
    for (const { id, record } of await loadRecords(this.run.client, this.shape.kind, ids))
      this.#all.set(id, { id, isNew: false, state: this.shape.restore(record), changed: false, before: record });
  }

  #readWithdrawn(withdrawals: readonly Withdrawal[]): void {
    const { run, shape } = this;
    const own = new Set(this.idsByKey.values());
    for (const withdrawal of withdrawals) {
      const { id, record } = withdrawal;
      const event = { id, isNew: false, state: shape.restore(record), changed: false, before: record, withdrawal };
      if (own.has(id) && !this.#all.has(id)) this.#all.set(id, event);
      else if (!withdrawal.sources.includes(run.source))
        for (const key of companyKeys(readCompany(record))) pushTo(this.#withdrawn, key, event);
    }
  }

  /**
   * Finds the event that a row means: one of another source, which becomes that of the row, or the one that its own source stated before.
   * Returns why an event may not come back that was withdrawn.
   */
  find(
    wanted: Wanted<State>,
    records: ImportRecords,
    compare: (state: State) => EventMatch | null,
  ): FoundEvents<State> | RowError {
    const key = this.identities.find(wanted.identity, this.#byKey, this.idsByKey, records);
    const known = this.#byKey.get(key);
    const [joined, ...others] = known === undefined ? this.#join(key, wanted.company, records, compare) : [];
    if (joined !== undefined) return { joined, others, before: joined };
    const withdrawn = companyKeys(wanted.company).flatMap((one) => this.#withdrawn.get(one) ?? []);
    const withdrawal = (known ?? withdrawn.find((one) => compare(one.state) !== null))?.withdrawal;
    if (withdrawal !== undefined) return withdrawnError("event", withdrawal);
    return { joined, others, before: known?.state };
  }

  /** Returns the states of stored events that rows may tell of. */
  get stored(): State[] {
    return [...this.#all.values()].map((one) => one.state);
  }

  /**
   * Finds the event of another source that a row reports, when its own source has not reported it yet, and makes it the
   * row's event. Returns its state first, and then those of other events that the row may mean, which are one with it.
   */
  #join(
    key: string,
    company: WantedCompany,
    records: ImportRecords,
    compare: (state: State) => EventMatch | null,
  ): readonly State[] {
    const found: { readonly event: KnownEvent<State>; readonly match: EventMatch }[] = [];
    const candidates = companyKeys(company).flatMap((one) => this.#candidates.get(one) ?? []);
    for (const event of new Set(candidates)) {
      // One source tells of an event once, and a person may have decided that the two are different.
      if (records.firstLine(event.id) !== undefined) continue;
      if (this.judgements.forbids(this.shape.kind, event.id, key)) continue;
      const match = compare(event.state);
      if (match !== null) found.push({ event, match });
    }
    const [best, ...others] = found.sort((a, b) => a.match.days - b.match.days);
    if (best === undefined) return [];
    const { event, match } = best;
    this.judgements.add({ kind: this.shape.kind, recordId: event.id, key, rule: match.rule, verdict: match.verdict });
    this.#byKey.set(key, event);
    this.#newKeys.set(key, event.id);
    return [event.state, ...others.map((one) => one.event.state)];
  }

  get ids(): string[] {
    return [...this.#all.keys()];
  }

  get written(): string[] {
    return [...this.#all.values()].filter(({ isNew, changed }) => isNew || changed).map(({ id }) => id);
  }

  /** Returns the ids of events that rows of the batch report. */
  get named(): string[] {
    return [...this.#named];
  }

  /** Returns those of them that several other sources reported, so that all of these together decide their values. */
  get contested(): string[] {
    return [...this.#contested];
  }

  upsert(
    identity: Identity<State>,
    records: ImportRecords,
    next: (start: EventStart<State>) => State,
  ): Outcome | RowError {
    const key = this.identities.find(identity, this.#byKey, this.idsByKey, records);
    const known = this.#byKey.get(key);
    const id = known?.id ?? idFor(this.idsByKey.get(key), this.#all);
    const first = records.first(id, this.shape.kind);
    const before = known?.state ?? null;
    const shared = records.isShared(id);
    const isContested = first && records.isContested(id);
    this.#named.add(id);
    if (isContested) this.#contested.add(id);
    const stateIf = (leads: boolean) => this.#next(id, before, next, { leads, shared, isContested });
    const state = stateIf(first && records.leads(id));
    const refusal = this.shape.refuse?.(state);
    if (refusal !== undefined) return refusal;
    if (known === undefined) {
      const hasReturned = id === this.idsByKey.get(key);
      const created = { id, isNew: true, hasReturned, state, changed: false, before: null };
      this.#all.set(id, created);
      this.#byKey.set(key, created);
      this.#newKeys.set(key, id);
      return "added";
    }
    const changed = !isUnchanged(this.shape, known.state, state);
    known.state = state;
    known.changed ||= changed;
    const getIgnored = () => this.#ignored(state, stateIf(true));
    return getOutcome(id, { first, changed, getIgnored }, records);
  }

  #ignored(kept: State, stated: State): IgnoredValue[] {
    if (isUnchanged(this.shape, kept, stated)) return [];
    const record = this.shape.record(stated);
    const fields = Object.keys(record).filter((field) => field !== "discoveredAt") as (keyof Record & string)[];
    const ignored = differingFields(fields, this.shape.record(kept), record);
    // A record does not say how precise its date is.
    return ignored.length > 0 ? ignored : [{ field: "announcedAt", value: stated.facts.announcedPrecision }];
  }

  /**
   * Takes only the corrected parts of a correction, and leaves them as they are in later imports. What several sources
   * decide together is left as it is too, until all of the batch is known.
   */
  #next(
    id: string,
    before: State | null,
    next: (start: EventStart<State>) => State,
    { isContested, ...start }: Pick<EventStart<State>, "leads" | "shared"> & { readonly isContested: boolean },
  ): State {
    const { corrects } = this.run;
    if (before === null) return next({ id, before, ...start });
    if (corrects !== undefined)
      return replaceParts(this.shape, before, next({ id, before: null, ...start }), corrects.parts);
    const after = next({ id, before, ...start });
    const corrected = this.judgements.decisions.corrected.get(id) ?? [];
    const kept = new Set([...corrected, ...(isContested ? this.shape.agreedParts : [])]);
    return kept.size === 0 ? after : replaceParts(this.shape, after, before, kept);
  }

  /** Returns the records of the events that were added, without those that were there before and came back. */
  async write(records: ImportRecords): Promise<Record[]> {
    const { client } = this.run;
    const all = [...this.#all.values()];
    for (const { id, isNew, changed, before } of all) {
      if (isNew) records.added(id);
      else if (changed) records.changed(id, before ?? "");
    }
    const added = all
      .filter(({ isNew }) => isNew)
      .map(({ state, hasReturned }) => ({ ...eventRow(this.shape, state), hasReturned }));
    const changed = all.filter((event) => !event.isNew && event.changed).map(({ state }) => state);
    await insertEvents(client, this.shape, added);
    await rewriteEvents(client, this.shape, changed);
    await writeKeys(this.run, this.shape.kind, this.#newKeys);
    return added.filter(({ hasReturned }) => !hasReturned).map(({ record }) => record);
  }
}

export function eventRow<Record extends EventRecord, State extends EventState>(
  shape: EventShape<Record, State>,
  state: State,
): EventRow<Record> {
  return { record: shape.record(state), precision: state.facts.announcedPrecision, demo: false };
}

export async function insertEvents<Record extends EventRecord, State extends EventState>(
  client: pg.ClientBase,
  { rows }: EventShape<Record, State>,
  events: readonly EventRow<Record>[],
): Promise<void> {
  await copyRows(client, rows, events);
  await copyParts(client, events);
}

export async function rewriteEvents<Record extends EventRecord, State extends EventState>(
  client: pg.ClientBase,
  shape: EventShape<Record, State>,
  states: readonly State[],
): Promise<void> {
  if (states.length === 0) return;
  const rows = states.map((state) => eventRow(shape, state));
  await updateRows(client, shape.rows, rows);
  const ids = [rows.map(({ record }) => record.id)];
  await defer(client, "delete from event_sources where event_id = any($1::uuid[])", ids);
  if (shape.kind === "funding")
    await defer(client, "delete from funding_event_investors where event_id = any($1::uuid[])", ids);
  await copyParts(client, rows);
}

async function copyParts(client: pg.ClientBase, rows: readonly EventRow<EventRecord>[]): Promise<void> {
  const sources = rows.map(({ record: { id, sources } }) => ({ eventId: id, parts: sources }));
  await copyRows(client, SOURCE_ROWS, placed(sources));
  const investors = rows.map(({ record: { id, investors = [] } }) => ({ eventId: id, parts: investors }));
  await copyRows(client, EVENT_INVESTOR_ROWS, placed(investors));
}
