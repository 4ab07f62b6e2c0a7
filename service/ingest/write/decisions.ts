/** Loads what people decided, which every batch obeys. */
import type pg from "pg";
import { lockImports } from "../imports/imports";
import { importById, type RecordKind } from "./import-records";
import { inForce, pushTo } from "./keys";
import { orderOfSources } from "./source-order";
import type { Run } from "./update";

export interface Withdrawal {
  readonly kind: RecordKind;
  readonly id: string;
  /** The record as it was, as JSON; of an event with the precision of its date. */
  readonly record: string;
  readonly reason: string;
  readonly at: Date;
  /** These sources know it by a key. */
  readonly sources: readonly string[];
}

interface Correction {
  /** This is the id of the event, or of the one that it became part of. */
  readonly id: string;
  /** Names parts of the state of an event, such as `amount` or `company`. */
  readonly parts: readonly string[];
}

/** The keys are the ids of events, the values their corrected parts. */
export type CorrectedParts = ReadonlyMap<string, ReadonlySet<string>>;

export interface Decisions {
  readonly hasErasures: boolean;
  /** Says which records the source's keys are not, as kind, id and key with spaces between. */
  readonly forbidden: readonly string[];
  /** These sources are in force, the most trusted first. */
  readonly order: readonly string[];
  /** These withdrawals are in force. They are made one by one, so they are few. */
  readonly withdrawals: readonly Withdrawal[];
  readonly corrected: CorrectedParts;
}

/**
 * Selects the corrections in force as JSON. They are made one by one, so they are few.
 * @param until the parameter with an import; corrections that came later are left out unless it is null
 */
function selectCorrections(until: string): string {
  return `select coalesce(json_agg(json_build_object('id', current_record(c.record_id), 'parts', c.parts)), '[]')
    from corrections c where ${inForce("c")} and (${until}::integer is null or c.import_id <= ${until})`;
}

function correctedParts(corrections: readonly Correction[]): CorrectedParts {
  const parts = new Map<string, string[]>([]);
  for (const one of corrections) for (const part of one.parts) pushTo(parts, one.id, part);
  return new Map([...parts].map(([id, names]) => [id, new Set(names)] as const));
}

/** Reads the parts that were corrected until an import, which may be a correction itself. */
export async function loadCorrectedParts(client: pg.ClientBase, until: number): Promise<CorrectedParts> {
  const { rows } = await client.query<{ corrections: readonly Correction[] }>(
    `select (${selectCorrections("$1")}) as corrections`,
    [until],
  );
  return correctedParts(rows[0]?.corrections ?? []);
}

interface DecisionsRow extends Omit<Decisions, "withdrawals" | "corrected"> {
  readonly corrections: readonly Correction[];
  readonly withdrawals: readonly (Omit<Withdrawal, "at"> & { readonly at: string })[];
}

/** An import that is derived again is not bound by later withdrawals, corrections and orders. */
const DECISIONS = `select exists (select from erasures) as "hasErasures",
  array(select concat_ws(' ', kind, record_id, key) from judgements where source = $1 and verdict = 'different') as forbidden,
  coalesce((${orderOfSources("$2")}), '[]') as "order",
  (${selectCorrections("$2")}) as corrections,
  (select coalesce(json_agg(w), '[]') from (
    select r.kind, r.record_id as id, r.record, r.reason, i.started_at as at,
      array(select distinct source from external_keys k where k.id = r.record_id) as sources
    from retractions r cross join ${importById("r.import_id")} i
    where i.undone_at is null and ($2::integer is null or r.import_id < $2)) w) as withdrawals`;

/** @param before decisions that came later than this import are left out; none are when undefined */
export async function loadDecisions(client: pg.ClientBase, source: string, before?: number): Promise<Decisions> {
  const { rows } = await client.query<DecisionsRow>(DECISIONS, [source, before ?? null]);
  const [row] = rows;
  if (row === undefined) throw new Error("no decisions were read");
  const { corrections, withdrawals, ...decisions } = row;
  return {
    ...decisions,
    withdrawals: withdrawals.map((one) => ({ ...one, at: new Date(one.at) })),
    corrected: correctedParts(corrections),
  };
}

/** Returns what was decided until now, or before the import that is derived again. Nothing else is until the transaction ends. */
export async function getDecisions({ client, source, importId, replayed, decisions }: Run): Promise<Decisions> {
  if (decisions !== undefined) return decisions;
  await lockImports(client);
  return loadDecisions(client, source, replayed === true ? importId : undefined);
}

export function listWithdrawals({ withdrawals }: Decisions, kind: RecordKind): Withdrawal[] {
  return withdrawals.filter((one) => one.kind === kind);
}
