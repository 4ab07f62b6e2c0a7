/** Finds the row of an id: a hash table with open addressing over the ids' 16 bytes. */
import { sharedUint32 } from "./rows";

/** Columns are plain data, so that threads can share them. */
export interface IdColumns {
  /** Each row's id has four parts of 32 bits. */
  readonly parts: Uint32Array;
  /** A slot of a hash has its row plus 1, or 0 when empty. */
  readonly slots: Uint32Array;
}

export const PARTS = 4;

export function setId(parts: Uint32Array, row: number, id: string): void {
  parts.set(parse(id), PARTS * row);
}

/** @param parts has those of all rows */
export function indexIds(parts: Uint32Array): IdColumns {
  const rows = parts.length / PARTS;
  let size = 4;
  // Of slots that are full to four fifths at most, each id needs few.
  while (4 * size < 5 * rows) size *= 2;
  const slots = sharedUint32(size);
  for (let row = 0; row < rows; row++) {
    let slot = getHash(parts, PARTS * row) & (size - 1);
    while (slots[slot] !== 0) slot = (slot + 1) & (size - 1);
    slots[slot] = row + 1;
  }
  return { parts, slots };
}

/** Returns the row, or -1. */
export function findRow({ parts, slots }: IdColumns, id: string): number {
  const [a, b, c, d] = parse(id);
  let slot = getHash(parsed, 0) & (slots.length - 1);
  for (;;) {
    const row = (slots[slot] ?? 0) - 1;
    const at = PARTS * row;
    if (row < 0 || (parts[at + 3] === d && parts[at + 2] === c && parts[at + 1] === b && parts[at] === a)) return row;
    slot = (slot + 1) & (slots.length - 1);
  }
}

export function getId({ parts }: IdColumns, row: number): string {
  const ofRow = parts.subarray(PARTS * row, PARTS * (row + 1));
  const digits = Array.from(ofRow, (part) => part.toString(16).padStart(8, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Compares the ids of two rows, as PostgreSQL does. */
export function compareIds(parts: Uint32Array, row: number, others: Uint32Array, otherRow: number): number {
  for (let part = 0; part < PARTS; part++) {
    const difference = (parts[PARTS * row + part] as number) - (others[PARTS * otherRow + part] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** It has the parts of the id that was parsed last: a new array for each took as long as parsing it. */
const parsed = new Uint32Array(PARTS);

function parse(id: string): Uint32Array {
  parsed[0] = Number.parseInt(id.slice(0, 8), 16);
  parsed[1] = Number.parseInt(id.slice(9, 13) + id.slice(14, 18), 16);
  parsed[2] = Number.parseInt(id.slice(19, 23) + id.slice(24, 28), 16);
  parsed[3] = Number.parseInt(id.slice(28), 16);
  return parsed;
}

/** Mixes all bits of an id, since ids begin with a time. */
function getHash(parts: Uint32Array, at: number): number {
  const [a, b] = [parts[at] as number, parts[at + 1] as number];
  const [c, d] = [parts[at + 2] as number, parts[at + 3] as number];
  let mixed = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35) ^ Math.imul(d, 0x27d4eb2f);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}
