/** Reads, detaches and writes stored events of all kinds by their texts, so that a removal treats them alike. */
import { company as companySchema } from "@dealflow/contract/records/schemas";
import type pg from "pg";
import { z } from "zod";
import { unresolvedCompanyRecord } from "@/service/records/company";
import { ACQUISITION_SHAPE } from "../write/events/acquisitions";
import { type EventRecord, type EventShape, insertEvents, rewriteEvents } from "../write/events/events";
import { FUNDING_SHAPE } from "../write/events/funding";
import { MOVE_SHAPE } from "../write/events/moves";

export interface EventText {
  /** The stored event, with the precision of its date. */
  readonly text: string;
  readonly demo: boolean;
}

export interface EventKind {
  readonly kind: "funding" | "acquisition" | "exec_move";
  readonly table: string;
  /** Selects the ids of the events that name any of the companies or investors `$1`. */
  readonly naming: string;
  insert(client: pg.ClientBase, events: readonly EventText[]): Promise<void>;
  rewrite(client: pg.ClientBase, texts: readonly string[]): Promise<void>;
}

function eventKind<Record extends EventRecord, State>(shape: EventShape<Record, State>, naming: string): EventKind {
  return {
    kind: shape.kind,
    table: shape.rows.table,
    naming,
    insert: (client, events) =>
      insertEvents(
        client,
        shape,
        events.map(({ text, demo }) => ({ state: shape.restore(text), demo })),
      ),
    rewrite: (client, texts) => rewriteEvents(client, shape, texts.map(shape.restore)),
  };
}

export const EVENT_KINDS: readonly EventKind[] = [
  eventKind(
    FUNDING_SHAPE,
    `select id from funding_events where company_id = any($1::uuid[])
     union select event_id from funding_event_investors where investor_id = any($1::uuid[])`,
  ),
  eventKind(
    ACQUISITION_SHAPE,
    `select id from acquisitions where acquirer_id = any($1::uuid[])
     union select id from acquisitions where target_id = any($1::uuid[])`,
  ),
  eventKind(
    MOVE_SHAPE,
    `select id from exec_moves where company_id = any($1::uuid[])
     union select id from exec_moves where from_company_id = any($1::uuid[])`,
  ),
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
export function partiesOf(text: string): string[] {
  const { company, acquirer, target, fromCompany, investors = [], person } = event.parse(JSON.parse(text));
  return [company, acquirer, target, fromCompany, ...investors, person].flatMap((one) => one?.id ?? []);
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
