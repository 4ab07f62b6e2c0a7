/** Finds the event that a row means, and applies the row to it, for all three kinds. */
import type { Source } from "@dealflow/contract/records/schemas";
import { newId } from "@/service/store/new-id";
import { copyRows, type TableRows } from "../copy";
import { EVENT_INVESTOR_ROWS, type EventRow, placed, SOURCE_ROWS } from "../table-rows";
import { distinct, loadKeys, recordsById, writeKeys } from "./keys";
import type { SeenEntities } from "./seen-entities";
import { getOutcome, type Outcome, type Run, updateRows } from "./update";

/** Each kind has a shape. `State` is the content of an event, with its companies by reference. */
export interface EventShape<Record extends EventRecord, State> {
  readonly kind: "funding" | "acquisition" | "exec_move";
  readonly rows: TableRows<EventRow<Record>>;
  /** Returns the state of a stored event. */
  restore(record: string): State;
  record(state: State): Record;
  /** Returns a text that differs when the event itself changed, not when a fact of its company did. */
  text(state: State): string;
}

interface EventRecord {
  readonly id: string;
  readonly sources: readonly Source[];
  readonly investors?: readonly { readonly id: string }[];
}

interface KnownEvent<State> {
  readonly id: string;
  readonly isNew: boolean;
  state: State;
  changed: boolean;
}

/** An absent state means a new event. */
export interface EventStart<State> {
  readonly id: string;
  readonly before: State | null;
  readonly first: boolean;
}

export class Events<Record extends EventRecord, State> {
  readonly #byKey = new Map<string, KnownEvent<State>>();
  readonly #newKeys = new Map<string, string>();
  readonly #all = new Map<string, KnownEvent<State>>();

  private constructor(
    private readonly run: Run,
    private readonly shape: EventShape<Record, State>,
  ) {}

  static async load<Record extends EventRecord, State>(
    run: Run,
    shape: EventShape<Record, State>,
    keys: readonly string[],
  ): Promise<Events<Record, State>> {
    const events = new Events(run, shape);
    const ids = await loadKeys(run, shape.kind, distinct(keys));
    for (const { id, record } of await recordsById(run.client, shape.rows.table, [...ids.values()]))
      events.#all.set(id, { id, isNew: false, state: shape.restore(record), changed: false });
    for (const [key, id] of ids) {
      const known = events.#all.get(id);
      if (known !== undefined) events.#byKey.set(key, known);
    }
    return events;
  }

  get ids(): string[] {
    return [...this.#all.keys()];
  }

  upsert(key: string, seen: SeenEntities, next: (start: EventStart<State>) => State): Outcome {
    const known = this.#byKey.get(key);
    const id = known?.id ?? newId();
    const first = seen.first(id);
    const before = known?.state ?? null;
    const state = next({ id, before, first });
    if (known === undefined) {
      const created = { id, isNew: true, state, changed: false };
      this.#all.set(id, created);
      this.#byKey.set(key, created);
      this.#newKeys.set(key, id);
      return "added";
    }
    const changed = this.shape.text(state) !== this.shape.text(known.state);
    known.state = state;
    known.changed ||= changed;
    const contradicts = () => this.shape.text(next({ id, before, first: true })) !== this.shape.text(state);
    return getOutcome(id, { first, changed, contradicts }, seen);
  }

  /** Returns the records of the events that were added. */
  async write(): Promise<Record[]> {
    const { client } = this.run;
    const { rows, record, kind } = this.shape;
    const all = [...this.#all.values()];
    const row = (event: KnownEvent<State>): EventRow<Record> => ({ record: record(event.state), demo: false });
    const added = all.filter((event) => event.isNew).map(row);
    const changed = all.filter((event) => !event.isNew && event.changed).map(row);
    await copyRows(client, rows, added);
    await updateRows(client, rows, changed);
    const ids = changed.map((event) => event.record.id);
    if (ids.length > 0) {
      await client.query("delete from event_sources where event_id = any($1::uuid[])", [ids]);
      if (kind === "funding")
        await client.query("delete from funding_event_investors where event_id = any($1::uuid[])", [ids]);
    }
    const written = [...added, ...changed].map((event) => event.record);
    const [sources, investors] = [
      written.map((event) => ({ eventId: event.id, parts: event.sources })),
      written.map((event) => ({ eventId: event.id, parts: event.investors ?? [] })),
    ];
    await copyRows(client, SOURCE_ROWS, placed(sources));
    await copyRows(client, EVENT_INVESTOR_ROWS, placed(investors));
    await writeKeys(this.run, kind, this.#newKeys);
    return added.map((event) => event.record);
  }
}
