/** Keeps the list of imports: one object for each run of a file, with what it did. */
import { randomInt } from "node:crypto";
import type { ListedImport } from "@dealflow/contract/account/imports/imports";
import type pg from "pg";
import * as z from "zod";
import { defer } from "@/service/store/batching";
import { PLAIN_NUMBERS } from "../values/amounts";
import { DATE_FORMATS, OWN_DATES } from "../values/dates";
import { type ImportTotals, noTotals, storedTotals } from "./totals";

/** The list of imports does not allow what an operator requested. */
export class ImportError extends Error {
  override readonly name = "ImportError";
}

/** Says how the rows of an import are read, now and when its reports are read again. */
export const settingsSchema = z.object({
  dates: z.array(z.enum(DATE_FORMATS)),
  numbers: z.object({ grouping: z.string(), decimal: z.string() }),
  strict: z.boolean(),
  /** The SHA-256 of the map in hexadecimal; an import that another map interrupted is not continued. */
  map: z.string().nullable(),
  /** The file is the whole of its source. */
  full: z.boolean().optional(),
  /** The sources of an order, the most trusted first. */
  order: z.array(z.string()).optional(),
  /** The SHA-256 of the content in hexadecimal, where the import's own digest is that of an idempotency key. */
  keyed: z.string().optional(),
});
export type ReadSettings = z.infer<typeof settingsSchema>;

export interface ImportStart {
  readonly source: string;
  readonly file: string;
  /** The SHA-256 of the file; null when there is no file. */
  readonly digest: Buffer | null;
  readonly settings: ReadSettings;
  /** The person is the id of the signed-in one who started it; null where nobody signs in. */
  readonly by: { readonly person: string | null; readonly channel: "command line" | "dashboard" | "HTTP" };
  /** A dry run is rolled back, and takes no number from the imports that stay. */
  readonly dryRun: boolean;
}

export const COMMAND_LINE: ImportStart["by"] = { person: null, channel: "command line" };

/** @param person the id that the service passes for the page; undefined on a command line */
export function startedBy(person: string | undefined): ImportStart["by"] {
  return person === undefined ? COMMAND_LINE : { person, channel: "dashboard" };
}

export interface StartedImport {
  readonly id: number;
  /** These rows were stored before an earlier run of this import was interrupted. */
  readonly before: ImportTotals;
}

/** This number distinguishes the locks of imports from other advisory locks. */
const LOCKS = 0x1a9;
/** The lock of the start of any import has this number. */
const NO_IMPORT = 0;

/**
 * Starts an import, or goes on with an interrupted one of the same file. The connection holds the import until it is
 * closed or `releaseImport` is called. Throws `ImportError` when another program runs it.
 */
export async function startImport(client: pg.ClientBase, start: ImportStart, now: Date): Promise<StartedImport> {
  // Its transaction is rolled back, so no other program goes on with it.
  if (start.dryRun) return findOrAddImport(client, start, now);
  await client.query("begin");
  try {
    // Of two programs that start at the same moment, the second one finds the import of the first.
    await client.query("select pg_advisory_xact_lock($1, $2)", [LOCKS, NO_IMPORT]);
    const started = await findOrAddImport(client, start, now);
    await client.query("commit");
    return started;
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

async function findOrAddImport(client: pg.ClientBase, start: ImportStart, now: Date): Promise<StartedImport> {
  const settings = JSON.stringify(start.settings);
  const interrupted = await client.query<{ id: number; counts: unknown }>(
    `select id, counts from imports
     where source = $1 and digest = $2 and settings = $3 and ended_at is null and undone_at is null order by id limit 1`,
    [start.source, start.digest, settings],
  );
  const [found] = interrupted.rows;
  if (found !== undefined) {
    if (!(await holdImport(client, found.id)))
      throw new ImportError(`Import ${found.id} of ${start.file} is running in another program.`);
    return { id: found.id, before: storedTotals(found.counts) };
  }
  const added = await client.query<{ id: number }>(`${ADD} returning id`, listImportValues(start, now));
  const { id } = inserted(added.rows);
  await holdImport(client, id);
  return { id, before: noTotals() };
}

function inserted<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error("the import has no id");
  return row;
}

const ADD = `insert into imports (id, source, file, digest, settings, started_at, started_by, channel)
  select coalesce($6::integer, nextval('import_numbers')), $1, $2, $3::bytea, $4::jsonb, $5::timestamptz,
    (select id from users where id = $7), $8`;

function listImportValues({ source, file, digest, settings, by, dryRun }: ImportStart, now: Date) {
  const number = dryRun ? -randomInt(1, 2 ** 31) : null;
  return [source, file, digest, JSON.stringify(settings), now, number, by.person, by.channel];
}

/** An import that is in force, and would have been added once more. */
export interface KnownImport {
  readonly totals: ImportTotals;
  /** The same key was given to other content. */
  readonly isAnother: boolean;
}

/**
 * Adds an import, unless one with its digest ended and is in force: returns that one with its id. The import that is added is
 * a part of the transaction, so no one else sees that it runs. The digest of a key names the import; that of its content
 * counts only until the source says something else, because it may return to what it said before.
 */
export async function addImportOnce(
  client: pg.ClientBase,
  start: ImportStart,
  now: Date,
): Promise<{ readonly id: number; readonly known?: KnownImport }> {
  const { keyed } = start.settings;
  const { rows } = await client.query<{ id: number; counts: unknown; keyed: string | null }>(
    `with known as (
       select id, counts, settings ->> 'keyed' as keyed from imports
       where source = $1 and digest = $3 and ended_at is not null and undone_at is null and ($9 or not exists (
         select from imports later
         where later.id > imports.id and later.source = $1 and later.ended_at is not null and later.undone_at is null))
       order by id limit 1),
     added as (${ADD} where not exists (select from known) returning id)
     select * from known union all select id, null, null from added`,
    [...listImportValues(start, now), keyed !== undefined],
  );
  const { id, counts, keyed: content } = inserted(rows);
  if (counts === null) return { id };
  return { id, known: { totals: storedTotals(counts), isAnother: content !== null && content !== keyed } };
}

/**
 * Keeps every other import, undo and change of records waiting until the transaction ends; readers are not blocked. Two
 * concurrent imports would both add a company that is new to both.
 */
export function lockImports(client: pg.ClientBase): Promise<void> {
  return defer(client, "lock table external_keys in share row exclusive mode");
}

async function holdImport(client: pg.ClientBase, id: number): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>("select pg_try_advisory_lock($1, $2) as held", [LOCKS, id]);
  return rows[0]?.held === true;
}

