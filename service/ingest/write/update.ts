/** Rewrites rows that exist: they are copied beside the table and taken over in one statement. */

import type pg from "pg";
import { copyRows, type TableRows } from "../copy";
import type { SeenEntities } from "./seen-entities";

/** Whether a row is demo data, and when it came, does not change with its facts. */
const IMMUTABLE = new Set(["id", "demo", "created_at"]);

export async function updateRows<T>(client: pg.ClientBase, rows: TableRows<T>, items: readonly T[]): Promise<void> {
  if (items.length === 0) return;
  const stage = `import_${rows.table}`;
  await client.query(`create temporary table if not exists ${stage} (like ${rows.table}) on commit delete rows`);
  await client.query(`truncate ${stage}`);
  await copyRows(client, { ...rows, table: stage }, items);
  const columns = rows.columns
    .filter((column) => !IMMUTABLE.has(column))
    .map((column) => `${column} = stage.${column}`);
  await client.query(
    `update ${rows.table} as t set ${columns.join(", ")} from ${stage} as stage where t.id = stage.id`,
  );
}

export interface Run {
  readonly client: pg.ClientBase;
  /** Under which name the keys of the rows are stored. */
  readonly source: string;
  /** Instant of the batch. */
  readonly now: Date;
  /** Whether webhooks are notified of added events. */
  readonly notify: boolean;
}

/**
 * The outcome of a row. `merged`: it names an event, company or investor that an earlier row of this run named.
 * `conflicting`: so it does, and states other values, which are ignored; `firstLine` is that row's.
 */
export type Outcome = "added" | "changed" | "merged" | "unchanged" | Conflict;

export interface Conflict {
  readonly outcome: "conflicting";
  readonly firstLine: number;
}

/** The outcome of a row that names something known; `contradicts` applies to later rows only. */
export function getOutcome(
  id: string,
  { first, changed, contradicts }: { first: boolean; changed: boolean; contradicts: () => boolean },
  seen: SeenEntities,
): Outcome {
  if (first) return changed ? "changed" : "unchanged";
  const firstLine = seen.firstLine(id);
  return firstLine !== undefined && contradicts() ? { outcome: "conflicting", firstLine } : "merged";
}

/**
 * Of two rows of one run that state different things of one event or entity the first is trusted, and the second only
 * fills what is not known: otherwise each import of the same file would change it twice.
 */
export function mergeValue<T>(before: T | null, stated: T | null, first: boolean): T | null {
  if (stated === null) return before;
  return before === null || first ? stated : before;
}

export function mergeList<T>(before: readonly T[], stated: readonly T[], first: boolean): readonly T[] {
  if (stated.length === 0) return before;
  return before.length === 0 || first ? stated : before;
}
