/** Counts what an import did. */
import * as z from "zod";
import type { RejectedRow } from "../import-rows";
import type { BatchResult } from "../write/batch";

const count = z.number().int().min(0).default(0);
const entities = z.object({ added: count, changed: count }).prefault({});
const foreignAmounts = z.object({ converted: count, withoutRate: count });
export type ForeignAmounts = Readonly<z.infer<typeof foreignAmounts>>;

const totalsSchema = z.object({
  rows: z
    .object({
      ...{ read: count, added: count, changed: count, merged: count },
      ...{ conflicting: count, unchanged: count, refused: count },
    })
    .prefault({}),
  companies: entities,
  investors: entities,
  people: entities,
  /** Values that were left out of stored rows. */
  dropped: count,
  /** Rows that only add to a known company, and whose company is not known. They are not among those that were read. */
  leftOut: count,
  /** Records that were removed: those that a full export lacks, or that of a retraction. */
  withdrawn: count,
  /** The records that the source of a full export had before. */
  sourceRecords: count,
  /** Amounts in other currencies: dollars follow from a rate, or there is none for the day. */
  amounts: foreignAmounts.prefault({}),
  /** The rows up to this line are stored, or would be. */
  storedThroughLine: count,
});
export type ImportTotals = Readonly<z.infer<typeof totalsSchema>>;
export type ImportCounts = ImportTotals["rows"];

export function noTotals(): ImportTotals {
  return totalsSchema.parse({});
}

/** Returns the totals of an import; an import that was interrupted before its first batch has none. */
export function storedTotals(counts: unknown): ImportTotals {
  return totalsSchema.safeParse(counts).data ?? noTotals();
}

interface StoredBatch {
  readonly read: number;
  readonly line: number;
  readonly result: BatchResult | undefined;
  readonly rejected: readonly RejectedRow[];
  readonly dropped: number;
  readonly amounts: ForeignAmounts;
}

export function addBatch(before: ImportTotals, batch: StoredBatch): ImportTotals {
  const { read, line, result, rejected, dropped, amounts } = batch;
  const leftOut = result?.leftOut.length ?? 0;
  const rows = { ...noTotals().rows, read: read - leftOut, refused: rejected.length };
  for (const { outcome } of result?.outcomes ?? []) rows[typeof outcome === "string" ? outcome : outcome.outcome]++;
  const { companies, investors, people } = result ?? noTotals();
  const counted = { rows, companies, investors, people, dropped, leftOut, amounts, storedThroughLine: line };
  return addTotals(before, { ...noTotals(), ...counted });
}

/** Returns the sums of two imports; the line is that of the second. */
export function addTotals(one: ImportTotals, other: ImportTotals): ImportTotals {
  return { ...sums(one, other), storedThroughLine: other.storedThroughLine };
}

function sums<Counts extends object>(one: Counts, other: Counts): Counts {
  const names = Object.keys(one) as (keyof Counts)[];
  return Object.fromEntries(names.map((name) => [name, sum(one[name], other[name])])) as Counts;
}

function sum(one: unknown, other: unknown): unknown {
  if (typeof one === "number" && typeof other === "number") return one + other;
  return typeof one === "object" && one !== null ? sums<object>(one, Object(other)) : one;
}