export async function releaseImport(client: pg.ClientBase, id: number): Promise<void> {
  await client.query("select pg_advisory_unlock($1, $2)", [LOCKS, id]);
}

/** Tells whether some program runs the import, and keeps any from starting until the transaction ends. */
export async function isRunning(client: pg.ClientBase, id: number): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>("select pg_try_advisory_xact_lock($1, $2) as held", [
    LOCKS,
    id,
  ]);
  return rows[0]?.held !== true;
}

/** Notes how far an import is, in the transaction that stores its rows. */
export async function noteProgress(client: pg.ClientBase, id: number, totals: ImportTotals): Promise<void> {
  await defer(client, "update imports set counts = $2 where id = $1", [id, JSON.stringify(totals)]);
}

export async function endImport(client: pg.ClientBase, id: number, now: Date): Promise<void> {
  await defer(client, "update imports set ended_at = $2 where id = $1", [id, now]);
}

/** The values that people type are read like the lines of our own form. */
export const CHANGE_FORMATS = { dates: [...OWN_DATES], numbers: PLAIN_NUMBERS };

interface Change extends Pick<ImportStart, "source" | "file"> {
  readonly order?: readonly string[];
  readonly by?: ImportStart["by"];
}

/** Adds the import that a change by a person is, such as the retraction of a record or the merge of two, and returns its id. */
export async function recordChange(
  client: pg.ClientBase,
  kind: Exclude<StoredImport["kind"], "file">,
  { source, file, order, by = COMMAND_LINE }: Change,
  now: Date,
): Promise<number> {
  const settings: ReadSettings = { ...CHANGE_FORMATS, strict: false, map: null, ...(order && { order: [...order] }) };
  const { rows } = await client.query<{ id: number }>(
    `insert into imports (source, file, kind, settings, counts, started_at, ended_at, started_by, channel)
     values ($1, $2, $6, $3, $4, $5, $5, (select id from users where id = $7), $8) returning id`,
    [
      ...[source, file, JSON.stringify(settings), JSON.stringify({ ...noTotals(), withdrawn: 1 }), now, kind],
      ...[by.person, by.channel],
    ],
  );
  return inserted(rows).id;
}

interface ListedRow extends Omit<ListedImport, "at" | "undoneAt" | "added" | "changed" | "withdrawn" | "merged"> {
  readonly kind: StoredImport["kind"];
  readonly counts: unknown;
  readonly at: Date;
  readonly undoneAt: Date | null;
}

export async function listImports(pool: pg.Pool): Promise<ListedImport[]> {
  const { rows } = await pool.query<ListedRow>(
    `select i.id::text, i.kind, i.source, i.file, i.counts, i.started_at as at, i.ended_at is not null as complete,
       i.ended_at is null and exists (
         select from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
         where l.locktype = 'advisory' and l.granted and l.classid = ${LOCKS} and l.objid = i.id::oid and l.objsubid = 2
       ) as "isRunning",
       i.undone_at as "undoneAt", coalesce(u.name, nullif(i.channel, 'dashboard')) as by,
       coalesce(r.reason, c.reason) as reason, coalesce(c.parts, '{}') as corrected
     from imports i left join users u on u.id = i.started_by left join retractions r on r.import_id = i.id
       left join corrections c on c.import_id = i.id
     order by i.id desc`,
  );
  return rows.map(({ kind, counts, at, undoneAt, ...row }) => {
    const { rows: rowCounts, withdrawn } = storedTotals(counts);
    const { added, changed } = rowCounts;
    // A merge counts the record that went like a retraction does.
    const gone = kind === "merge" ? { withdrawn: 0, merged: withdrawn } : { withdrawn, merged: 0 };
    return { ...row, at: at.toISOString(), added, changed, ...gone, undoneAt: undoneAt?.toISOString() ?? null };
  });
}

export interface StoredImport {
  readonly id: number;
  readonly kind: "file" | "retraction" | "merge" | "order" | "correction";
  readonly source: string;
  readonly startedAt: Date;
  readonly settings: ReadSettings;
  readonly undoneAt: Date | null;
}

export async function loadImports(client: pg.ClientBase, ids: readonly number[]): Promise<StoredImport[]> {
  const { rows } = await client.query<StoredImport>(
    `select id, kind, source, started_at as "startedAt", settings, undone_at as "undoneAt"
     from imports where id = any($1::integer[]) order by id`,
    [ids],
  );
  return rows.map((row) => ({ ...row, settings: settingsSchema.parse(row.settings) }));
}
