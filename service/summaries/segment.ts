/**
 * Stores records of a feed as columns in shared memory, in the order of their time. A segment never changes: records
 * that an import changes are in another one, and their former rows are marked as removed (`dataset.ts`).
 */

import { countBits, getWords, isSet, setBit } from "./bits";
import { type Codes, findCodes, type Group, groupFacets, withCode } from "./facet-groups";
import { FacetDictionary, type FacetIndex, indexFacet } from "./facet-index";
import { compareIds, type IdColumns, indexIds, PARTS, setId } from "./id-table";
import { AMOUNT_COLUMN, type Layout } from "./layout";
import { type FactRow, getPosition, resized, sharedFloat64, sharedUint16, sharedUint32 } from "./rows";

export interface NumberColumn {
  readonly column: string;
  /** A missing value is 0. */
  readonly values: Float64Array;
  /** Rows ascend by number; those without one come after the first `known`. */
  readonly order: Uint32Array;
  readonly known: number;
}

export interface Segment {
  readonly size: number;
  /** Rows ascend by time (ms since 1970), those of the same time by id. */
  readonly times: Float64Array;
  readonly ids: IdColumns;
  readonly numbers: readonly NumberColumn[];
  /** Amounts in cents, NaN where there is none; empty in feeds without amounts. */
  readonly exactAmounts: Float64Array;
  readonly facets: readonly FacetIndex[];
  readonly groups: readonly Group[];
}

/** `live` marks the rows that were not removed; undefined for all. */
export interface LiveSegment {
  readonly segment: Segment;
  readonly live: Uint32Array | undefined;
}

/** Counts the rows that were not removed. */
export function countLive(segments: readonly LiveSegment[]): number {
  return segments.reduce((sum, { segment, live }) => sum + (live === undefined ? segment.size : countBits(live)), 0);
}

/** Collects rows in any order: to read them in that of the segment took PostgreSQL longer than it takes to sort the columns. */
export class SegmentBuilder {
  readonly #layout: Layout;
  #times: Float64Array;
  /** They are NaN where there is none. */
  #numbers: Float64Array[];
  #exactAmounts: Float64Array;
  readonly #dictionaries: readonly FacetDictionary[];
  #setOfRow: Codes[];
  readonly #tokens = new Map<string, readonly [facet: number, value: number]>();
  #ids: Uint32Array;
  /** The values of the row that is added, by facet. */
  readonly #values: readonly number[][];
  #size = 0;

  /** @param expected about so many rows will be added */
  constructor(layout: Layout, expected: number) {
    this.#layout = layout;
    this.#times = sharedFloat64(expected);
    this.#numbers = layout.numbers.map(() => sharedFloat64(expected));
    this.#exactAmounts = sharedFloat64(layout.hasExactAmounts ? expected : 0);
    this.#dictionaries = layout.facets.map(() => new FacetDictionary());
    this.#setOfRow = layout.facets.map(() => sharedUint16(expected));
    this.#ids = sharedUint32(PARTS * expected);
    this.#values = layout.facets.map(() => []);
  }

