/**
 * Records of a feed as columns in shared memory, in the order of their time. A segment never changes: what an import
 * changes is in another one, and its former row is marked as removed (`dataset.ts`).
 */
import { FacetDictionary, type FacetIndex, indexFacet } from "./facet-index";
import { type Group, groupFacets } from "./groups";
import { addId, createIdColumns, type IdColumns } from "./id-table";
import { AMOUNT_COLUMN, type Layout } from "./layout";
import { bucketOf } from "./median";
import { type FactRow, positionOf, sharedFloat64, sharedUint16, sharedUint32 } from "./rows";

export interface NumberColumn {
  readonly column: string;
  /** 0 where there is none. */
  readonly values: Float64Array;
  /** Rows by number, ascending; behind the first `known` those without one. */
  readonly order: Uint32Array;
  readonly known: number;
  /** Of amounts: the bucket of the median's search, 0 where there is none. */
  readonly buckets: Uint16Array;
}

export interface Segment {
  readonly size: number;
  /** ms since 1970, ascending. */
  readonly times: Float64Array;
  readonly ids: IdColumns;
  readonly numbers: readonly NumberColumn[];
  readonly facets: readonly FacetIndex[];
  readonly groups: readonly Group[];
}

/** Facet of rows with a known amount, beside those of the feed: counted together with the countries. */
export const KNOWN_AMOUNT = "known amount";

/** Collects rows, which must come in the order of their time. */
export class SegmentBuilder {
  readonly #layout: Layout;
  readonly #capacity: number;
  readonly #times: Float64Array;
  readonly #numbers: readonly Float64Array[];
  readonly #dictionaries: readonly FacetDictionary[];
  readonly #setOfRow: readonly Uint32Array[];
  readonly #tokens = new Map<string, readonly [facet: number, value: number]>();
  readonly #ids: IdColumns;
  #size = 0;

  /** @param capacity how many rows will be added */
  constructor(layout: Layout, capacity: number) {
    this.#layout = layout;
    this.#capacity = capacity;
    this.#times = sharedFloat64(capacity);
    this.#numbers = layout.numbers.map(() => sharedFloat64(capacity).fill(Number.NaN));
    this.#dictionaries = layout.facets.map(() => new FacetDictionary());
    this.#setOfRow = layout.facets.map(() => new Uint32Array(capacity));
    this.#ids = createIdColumns(capacity);
  }

  add({ id, time, numbers, tokens }: FactRow): void {
    const row = this.#size++;
    if (row >= this.#capacity) throw new Error("more rows than were counted in the same snapshot");
    this.#times[row] = time;
    addId(this.#ids, row, id);
    for (const [index, number] of numbers.entries())
      if (number !== null) (this.#numbers[index] as Float64Array)[row] = number;
    const valuesOf: number[][] = this.#dictionaries.map(() => []);
    for (const token of tokens) {
      const found = this.#tokens.get(token) ?? this.#addToken(token);
      if (found[0] >= 0) valuesOf[found[0]]?.push(found[1]);
    }
    for (const [facet, values] of valuesOf.entries())
      (this.#setOfRow[facet] as Uint32Array)[row] = (this.#dictionaries[facet] as FacetDictionary).setId(values);
  }

  #addToken(token: string): readonly [facet: number, value: number] {
    const facet = this.#layout.facets.findIndex(({ prefix }) => token.startsWith(prefix));
    const { prefix = "" } = this.#layout.facets[facet] ?? {};
    const found = [facet, this.#dictionaries[facet]?.valueId(token.slice(prefix.length)) ?? -1] as const;
    this.#tokens.set(token, found);
    return found;
  }

  build(): Segment {
    if (this.#size !== this.#capacity) throw new Error("fewer rows than were counted in the same snapshot");
    const { facets, numbers, country } = this.#layout;
    const columns = facets.map(({ param }, index) => ({
      param,
      dictionary: this.#dictionaries[index] as FacetDictionary,
      setOfRow: this.#setOfRow[index] as Uint32Array,
    }));
    const amounts = this.#numbers[numbers.indexOf(AMOUNT_COLUMN)];
    if (amounts !== undefined) columns.push(knownAmounts(amounts));
    const counted = columns.map(({ param, dictionary, setOfRow }) => ({
      param,
      sets: dictionary.sets.length,
      setOfRow,
    }));
    return {
      size: this.#size,
      times: this.#times,
      ids: this.#ids,
      numbers: numbers.map((column, index) => numberColumn(column, this.#numbers[index] as Float64Array)),
      facets: columns.map(({ param, dictionary, setOfRow }) => indexFacet(param, dictionary, setOfRow)),
      groups: groupFacets(counted, amounts === undefined ? undefined : [country, KNOWN_AMOUNT]),
    };
  }
}

export function buildSegment(layout: Layout, rows: readonly FactRow[]): Segment {
  const builder = new SegmentBuilder(layout, rows.length);
  for (const row of rows.toSorted((a, b) => a.time - b.time)) builder.add(row);
  return builder.build();
}

function knownAmounts(amounts: Float64Array) {
  const dictionary = new FacetDictionary();
  const [none, known] = [dictionary.setId([]), dictionary.setId([dictionary.valueId("true")])];
  const setOfRow = Uint32Array.from(amounts, (amount) => (Number.isNaN(amount) ? none : known));
  return { param: KNOWN_AMOUNT, dictionary, setOfRow };
}

/** @param numbers NaN where there is none; replaced by 0 */
function numberColumn(column: string, numbers: Float64Array): NumberColumn {
  const { order, known } = orderByNumber(numbers);
  const isAmount = column === AMOUNT_COLUMN;
  const buckets = sharedUint16(isAmount ? numbers.length : 0);
  if (isAmount) for (const row of order.subarray(0, known)) buckets[row] = bucketOf(numbers[row] as number);
  for (const row of order.subarray(known)) numbers[row] = 0;
  return { column, values: numbers, order, known, buckets };
}

/** Counted into the distinct numbers: sorting rows by comparison took 1 s for 1,000,000 of them. */
function orderByNumber(numbers: Float64Array): { order: Uint32Array; known: number } {
  const sorted = numbers.filter((number) => !Number.isNaN(number)).sort();
  const distinct = sorted.filter((number, index) => index === 0 || number !== sorted[index - 1]);
  const next = new Uint32Array(distinct.length + 1);
  const rankOf = (number: number) => (Number.isNaN(number) ? distinct.length : positionOf(distinct, number, false));
  const ranks = Uint32Array.from(numbers, rankOf);
  const counts = new Uint32Array(distinct.length + 1);
  for (const rank of ranks) counts[rank] = (counts[rank] as number) + 1;
  for (let rank = 1; rank < next.length; rank++) next[rank] = (next[rank - 1] as number) + (counts[rank - 1] as number);
  const order = sharedUint32(numbers.length);
  for (let row = 0; row < ranks.length; row++) {
    const rank = ranks[row] as number;
    const position = next[rank] as number;
    order[position] = row;
    next[rank] = position + 1;
  }
  return { order, known: sorted.length };
}
