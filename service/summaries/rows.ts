/** Defines rows of a feed as they are read, and the lists of numbers that collect them. */

export interface FactRow {
  readonly id: string;
  /** The time is in ms since 1970. */
  readonly time: number;
  /** Numbers are in the order of the layout's columns. */
  readonly numbers: readonly (number | null)[];
  /** The amount in cents, where previews only show its band. */
  readonly exactAmount: number | null;
  readonly tokens: readonly string[];
}

/** Allocates a column that all threads share. */
export function sharedUint32(length: number): Uint32Array {
  return new Uint32Array(new SharedArrayBuffer(4 * length));
}
export function sharedUint16(length: number): Uint16Array {
  return new Uint16Array(new SharedArrayBuffer(2 * length));
}
export function sharedFloat64(length: number): Float64Array {
  return new Float64Array(new SharedArrayBuffer(8 * length));
}

/** Returns a shared column of another length, with the values that fit. */
export function resized<C extends Uint16Array | Uint32Array | Float64Array>(column: C, length: number): C {
  const Column = column.constructor as new (buffer: SharedArrayBuffer) => C;
  const copy = new Column(new SharedArrayBuffer(column.BYTES_PER_ELEMENT * length));
  copy.set(column.subarray(0, length));
  return copy;
}

/** Returns the first position from which on `values` are at least `bound`, or above it. */
export function getPosition(values: Float64Array, bound: number, above: boolean): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const value = values[middle] ?? 0;
    if (value < bound || (above && value === bound)) low = middle + 1;
    else high = middle;
  }
  return low;
}
