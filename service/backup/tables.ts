/** Which tables and sequences of a database are Dealflow's: those that its migrations make. */

import type pg from "pg";
import { escapeIdentifier } from "pg";
import { MIGRATIONS } from "@/service/store/migrate";

/** Rows that let anyone who has them act as somebody else: left out unless secrets are requested. */
export const SECRET_TABLES: readonly string[] = ["user_sessions", "user_verifications", "webhook_secrets"];

export const TABLES = namesAfter("create table");
export const SEQUENCES = namesAfter("create sequence");

/** Read from the migrations, so that what another program keeps in the same schema is neither copied nor touched. */
function namesAfter(statement: string): readonly string[] {
  const pattern = new RegExp(`^\\s*${statement} ([a-z_]+)`, "gm");
  const names = MIGRATIONS.flatMap(({ sql }) => [...sql.matchAll(pattern)].map(([, name]) => name ?? ""));
  return [...new Set(names)].sort();
}

export interface Table {
  readonly name: string;
  /** Without the generated ones, in their order. */
  readonly columns: readonly string[];
  readonly bytes: number;
}

/** Those that are there, by name. */
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
