/** Reads the operators' order of sources: of two that state different values of a record, the one named earlier counts. */
import type pg from "pg";

/** A source that is not in the order comes after all that are. */
export const UNLISTED = 2 ** 31 - 1;

/**
 * Selects the sources in force, the most trusted first. Each order is an import.
 * @param through the parameter with the import after which the order was in force; the present one where it is null
 */
export function orderOfSources(through: string): string {
  return `select settings -> 'order' as sources from imports
    where kind = 'order' and undone_at is null and (${through}::integer is null or id <= ${through})
    order by id desc limit 1`;
}

/** @param through the order that was in force after this import; the present one when undefined */
export async function readSourceOrder(client: pg.ClientBase | pg.Pool, through?: number): Promise<readonly string[]> {
  const { rows } = await client.query<{ sources: string[] }>(orderOfSources("$1"), [through ?? null]);
  return rows[0]?.sources ?? [];
}
