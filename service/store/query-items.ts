import type pg from "pg";

/**
 * Reads rows as the items of the private API: the columns have the names of their fields, and instants become ISO
 * timestamps. The type of the items is that of the columns, which the compiler cannot check.
 */
export async function queryItems<Item>(
  db: pg.Pool | pg.ClientBase,
  statement: string,
  values: readonly unknown[] = [],
): Promise<Item[]> {
  const { rows } = await db.query<Record<string, unknown>>(statement, [...values]);
  return rows.map((row) => {
    const fields = Object.entries(row).map(([name, value]) => [
      name,
      value instanceof Date ? value.toISOString() : value,
    ]);
    return Object.fromEntries(fields) as Item;
  });
}
