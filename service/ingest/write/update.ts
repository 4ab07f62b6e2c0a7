/** Rewrites rows that exist: they are copied beside the table and taken over in one statement. */
import type pg from "pg";
import { copyRows, type TableRows } from "../copy";

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
