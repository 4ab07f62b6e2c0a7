/** Imports rows batch by batch, each in one transaction, so that it may be stopped at any time and run again. */
import { hash } from "node:crypto";
import type pg from "pg";
import { together } from "@/service/store/batching";
import { inBatchedTransaction } from "@/service/store/transaction";
import { withBulkIndexes } from "./bulk-indexes";
import { type CheckResult, type RowFormats, tryRow } from "./check-row";
import { copyRows, FEW_ROWS } from "./copy";
import { correctReturned } from "./correct/apply";
import type { Kind } from "./fields";
import { storedRates } from "./imports/exchange-rates";
import {
  addImportOnce,
  COMMAND_LINE,
  endImport,
  ImportError,
  type ImportStart,
  type KnownImport,
  lockImports,
  noteProgress,
  type ReadSettings,
  releaseImport,
  type StartedImport,
  startImport,
} from "./imports/imports";
import { countForeignAmounts, REPORT_ROWS, withDollars, withoutInvestors } from "./imports/reports";
import { addBatch, type ImportTotals } from "./imports/totals";
import type { ImportMap } from "./read/map";
import { RowError } from "./row-error";
import type { DroppedValue, RawRow, ReadRow } from "./statement";
import { nameRefused, withdrawMissing } from "./withdraw/withdraw-missing";
import { type BatchResult, type CheckedRow, writeBatch } from "./write/batch";
import { type Decisions, loadDecisions } from "./write/decisions";
import type { IgnoredValue } from "./write/update";

export interface RejectedRow {
  readonly line: number;
  readonly reason: string;
  readonly cells?: readonly string[];
}

/** A conflicting row names a record of an earlier row of the run, and states other values, which were ignored. */
export interface ConflictingRow {
  readonly line: number;
  readonly firstLine: number;
  readonly ignored: readonly IgnoredValue[];
}

export interface ImportSettings {
  readonly source: string;
  /** The list of imports shows this name. */
  readonly file: string;
  /** The SHA-256 of the file, or of the key that names the import; null when there is none. */
  readonly digest: Buffer | null;
  /** The SHA-256 of the content in hexadecimal, where the digest is that of a key. */
  readonly keyed?: string | undefined;
  /** A command line started it unless stated. */
  readonly by?: ImportStart["by"];
  /** The rows are read by this map; null for rows in our own form. */
  readonly map: ImportMap | null;
  readonly formats: RowFormats;
  /** A dry run does everything except the commit. */
  readonly dryRun: boolean;
  /** Webhooks are notified of added events. */
  readonly notify: boolean;
  /** The file is the whole of its source: what is missing in it is withdrawn. */
  readonly full?: boolean;
  /** Allows a full export to withdraw more than a fifth of its source. */
  readonly yes?: boolean;
  readonly batchRows?: number;
  /** The import asks this between batches. */
  readonly stopped: () => boolean;
  readonly refused: (rejection: RejectedRow) => void;
  /** These values of a stored row could not be read. */
  readonly dropped?: (line: number, values: readonly DroppedValue[]) => void;
  readonly conflicting?: (conflict: ConflictingRow) => void;
  /** Hears of every row that is stored, as it was read. */
  readonly stored?: (line: number, checked: CheckResult) => void;
  readonly progress?: (totals: ImportTotals) => void;
}

/** A full export that lacks more than this share of its source is refused, because it is rather damaged (0 to 1). */
const MOST_WITHDRAWN = 0.2;
const BATCH_ROWS = 4_000;
/** A batch of long rows has fewer of them, so that memory is bounded for any file (characters). */
const BATCH_CHARACTERS = 4_000_000;

/**
 * Stores the rows as one import, or goes on with an interrupted import of the same file. `totals` is kept up to date
 * with every batch, so that it also shows how far a failed import came. Returns its id, and whether it came to the end
 * rather than being stopped.
 */
