/** Measures how fresh and how complete the records of each source of imports are. */
import {
  type ImportQuality,
  QUALITY_FIELDS,
  type SourceQuality,
} from "@dealflow/contract/account/imports/import-quality";
import { RECORD_KINDS, type RecordKind } from "@dealflow/contract/account/imports/record-kinds";
import type pg from "pg";
import { cancellable } from "@/service/metrics/ranking-snapshot";
import { inTransaction } from "@/service/store/transaction";
import { type CountRow, countStatement, FIRST, fieldBit, REVISED, SHARED } from "./statement";

/**
 * Reads the figures of every source and kind, as they were at one instant. Takes half a minute for two million records on a
 * busy machine; the signal ends it with an `AbortError`.
 */
export function describeQuality(pool: pg.Pool, signal?: AbortSignal): Promise<ImportQuality> {
  return inTransaction(pool, async (client) => {
    await client.query("set transaction isolation level repeatable read read only");
    await client.query("set local work_mem = '64MB'");
    return cancellable(pool, client, signal, () => readQuality(client));
  });
}

async function readQuality(client: pg.ClientBase): Promise<ImportQuality> {
  const kinds: ImportQuality["kinds"][number][] = [];
  for (const kind of RECORD_KINDS) {
    const { rows } = await client.query<CountRow>(countStatement(kind));
    kinds.push({ kind, sources: toSources(kind, rows) });
  }
  const { rows } = await client.query<{ at: Date }>("select now() as at");
  return { at: rows[0]?.at.toISOString() ?? "", kinds };
}

function toSources(kind: RecordKind, rows: readonly CountRow[]): SourceQuality[] {
  const names = [...new Set(rows.map(({ source }) => source))];
  return names
    .map((name) =>
      toSource(
        kind,
        name,
        rows.filter(({ source }) => source === name),
      ),
    )
    .sort((a, b) => b.records - a.records || (a.source < b.source ? -1 : 1));
}

function toSource(kind: RecordKind, source: string, rows: readonly CountRow[]): SourceQuality {
  const states = rows.filter(({ isLag }) => !isLag);
  const count = (bit: number) => sum(states.filter(({ state }) => ((state ?? 0) & bit) !== 0));
  const latest = Math.max(...states.map((row) => row.latest.getTime()));
  return {
    source,
    records: sum(states),
    first: count(FIRST),
    lag: summarizeLag(rows),
    fill: Object.entries(QUALITY_FIELDS[kind]).map(([field, title]) => ({
      field,
      title,
      records: count(fieldBit(kind, field)),
    })),
    revised: count(REVISED),
    shared: count(SHARED),
    latestImportAt: new Date(latest).toISOString(),
  };
}

function summarizeLag(rows: readonly CountRow[]): SourceQuality["lag"] {
  const histogram = rows.flatMap(({ lag, records }) => (lag === null ? [] : [{ lag, records }]));
  const records = sum(histogram);
  if (records === 0) return null;
  histogram.sort((a, b) => a.lag - b.lag);
  return { median: percentile(histogram, records * 0.5), p90: percentile(histogram, records * 0.9), records };
}

/** Returns the lag that so many of the records have at most. */
function percentile(histogram: readonly { readonly lag: number; readonly records: number }[], wanted: number): number {
  let seen = 0;
  const found = histogram.find(({ records }) => {
    seen += records;
    return seen >= wanted;
  });
  return found?.lag ?? 0;
}

function sum(rows: readonly { readonly records: number }[]): number {
  return rows.reduce((total, { records }) => total + records, 0);
}
