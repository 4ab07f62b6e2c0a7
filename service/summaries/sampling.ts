/**
 * Selects a sample of a feed that does not fit into memory: one in so many records, by the last bits of their ids, which
 * are random (UUID v7). So no change of a record, or of others, moves it into the sample or out of it.
 */
import type { Clause } from "@/service/feed/sources/source";

/** One record's columns and its part of the lists of rows take this much; measured with the demo data, rounded up. */
export const BYTES_PER_RECORD = 100;

/** A sample has one in so many records: a power of two, 1 for all of them. */
export type Sampling = number;

/** The bits of two bytes select no smaller sample. */
const MOST_SAMPLING = 65_536;
/** A smaller sample is not kept: most of its numbers would be too imprecise. */
const LEAST_RECORDS = 1_000;

/**
 * Returns the largest sample that fits; undefined where none does.
 * @param records number of records of the feed
 * @param room number of records that fit
 */
export function chooseSampling(records: number, room: number): Sampling | undefined {
  let sampling = 1;
  while (records > room * sampling && sampling < MOST_SAMPLING) sampling *= 2;
  const isEnough = sampling === 1 || records >= LEAST_RECORDS * sampling;
  return records <= room * sampling && isEnough ? sampling : undefined;
}

/** Tells the same of an id as `inSample` of a record. */
export function isInSample(id: string, sampling: Sampling): boolean {
  return (Number.parseInt(id.slice(-4), 16) & (sampling - 1)) === 0;
}

/** Tells whether a record of `r` is in the sample. */
export function inSample(sampling: Sampling): Clause {
  if (sampling === 1) return () => "true";
  const bits = "get_byte(uuid_send(r.id), 14) * 256 + get_byte(uuid_send(r.id), 15)";
  return (values) => `(${bits}) & ${values.add(sampling - 1)}::integer = 0`;
}
