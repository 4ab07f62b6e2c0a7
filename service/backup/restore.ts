/**
 * Loads a backup into an installation that has no data yet: all of it in one transaction, or nothing. The files were
 * checked against the manifest before the database was opened.
 */
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { escapeIdentifier } from "pg";
import { from } from "pg-copy-streams";
import {
  applyMissing,
  lockMigrations,
  MIGRATIONS,
  missingFrom,
  readApplied,
  withoutRights,
} from "@/service/store/migrate";
import { isConnectionLoss } from "@/service/store/pools/connection-loss";
import { withConnection } from "./connection";
import type { Manifest, TableEntry } from "./manifest";
import type { Progress } from "./progress";
import { BackupError, type BackupSource } from "./source";
import { copyIn, readTables, type Table } from "./tables";
import { readTableFile } from "./verify";

/** No installation has rows in these tables before it is used. */
const DATA = [
  ...["workspaces", "users", "ledger", "companies", "investors", "people"],
  ...["funding_events", "acquisitions", "exec_moves"],
] as const;

const STATUS_TRIES = 20;
const STATUS_EVERY_MS = 500;
/** From this many rows on it is quicker to build a table's indexes again. */
const LARGE = 10000;

interface RestoreOptions {
  readonly url: string;
  readonly source: BackupSource;
  readonly manifest: Manifest;
  readonly progress: Progress;
  readonly signal?: AbortSignal | undefined;
  /** Writes the files; called before the commit, so that its failure undoes everything. */
  writeFiles(): void;
}

/** The connection was lost at the commit, and its outcome is unknown. */
export class RestoreOutcomeUnknown extends BackupError {}

/** Throws one sentence; then nothing was changed, unless the error is a `RestoreOutcomeUnknown`. */
export async function restore(options: RestoreOptions): Promise<void> {
  const { url, manifest, signal } = options;
  try {
    await withConnection(url, "restore", async (client) => {
      await checkNoOtherProgram(client);
      await client.query("begin");
      await lockMigrations(client);
      await checkEmpty(client);
      await createSchema(client, manifest);
      await load(client, options);
      await applyMissing(client);
      // Without statistics the first pages would be planned as if the tables were empty.
      options.progress.stage("analyzing", 1);
      const tables = await readTables(client);
      await client.query(`analyze ${tables.map(({ name }) => escapeIdentifier(name)).join(", ")}`);
      options.writeFiles();
      await commit(client, url);
    });
  } catch (error) {
    if (signal?.aborted === true) throw new BackupError("The restore was cancelled; nothing was changed.");
    if (error instanceof BackupError) throw error;
    const known = withoutRights(error);
    if (known !== error || !(error instanceof Error)) throw known;
    throw new BackupError(`The restore failed; nothing was changed: ${error.message}.`, { cause: error });
  }
}

async function commit(client: pg.Client, url: string): Promise<void> {
  const { rows } = await client.query<{ id: string }>("select pg_current_xact_id()::text as id");
  try {
    await client.query("commit");
  } catch (error) {
    if (!isConnectionLoss(error)) throw error;
    const status = await getStatus(rows[0]?.id ?? "", url);
    if (status === "committed") return;
    if (status === "aborted") throw error;
    throw new RestoreOutcomeUnknown(
      "The connection was lost during the commit, so it is unknown whether the backup was restored. " +
        "Run the command again: it restores the backup or reports that the data is already there.",
    );
  }
}

/** Reads the outcome of a transaction on a new connection; undefined when the server does not respond. */
async function getStatus(transaction: string, url: string): Promise<string | undefined> {
  let status: string | undefined;
  for (let attempt = 0; attempt < STATUS_TRIES; attempt++) {
    if (attempt > 0) await delay(STATUS_EVERY_MS);
    status = await withConnection(url, "restore", async (client) => {
      const { rows } = await client.query<{ status: string }>("select pg_xact_status($1::xid8) as status", [
        transaction,
      ]);
      return rows[0]?.status;
    }).catch(() => undefined);
    if (status === "committed" || status === "aborted") return status;
  }
  return undefined;
}

