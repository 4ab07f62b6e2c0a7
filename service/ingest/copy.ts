/** Writes rows by COPY, the fastest way in; see the PostgreSQL manual, "COPY", text format. */

import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from } from "pg-copy-streams";

type CopyValue = string | number | boolean | Date | null | readonly string[];

/** Names a table's columns, and converts a value to a row. */
export interface TableRows<T> {
  readonly table: string;
  readonly columns: readonly string[];
  readonly row: (item: T) => readonly CopyValue[];
}

const CHUNK_CHARACTERS = 128 * 1024;

/** Leaves the table alone when there is nothing to write: even an empty COPY would run its triggers. */
export async function copyRows<T>(client: pg.ClientBase, rows: TableRows<T>, items: Iterable<T>): Promise<void> {
  const lines = chunks(rows, items);
  const first = lines.next();
  if (first.done === true) return;
  const stream = client.query(from(`copy ${rows.table} (${rows.columns.join(", ")}) from stdin`));
  await pipeline(Readable.from(startingWith(first.value, lines)), stream);
}

function* startingWith<T>(first: T, rest: Iterable<T>): Generator<T> {
  yield first;
  yield* rest;
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
  if (typeof value === "object") return value.length === 0 ? "{}" : escaped(`{${value.map(element).join(",")}}`);
  return String(value);
}

function element(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

const SPECIAL = /[\\\n\r\t]/;
const EACH_SPECIAL = new RegExp(SPECIAL, "g");
const ESCAPED: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escaped(text: string): string {
  return SPECIAL.test(text) ? text.replace(EACH_SPECIAL, (character) => ESCAPED[character] ?? character) : text;
}