export async function importRows(
  pool: pg.Pool,
  rows: AsyncIterable<ReadRow>,
  settings: ImportSettings,
  totals: ImportTotals,
): Promise<{ readonly id: number; readonly complete: boolean }> {
  // A file that cannot be read at all is no import.
  const reading = await begun(rows);
  const rates = settings.formats.rates ?? (await storedRates(pool));
  const client = await pool.connect();
  let broken = false;
  // A dry run is one transaction: its later batches must see what the earlier ones would have stored. Batches need not wait
  // for the disk: the end of the import does, and a batch that a crash of the system loses is stored by the next run.
  const between = settings.dryRun
    ? ONE_TRANSACTION
    : { begin: "begin; set local synchronous_commit = off", end: "commit" };
  let importer: Importer | undefined;
  try {
    if (settings.dryRun) await client.query("begin");
    const started = await startImport(client, createImportStart(settings), settings.formats.now);
    Object.assign(totals, started.before);
    const formats = { ...settings.formats, rates };
    importer = new Importer(client, { ...settings, formats }, totals, started, between);
    const complete = await importer.run(reading);
    if (complete && settings.full === true) await importer.withdrawMissing();
    if (complete) await importer.correctReturned();
    if (complete) await endImport(client, started.id, new Date());
    await releaseImport(client, started.id);
    return { id: started.id, complete };
  } catch (error) {
    // The server also releases an import when its connection ends.
    broken = importer !== undefined;
    throw error;
  } finally {
    await importer?.finishBatch();
    if (settings.dryRun || importer?.unfinished === true)
      await client.query("rollback").catch(() => {
        broken = true;
      });
    client.release(broken);
  }
}

/** Stores rows as one import in one transaction, unless an import with the same digest is in force. Returns its id, and that one. */
export function importOnce(
  pool: pg.Pool,
  rows: readonly ReadRow[],
  settings: ImportSettings,
  totals: ImportTotals,
): Promise<{ readonly id: number; readonly known?: KnownImport }> {
  // Planning the statements of a report takes as long as running them; many rows deserve plans of their own.
  return inBatchedTransaction(pool, { prepares: rows.length <= FEW_ROWS }, async (client) => {
    await lockImports(client);
    const [rates, started, decisions] = await together(
      client,
      () => storedRates(pool, client),
      () => addImportOnce(client, createImportStart(settings), settings.formats.now),
      () => loadDecisions(client, settings.source),
    );
    if (started.known !== undefined) return started;
    const formats = { ...settings.formats, rates };
    const start = { id: started.id, before: totals };
    const importer = new Importer(client, { ...settings, formats }, totals, start, ONE_TRANSACTION, decisions);
    await importer.run(rows).finally(() => importer.finishBatch());
    if (decisions.corrected.size > 0) await correctReturned(client, started.id);
    await endImport(client, started.id, new Date());
    return started;
  });
}

const ONE_TRANSACTION = { begin: undefined, end: undefined };

function createImportStart(settings: ImportSettings): ImportStart {
  return { by: COMMAND_LINE, ...settings, settings: readSettings(settings) };
}

function readSettings({ formats, map, full = false, keyed }: ImportSettings): ReadSettings {
  const { dates, numbers, strict = false } = formats;
  const digest = map === null ? null : hash("sha256", JSON.stringify(map));
  return { dates: [...dates], numbers, strict, map: digest, ...(full && { full }), keyed };
}

