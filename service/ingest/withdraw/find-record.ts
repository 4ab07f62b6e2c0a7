/** Finds the record that an operator names by its id, its address in the dashboard, or its key in a source. */
import type pg from "pg";
import * as z from "zod";
import { ImportError } from "../imports/imports";
import { normalName } from "../values/text";
import { kindName, type RecordKind, STORED_KINDS } from "../write/import-records";
import { loadRecords } from "../write/stored-records";

export interface NamedRecord {
  readonly kind: RecordKind;
  /** An id, an address that contains one, or the key by which the source knows the record. */
  readonly name: string;
  /** A key needs its source. */
  readonly source: string | undefined;
}

export interface FoundRecord {
  readonly kind: RecordKind;
  readonly id: string;
  /** The record as JSON. */
  readonly record: string;
  /** Names it for people, such as “Quorvane: seed, 2026-05-04”. */
  readonly title: string;
}

/** An address contains one. */
export const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;
export function parseKind(text: string): RecordKind | undefined {
  return STORED_KINDS.find((kind) => kind === text || kindName(kind) === text);
}

/** Throws `ImportError` when there is no such record. */
export async function findRecord(client: pg.ClientBase, { kind, name, source }: NamedRecord): Promise<FoundRecord> {
  const named = ID.exec(name)?.[0].toLowerCase() ?? (await idOfKey(client, kind, name, source));
  const id = named && (await currentRecord(client, named));
  const found = id === undefined ? undefined : await readRecord(client, kind, id);
  if (found !== undefined) return found;
  throw new ImportError((await withdrawnSentence(client, id)) ?? missingSentence(kind, name, source));
}

/** Finds a record of any kind by its id or address; throws `ImportError` when there is none. */
export async function findAnyRecord(client: pg.ClientBase, address: string): Promise<FoundRecord> {
  const named = ID.exec(address)?.[0].toLowerCase();
  if (named === undefined) throw new ImportError(`"${address}" has no id of a record.`);
  const id = await currentRecord(client, named);
  for (const kind of STORED_KINDS) {
    const found = await readRecord(client, kind, id);
    if (found !== undefined) return found;
  }
  throw new ImportError((await withdrawnSentence(client, id)) ?? `There is no record with the id ${id}.`);
}

/** A merged record is the one that it became part of. */
async function currentRecord(client: pg.ClientBase, id: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>("select current_record($1) as id", [id]);
  return rows[0]?.id ?? id;
}

function missingSentence(kind: RecordKind, name: string, source: string | undefined): string {
  if (ID.test(name)) return `There is no ${kindName(kind)} with the id ${name}.`;
  if (source === undefined) return `"${name}" is no id; for a key of a source, name the source with --source.`;
  return `The source ${source} has no ${kindName(kind)} with the key "${name}".`;
}

async function withdrawnSentence(client: pg.ClientBase, id: string | undefined): Promise<string | undefined> {
  const { rows } = await client.query<{ file: string; at: Date; number: number }>(
    `select i.file, i.started_at as at, i.id as number from retractions r join imports i on i.id = r.import_id
     where r.record_id = $1 and i.undone_at is null`,
    [id],
  );
  const [row] = rows;
  return row && `${row.file} was already withdrawn on ${row.at.toISOString().slice(0, 10)}, by import ${row.number}.`;
}

/** Sources know people and investors by a key or a name, which share one table. */
async function idOfKey(
  client: pg.ClientBase,
  kind: RecordKind,
  key: string,
  source: string | undefined,
): Promise<string | undefined> {
  if (source === undefined) return undefined;
  const { rows } = await client.query<{ id: string }>(
    "select id from external_keys where kind = $1 and source = $2 and key = any($3::text[])",
    [kind, source, [key, `key:${key}`, `name:${normalName(key)}`]],
  );
  return rows[0]?.id;
}

async function readRecord(client: pg.ClientBase, kind: RecordKind, id: string): Promise<FoundRecord | undefined> {
  const [found] = await loadRecords(client, kind, [id]);
  return found && { kind, ...found, title: recordTitle(found.record) };
}

const named = z.object({ name: z.string().nullable() });
const titled = z.object({
  name: z.string().nullish(),
  company: named.optional(),
  acquirer: named.optional(),
  target: named.optional(),
  person: named.optional(),
  round: z.string().nullish(),
  announcedAt: z.string().optional(),
});

/** Names a record for people, by its JSON text. */
export function recordTitle(record: string): string {
  const { name, company, acquirer, target, person, round, announcedAt } = titled.parse(JSON.parse(record));
  if (announcedAt === undefined) return name ?? "a record without a name";
  const what =
    person !== undefined
      ? `${person.name} at ${company?.name}`
      : acquirer !== undefined
        ? `${acquirer.name} and ${target?.name}`
        : `${company?.name}${round == null ? "" : `: ${round}`}`;
  return `${what}, ${announcedAt.slice(0, 10)}`;
}
