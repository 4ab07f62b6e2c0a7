/** Finds the lists of objects within a JSON document, and which of them are read. */
import { InputError } from "../input";
import { DEEPEST } from "./flatten";
import { jsonDamage, readTokens } from "./json-items";
import { type JsonHeader, JsonHeaders, MOST_NAMES } from "./json-rows";

/** A list with as many objects is the one that is meant, so that the rest of a large file is not read for it. */
const MANY_OBJECTS = 1_000;

/** This stands for the members of the document in place of the path of a list. */
export const MEMBERS = "*members";

/** A document of JSON:API has its records in one list, and what they refer to in the other. */
export const [DATA, INCLUDED] = ["data", "included"];

/** An object with more keys is no record; the others are not compared. */
const MOST_KEYS = 10_000;

class FoundList {
  objects = 0;
  fields = 0;
  /** Rows may be lists, too; the first one has these cells. */
  rows = 0;
  readonly first: unknown[] = [];
  /** The values count the objects that have the key. */
  readonly #keys = new Map<string, number>([]);

  add(key: string): void {
    if (this.#keys.size === MOST_KEYS && !this.#keys.has(key)) return;
    this.#keys.set(key, (this.#keys.get(key) ?? 0) + 1);
  }

  /** Returns the keys that half of the objects have. */
  keys(): string[] {
    return [...this.#keys].filter(([, count]) => count >= this.objects / 2).map(([key]) => key);
  }
}

export interface ChosenLists {
  /** The path of the list that has most: "" for the document itself, keys with dots between them, or `MEMBERS`. */
  readonly path: string;
  /** The keys that half of its objects have; null for a list that was named, next to which no other is read. */
  readonly keys: readonly string[] | null;
  /** Names the cells where its rows are lists. */
  readonly header?: JsonHeader;
  /** Tells of lists next to it whether they are read as one with it; lists after a very long one are unknown yet. */
  readonly joined: ReadonlyMap<string, boolean>;
}

/**
 * Returns the list whose objects have the most fields, or `MEMBERS` for a document that has each record under its key.
 * Throws `InputError` when there is none.
 */
export async function chooseLists(text: AsyncIterable<Buffer>, file: string): Promise<ChosenLists> {
  const members = { all: 0, objects: 0, fields: 0 };
  const lists = new Map<string, FoundList>([]);
  const headers = new JsonHeaders();
  const keys: string[] = [];
  // Within the list at `path`, each object is a row, however deep it is nested.
  let [key, path, depth, listDepth] = ["", "", 0, 0];
  try {
    for await (const { name, value } of readTokens(text)) {
      const list = listDepth > 0 ? lists.get(path) : undefined;
      if (name.endsWith("Value") && name !== "keyValue" && depth === 2 && listDepth === 0) members.fields++;
      if (name === "startObject" && depth === 1 && listDepth === 0) members.objects++;
      if (name.endsWith("Value") && name !== "keyValue" && listDepth > 0) {
        const isName = depth === listDepth || (depth === listDepth + 1 && key === "name" && list?.rows === 0);
        if (isName && name === "stringValue") headers.add(path, String(value));
        if (depth === listDepth + 1 && list !== undefined && list.rows > 0) {
          list.fields++;
          if (list.rows === 1 && list.first.length <= MOST_NAMES) list.first.push(value);
        }
      }
      if (name === "keyValue") {
        key = String(value);
        if (depth === 1 && listDepth === 0) members.all++;
        if (list !== undefined) list.fields++;
        if (depth === listDepth + 1) list?.add(key);
      } else if (name === "startObject" || name === "startArray") {
        if (depth === listDepth && listDepth > 0) {
          const found = list ?? new FoundList();
          lists.set(path, found);
          const best = path === INCLUDED ? DATA : path;
          const count = name === "startObject" ? ++found.objects : ++found.rows;
          if (count === MANY_OBJECTS && isTable(best, lists, headers)) return chosen(best, lists, headers);
        }
        depth++;
        // A list without objects yet may be the beginning of lists without end.
        const isRow = listDepth > 0 && list !== undefined && list.objects > 0;
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
  if (lists.has(INCLUDED) && lists.get(DATA)?.keys().includes("type")) return chosen(DATA, lists, headers);
  const tables = [...lists].filter(([path]) => isTable(path, lists, headers));
  const headerPaths = tables.map(([path]) => findHeader(path, lists, headers)?.path);
  const [best] = tables
    .filter(([path, { objects }]) => objects === 0 || !headerPaths.includes(path))
    .sort(([, a], [, b]) => b.fields - a.fields);
  const areRecords = members.objects > 1 && members.objects === members.all && members.fields >= 2 * members.objects;
  if (areRecords && members.fields > (best?.[1].fields ?? 0)) return chosen(MEMBERS, lists, headers);
  if (best !== undefined) return chosen(best[0], lists, headers);
  throw new InputError(`${file} has no list of objects; use a list such as [{"name": "…"}].`);
}

type Lists = ReadonlyMap<string, FoundList>;

function isTable(path: string, lists: Lists, headers: JsonHeaders): boolean {
  return (lists.get(path)?.objects ?? 0) > 0 || findHeader(path, lists, headers) !== undefined;
}

function findHeader(path: string, lists: Lists, headers: JsonHeaders): JsonHeader | undefined {
  const list = lists.get(path);
  return list === undefined || list.objects > 0 ? undefined : headers.find(path, list.first);
}

function chosen(path: string, lists: Lists, headers: JsonHeaders): ChosenLists {
  const header = findHeader(path, lists, headers);
  if (header !== undefined) return { path, keys: null, header, joined: new Map() };
  const keys = lists.get(path)?.keys() ?? [];
  const siblings = [...lists].filter(([other]) => areSiblings(path, other) && !(path === DATA && other === INCLUDED));
  return {
    path,
    keys,
    joined: new Map(siblings.map(([other, list]) => [other, areAlike(path, keys, other, list.keys())])),
  };
}

/** Tells whether two lists are in the same object. */
export function areSiblings(path: string, other: string): boolean {
  return path !== other && getParent(path) === getParent(other);
}

function getParent(path: string): string {
  return path.split(".").slice(0, -1).join(".");
}

/** Objects with fewer keys in common, such as a name and an address, may be of any kind. */
const LEAST_KEYS = 3;
const LEAST_SHARE = 3 / 4;

/** Tells whether the objects of two lists share most of their keys, and the names of the lists do not say that they differ. */
export function areAlike(path: string, keys: readonly string[], other: string, otherKeys: readonly string[]): boolean {
  const shared = keys.filter((key) => otherKeys.includes(key)).length;
  const all = new Set([...keys, ...otherKeys]).size;
  const [kind, otherKind] = [path, other].map((one) => KIND.exec(getKey(one))?.[0].toLowerCase());
  const differ = kind !== undefined && otherKind !== undefined && kind !== otherKind;
  return shared >= LEAST_KEYS && shared >= all * LEAST_SHARE && !differ;
}

/** An export names its lists so, whose objects may have the same keys. */
const KIND =
  /acquisition|compan|event|founder|fund(?!ing)|investor|job|move|news|organi[sz]ation|people|person|round|startup/i;

/** Returns the key of the list at a path. */
export function getKey(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1);
}
