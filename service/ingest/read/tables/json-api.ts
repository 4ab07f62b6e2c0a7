/** Resolves the references of JSON:API documents (jsonapi.org), whose records name others by type and id. */

import { isObject } from "@dealflow/contract/query/syntax";
import { DamagedFile } from "../input";
import { getList, readItems } from "./json-items";
import { INCLUDED } from "./json-lists";

type Json = Readonly<Record<string, unknown>>;

/** The objects that records refer to are held in memory, up to this number and this size together. */
const MOST_INCLUDED = { objects: 100_000, characters: 64_000_000 };

export interface Included {
  /** The keys are made of type and id, the values are the attributes. */
  readonly objects: ReadonlyMap<string, Json>;
  readonly isWhole: boolean;
}

/** JSON lines and parts of documents include nothing. */
export const NOTHING_INCLUDED: Included = { objects: new Map([]), isWhole: true };

/** Reads the list `included` of a document; of a damaged one, what precedes the damage. */
export async function readIncluded(
  text: AsyncIterable<Buffer>,
  file: string,
  limit = MOST_INCLUDED,
): Promise<Included> {
  const objects = new Map<string, Json>([]);
  let characters = 0;
  try {
    for await (const { value } of readItems(text, file, (path) =>
      getList(path) === INCLUDED ? INCLUDED : undefined,
    )) {
      if (!isReference(value) || !isObject(value.attributes)) continue;
      characters += JSON.stringify(value.attributes).length;
      if (objects.size === limit.objects || characters > limit.characters) return { objects, isWhole: false };
      objects.set(referenceKey(value), withName(value.attributes));
    }
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
  }
  return { objects, isWhole: true };
}

export function includedNotes({ objects, isWhole }: Included): string[] {
  if (isWhole) return [];
  return [
    `References were resolved to the first ${objects.size.toLocaleString("en-US")} objects of ${INCLUDED} only; others say nothing.`,
  ];
}

/** Tells whether a value is a record with references to others. */
function hasReferences(value: unknown): value is Json & { readonly relationships: Record<string, Json> } {
  if (!isReference(value) || !isObject(value.relationships)) return false;
  return Object.values(value.relationships).every(
    (one) =>
      isObject(one) && ("data" in one ? getReferences(one.data).every(isReference) : "links" in one || "meta" in one),
  );
}

/** Returns a record with the attributes of what it refers to in place of its references; an id alone says nothing. */
export function resolveReferences(value: unknown, { objects }: Included): unknown {
  if (!hasReferences(value)) return value;
  const { relationships, links, ...own } = value;
  const resolved = Object.entries(relationships).map(([name, { data }]) => {
    const found = getReferences(data).flatMap((one) =>
      isReference(one) ? (objects.get(referenceKey(one)) ?? []) : [],
    );
    return [name, Array.isArray(data) ? found : (found[0] ?? null)];
  });
  return { ...own, ...Object.fromEntries(resolved) };
}

function getReferences(data: unknown): readonly unknown[] {
  return Array.isArray(data) ? data : data === null || data === undefined ? [] : [data];
}

function isReference(value: unknown): value is Json {
  return (
    isObject(value) && typeof value.type === "string" && (typeof value.id === "string" || typeof value.id === "number")
  );
}

function referenceKey({ type, id }: Json): string {
  return `${type} ${id}`;
}

/** Attributes of a company call its name so: `company_name`. */
const NAME = /^(?:account|company|display|firm|full|fund|investor|legal|organi[sz]ation|person)[_-]?name$/i;

function withName(attributes: Json): Json {
  const key = "name" in attributes ? undefined : Object.keys(attributes).find((one) => NAME.test(one));
  if (key === undefined) return attributes;
  const { [key]: name, ...others } = attributes;
  return { name, ...others };
}