  add({ id, time, numbers, exactAmount, tokens }: FactRow): void {
    const row = this.#addRow(time);
    setId(this.#ids, row, id);
    for (const [index, number] of numbers.entries()) (this.#numbers[index] as Float64Array)[row] = number ?? Number.NaN;
    if (this.#layout.hasExactAmounts) this.#exactAmounts[row] = exactAmount ?? Number.NaN;
    for (const token of tokens) {
      const found = this.#tokens.get(token) ?? this.#addToken(token);
      if (found[0] >= 0) this.#values[found[0]]?.push(found[1]);
    }
    for (let facet = 0; facet < this.#values.length; facet++) {
      const values = this.#values[facet] as number[];
      this.#addSet(facet, row, (this.#dictionaries[facet] as FacetDictionary).setId(values));
      values.length = 0;
    }
  }

  /** Adds the rows of a segment that were not removed. */
  addSegment({ segment, live }: LiveSegment): void {
    const { ids, times, numbers, exactAmounts } = segment;
    const known = numbers.map((column) => {
      const bits = new Uint32Array(getWords(segment.size));
      for (const row of column.order.subarray(0, column.known)) setBit(bits, row);
      return bits;
    });
    const readSets = this.#layout.facets.map((_, facet) => this.#readSets(facet, segment));
    for (let from = 0; from < segment.size; from++) {
      if (live !== undefined && !isSet(live, from)) continue;
      const row = this.#addRow(times[from] as number);
      for (let part = 0; part < PARTS; part++) this.#ids[PARTS * row + part] = ids.parts[PARTS * from + part] as number;
      for (let index = 0; index < numbers.length; index++) {
        const values = (numbers[index] as NumberColumn).values;
        const column = this.#numbers[index] as Float64Array;
        column[row] = isSet(known[index] as Uint32Array, from) ? (values[from] as number) : Number.NaN;
      }
      if (this.#layout.hasExactAmounts) this.#exactAmounts[row] = exactAmounts[from] as number;
      for (let facet = 0; facet < readSets.length; facet++)
        this.#addSet(facet, row, (readSets[facet] as (row: number) => number)(from));
    }
  }

  /** Returns a function that returns the set of this builder with the values that a row of the segment has. */
  #readSets(facet: number, { facets, groups }: Segment): (row: number) => number {
    const { param, values, setStarts, setValues } = facets[facet] as FacetIndex;
    const dictionary = this.#dictionaries[facet] as FacetDictionary;
    const { codes, setOfCode } = findCodes(groups, param);
    // Sets are added when a row has them: those of removed rows alone would be values that no row has.
    const known = new Int32Array(setStarts.length - 1).fill(-1);
    return (row) => {
      const set = setOfCode[codes[row] as number] as number;
      if ((known[set] as number) < 0) {
        const ofSet = setValues.subarray(setStarts[set], setStarts[set + 1]);
        known[set] = dictionary.setId(Array.from(ofSet, (value) => dictionary.valueId(values[value] as string)));
      }
      return known[set] as number;
    };
  }

  /** Makes room for one more row, and returns it. */
  #addRow(time: number): number {
    const row = this.#size++;
    if (row >= this.#times.length) this.#resize(row + (row >>> 1) + 1_000);
    this.#times[row] = time;
    return row;
  }

  /** Most facets have few enough sets for 16 bits, which take half the memory while a feed is read. */
  #addSet(facet: number, row: number, set: number): void {
    this.#setOfRow[facet] = withCode(this.#setOfRow[facet] as Codes, row, set);
  }

  #addToken(token: string): readonly [facet: number, value: number] {
    const facet = this.#layout.facets.findIndex(({ prefix }) => token.startsWith(prefix));
    const { prefix = "" } = this.#layout.facets[facet] ?? {};
    const found = [facet, this.#dictionaries[facet]?.valueId(token.slice(prefix.length)) ?? -1] as const;
    this.#tokens.set(token, found);
    return found;
  }

  #resize(rows: number): void {
    this.#times = resized(this.#times, rows);
    this.#numbers = this.#numbers.map((column) => resized(column, rows));
    if (this.#layout.hasExactAmounts) this.#exactAmounts = resized(this.#exactAmounts, rows);
    this.#setOfRow = this.#setOfRow.map((column) => resized(column, rows));
    this.#ids = resized(this.#ids, PARTS * rows);
  }

  /** Sorts the rows by their time and id. */
  #sort(): void {
    const [times, ids] = [this.#times, this.#ids];
    const compare = (row: number, other: number) =>
      (times[row] as number) - (times[other] as number) || compareIds(ids, row, ids, other);
    let sorted = 1;
    while (sorted < this.#size && compare(sorted - 1, sorted) < 0) sorted++;
    if (sorted >= this.#size) return;
    // Lists are sorted faster than typed arrays where they consist of a few ascending parts, as those of merged segments do.
    const order = Uint32Array.from([...times.keys()].sort(compare));
    for (const column of [times, ...this.#numbers, ...this.#setOfRow]) reorder(column, order);
    if (this.#layout.hasExactAmounts) reorder(this.#exactAmounts, order);
    reorder(ids, order, PARTS);
  }

  build(): Segment {
    if (this.#size !== this.#times.length) this.#resize(this.#size);
    this.#sort();
    const { facets, numbers } = this.#layout;
    const columns = facets.map(({ param }, index) => ({
      param,
      dictionary: this.#dictionaries[index] as FacetDictionary,
      setOfRow: this.#setOfRow[index] as Codes,
    }));
    const counted = columns.map(({ param, dictionary, setOfRow }) => ({
      param,
      sets: dictionary.sets.length,
      setOfRow,
    }));
    const ordered = numbers.map((column, index) => numberColumn(column, this.#numbers[index] as Float64Array));
    return {
      size: this.#size,
      times: this.#times,
      ids: indexIds(this.#ids),
      numbers: ordered,
      exactAmounts: this.#exactAmounts,
      facets: columns.map(({ param, dictionary, setOfRow }) => indexFacet(param, dictionary, setOfRow)),
      groups: groupFacets(
        counted,
        ordered.find(({ column }) => column === AMOUNT_COLUMN),
      ),
    };
  }
}

export function buildSegment(layout: Layout, rows: readonly FactRow[]): Segment {
  const builder = new SegmentBuilder(layout, rows.length);
  for (const row of rows) builder.add(row);
  return builder.build();
}

/** Merges segments into one, without reading their records again and without the rows that were removed. */
export function mergeSegments(layout: Layout, parts: readonly LiveSegment[]): Segment {
  const builder = new SegmentBuilder(layout, countLive(parts));
  for (const part of parts) builder.addSegment(part);
  return builder.build();
}

/** @param width the column has so many values for each row */
function reorder(column: Uint16Array | Uint32Array | Float64Array, order: Uint32Array, width = 1): void {
  // The copy is of this thread alone, which frees it.
  const before = column.slice();
  for (let row = 0; row < order.length; row++)
    for (let part = 0; part < width; part++)
      column[width * row + part] = before[width * (order[row] as number) + part] as number;
}

/** @param numbers NaN where there is none; replaced by 0 */
function numberColumn(column: string, numbers: Float64Array): NumberColumn {
  const { order, known } = orderByNumber(numbers);
  for (const row of order.subarray(known)) numbers[row] = 0;
  return { column, values: numbers, order, known };
}

/** Counts rows into the distinct numbers: sorting them by comparison took 1 s for 1,000,000 rows. */
function orderByNumber(numbers: Float64Array): { order: Uint32Array; known: number } {
  const sorted = numbers.filter((number) => !Number.isNaN(number)).sort();
  const distinct = moveDistinctToFront(sorted);
  const ranks = new Uint32Array(numbers.length);
  /** The next position of each rank; rows without a number come last. */
  const next = new Uint32Array(distinct.length + 2);
  for (let row = 0; row < numbers.length; row++) {
    const number = numbers[row] as number;
    const rank = Number.isNaN(number) ? distinct.length : getPosition(distinct, number, false);
    ranks[row] = rank;
    next[rank + 1] = (next[rank + 1] as number) + 1;
  }
  for (let rank = 1; rank < next.length; rank++) next[rank] = (next[rank - 1] as number) + (next[rank] as number);
  const order = sharedUint32(numbers.length);
  for (let row = 0; row < ranks.length; row++) {
    const rank = ranks[row] as number;
    const position = next[rank] as number;
    order[position] = row;
    next[rank] = position + 1;
  }
  return { order, known: sorted.length };
}

/** Returns the distinct numbers of a sorted list, which it overwrites. */
export function moveDistinctToFront(sorted: Float64Array): Float64Array {
  let count = 0;
  for (const number of sorted) if (count === 0 || number !== sorted[count - 1]) sorted[count++] = number;
  return sorted.subarray(0, count);
}
