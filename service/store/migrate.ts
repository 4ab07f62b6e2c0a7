/** Brings a database to the schema of this version: plain SQL, in order, each once. */
import { hash } from "node:crypto";
import pg from "pg";
import { sql as initial } from "./migrations/0001-initial";
import { sql as initialRepair } from "./migrations/0001-repair";
import { sql as wholeInterface } from "./migrations/0002-whole-interface";
import { sql as totals } from "./migrations/0003-totals";
import { sql as views } from "./migrations/0005-views";
import { sql as people } from "./migrations/0006-people";
import { sql as repair } from "./migrations/0007-repair";
import { sql as budgetTotals } from "./migrations/0008-budget-totals";
import { sql as signInAttempts } from "./migrations/0009-sign-in-attempts";
import { sql as ledgerSequence } from "./migrations/0010-ledger-sequence";
import { sql as webhooks } from "./migrations/0011-webhooks";
import { sql as inbox } from "./migrations/0012-inbox";
import { sql as mcpConnections } from "./migrations/0013-mcp-connections";
import { sql as mcpAllowance } from "./migrations/0014-mcp-allowance";
import { sql as purchasedRecords } from "./migrations/0015-purchased-records";
import { sql as feedChanges } from "./migrations/0016-feed-changes";
import { sql as companyLookups } from "./migrations/0017-company-lookups";
import { sql as webhookPlans } from "./migrations/0018-webhook-plans";
import { sql as confirmedAddresses } from "./migrations/0019-confirmed-addresses";
import { sql as searchAndPeople } from "./migrations/0020-search-and-people";

/**
 * In order of application. These were released and are never edited: a change is a new migration.
 * `migrations/checksums.json` holds the SHA-256 of each, and a test compares. There is no 0004: no
 * commit ever had one, and the number stays unused.
 */
export const MIGRATIONS: readonly Migration[] = [
  migration("0001-initial", initial),
  migration("0001-repair", initialRepair),
  migration("0002-whole-interface", wholeInterface),
  migration("0003-totals", totals),
  migration("0005-views", views),
  migration("0006-people", people),
  migration("0007-repair", repair),
  migration("0008-budget-totals", budgetTotals),
  migration("0009-sign-in-attempts", signInAttempts),
  migration("0010-ledger-sequence", ledgerSequence),
  migration("0011-webhooks", webhooks),
  migration("0012-inbox", inbox),
  migration("0013-mcp-connections", mcpConnections),
  migration("0014-mcp-allowance", mcpAllowance),
  migration("0015-purchased-records", purchasedRecords),
  migration("0016-feed-changes", feedChanges),
  migration("0017-company-lookups", companyLookups),
  migration("0018-webhook-plans", webhookPlans),
  migration("0019-confirmed-addresses", confirmedAddresses),
  migration("0020-search-and-people", searchAndPeople),
];

const CONNECT_MS = 10_000;

export interface Migration {
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the SQL, in hexadecimal. */
  readonly checksum: string;
}

/** A migration as stored; the checksum is null when it was applied before checksums were recorded. */
export type Applied = Pick<Migration, "name"> & { readonly checksum: string | null };

function migration(name: string, sql: string): Migration {
  return { name, sql, checksum: hash("sha256", sql) };
}

/**
 * Applies what is missing in one transaction; safe when several programs start at once. A database that lacks nothing is
 * only read, so a start never waits for a running dump. Returns the names of the migrations applied now. Throws one
 * sentence when the database cannot be brought to this schema; nothing was changed then.
 */
export async function migrate(url: string): Promise<string[]> {
  // A connection of its own: building an index may take longer than any pool lets a statement run.
  const client = new pg.Client({
    connectionString: url,
    application_name: "dealflow-migrate",
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
  });
  client.on("error", () => undefined);
  await client.connect();
  try {
    if (missingFrom(await readApplied(client)).length === 0) return [];
    await client.query("begin");
    await lockMigrations(client);
    const applied = await applyMissing(client);
    await client.query("commit");
    return applied;
  } catch (error) {
    throw withoutRights(error);
  } finally {
    // Ends the transaction too, if one is still open.
    await client.end();
  }
}

/**
 * Holds off every other program that migrates or restores until the transaction ends. Readers continue, and so does a dump:
 * this lock does not conflict with theirs.
 */
