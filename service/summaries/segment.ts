/**
 * Stores records of a feed as columns in shared memory, in the order of their time. A segment never changes: records
 * that an import changes are in another one, and their former rows are marked as removed (`dataset.ts`).
 */

import { countBits } from "./bits";
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
    const row = this.#size++;
    if (row >= this.#times.length) this.#resize(row + (row >>> 1) + 1_000);
    this.#times[row] = time;
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
    const order = Uint32Array.from(times.keys()).sort(compare);
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

/** Most groups have few enough codes for 16 bits, which take half the memory. */
export type Codes = Uint16Array | Uint32Array;

/**
 * A group counts facets together: a row has one code for all of them and its amount, so that one count of codes covers
 * them all. Previews have the middles of a few bands as their amounts, so codes remain few.
 */
export interface Group {
  readonly codes: Codes;
  readonly size: number;
  /** Each code has an amount, -1 where there is none. */
  readonly amounts: Float64Array;
  /** Each code has a set of values per facet. */
  readonly facets: readonly { readonly param: string; readonly setOfCode: Uint32Array }[];
}

interface CountedFacet {
  readonly param: string;
  readonly sets: number;
  readonly setOfRow: Codes;
}

const MOST_SHORT_CODES = 2 ** 16;
/**
 * The counters of so many codes, with some fourteen amounts each, stay in a core's cache: of 325,000 rounds a dense mix took 4.1 ms,
 * and 6.6 with four times as many.
 */
const MOST_CODES = 8_192;
/** This bounds the table of all combinations of two groups' codes. */
const MOST_COMBINATIONS = 2 ** 23;

type JoinedFacets = Omit<Group, "amounts">;

/** Puts the codes of the groups into the columns of the facets. */
function groupFacets(facets: readonly CountedFacet[], amounts: NumberColumn | undefined): Group[] {
  let groups: JoinedFacets[] = facets.map(({ param, sets, setOfRow }) => ({
    codes: setOfRow,
    size: sets,
    facets: [{ param, setOfCode: Uint32Array.from({ length: sets }, (_, set) => set) }],
  }));
  // One table serves all pairs, because each may take 16 MB.
  let codeByPair = new Uint16Array(0);
  const join = (a: JoinedFacets, b: JoinedFacets): boolean => {
    const pairs = a.size * b.size;
    if (codeByPair.length < pairs) codeByPair = new Uint16Array(pairs);
    const joined = combine(a, b, codeByPair.fill(0, 0, pairs));
    if (joined !== undefined) groups = [...groups.filter((group) => group !== a && group !== b), joined];
    return joined !== undefined;
  };
  while (getPairs(groups).some(([one, other]) => join(one, other)));
  return groups.map((group) => shareGroup(splitByAmount(group, amounts)));
}

/** Replaces the codes of a group by those of their pairs with an amount. */
function splitByAmount({ codes, size, facets }: JoinedFacets, numbers: NumberColumn | undefined): Group {
  if (numbers === undefined) return { codes, size, facets, amounts: new Float64Array(size).fill(-1) };
  const { order, known, values } = numbers;
  const [former, amounts]: [number[], number[]] = [[], []];
  /** Each former code has the latest of its codes, plus 1. */
  const latest = new Uint32Array(size);
  let split = codes;
  let [amount, first] = [-1, 0];
  for (let at = 0; at < order.length; at++) {
    const row = order[at] as number;
    const next = at < known ? (values[row] as number) : -1;
    if (next !== amount) [amount, first] = [next, former.length];
    const code = codes[row] as number;
    if ((latest[code] as number) <= first) {
      latest[code] = former.push(code);
      amounts.push(amount);
    }
    split = withCode(split, row, (latest[code] as number) - 1);
  }
  return { codes: split, size: former.length, facets: recode(facets, former), amounts: Float64Array.from(amounts) };
}

/** Returns the column, or a wider one where its bits do not suffice for the code. */
function withCode(codes: Codes, row: number, code: number): Codes {
  let column = codes;
  if (code >= MOST_SHORT_CODES && codes instanceof Uint16Array) {
    column = sharedUint32(codes.length);
    column.set(codes);
  }
  column[row] = code;
  return column;
}

/** @param former has the code in the facets of each new code */
function recode(facets: Group["facets"], former: readonly number[]): Group["facets"] {
  return facets.map(({ param, setOfCode }) => ({
    param,
    setOfCode: Uint32Array.from(former, (code) => setOfCode[code] as number),
  }));
}

function shareGroup({ codes, size, facets, amounts }: Group): Group {
  const shared = sharedFloat64(size);
  shared.set(amounts);
  return {
    codes: size <= MOST_SHORT_CODES ? shortened(codes) : codes,
    size,
    facets: facets.map(sharedFacet),
    amounts: shared,
  };
}

function shortened(codes: Codes): Uint16Array {
  if (codes instanceof Uint16Array) return codes;
  const short = sharedUint16(codes.length);
  short.set(codes);
  return short;
}

/** Returns the smallest first. */
function getPairs(groups: readonly JoinedFacets[]): (readonly [JoinedFacets, JoinedFacets])[] {
  return groups
    .flatMap((one, index) => groups.slice(index + 1).map((other) => [one, other] as const))
    .filter(([one, other]) => one.size * other.size <= MOST_COMBINATIONS)
    .sort(([a, b], [c, d]) => a.size * b.size - c.size * d.size);
}

/**
 * Puts the codes into the column of the first group. Returns undefined, and changes nothing, when more codes occur than can
 * be counted fast.
 * @param codeByPair zeros
 */
function combine(one: JoinedFacets, other: JoinedFacets, codeByPair: Uint16Array): JoinedFacets | undefined {
  const { codes } = one;
  const getPair = (row: number) => (codes[row] as number) * other.size + (other.codes[row] as number);
  const [ofOne, ofOther]: [number[], number[]] = [[], []];
  for (let row = 0; row < codes.length; row++) {
    const pair = getPair(row);
    if (codeByPair[pair] !== 0) continue;
    ofOne.push(codes[row] as number);
    const code = ofOther.push(other.codes[row] as number);
    if (code > MOST_CODES) return undefined;
    codeByPair[pair] = code;
  }
  for (let row = 0; row < codes.length; row++) codes[row] = (codeByPair[getPair(row)] as number) - 1;
  return { codes, size: ofOne.length, facets: [...recode(one.facets, ofOne), ...recode(other.facets, ofOther)] };
}

function sharedFacet({ param, setOfCode }: Group["facets"][number]) {
  const shared = sharedUint32(setOfCode.length);
  shared.set(setOfCode);
  return { param, setOfCode: shared };
}
