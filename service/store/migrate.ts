/** Migrates a database to the schema of this version: plain SQL, in order, each once. */
import { hash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { adopt, isEarlier, modifiedError, replaceThree } from "./adopt";
import { sql as allChanges } from "./migrations/0014-all-changes";
import { sql as totalsFromColumns } from "./migrations/0015-totals-from-columns";
import * as ledgerByMonth from "./migrations/0016-ledger-by-month";
import * as deliveriesByMonth from "./migrations/0017-deliveries-by-month";
import * as attemptsByMonth from "./migrations/0018-attempts-by-month";
import { sql as namesOfCompanies } from "./migrations/0019-names-of-companies";
import { sql as notesOfEntries } from "./migrations/0020-notes-of-ledger-entries";
import { sql as disabledPeople } from "./migrations/0021-disabled-people";
import { sql as operatorActions } from "./migrations/0022-operator-actions";
import { sql as tracesOfDeliveries } from "./migrations/0023-traces-of-deliveries";
import { sql as ratesOfPeople } from "./migrations/0024-rates-of-people";
import { sql as corrections } from "./migrations/0025-corrections";
import { sql as foldedLetters } from "./migrations/0026-folded-letters";
import { sql as undoOfMerges } from "./migrations/0027-undo-of-merges";
import { sql as movedKeys } from "./migrations/0028-moved-keys";
import { FIRST_RELEASE } from "./migrations/first-release/first-release";

const SCHEMA = migration("0001-schema", FIRST_RELEASE["0001-schema"]);

/** Lists the migrations in order of application. A released migration is never edited: a change is a new migration. */
export const MIGRATIONS: readonly Migration[] = [
  SCHEMA,
  ...Object.entries(FIRST_RELEASE)
    .slice(1)
    .map(([name, sql]) => migration(name, sql)),
  migration("0014-all-changes", allChanges),
  migration("0015-totals-from-columns", totalsFromColumns),
  migration("0016-ledger-by-month", ledgerByMonth.sql, ledgerByMonth.prepare),
  migration("0017-deliveries-by-month", deliveriesByMonth.sql, deliveriesByMonth.prepare),
  migration("0018-attempts-by-month", attemptsByMonth.sql, attemptsByMonth.prepare),
  migration("0019-names-of-companies", namesOfCompanies),
  migration("0020-notes-of-ledger-entries", notesOfEntries),
  migration("0021-disabled-people", disabledPeople),
  migration("0022-operator-actions", operatorActions),
  migration("0023-traces-of-deliveries", tracesOfDeliveries),
  migration("0024-rates-of-people", ratesOfPeople),
  migration("0025-corrections", corrections),
  migration("0026-folded-letters", foldedLetters),
  migration("0027-undo-of-merges", undoOfMerges),
  migration("0028-moved-keys", movedKeys),
];

const CONNECT_MS = 10_000;

/**
 * Every request for a table queues behind a migration that waits for it, and behind each table that it has already locked. So a
 * migration waits only this long for each and is then repeated, while programs of the previous version go on.
 */
const LOCK_TIMEOUT = "100ms";
/** The lock is not available in time, or both sides wait for each other. */
const LOCK_ERRORS: readonly string[] = ["55P03", "40P01"];
const RETRY_MS = { first: 1_000, longest: 10_000, total: 15 * 60_000 };

export interface Migration {
  readonly name: string;
  readonly sql: string;
  /** The checksum is the SHA-256 of the SQL, in hexadecimal. */
  readonly checksum: string;
  /**
   * These statements read large tables before the migration locks them, each in a transaction of its own. Without them the
   * migration does the same, but slowly. They may be repeated.
   */
  readonly prepare: readonly string[];
}

/** The checksum is null when a version applied the migration that did not record checksums. */
export type Applied = Pick<Migration, "name"> & { readonly checksum: string | null };

function migration(name: string, sql: string, prepare: readonly string[] = []): Migration {
  return { name, sql, checksum: hash("sha256", sql), prepare };
}

/**
 * Applies missing migrations in one transaction, and each that is prepared in another; safe when several programs start
 * together. A database that lacks none is only read, so a start never waits for a running dump. Returns the names of the
 * migrations applied now. Throws one sentence when the database cannot be brought to this schema; the migration that it
 * names changed nothing then.
 * @param log takes a sentence when it has to wait for other work on a table
 * @param onlyNew an empty database gets this schema, and one of an earlier version is left as it is: throws a sentence
 */
export async function migrate(
  url: string,
  log: (sentence: string) => void = () => undefined,
  onlyNew = false,
): Promise<string[]> {
  // It needs its own connection: building an index may take longer than any pool lets a statement run.
  const client = new pg.Client({
    connectionString: url,
    application_name: "dealflow-migrate",
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
  });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const stored = await readApplied(client);
    const missing = missingFrom(stored);
    if (missing.length === 0 && !isEarlier(stored, SCHEMA)) return [];
    const options = { prepare: () => lockMigrations(client), log };
    if (onlyNew && stored.length > 0)
      throw new Error(
        `The database has the schema of an earlier version, ${stored.at(-1)?.name}. Back it up (npm run admin -- backup), then start this version of the service, or migrate it with: npm run admin -- migrate`,
      );
    const applied: string[] = [];
    // A new database has no rows to prepare.
    for (const step of stored.length === 0 ? [missing] : getSteps(missing)) {
      for (const statement of step[0]?.prepare ?? [])
        await repeatWhileLocked(client, () => client.query(statement), options);
      const names = new Set(step.map(({ name }) => name));
      applied.push(...(await repeatWhileLocked(client, () => applyMissing(client, names), options)));
    }
    return applied;
  } catch (error) {
    throw withoutRights(error);
  } finally {
    // This also ends a transaction that is still open.
    await client.end();
  }
}

