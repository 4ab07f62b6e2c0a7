/** Adds and rewrites many rows by COPY, the fastest way in; see the PostgreSQL manual, "COPY", text format. */

import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from } from "pg-copy-streams";
import { defer, sendDeferred } from "@/service/store/batching";
import { toArrayText, toLiteral } from "@/service/store/literals";

type CopyValue = string | number | boolean | Date | null | readonly string[];

export interface TableRows<T> {
  readonly table: string;
  readonly columns: readonly string[];
  readonly row: (item: T) => readonly CopyValue[];
}

/** A statement each, or one for all, writes so few rows: a COPY waits for an answer before it sends them. */
export const FEW_ROWS = 10;
const CHUNK_CHARACTERS = 128 * 1024;

/** Leaves the table alone when there is nothing to write: even an empty COPY would run its triggers. */
export async function copyRows<T>(client: pg.ClientBase, rows: TableRows<T>, items: Iterable<T>): Promise<void> {
  const iterator = items[Symbol.iterator]();
  const first: T[] = [];
  for (let next = iterator.next(); next.done !== true; next = iterator.next())
    if (first.push(next.value) > FEW_ROWS) break;
  if (first.length === 0) return;
  const target = `${rows.table} (${rows.columns.join(", ")})`;
  if (first.length <= FEW_ROWS) {
    const values = first.map((item) => `(${rows.row(item).map(toLiteral).join(", ")})`);
    return defer(client, `insert into ${target} values ${values.join(", ")}`);
  }
  await sendDeferred(client);
  const stream = client.query(from(`copy ${target} from stdin`));
  await pipeline(Readable.from(chunks(rows, startingWith(first, iterator))), stream);
}

/** The facts of a row change neither its demo mark nor its creation. */
const IMMUTABLE = new Set(["id", "demo", "created_at"]);

/** Rewrites existing rows: many are copied to a temporary table and applied in one statement. */
export async function updateRows<T>(client: pg.ClientBase, rows: TableRows<T>, items: readonly T[]): Promise<void> {
  if (items.length <= FEW_ROWS) {
    for (const item of items) await updateRow(client, rows, item);
    return;
  }
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

function updateRow<T>(client: pg.ClientBase, { table, columns, row }: TableRows<T>, item: T): Promise<void> {
  const values = row(item).map(toLiteral);
  const sets = columns.flatMap((column, index) => (IMMUTABLE.has(column) ? [] : [`${column} = ${values[index]}`]));
  return defer(client, `update ${table} set ${sets.join(", ")} where id = ${values[columns.indexOf("id")]}`);
}

function* startingWith<T>(first: readonly T[], rest: Iterator<T>): Generator<T> {
  yield* first;
  for (let next = rest.next(); next.done !== true; next = rest.next()) yield next.value;
}

function* chunks<T>(rows: TableRows<T>, items: Iterable<T>): Generator<string> {
  let chunk = "";
  for (const item of items) {
    let separator = "";
    for (const value of rows.row(item)) {
      chunk += separator + field(value);
      separator = "\t";
    }
    chunk += "\n";
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = "";
  }
  if (chunk !== "") yield chunk;
}

function field(value: CopyValue): string {
  if (value === null) return "\\N";
  if (typeof value === "string") return escaped(value);
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "object") return value.length === 0 ? "{}" : escaped(toArrayText(value));
  return String(value);
}

const SPECIAL = /[\\\n\r\t]/;
const EACH_SPECIAL = new RegExp(SPECIAL, "g");
const ESCAPED: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escaped(text: string): string {
  return SPECIAL.test(text) ? text.replace(EACH_SPECIAL, (character) => ESCAPED[character] ?? character) : text;
}
