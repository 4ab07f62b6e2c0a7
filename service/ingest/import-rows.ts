/** Imports rows batch by batch, each in one transaction, so that it may be stopped at any time and run again. */
import type pg from "pg";
import { withBulkIndexes } from "./bulk-indexes";
import { checkRow, type RowFormats } from "./check-row";
import type { ReadRow } from "./read/read-csv";
import { RowError } from "./row-error";
import { type BatchResult, type CheckedRow, type EntityCounts, writeBatch } from "./write/batch";
import { prepareSeenTable } from "./write/seen-entities";

export interface RejectedRow {
  readonly line: number;
  readonly reason: string;
}

/** A conflicting row names a record of an earlier row of the run, and states other values, which were ignored. */
export interface ConflictingRow {
  readonly line: number;
  readonly firstLine: number;
}

export interface ImportCounts {
  read: number;
  added: number;
  changed: number;
  merged: number;
  conflicting: number;
  unchanged: number;
  refused: number;
}

export interface ImportTotals {
  readonly rows: ImportCounts;
  readonly companies: { added: number; changed: number };
  readonly investors: { added: number; changed: number };
  readonly people: { added: number; changed: number };
  /** The rows up to this line are stored, or would be. */
  storedThroughLine: number;
}

export interface ImportSettings {
  readonly source: string;
  readonly formats: RowFormats;
  /** A dry run does everything except the commit. */
  readonly dryRun: boolean;
  /** Webhooks are notified of added events. */
  readonly notify: boolean;
  readonly batchRows?: number;
  /** The import asks this between batches. */
  readonly stopped: () => boolean;
  readonly refused: (rejection: RejectedRow) => void;
  readonly conflicting: (conflict: ConflictingRow) => void;
  readonly progress: (totals: ImportTotals) => void;
}

const BATCH_ROWS = 4_000;

/**
 * Stores the rows. `totals` is kept up to date with every batch, so that it also shows how far a failed import came.
 * Returns whether it came to the end rather than being stopped.
 */
export async function importRows(
  pool: pg.Pool,
  rows: AsyncIterable<ReadRow>,
  settings: ImportSettings,
  totals: ImportTotals,
): Promise<boolean> {
  const client = await pool.connect();
  let broken = false;
  // A dry run is one transaction: its later batches must see what the earlier ones would have stored.
  const between = settings.dryRun
    ? { begin: "savepoint batch", end: "release savepoint batch" }
    : { begin: "begin", end: "commit" };
  const importer = new Importer(client, settings, totals, between);
  try {
    if (settings.dryRun) await client.query("begin");
    await prepareSeenTable(client);
    return await importer.run(rows);
  } finally {
    await importer.finishBatch();
    if (settings.dryRun || importer.unfinished)
      await client.query("rollback").catch(() => {
        broken = true;
      });
    client.release(broken);
  }
}

export function noTotals(): ImportTotals {
  return {
    rows: { read: 0, added: 0, changed: 0, merged: 0, conflicting: 0, unchanged: 0, refused: 0 },
    companies: { added: 0, changed: 0 },
    investors: { added: 0, changed: 0 },
    people: { added: 0, changed: 0 },
    storedThroughLine: 0,
  };
}

class Importer {
  #batch: CheckedRow[] = [];
  #refused: RejectedRow[] = [];
  #line = 0;
  #storing: Promise<void> = Promise.resolve();
  /** A batch was begun and not ended. */
  unfinished = false;

  constructor(
    private readonly client: pg.PoolClient,
    private readonly settings: ImportSettings,
    private readonly totals: ImportTotals,
    private readonly between: { readonly begin: string; readonly end: string },
  ) {}

  async run(rows: AsyncIterable<ReadRow>): Promise<boolean> {
    const size = this.settings.batchRows ?? BATCH_ROWS;
    for await (const read of rows) {
      if (this.settings.stopped()) {
        await this.#storing;
        return false;
      }
      this.#line = read.line;
      this.#take(read);
      if (this.#batch.length + this.#refused.length < size) continue;
      await this.#storing;
      // The next rows are read and checked while the database works on these.
      this.#storing = this.#store();
      // Its failure is thrown where it is awaited.
      this.#storing.catch(() => undefined);
    }
    await this.#storing;
    await this.#store();
    return true;
  }

  /** Ends the batch in progress after any failure. */
  async finishBatch(): Promise<void> {
    await this.#storing.catch(() => undefined);
  }

  #take(read: ReadRow): void {
    const { line } = read;
    if ("reason" in read) {
      this.#refused.push(read);
      return;
    }
    try {
      this.#batch.push({ line, statement: checkRow(read.row, this.settings.formats) });
    } catch (error) {
      if (!(error instanceof RowError)) throw error;
      this.#refused.push({ line, reason: error.message });
    }
  }

  async #store(): Promise<void> {
    const { client, settings, between } = this;
    const [batch, refused, line] = [this.#batch, this.#refused, this.#line];
    [this.#batch, this.#refused] = [[], []];
    this.unfinished = true;
    await client.query(between.begin);
    const run = { client, source: settings.source, now: new Date(), notify: settings.notify };
    const result = batch.length === 0 ? undefined : await withBulkIndexes(client, () => writeBatch(run, batch));
    await client.query(between.end);
    this.unfinished = false;
    this.#count(batch.length + refused.length, line, result, [...refused, ...(result?.rejected ?? [])]);
  }

  #count(read: number, line: number, result: BatchResult | undefined, refused: readonly RejectedRow[]): void {
    const { rows, companies, investors, people } = this.totals;
    rows.read += read;
    rows.refused += refused.length;
    for (const { line, outcome } of result?.outcomes ?? []) {
      rows[typeof outcome === "string" ? outcome : outcome.outcome]++;
      if (typeof outcome !== "string") this.settings.conflicting({ line, firstLine: outcome.firstLine });
    }
    if (result !== undefined) {
      add(companies, result.companies);
      add(investors, result.investors);
      add(people, result.people);
    }
    this.totals.storedThroughLine = line;
    for (const rejection of refused.toSorted((a, b) => a.line - b.line)) this.settings.refused(rejection);
    this.settings.progress(this.totals);
  }
}

function add(total: { added: number; changed: number }, counts: EntityCounts): void {
  total.added += counts.added;
  total.changed += counts.changed;
}