async function begun(rows: AsyncIterable<ReadRow>): Promise<AsyncIterable<ReadRow>> {
  const iterator = rows[Symbol.asyncIterator]();
  const first = await iterator.next();
  return (async function* () {
    try {
      for (let next = first; next.done !== true; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  })();
}

function characters(read: ReadRow): number {
  const texts = read.cells ?? ("row" in read ? [...read.row.texts.values()] : []);
  return texts.reduce((sum, text) => sum + text.length, 0);
}

interface TakenRow extends CheckedRow, CheckResult {
  readonly cells: readonly string[] | undefined;
  readonly raw: RawRow;
}

class Importer {
  #batch: TakenRow[] = [];
  #refused: RejectedRow[] = [];
  /** The keys of refused rows of a full export, whose records are not missing. */
  #refusedKeys: { readonly kind: Kind; readonly key: string }[] = [];
  #line = 0;
  #characters = 0;
  #storing: Promise<void> = Promise.resolve();
  /** A batch was begun and not ended. */
  unfinished = false;

  constructor(
    private readonly client: pg.PoolClient,
    private readonly settings: ImportSettings,
    private readonly totals: ImportTotals,
    private readonly started: StartedImport,
    private readonly between: { readonly begin: string | undefined; readonly end: string | undefined },
    /** Read already, where nothing can be decided between the batches. */
    private readonly decisions?: Decisions,
  ) {}

  async run(rows: AsyncIterable<ReadRow> | Iterable<ReadRow>): Promise<boolean> {
    const size = this.settings.batchRows ?? BATCH_ROWS;
    const storedBefore = this.started.before.storedThroughLine;
    for await (const read of rows) {
      if (this.settings.stopped()) {
        await this.#storing;
        return false;
      }
      if (read.line <= storedBefore) continue;
      this.#line = read.line;
      this.#take(read);
      if (this.#batch.length + this.#refused.length < size && this.#characters < BATCH_CHARACTERS) continue;
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
    const { line, cells } = read;
    this.#characters += characters(read);
    if ("reason" in read) {
      this.#refused.push(read);
      return;
    }
    const checked = tryRow(read.row, this.settings.formats);
    if (!(checked instanceof RowError)) {
      this.#batch.push({ line, cells, raw: read.row, ...checked });
      return;
    }
    const { kind, key, texts } = read.row;
    const known = key ?? texts.get("key");
    if (this.settings.full === true && known !== undefined) this.#refusedKeys.push({ kind, key: known });
    this.#refused.push({ line, reason: checked.message, ...(cells && { cells }) });
  }

  async #store(): Promise<void> {
    const { client, settings, between, decisions } = this;
    const { id: importId } = this.started;
    const [batch, refused, line] = [this.#batch, this.#refused, this.#line];
    if (batch.length + refused.length === 0) return;
    [this.#batch, this.#refused, this.#characters] = [[], [], 0];
    this.unfinished = true;
    if (between.begin !== undefined) await client.query(between.begin);
    const { source, notify } = settings;
    const run = { client, importId, source, now: new Date(), notify, ...(decisions && { decisions }) };
    const result = batch.length === 0 ? undefined : await withBulkIndexes(client, () => writeBatch(run, batch));
    const reasons = new Map(result?.rejected.map((rejection) => [rejection.line, rejection.reason]));
    const leftOut = new Set(result?.leftOut);
    const stored = batch.filter(({ line }) => !reasons.has(line) && !leftOut.has(line));
    await copyRows(
      client,
      REPORT_ROWS,
      stored.map(({ line, raw, statement }) => {
        const erased = result?.erased.get(line);
        const kept = erased === undefined ? raw : withoutInvestors(raw, erased);
        return { importId, line, raw: withDollars({ raw: kept, statement }) };
      }),
    );
    const unstored = batch.flatMap(({ line, cells }) => {
      const reason = reasons.get(line);
      return reason === undefined ? [] : [{ line, reason, ...(cells && { cells }) }];
    });
    await nameRefused(client, { importId, source: settings.source }, this.#refusedKeys.splice(0));
    const rejected = [...refused, ...unstored];
    const listDropped = (row: TakenRow) => [...row.dropped, ...(result?.detached.get(row.line) ?? [])];
    const dropped = stored.reduce((count, row) => count + listDropped(row).length, 0);
    const amounts = countForeignAmounts(stored);
    const totals = addBatch(this.totals, {
      read: batch.length + refused.length,
      line,
      result,
      rejected,
      dropped,
      amounts,
    });
    await noteProgress(client, importId, totals);
    if (between.end !== undefined) await client.query(between.end);
    this.unfinished = false;
    Object.assign(this.totals, totals);
    for (const row of stored) {
      const values = listDropped(row);
      if (values.length > 0) settings.dropped?.(row.line, values);
      settings.stored?.(row.line, row);
    }
    this.#report(result, rejected);
  }

  /** Withdraws, in one transaction, what the source had and this file lacks. Throws `ImportError` when that is too much. */
  async withdrawMissing(): Promise<void> {
    const { client, settings } = this;
    await this.#inTransaction(async () => {
      const { withdrawn, of } = await withBulkIndexes(client, () => withdrawMissing(client, this.started.id));
      if (withdrawn > of * MOST_WITHDRAWN && settings.yes !== true && !settings.dryRun)
        throw new ImportError(
          `The file lacks ${withdrawn} of the ${of} records of ${settings.source}, more than 20 %; to withdraw them, import it again with --yes.`,
        );
      const totals = { ...this.totals, withdrawn, sourceRecords: of };
      await noteProgress(client, this.started.id, totals);
      Object.assign(this.totals, totals);
    });
  }

  /** Corrects the events again that the file brought back. */
  correctReturned(): Promise<void> {
    return this.#inTransaction(() => correctReturned(this.client, this.started.id));
  }

  async #inTransaction(work: () => Promise<void>): Promise<void> {
    const { client, between } = this;
    this.unfinished = true;
    if (between.begin !== undefined) await client.query(between.begin);
    await lockImports(client);
    await work();
    if (between.end !== undefined) await client.query(between.end);
    this.unfinished = false;
  }

  #report(result: BatchResult | undefined, rejected: readonly RejectedRow[]): void {
    for (const { line, outcome } of result?.outcomes ?? [])
      if (typeof outcome !== "string") {
        const { firstLine, ignored } = outcome;
        this.settings.conflicting?.({ line, firstLine, ignored });
      }
    for (const rejection of rejected.toSorted((a, b) => a.line - b.line)) this.settings.refused(rejection);
    this.settings.progress?.(this.totals);
  }
}
