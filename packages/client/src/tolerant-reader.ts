/**
 * A tolerant reader takes a shape that names the fields of a record, and makes all of them present, with null or an
 * empty list where the host sent nothing or another type. Unknown fields are preserved. It is meant only for data of
 * foreign hosts, files and browsers' storage: our own service is held to the schemas of the contract.
 */
import { isObject } from "@dealflow/contract/query/syntax";

export type Reader<T> = (value: unknown) => T;
type Fields = Readonly<Record<string, Reader<unknown>>>;
type Read<F extends Fields> = { [K in keyof F]: ReturnType<F[K]> };

export const text: Reader<string | null> = (value) => (typeof value === "string" ? value : null);

const internedWords = new Map<string, string>();
/** This is above the number and length of all such values; beyond these, strings are not shared. */
const MAX_WORDS = 50_000;
const MAX_WORD_LENGTH = 100;

/** Interns a string with few distinct values, so that records share it. */
export const word: Reader<string | null> = (value) => {
  if (typeof value !== "string") return null;
  const known = internedWords.get(value);
  if (known !== undefined) return known;
  if (internedWords.size < MAX_WORDS && value.length <= MAX_WORD_LENGTH) internedWords.set(value, value);
  return value;
};

export const number: Reader<number | null> = (value) =>
  typeof value === "number" && Number.isFinite(value) ? value : null;

export const flag: Reader<boolean | null> = (value) => (typeof value === "boolean" ? value : null);

function isPresent<T>(read: T | null): read is NonNullable<T> {
  return read !== null;
}

export function list<T>(item: Reader<T | null>): Reader<T[]> {
  return (value) => {
    if (!Array.isArray(value)) return [];
    const read = value.map(item);
    // The list is filtered only when needed: a filtered list reserves room for 17 entries, in every record.
    return read.every(isPresent) ? read : read.filter(isPresent);
  };
}

/** The reader returns null when the value is not an object. */
export function object<const F extends Fields>(fields: F): Reader<Read<F> | null> {
  const names = Object.keys(fields);
  return (value) => {
    if (!isObject(value)) return null;
    const read: Record<string, unknown> = { ...value };
    for (const name of names) read[name] = fields[name]?.(value[name]);
    // Every field of F has just been read by its own reader.
    return read as Read<F>;
  };
}
