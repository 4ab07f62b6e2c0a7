/** Merges segments into one, without reading their records again and without the rows that were removed. */
import { getWords, isSet, setBit } from "./bits";
import { compareIds, getId } from "./id-table";
import type { Layout } from "./layout";
import type { FactRow } from "./rows";
import { type Codes, countLive, type LiveSegment, type Segment, SegmentBuilder } from "./segment";

export function mergeSegments(layout: Layout, parts: readonly LiveSegment[]): Segment {
  const builder = new SegmentBuilder(layout, countLive(parts));
  const readers = parts.map((part) => new LiveRows(layout, part));
  for (let next = findFirst(readers); next !== undefined; next = findFirst(readers)) builder.add(next.take());
  return builder.build();
}

function findFirst(readers: readonly LiveRows[]): LiveRows | undefined {
  let first: LiveRows | undefined;
  for (const reader of readers)
    if (reader.row >= 0 && (first === undefined || LiveRows.compare(reader, first) < 0)) first = reader;
  return first;
}

/** Reads the rows of a segment in their order. */
class LiveRows {
  readonly #segment: Segment;
  readonly #live: Uint32Array | undefined;
  /** Marks for each column of numbers the rows that have one. */
  readonly #known: readonly Uint32Array[];
  /** Facets have the tokens of each set of values, and the set of each row by its code. */
  readonly #facets: readonly {
    readonly tokens: readonly (readonly string[])[];
    readonly codes: Codes;
    readonly setOfCode: Uint32Array;
  }[];
  /** The next row, or -1 at the end. */
  row = -1;

  constructor({ facets }: Layout, { segment, live }: LiveSegment) {
    this.#segment = segment;
    this.#live = live;
    this.#known = segment.numbers.map(({ order, known }) => {
      const bits = new Uint32Array(getWords(segment.size));
      for (const row of order.subarray(0, known)) setBit(bits, row);
      return bits;
    });
    const columns = segment.groups.flatMap(({ codes, facets: ofGroup }) =>
      ofGroup.map((facet) => ({ codes, ...facet })),
    );
    this.#facets = segment.facets.flatMap(({ param, values, setStarts, setValues }) => {
      const column = columns.find((one) => one.param === param);
      const { prefix = "" } = facets.find((one) => one.param === param) ?? {};
      const tokens = Array.from(setStarts.subarray(1), (end, set) =>
        Array.from(setValues.subarray(setStarts[set], end), (value) => `${prefix}${values[value]}`),
      );
      return column === undefined ? [] : [{ tokens, codes: column.codes, setOfCode: column.setOfCode }];
    });
    this.#advance();
  }

  static compare(a: LiveRows, b: LiveRows): number {
    const [one, other] = [a.#segment, b.#segment];
    const later = (one.times[a.row] as number) - (other.times[b.row] as number);
    return later === 0 ? compareIds(one.ids.parts, a.row, other.ids.parts, b.row) : later;
  }

  take(): FactRow {
    const { row } = this;
    const { ids, times, numbers, exactAmounts } = this.#segment;
    const exactAmount = exactAmounts[row] ?? Number.NaN;
    const facts = {
      id: getId(ids, row),
      time: times[row] as number,
      numbers: numbers.map(({ values }, index) =>
        isSet(this.#known[index] as Uint32Array, row) ? (values[row] as number) : null,
      ),
      exactAmount: Number.isNaN(exactAmount) ? null : exactAmount,
      tokens: this.#facets.flatMap(
        ({ tokens, codes, setOfCode }) => tokens[setOfCode[codes[row] as number] as number] ?? [],
      ),
    };
    this.#advance();
    return facts;
  }

  #advance(): void {
    const { size } = this.#segment;
    do this.row++;
    while (this.row < size && this.#live !== undefined && !isSet(this.#live, this.row));
    if (this.row >= size) this.row = -1;
  }
}
