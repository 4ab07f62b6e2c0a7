/** Finds Dealflow's tables and sequences in a database: those that its migrations create. */

import type pg from "pg";
import { escapeIdentifier } from "pg";
import { MIGRATIONS } from "@/service/store/migrate";

/** These rows let anyone who has them act as another person, so they are left out unless secrets are requested. */
export const SECRET_TABLES: readonly string[] = ["user_sessions", "user_verifications", "webhook_secrets"];

/** Tables and sequences that a later migration dropped are in backups of the version before. */
const TABLES = namesAfter("create table");
export const SEQUENCES = namesAfter("create sequence");

/**
 * Reads names from the migrations, so that another program's tables in the same schema are neither copied nor touched.
 */
function namesAfter(statement: string): readonly string[] {
  const pattern = new RegExp(`^\\s*${statement} ([a-z_]+)`, "gm");
  const names = MIGRATIONS.flatMap(({ sql }) => [...sql.matchAll(pattern)].map(([, name]) => name ?? ""));
  return [...new Set(names)].sort();
}

export interface Table {
  readonly name: string;
  /** Generated columns are left out. */
  readonly columns: readonly string[];
  readonly bytes: number;
}

/** Reads the existing tables, sorted by name. */
export async function readTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; bytes: string }>(
    `select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns, pg_table_size(c.oid)::text as bytes
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname = any($1)
     group by c.oid order by c.relname`,
    [TABLES],
  );
  return rows.map(({ name, columns, bytes }) => ({ name, columns, bytes: Number(bytes) }));
}

export function copyStatement(table: string, columns: readonly string[], direction: string): string {
  return `copy ${escapeIdentifier(table)} (${columns.map((column) => escapeIdentifier(column)).join(", ")}) ${direction}`;
}
