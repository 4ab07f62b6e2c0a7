/** Finds the row of an id: a hash table with open addressing over the ids' 16 bytes. */
import { sharedBigUint64, sharedUint32 } from "./rows";

/** Columns are plain data, so that threads can share them. */
export interface IdColumns {
  /** Each row's id has two halves. */
  readonly halves: BigUint64Array;
  /** A slot of a hash has its row plus 1, or 0 when empty. */
  readonly slots: Uint32Array;
}

export function createIdColumns(rows: number): IdColumns {
  let slots = 4;
  while (slots < 2 * rows) slots *= 2;
  return { halves: sharedBigUint64(2 * rows), slots: sharedUint32(slots) };
}

export function addId({ halves, slots }: IdColumns, row: number, id: string): void {
  const [high, low] = getHalves(id);
  halves[2 * row] = high;
  halves[2 * row + 1] = low;
  let slot = getHash(high, low) & (slots.length - 1);
  while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
  slots[slot] = row + 1;
}

/** Returns the row, or -1. */
export function findRow({ halves, slots }: IdColumns, id: string): number {
  const [high, low] = getHalves(id);
  let slot = getHash(high, low) & (slots.length - 1);
  for (;;) {
    const row = (slots[slot] ?? 0) - 1;
    if (row < 0 || (halves[2 * row] === high && halves[2 * row + 1] === low)) return row;
    slot = (slot + 1) & (slots.length - 1);
  }
}

export function getId({ halves }: IdColumns, row: number): string {
  const digits = [halves[2 * row] ?? 0n, halves[2 * row + 1] ?? 0n].map((half) => half.toString(16).padStart(16, "0"));
  return digits.join("").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Compares the ids of two rows, as PostgreSQL does. */
export function compareIds(a: IdColumns, row: number, b: IdColumns, otherRow: number): number {
  for (const half of [0, 1]) {
    const [one, other] = [a.halves[2 * row + half] ?? 0n, b.halves[2 * otherRow + half] ?? 0n];
    if (one !== other) return one < other ? -1 : 1;
  }
  return 0;
}

function getHalves(id: string): readonly [high: bigint, low: bigint] {
  const digits = id.replaceAll("-", "");
  return [BigInt(`0x${digits.slice(0, 16)}`), BigInt(`0x${digits.slice(16)}`)];
}

/** Hashes all bits of an id, since ids begin with a time. */
function getHash(high: bigint, low: bigint): number {
  const mixed = BigInt.asUintN(64, (high ^ (low >> 7n) ^ low) * 0x9e3779b97f4a7c15n);
  return Number(mixed >> 32n);
}
