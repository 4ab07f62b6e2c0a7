/** Reads a list of objects within a JSON document, or the objects of JSON lines, as a table. */

import { isObject } from "@dealflow/contract/query/syntax";
import { formatValue } from "../../row-error";
import { InputError } from "../input";
import { toUtf8 } from "./encoding";
import { type Included, includedNotes, NOTHING_INCLUDED, readIncluded, resolveReferences } from "./json-api";
import { getList, type JsonPath, readItems, withoutNaN } from "./json-items";
import { areAlike, areSiblings, type ChosenLists, chooseLists, DATA, getKey, INCLUDED, MEMBERS } from "./json-lists";
import { toNamedCells } from "./json-rows";
import { readLines } from "./lines";
import { expandRecord } from "./nested-events";
import { type ObjectRow, objectTable } from "./object-table";
import type { Table, TableOptions } from "./table";

type Open = () => AsyncIterable<Buffer>;

/**
 * The rows are the objects of the list that has most, wherever it is, and of lists like it in the same object; of the
 * document itself when all its members are objects; or of the list at the path `sheet`.
 * Throws `InputError` when there is none.
 */
export async function readJsonTable(open: Open, file: string, options: TableOptions = {}): Promise<Table> {
  const text = () => withoutNaN(toUtf8(open(), options.encoding));
  const { sheet } = options;
  const lists = sheet === undefined ? await chooseLists(text(), file) : { path: sheet, keys: null, joined: NONE };
  const mayRefer = lists.path === DATA && lists.keys?.includes("relationships") !== false;
  const included = mayRefer ? await readIncluded(text(), file) : NOTHING_INCLUDED;
  const rows = new JsonRows(lists, included);
  const table = await objectTable(rows.read(text(), file), file, options);
  return { ...table, notes: () => [...table.notes(), ...rows.notes(), ...includedNotes(included)] };
}

const NONE: ReadonlyMap<string, boolean> = new Map([]);
const LISTED_LISTS = 20;

/** Reads the objects of the chosen lists, and counts those of others. */
class JsonRows {
  readonly #lists: ChosenLists;
  readonly #joined: Map<string, boolean>;
  readonly #leftOut = new Map<string, number>([]);
  readonly #included: Included;

  constructor(lists: ChosenLists, included: Included) {
    this.#lists = lists;
    this.#joined = new Map(lists.joined);
    this.#included = included;
  }

  async *read(text: AsyncIterable<Buffer>, file: string): AsyncGenerator<ObjectRow> {
    const { path, header } = this.#lists;
    const hasEntries = path === MEMBERS || this.#joinedLists().length > 0;
    let line = 0;
    for await (const { list, value } of readItems(text, file, (...place) => this.#choose(...place))) {
      if (header !== undefined) {
        line++;
        if (line > 1 || header.path !== path) yield { line, value: toNamedCells(header.names, value) };
        continue;
      }
      if (!this.#isJoined(list, value)) continue;
      const records = path === MEMBERS ? [value] : ungroup(resolveReferences(value, this.#included));
      // The key of a record, or that of its list, may be the only name of what it is.
      const entry = hasEntries || list !== path ? { entry: path === MEMBERS ? list : getKey(list) } : {};
      for (const record of records.flatMap(expandRecord))
        yield { line: ++line, value: isObject(record) ? { ...entry, ...record } : record };
    }
    if (line === 0 && path !== "") throw new InputError(`${file} has no list of objects at ${formatValue(path)}.`);
  }

  #choose(at: JsonPath, isObject: boolean): string | undefined {
    const { path, keys } = this.#lists;
    if (path === MEMBERS) return at.length === 1 ? String(at[0]) : undefined;
    const list = getList(at);
    if (list === undefined || list === path) return list;
    if (keys === null || (list === INCLUDED && path === DATA)) return undefined;
    if (areSiblings(list, path) && this.#joined.get(list) !== false) return list;
    if (isObject) this.#leaveOut(list);
    return undefined;
  }

  /** A list that follows a very long one is known by its first object. */
  #isJoined(list: string, value: unknown): boolean {
    const { path, keys } = this.#lists;
    if (path === MEMBERS || list === path) return true;
    if (!isObject(value)) return false;
    const isAlike = this.#joined.get(list) ?? areAlike(path, keys ?? [], list, Object.keys(value));
    this.#joined.set(list, isAlike);
    if (!isAlike) this.#leaveOut(list);
    return isAlike;
  }

  #leaveOut(list: string): void {
    this.#leftOut.set(list, (this.#leftOut.get(list) ?? 0) + 1);
  }

  #joinedLists(): string[] {
    return [...this.#joined].filter(([, isJoined]) => isJoined).map(([list]) => list);
  }

  notes(): string[] {
    const { path } = this.#lists;
    const joined = this.#joinedLists();
    const others = [...this.#leftOut].slice(0, LISTED_LISTS);
    const counted = others.map(([list, count]) => `${list} (${count} object${count === 1 ? "" : "s"})`);
    return [
      ...(joined.length === 0 ? [] : [`The lists ${[path, ...joined].join(", ")} were read as one; entry says which.`]),
      ...(counted.length === 0
        ? []
        : [
            `The list ${path} was read; there are also ${counted.join(", ")}. A map with "sheet": "${others[0]?.[0]}" reads another one.`,
          ]),
    ];
  }
}

/** A record has one of these, and a group of records, such as a week, has none. */
const OWN_FIELD =
  /(?:name|company|startup|organi[sz]ation|title|target|acquirer|acquiree|investor|person|issuer|amount|round|stage|raised|identifiers?|[a-z]_?id)$/i;
/** A list of smaller objects is a part of a record. */
const LEAST_FIELDS = 3;

/** Returns the records of the lists in a group, each with the fields of the group that are texts; a record stays as it is. */
function ungroup(value: unknown): readonly unknown[] {
  if (!isObject(value) || Object.keys(value).some((key) => OWN_FIELD.test(key))) return [value];
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
        isObject(one) && Object.keys(one).length >= LEAST_FIELDS && Object.keys(one).some((key) => OWN_FIELD.test(key)),
    )
  );
}

/** Reads one object a line, or several records where it lists these. A line that is not valid JSON is refused. */
export async function readJsonLinesTable(open: Open, file: string, options: TableOptions = {}): Promise<Table> {
  const lines = { added: 0 };
  const text = withoutNaN(toUtf8(open(), options.encoding));
  const table = await objectTable(lineObjects(text, file, lines), file, options);
  return { ...table, notes: () => [...table.notes(), ...(lines.added === 0 ? [] : [NOT_LINES])] };
}

const NOT_LINES = "Objects that list rounds or positions were read as these; lines count these rows.";

async function* lineObjects(
  text: AsyncIterable<Buffer>,
  file: string,
  lines: { added: number },
): AsyncGenerator<ObjectRow> {
  for await (const { line, text: own } of readLines(text, file)) {
    const value = parseLine(own);
    if (value === undefined) {
      yield { line: line + lines.added, reason: `The line is not valid JSON: ${formatValue(own)}.` };
      continue;
    }
    for (const [index, record] of expandRecord(resolveReferences(value, NOTHING_INCLUDED)).entries())
      yield { line: line + (index === 0 ? lines.added : ++lines.added), value: record };
  }
}

/** Returns undefined for a text that is not valid JSON. */
function parseLine(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
