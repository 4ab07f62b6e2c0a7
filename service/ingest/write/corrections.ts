/** Reads which parts of events people corrected: imports leave them as they are. */
import type pg from "pg";
import { inForce, pushTo } from "./keys";

export interface Correction {
  /** This is the id of the event, or of the one that it became part of. */
  readonly id: string;
  /** Names parts of the state of an event, such as `amount` or `company`. */
  readonly parts: readonly string[];
}

/** The keys are the ids of events, the values their corrected parts. */
export type CorrectedParts = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Selects the corrections in force as JSON. They are made one by one, so they are few.
 * @param until the parameter with an import; corrections that came later are left out unless it is null
 */
export function selectCorrections(until: string): string {
  return `select coalesce(json_agg(json_build_object('id', current_record(c.record_id), 'parts', c.parts)), '[]')
    from corrections c where ${inForce("c")} and (${until}::integer is null or c.import_id <= ${until})`;
}

export function correctedParts(corrections: readonly Correction[]): CorrectedParts {
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
