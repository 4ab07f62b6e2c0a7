/** Brings a database to the schema of this version: plain SQL, in order, each once. */
import type pg from "pg";
import { sql as initial } from "./migrations/0001-initial";
import { sql as wholeInterface } from "./migrations/0002-whole-interface";
import { sql as totals } from "./migrations/0003-totals";
import { sql as views } from "./migrations/0005-views";
import { sql as people } from "./migrations/0006-people";

const MIGRATIONS = [
  { name: "0001-initial", sql: initial },
  { name: "0002-whole-interface", sql: wholeInterface },
  { name: "0003-totals", sql: totals },
  { name: "0005-views", sql: views },
  { name: "0006-people", sql: people },
] as const;

/**
 * Applies what is missing in one transaction; safe when several programs start at once, because the table of applied
 * migrations is locked first. Returns the names of those applied now.
 */
export async function migrate(pool: pg.Pool): Promise<string[]> {
  const client = await pool.connect();
  try {
    await createTable(client);
    await client.query("begin");
    await client.query("lock table schema_migrations in access exclusive mode");
    const { rows } = await client.query<{ name: string }>("select name from schema_migrations");
    const done = new Set(rows.map((row) => row.name));
    const unknown = [...done].filter((name) => !MIGRATIONS.some((migration) => migration.name === name));
    if (unknown.length > 0)
      throw new Error(`The database was written by a newer version of Dealflow: it has ${unknown.join(", ")}.`);
    const missing = MIGRATIONS.filter((migration) => !done.has(migration.name));
    for (const migration of missing) {
      await client.query(migration.sql);
      await client.query("insert into schema_migrations (name) values ($1)", [migration.name]);
    }
    await client.query("commit");
    return missing.map((migration) => migration.name);
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** Two first starts at once can both try to create the table; the one that comes second finds it there. */
async function createTable(client: pg.PoolClient): Promise<void> {
  try {
    await client.query(
      "create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())",
    );
  } catch (error) {
    const exists = await client.query("select to_regclass('schema_migrations') is not null as made");
    if (exists.rows[0]?.made !== true) throw error;
  }
}
