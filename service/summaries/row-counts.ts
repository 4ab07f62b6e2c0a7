/** Counts of rows by code, and amounts by value: what all parts of a summary are counted with. */
import { RowReader } from "./bits";
import type { FacetIndex } from "./facet-index";
import type { Segment } from "./segment";

export interface Amounts {
  count: number;
  /** Of them with a known amount. */
  known: number;
  /** Cents. */
  sum: number;
}

/** A summary is counted without interruption: one reader is enough. */
export const reader = new RowReader();

/** What is counted of the rows of one segment. */
export interface Counters {
  /** Rows by code, of each group. */
  readonly codes: readonly Uint32Array[];
  /** Cents by code of the countries' group. */
  readonly sums: Float64Array;
}

export function hasFacet({ facets }: Segment["groups"][number], param: string): boolean {
  return facets.some((facet) => facet.param === param);
}

export function getFacet(segment: Segment, param: string) {
  const facet = segment.facets.find((one) => one.param === param);
  if (facet === undefined) throw new Error(`no facet ${param}`);
  return facet;
}

/** Of the rows that the reader has just read. */
export function countCodes(counts: Uint32Array, codes: Uint32Array, count: number): void {
  const { rows } = reader;
  for (let at = 0; at < count; at++) {
    const code = codes[rows[at] as number] as number;
    counts[code] = (counts[code] as number) + 1;
  }
}

/** Adds to all values of a set. */
export function addTo(
  into: Map<string, Amounts>,
  facet: FacetIndex,
  set: number,
  count: number,
  known: number,
  sum: number,
) {
  for (let at = facet.setStarts[set] as number; at < (facet.setStarts[set + 1] as number); at++) {
    const value = facet.values[facet.setValues[at] as number] ?? "";
    const amounts = into.get(value);
    if (amounts === undefined) into.set(value, { count, known, sum });
    else {
      amounts.count += count;
      amounts.known += known;
      amounts.sum += sum;
    }
  }
}
