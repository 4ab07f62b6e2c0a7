/** Serves the ledger by pages, newest first (GET /account/v1/ledger), with what an entry bought, and as a file (GET /account/v1/ledger.csv). */
import { pipeline, Readable } from "node:stream";
import {
  type AccountLedgerEntry,
  CREDITS_PAGES,
  isViewAddress,
  LEDGER_CURSOR_PARAMETER,
  LEDGER_FILE_ROWS,
  LEDGER_PAGE,
} from "@dealflow/contract/account/spending/credits";
import { isUuid } from "@dealflow/contract/query/syntax";
import { stringify } from "csv-stringify";
import type pg from "pg";
import { type LedgerFilter, readLedger } from "@/service/credits/ledger";
import { LEDGER_COLUMNS, toLedgerRow } from "@/service/credits/ledger-csv";
import { readChargedRecords } from "@/service/feed/purchases/charged";
import { ApiError } from "../api-error";
import { handleEach } from "./endpoint-handlers";
import { respondFile } from "./request-input";

/** Entries per read. */
const BATCH = 1_000;

export const LEDGER_HANDLERS = handleEach(CREDITS_PAGES, {
  ledger: async ({ pools }, { c, workspaceId }) => {
    // The cursor is the id of the last entry that was read: within a workspace's own ledger it reveals nothing.
    const cursor = c.req.query(LEDGER_CURSOR_PARAMETER);
    if (cursor !== undefined && !isUuid(cursor))
      throw new ApiError("INVALID_INPUT", `${LEDGER_CURSOR_PARAMETER} must be the nextCursor of a previous page`);
    const lines = await readEntries(pools.main, workspaceId, LEDGER_PAGE + 1, { before: cursor });
    const entries = lines.slice(0, LEDGER_PAGE);
    return { entries, nextCursor: lines.length > LEDGER_PAGE ? (entries.at(-1)?.id ?? null) : null };
  },

  charge: async ({ pools }, { id, workspaceId, purchases }) => {
    const [entry] = await readEntries(pools.main, workspaceId, 1, { id });
    if (entry === undefined) throw new ApiError("NOT_FOUND", `The ledger has no entry with the id ${id}.`);
    const records = await readChargedRecords(pools.primary.fixed, purchases, id);
    return { entry, records: records.map(({ feed, record }) => ({ feed, record: JSON.parse(record) })) };
  },

  /** The file is streamed, up to a maximum number of rows. */
  ledgerCsv: ({ pools }, { c, workspaceId, now }) => {
    const rows = Readable.from(readRows((before) => readEntries(pools.main, workspaceId, BATCH, { before })));
    // Excel reads a file without a byte order mark in the code page of the machine.
    const file = stringify({ bom: true, header: true, columns: LEDGER_COLUMNS });
    // A client that stops reading, or a lost database connection, ends both; the client sees a truncated file.
    c.set("written", new Promise((resolve) => pipeline(rows, file, () => resolve())));
    return respondFile(c, `ledger-${now.toISOString().slice(0, 10)}.csv`, file);
  },
});

/** Removes views that lead elsewhere, which earlier releases could store. */
async function readEntries(
  pool: pg.Pool,
  workspaceId: string,
  limit: number,
  filter: Pick<LedgerFilter, "before" | "id">,
): Promise<AccountLedgerEntry[]> {
  const lines = await readLedger(pool, workspaceId, limit, filter);
  return lines.map((line) => (line.view === null || isViewAddress(line.view) ? line : { ...line, view: null }));
}

async function* readRows(read: (before?: string) => Promise<AccountLedgerEntry[]>): AsyncGenerator<unknown[]> {
  let before: string | undefined;
  for (let written = 0; written < LEDGER_FILE_ROWS; written += BATCH) {
    const lines = await read(before);
    for (const line of lines) yield toLedgerRow(line);
    before = lines.at(-1)?.id;
    if (lines.length < BATCH) return;
  }
}
