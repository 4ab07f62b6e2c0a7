/** Reads a list of objects within a JSON document, or the objects of JSON lines, as a table. */
import { pipeline, Readable } from "node:stream";
import parserStream from "stream-json";
import { pick } from "stream-json/filters/pick.js";
import { streamArray } from "stream-json/streamers/stream-array.js";
import { streamObject } from "stream-json/streamers/stream-object.js";
import * as z from "zod";
import { formatValue } from "../../row-error";
import { ONE_CHUNK } from "../files/gunzip";
import { DamagedFile, damage, InputError } from "../input";
import { toUtf8 } from "./encoding";
import { DEEPEST } from "./flatten";
import { splitLines } from "./lines";
import { type ObjectRow, objectTable } from "./object-table";
import type { Table, TableOptions } from "./table";

/** The parser holds a whole row, which has at most this number of bytes and what is read ahead. */
const LONGEST_ROW_BYTES = 32 * 1024 * 1024;
const PACKED = { streamValues: false };

const token = z.object({ name: z.string(), value: z.unknown().optional() });
const item = z.object({ key: z.union([z.string(), z.number()]), value: z.unknown() });

type Open = () => AsyncIterable<Buffer>;

/**
 * The rows are the objects of the list that has most, wherever it is, of the document itself when all its members are
 * objects, or of the list at the path `sheet`.
 * Throws `InputError` when there is none.
 */
export async function readJsonTable(open: Open, file: string, options: TableOptions = {}): Promise<Table> {
  const text = () => toUtf8(open(), options.encoding);
  const path = options.sheet ?? (await findList(text(), file));
  return objectTable(listItems(text(), file, path), file, options);
}

/** A list with as many objects is the one that is meant, so that the rest of a large file is not read for it. */
const MANY_OBJECTS = 1_000;

interface FoundList {
  objects: number;
  fields: number;
}

/** This stands for the members of the document in place of the path of a list. */
const MEMBERS = "*members";

/**
 * Returns the path of the list whose objects have the most fields: "" for the document itself, keys with dots between them, or `MEMBERS`
 * for a document that has each record under its key.
 */
async function findList(text: AsyncIterable<Buffer>, file: string): Promise<string> {
  const members = { all: 0, objects: 0, fields: 0 };
  const lists = new Map<string, FoundList>([]);
  const keys: string[] = [];
  // Within the list at `path`, each object is a row, however deep it is nested.
  let [key, path, depth, listDepth] = ["", "", 0, 0];
  const tokens = parsed(text, (source) => pipeline(source, parserStream(PACKED), ignore));
  try {
    for await (const read of tokens) {
      const { name, value } = token.parse(read);
      const list = listDepth > 0 ? lists.get(path) : undefined;
      if (name.endsWith("Value") && name !== "keyValue" && depth === 2 && listDepth === 0) members.fields++;
      if (name === "startObject" && depth === 1 && listDepth === 0) members.objects++;
      if (name === "keyValue") {
        key = String(value);
        if (depth === 1 && listDepth === 0) members.all++;
        if (list !== undefined) list.fields++;
      } else if (name === "startObject" || name === "startArray") {
        if (name === "startObject" && depth === listDepth && listDepth > 0) {
          const found = list ?? { objects: 0, fields: 0 };
          lists.set(path, found);
          if (++found.objects === MANY_OBJECTS) return path;
        }
        depth++;
        // A list without objects yet may be the beginning of lists without end.
        const isRow = listDepth > 0 && list !== undefined;
        if (listDepth === 0) keys.push(key);
        if (name === "startArray" && listDepth === 0) [path, listDepth] = [keys.slice(1).join("."), depth];
        if (depth > DEEPEST && !isRow) throw new InputError(`${file} is nested deeper than ${DEEPEST} levels.`);
      } else if (name === "endObject" || name === "endArray") {
        if (depth === listDepth) listDepth = 0;
        depth--;
        if (listDepth === 0) keys.length = depth;
      }
    }
  } catch (error) {
    // What can be read of a damaged file is read.
    if (error instanceof InputError || lists.size === 0) throw jsonDamage(error, file, 0);
  }
  const [best] = [...lists].sort(([, a], [, b]) => b.fields - a.fields);
  const areRecords = members.objects > 1 && members.objects === members.all && members.fields >= 2 * members.objects;
  if (areRecords && members.fields > (best?.[1].fields ?? 0)) return MEMBERS;
  if (best !== undefined) return best[0];
  throw new InputError(`${file} has no list of objects; use a list such as [{"name": "…"}].`);
}