/** Rejects while a service uses the database, because it would continue with its cache of the empty one. */
async function checkNoOtherProgram(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct split_part(application_name, ' ', 1) as name from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name like 'dealflow-%' order by 1`,
  );
  if (rows.length > 0)
    throw new BackupError(
      `The database is in use by a running service or command (${rows.map(({ name }) => name).join(", ")}); stop it before restoring.`,
    );
}

async function checkEmpty(client: pg.Client): Promise<void> {
  if ((await readApplied(client)).length === 0) return;
  for (const table of DATA) {
    const { rows: found } = await client.query("select to_regclass($1) is not null as made", [table]);
    if (found[0]?.made !== true) continue;
    const { rows } = await client.query(`select exists (select from ${table}) as used`);
    if (rows[0]?.used === true)
      throw new BackupError(
        `The database already has data (${table}); a backup can only be restored into an empty one. Set DATA_DIR to a ` +
          "new folder or DATABASE_URL to a new database, and don't start the service there first (except with DEMO=0).",
      );
  }
}

/** Creates the schema of the backup's version: later migrations also change rows, so they come after them. */
async function createSchema(client: pg.Client, { migrations, tables, omitted }: Manifest): Promise<void> {
  const missing = missingFrom(migrations, "The backup");
  const names = new Set(MIGRATIONS.filter((migration) => !missing.includes(migration)).map(({ name }) => name));
  await applyMissing(client, names);
  const later = (await readApplied(client)).filter(({ name }) => !names.has(name));
  if (later.length > 0)
    throw new BackupError(
      `The database was set up by a later version than the backup (it has ${later.map(({ name }) => name).join(", ")}): ` +
        "restore into a new database, such as a new DATA_DIR.",
    );
  const created = await readTables(client);
  const columnsByTable = new Map(created.map(({ name, columns }) => [name, new Set(columns)]));
  const fits = tables.every(({ table, columns }) => columns.every((column) => columnsByTable.get(table)?.has(column)));
  const named = new Set([...tables.map(({ table }) => table), ...omitted]);
  if (!fits || created.some(({ name }) => !named.has(name)))
    throw new BackupError("The backup does not match its own list of migrations: the tables differ.");
}

async function load(client: pg.Client, { source, manifest, progress, signal }: RestoreOptions): Promise<void> {
  const created = await readTables(client);
  const tables = created.map(({ name }) => escapeIdentifier(name));
  const large = manifest.tables.filter(({ rows }) => rows >= LARGE).map(({ table }) => escapeIdentifier(table));
  // The rows that triggers would write are in the backup. Indexes and references are created together at the end.
  const remade = [...(await dropIndexes(client, large)), ...(await dropReferences(client, tables))];
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
  await client.query(`truncate ${tables.join(", ")}`);
  progress.stage(
    "loading",
    manifest.tables.reduce((sum, { bytes }) => sum + bytes, 0),
  );
  let before = 0;
  for (const entry of manifest.tables) {
    const partitioned = created.some((table) => table.partitioned && table.name === entry.table);
    await loadTable(client, source, { ...entry, partitioned }, (read) => progress.show(before + read), signal);
    before += entry.bytes;
  }
  for (const { name, value } of manifest.sequences)
    await client.query("select setval($1::regclass, $2::bigint)", [escapeIdentifier(name), value]);
  progress.stage("building indexes", remade.length);
  for (const [index, statement] of remade.entries()) {
    signal?.throwIfAborted();
    await client.query(statement);
    progress.show(index + 1);
  }
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
}

async function loadTable(
  client: pg.Client,
  source: BackupSource,
  entry: TableEntry & Pick<Table, "partitioned">,
  show: (bytes: number) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  const copy = client.query(from(copyIn({ ...entry, name: entry.table }, entry.columns)));
  await readTableFile(source, entry, copy, show, signal);
  if (copy.rowCount !== entry.rows)
    throw new BackupError(`${entry.table} has ${copy.rowCount} rows after loading; expected ${entry.rows}.`);
}

/** Drops plain indexes of these tables; returns the statements that make them again. */
async function dropIndexes(client: pg.Client, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; statement: string }>(
    // Indexes of a partitioned table are described without those of its partitions, which they have.
    `select format('drop index %s', indexrelid::regclass) as drop, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as statement
     from pg_index where indrelid = any($1::regclass[])
       and not exists (select from pg_constraint where conindid = indexrelid and contype <> 'f') order by 1`,
    [tables],
  );
  await client.query("set local maintenance_work_mem = '256MB'");
  for (const { drop } of rows) await client.query(drop);
  return rows.map(({ statement }) => statement);
}

/** Drops references for speed, and because tables are loaded in the order of their names. */
async function dropReferences(client: pg.Client, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; statement: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as statement
     from pg_constraint where contype = 'f' and conparentid = 0 and conrelid = any($1::regclass[]) order by 1`,
    [tables],
  );
  for (const { drop } of rows) await client.query(drop);
  return rows.map(({ statement }) => statement);
}
