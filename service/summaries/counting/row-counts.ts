/** Counts rows by code, and sums amounts by value, for all parts of a summary. */
import { RowReader } from "../bits";
import type { FacetIndex } from "../facet-index";
import { AMOUNT_COLUMN } from "../layout";
import type { Codes, NumberColumn, Segment } from "../segment";
import { scratchSums } from "./scratch";

export interface Amounts {
  count: number;
  /** This many of the rows have a known amount. */
  known: number;
  /** The sum is in cents. */
  sum: number;
}

/** A summary is counted without interruption, so one reader is enough. */
export const reader = new RowReader();

/**
 * Counts the rows of a group by code. A code has its count, its known amounts and their sum (cents) next to each other:
 * as three columns they took twice as long.
 */
export type Cells = Float64Array;
export const CELL = 3;

export function createCells(codes: number): Cells {
  return scratchSums(CELL * codes);
}

export function findAmounts({ numbers }: Segment): NumberColumn | undefined {
  return numbers.find(({ column }) => column === AMOUNT_COLUMN);
}

export function hasFacet({ facets }: Segment["groups"][number], param: string): boolean {
  return facets.some((facet) => facet.param === param);
}

export function getFacet(segment: Segment, param: string) {
  const facet = segment.facets.find((one) => one.param === param);
  if (facet === undefined) throw new Error(`no facet ${param}`);
  return facet;
}

/** The amounts of the reader's rows are read once for all groups. */
const amountsRead = new Float64Array(reader.rows.length);
const knownRead = new Uint8Array(reader.rows.length);

/** Reads some of the rows; returns how many, 0 at the end. */
export function readRows(amounts: NumberColumn | undefined): number {
  const count = reader.next();
  if (amounts === undefined) for (const read of [amountsRead, knownRead]) read.fill(0, 0, count);
  else readAmounts(amounts.values, amounts.buckets, count);
  return count;
}

function readAmounts(values: Float64Array, buckets: Uint16Array, count: number): void {
  const { rows } = reader;
  for (let at = 0; at < count; at++) {
    const row = rows[at] as number;
    amountsRead[at] = values[row] as number;
    knownRead[at] = isKnown(buckets[row] as number);
  }
}

/** Counts some of the rows that were read last. */
export function countCodes(cells: Cells, codes: Codes, from: number, to: number): void {
  const { rows } = reader;
  for (let at = from; at < to; at++) {
    const cell = CELL * (codes[rows[at] as number] as number);
    cells[cell] = (cells[cell] as number) + 1;
    cells[cell + 1] = (cells[cell + 1] as number) + (knownRead[at] as number);
    cells[cell + 2] = (cells[cell + 2] as number) + (amountsRead[at] as number);
  }
}

/** Counts the rows that were read last by bucket of the median's search. */
export function countBuckets(counts: Uint32Array, buckets: Uint16Array, count: number): void {
  const { rows } = reader;
  for (let at = 0; at < count; at++) {
    const bucket = buckets[rows[at] as number] as number;
    counts[bucket] = (counts[bucket] as number) + 1;
  }
}

export function addCell(into: Cells, place: number, from: Cells, at: number): void {
  for (let part = 0; part < CELL; part++)
    into[CELL * place + part] = (into[CELL * place + part] as number) + (from[CELL * at + part] as number);
}

/** Returns 1 for every bucket except that of no amount. */
function isKnown(bucket: number): number {
  return (bucket + 0xffff) >>> 16;
}

export function addTo(into: Map<string, Amounts>, value: string, { count, known, sum }: Readonly<Amounts>): void {
  const amounts = into.get(value);
  if (amounts === undefined) into.set(value, { count, known, sum });
  else {
    amounts.count += count;
    amounts.known += known;
    amounts.sum += sum;
  }
}

/** Adds the amounts of a set to each of its values. */
export function addSet(into: Map<string, Amounts>, facet: FacetIndex, set: number, amounts: Readonly<Amounts>): void {
  for (let at = facet.setStarts[set] as number; at < (facet.setStarts[set + 1] as number); at++)
    addTo(into, facet.values[facet.setValues[at] as number] ?? "", amounts);
}