async function* listItems(text: AsyncIterable<Buffer>, file: string, path: string): AsyncGenerator<ObjectRow> {
  let [row, unread] = [0, 0];
  async function* counted() {
    for await (const chunk of text) {
      unread += chunk.length;
      if (unread > LONGEST_ROW_BYTES) throw new DamagedFile(`${file} has a row of more than 32 MB after row ${row}.`);
      yield chunk;
    }
  }
  const list = { ...PACKED, filter: path, once: true };
  const items = parsed(counted(), (source) =>
    path === MEMBERS
      ? pipeline(source, streamObject.withParserAsStream(PACKED), ignore)
      : path === ""
        ? pipeline(source, streamArray.withParserAsStream(PACKED), ignore)
        : pipeline(source, pick.withParserAsStream(list), streamArray.asStream(), ignore),
  );
  try {
    for await (const read of items) {
      const { key, value } = item.parse(read);
      unread = 0;
      // The key may be the only name of a record.
      const records = path === MEMBERS && isRecord(value) ? [{ entry: key, ...value }] : ungroup(value);
      for (const record of records) yield { line: ++row, value: record };
    }
  } catch (error) {
    throw jsonDamage(error, file, row);
  }
  if (row === 0 && path !== "") throw new InputError(`${file} has no list of objects at ${formatValue(path)}.`);
}

/** A record has one of these, and a group of records, such as a week, has none. */
const OWN_FIELD =
  /(?:name|company|startup|organi[sz]ation|title|target|acquirer|acquiree|investor|person|issuer|amount|round|stage|raised|[a-z]_?id)$/i;
/** A list of smaller objects is a part of a record. */
const LEAST_FIELDS = 3;

/** Returns the records of the lists in a group, each with the fields of the group that are texts; a record stays as it is. */
function ungroup(value: unknown): readonly unknown[] {
  if (!isRecord(value) || Object.keys(value).some((key) => OWN_FIELD.test(key))) return [value];
  const lists = Object.values(value).filter((one): one is Record<string, unknown>[] => isListOfRecords(one));
  const group = Object.fromEntries(Object.entries(value).filter(([, one]) => typeof one !== "object"));
  return lists.length === 0 ? [value] : lists.flat().map((record) => ({ ...group, ...record }));
}

function isListOfRecords(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(
      (one) =>
        isRecord(one) && Object.keys(one).length >= LEAST_FIELDS && Object.keys(one).some((key) => OWN_FIELD.test(key)),
    )
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Yields what the last stage of a pipeline does, and destroys all of it at the end. */
async function* parsed(text: AsyncIterable<Buffer>, connect: (source: Readable) => Readable): AsyncGenerator<unknown> {
  const stream = connect(Readable.from(text, ONE_CHUNK));
  try {
    yield* stream;
  } finally {
    stream.destroy();
  }
}

function ignore(): void {
  // The error is thrown where the last stage is read.
}

function jsonDamage(error: unknown, file: string, row: number): unknown {
  if (!(error instanceof Error) || error instanceof InputError || error instanceof DamagedFile) return error;
  if (!/^(?:Parser|Top-level)/.test(error.message)) return damage(error, file, row);
  return new DamagedFile(`${file} is not valid JSON, or is cut off, after row ${row}.`);
}

/** Reads one object a line. A line that is not valid JSON is refused. */
export async function readJsonLinesTable(open: Open, file: string, options: TableOptions = {}): Promise<Table> {
  return objectTable(lineObjects(toUtf8(open(), options.encoding), file), file, options);
}

async function* lineObjects(text: AsyncIterable<Buffer>, file: string): AsyncGenerator<ObjectRow> {
  let line = 0;
  try {
    for await (const content of splitLines(text, file)) {
      line++;
      if (content.trim() !== "") yield lineObject(content, line);
    }
  } catch (error) {
    throw damage(error, file, line);
  }
}

function lineObject(content: string, line: number): ObjectRow {
  try {
    return { line, value: JSON.parse(content) };
  } catch {
    return { line, reason: `The line is not valid JSON: ${formatValue(content)}.` };
  }
}
