/** Indexes the values of one facet in a segment: which sets of values its rows have, and the rows of each value. */
import { sharedUint32 } from "./rows";

export interface FacetIndex {
  readonly param: string;
  /** Values leave out the prefix of their tokens. */
  readonly values: readonly string[];
  /** Rows have sets of values: set `s` has `setValues` from `setStarts[s]` to `setStarts[s + 1]`. */
  readonly setStarts: Uint32Array;
  readonly setValues: Uint32Array;
  /** Value `v` has the ascending rows from `rowStarts[v]` to `rowStarts[v + 1]`; none when it is common. */
  readonly rowStarts: Uint32Array;
  readonly rows: Uint32Array;
  /** The bits of a common value's rows begin here in `bits`, plus 1; 0 for the others. */
  readonly bitsAt: Uint32Array;
  readonly bits: Uint32Array;
}

/** Values of more than one row in this many are stored as bits, which then take less memory than a list. */
const LISTED_SHARE = 32;

/** Numbers values, and sets of them, in the order of their appearance. */
export class FacetDictionary {
  readonly values: string[] = [];
  readonly sets: number[][] = [];
  readonly #valueIds = new Map<string, number>();
  readonly #setOfOne: number[] = [];
  readonly #setIds = new Map<string, number>();

  valueId(value: string): number {
    let id = this.#valueIds.get(value);
    if (id === undefined) {
      id = this.values.push(value) - 1;
      this.#valueIds.set(value, id);
    }
    return id;
  }

  /** @param ids distinct values */
  setId(ids: readonly number[]): number {
    const [only] = ids;
    if (only !== undefined && ids.length === 1) {
      const known = this.#setOfOne[only];
      if (known !== undefined) return known;
      this.#setOfOne[only] = this.sets.push([only]) - 1;
      return this.sets.length - 1;
    }
    const key = ids.join();
    let id = this.#setIds.get(key);
    if (id === undefined) {
      id = this.sets.push([...ids]) - 1;
      this.#setIds.set(key, id);
    }
    return id;
  }
}

/** @param setOfRow has the set of each row */
export function indexFacet(
  param: string,
  dictionary: FacetDictionary,
  setOfRow: Uint16Array | Uint32Array,
): FacetIndex {
  const { values, sets } = dictionary;
  const setStarts = sharedUint32(sets.length + 1);
  const setValues = sharedUint32(sets.reduce((sum, set) => sum + set.length, 0));
  for (const [index, set] of sets.entries()) {
    setValues.set(set, setStarts[index]);
    setStarts[index + 1] = (setStarts[index] ?? 0) + set.length;
  }
  const counts = countValues(setStarts, setValues, setOfRow, values.length);
  const words = Math.ceil(setOfRow.length / 32);
  const isCommon = (value: number) => (counts[value] ?? 0) * LISTED_SHARE > setOfRow.length;
  const rowStarts = sharedUint32(values.length + 1);
  const bitsAt = sharedUint32(values.length);
  let common = 0;
  for (let value = 0; value < values.length; value++) {
    rowStarts[value + 1] = (rowStarts[value] ?? 0) + (isCommon(value) ? 0 : (counts[value] ?? 0));
    if (isCommon(value)) bitsAt[value] = words * common++ + 1;
  }
  const rows = sharedUint32(rowStarts[values.length] ?? 0);
  const bits = sharedUint32(words * common);
  const next = Uint32Array.from(rowStarts);
  for (let row = 0; row < setOfRow.length; row++) {
    const set = setOfRow[row] as number;
    for (let at = setStarts[set] as number; at < (setStarts[set + 1] as number); at++) {
      const value = setValues[at] as number;
      const begin = bitsAt[value] as number;
      if (begin > 0) {
        const word = begin - 1 + (row >>> 5);
        bits[word] = (bits[word] as number) | (1 << (row & 31));
        continue;
      }
      const position = next[value] as number;
      rows[position] = row;
      next[value] = position + 1;
    }
  }
  return { param, values, setStarts, setValues, rowStarts, rows, bitsAt, bits };
}

function countValues(
  setStarts: Uint32Array,
  setValues: Uint32Array,
  setOfRow: Uint16Array | Uint32Array,
  values: number,
): Uint32Array {
  const rowsOfSet = new Uint32Array(setStarts.length - 1);
  for (const set of setOfRow) rowsOfSet[set] = (rowsOfSet[set] ?? 0) + 1;
  const counts = new Uint32Array(values);
  for (const [set, count] of rowsOfSet.entries())
    for (let at = setStarts[set] ?? 0; at < (setStarts[set + 1] ?? 0); at++) {
      const value = setValues[at] ?? 0;
      counts[value] = (counts[value] ?? 0) + count;
    }
  return counts;
}