/** A migration that is prepared begins a transaction, because its statements need the schema before it. */
function getSteps(missing: readonly Migration[]): (readonly Migration[])[] {
  const prepared = missing.findIndex(({ prepare }, index) => index > 0 && prepare.length > 0);
  if (prepared === -1) return [missing];
  return [missing.slice(0, prepared), ...getSteps(missing.slice(prepared))];
}

interface RepeatOptions {
  /** This part of the transaction may wait longer. */
  readonly prepare?: () => Promise<void>;
  readonly log?: (sentence: string) => void;
  /** After this time it fails. */
  readonly totalMs?: number;
}

/** Does the work in a transaction, and again while it waits too long for a lock. */
export async function repeatWhileLocked<T>(
  client: pg.ClientBase,
  work: () => Promise<T>,
  { prepare, log, totalMs = RETRY_MS.total }: RepeatOptions = {},
): Promise<T> {
  const until = performance.now() + totalMs;
  for (let waitMs = RETRY_MS.first; ; waitMs = Math.min(2 * waitMs, RETRY_MS.longest)) {
    try {
      await client.query("begin");
      await prepare?.();
      await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
      const result = await work();
      await client.query("commit");
      return result;
    } catch (error) {
      if (!isLockTimeout(error) || performance.now() > until) throw error;
      await client.query("rollback");
      const message = error instanceof Error ? error.message : String(error);
      if (waitMs === RETRY_MS.first) log?.(`${message} Trying again until other work on its tables has ended.`);
    }
    await delay(waitMs);
  }
}

/**
 * Makes every other program that migrates or restores wait until the transaction ends. Readers continue, and so does a
 * dump: this lock does not conflict with theirs.
 */
export async function lockMigrations(client: pg.ClientBase): Promise<void> {
  await createTable(client);
  await client.query("lock table schema_migrations in share row exclusive mode");
}

/** Returns the migrations that a database has, by name; none when it is empty. Takes only a reader's lock. */
export async function readApplied(client: pg.ClientBase): Promise<Applied[]> {
  if (!(await hasTable(client))) return [];
  // The rows are read through JSON, because a database of an earlier version has no such column.
  const { rows } = await client.query<Applied>(
    "select name, to_jsonb(m) ->> 'checksum' as checksum from schema_migrations m order by name",
  );
  return rows;
}

/**
 * Throws one sentence when the database was written by another program than this one or an earlier one.
 * @param subject the owner of these migrations, with which the sentence begins
 */
export function missingFrom(applied: readonly Applied[], subject = "The database"): Migration[] {
  const current = replaceThree(applied, SCHEMA, subject);
  const known = new Map(MIGRATIONS.map(({ name, checksum }) => [name, checksum]));
  const unknown = current.filter(({ name }) => !known.has(name)).map(({ name }) => name);
  if (unknown.length > 0)
    throw new Error(`${subject} was written by a newer version of Dealflow: it has ${unknown.join(", ")}.`);
  const edited = current.filter(({ name, checksum }) => checksum !== known.get(name)).map(({ name }) => name);
  if (edited.length > 0) throw modifiedError(subject, edited);
  const names = new Set(current.map(({ name }) => name));
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
  const stored = await readApplied(client);
  const missing = missingFrom(stored).filter(({ name }) => names.has(name));
  if (isEarlier(stored, SCHEMA)) await adopt(client, SCHEMA);
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

/** Creates the table of migrations. The second of two concurrent first starts waits here, and then finds it. */
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

function isLockTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error instanceof pg.DatabaseError ? LOCK_ERRORS.includes(error.code ?? "") : isLockTimeout(error.cause);
}

function isMissingRight(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "42501";
}

/** Explains an error of missing rights: PostgreSQL's own message names the object but not what to do about it. */
export function withoutRights(error: unknown): unknown {
  if (!(error instanceof Error && isMissingRight(error))) return error;
  return new Error(
    `The database role lacks privileges (${error.message}): use the database owner in DATABASE_URL, or ` +
      "grant this role CREATE on the database and its schema, and ownership of the tables.",
    { cause: error },
  );
}