export async function lockMigrations(client: pg.ClientBase): Promise<void> {
  await createTable(client);
  await client.query("lock table schema_migrations in share row exclusive mode");
}

/** The migrations that a database has, by name; none when it is empty. Takes no lock but that of a reader. */
export async function readApplied(client: pg.ClientBase): Promise<Applied[]> {
  if (!(await hasTable(client))) return [];
  // Through JSON, because a database of an earlier version has no such column.
  const { rows } = await client.query<Applied>(
    "select name, to_jsonb(m) ->> 'checksum' as checksum from schema_migrations m order by name",
  );
  return rows;
}

/**
 * Throws one sentence when the database was written by another program than this one or an earlier one.
 *
 * @param subject what has these migrations, as the sentence begins
 */
export function missingFrom(applied: readonly Applied[], subject = "The database"): Migration[] {
  const known = new Map(MIGRATIONS.map(({ name, checksum }) => [name, checksum]));
  const unknown = applied.filter(({ name }) => !known.has(name)).map(({ name }) => name);
  if (unknown.length > 0)
    throw new Error(`${subject} was written by a newer version of Dealflow: it has ${unknown.join(", ")}.`);
  // One without a checksum may have had another text; 0007-repair makes up for every text there was.
  const edited = applied.filter(({ name, checksum }) => checksum !== null && checksum !== known.get(name));
  if (edited.length > 0)
    throw new Error(
      `${subject} was written by a modified version of Dealflow: ${edited.map(({ name }) => name).join(", ")} ` +
        "differs from this version's; use the version that wrote it.",
    );
  const names = new Set(applied.map(({ name }) => name));
  return MIGRATIONS.filter(({ name }) => !names.has(name));
}

/**
 * Applies the missing ones among `names` (all of them by default) inside the transaction of its caller, who has locked
 * the table of migrations. Returns their names.
 */
export async function applyMissing(
  client: pg.ClientBase,
  names: ReadonlySet<string> = new Set(MIGRATIONS.map(({ name }) => name)),
): Promise<string[]> {
  await addChecksums(client);
  const missing = missingFrom(await readApplied(client)).filter(({ name }) => names.has(name));
  for (const { name, sql, checksum } of missing) {
    try {
      await client.query(sql);
    } catch (error) {
      if (isMissingRight(error) || !(error instanceof Error)) throw error;
      throw new Error(`The migration ${name} failed; nothing was changed: ${error.message}.`, { cause: error });
    }
    await client.query("insert into schema_migrations (name, checksum) values ($1, $2)", [name, checksum]);
  }
  return missing.map(({ name }) => name);
}

/** An earlier version recorded no checksums. Its migrations are repaired in this transaction, so they equal these. */
async function addChecksums(client: pg.ClientBase): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'checksum' and not attisdropped`,
  );
  if (rowCount === 1) return;
  await client.query("alter table schema_migrations add column checksum text");
  await client.query(
    `update schema_migrations m set checksum = known.checksum
     from unnest($1::text[], $2::text[]) as known (name, checksum) where known.name = m.name`,
    [MIGRATIONS.map(({ name }) => name), MIGRATIONS.map(({ checksum }) => checksum)],
  );
}

/** Of two concurrent first starts the second waits here until the first has committed, and then finds the table. */
async function createTable(client: pg.ClientBase): Promise<void> {
  if (await hasTable(client)) return;
  await client.query("savepoint before_table");
  try {
    await client.query(
      `create table schema_migrations (
         name text primary key,
         applied_at timestamptz not null default now(),
         checksum text
       )`,
    );
    await client.query("release before_table");
  } catch (error) {
    await client.query("rollback to before_table");
    if (!(await hasTable(client))) throw error;
  }
}

async function hasTable(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query("select to_regclass('schema_migrations') is not null as made");
  return rows[0]?.made === true;
}

function isMissingRight(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "42501";
}

/** PostgreSQL's own message names the object but not what to do about it. */
export function withoutRights(error: unknown): unknown {
  if (!(error instanceof Error && isMissingRight(error))) return error;
  return new Error(
    `The database role lacks privileges (${error.message}): use the database owner in DATABASE_URL, or ` +
      "grant this role CREATE on the database and its schema, and ownership of the tables.",
    { cause: error },
  );
}
