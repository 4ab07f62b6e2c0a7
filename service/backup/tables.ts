/** Finds Dealflow's tables and sequences in a database: those that its migrations create. */

import type pg from "pg";
import { escapeIdentifier } from "pg";
import { MIGRATIONS } from "@/service/store/migrate";

/** These rows let anyone who has them act as another person, so they are left out unless secrets are requested. */
export const SECRET_TABLES: readonly string[] = ["user_sessions", "user_verifications", "webhook_secrets"];

/** Tables and sequences that a later migration dropped are in backups of the version before. */
const TABLES = namesAfter("create(?: unlogged)? table");
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
  readonly partitioned: boolean;
}

export async function readTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Omit<Table, "bytes"> & { readonly bytes: string }>(
    `select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns, c.relkind = 'p' as partitioned,
       (pg_table_size(c.oid) + (select coalesce(sum(pg_table_size(relid)), 0) from pg_partition_tree(c.oid)))::text as bytes
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname = any($1)
     group by c.oid order by c.relname`,
    [TABLES],
  );
  return rows.map(({ bytes, ...table }) => ({ ...table, bytes: Number(bytes) }));
}

/** Reads a table as its columns are stored; a partitioned one has no rows of its own. */
export function copyOut({ name, columns, partitioned }: Table): string {
  const list = formatColumns(columns);
  return partitioned
    ? `copy (select ${list} from ${escapeIdentifier(name)}) to stdout`
    : `copy ${escapeIdentifier(name)} (${list}) to stdout`;
}

/** Frozen rows need no vacuum before index-only scans; those of partitions cannot be loaded so. */
export function copyIn({ name, partitioned }: Pick<Table, "name" | "partitioned">, columns: readonly string[]): string {
  return `copy ${escapeIdentifier(name)} (${formatColumns(columns)}) from stdin${partitioned ? "" : " with (freeze)"}`;
}

function formatColumns(columns: readonly string[]): string {
  return columns.map((column) => escapeIdentifier(column)).join(", ");
}
