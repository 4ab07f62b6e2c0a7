/** Counts rows by code, and sums amounts by value, for all parts of a summary. */
import { RowReader } from "../bits";
import type { FacetIndex } from "../facet-index";
import type { Segment } from "../segment";

export interface Amounts {
  count: number;
  /** This many of the rows have a known amount. */
  known: number;
  /** The sum is in cents. */
  sum: number;
}

/** A summary is counted without interruption, so one reader is enough. */
export const reader = new RowReader();

/** These counters are for the rows of one segment. */
export interface Counters {
  /** Each group has its rows by code. */
  readonly codes: readonly Uint32Array[];
  /** Sums are in cents, by code of the countries' group. */
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

/** Counts the rows that the reader has just read. */
export function countCodes(counts: Uint32Array, codes: Uint32Array, count: number): void {
  const { rows } = reader;
  for (let at = 0; at < count; at++) {
    const code = codes[rows[at] as number] as number;
    counts[code] = (counts[code] as number) + 1;
  }
}

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
