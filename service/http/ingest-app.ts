/**
 * Takes reports of sources (POST /ingest/reports) on a port of its own, so that it can be reachable for them and not for
 * anyone else. A batch is an import: it is listed, and it can be undone.
 */

import { hash, timingSafeEqual } from "node:crypto";
import { AUTHENTICATE_HEADER, IDEMPOTENCY_KEY_HEADER } from "@dealflow/contract/headers";
import { Hono } from "hono";
import type pg from "pg";
import type { Logger } from "pino";
import * as z from "zod";
import { hashToken } from "@/service/accounts/token";
import { checkRow, type RowFormats } from "@/service/ingest/check-row";
import { importOnce } from "@/service/ingest/import-rows";
import { noTotals } from "@/service/ingest/imports/totals";
import { jsonlRow } from "@/service/ingest/read/jsonl-row";
import { RowError } from "@/service/ingest/row-error";
import type { DroppedValue, ReadRow } from "@/service/ingest/statement";
import { PLAIN_NUMBERS } from "@/service/ingest/values/amounts";
import { OWN_DATES } from "@/service/ingest/values/dates";
import { newId } from "@/service/store/new-id";
import { ApiError } from "./api-error";
import type { Env } from "./context";
import { handleError } from "./error-handler";
import { keyOfAnotherRequest, parseIdempotencyKey } from "./metered/idempotency";
import { parseBodyText, readBytes } from "./read-request";

const MOST_REPORTS = 1_000;
const MOST_BYTES = 8 * 1024 * 1024;

const batch = z.strictObject({
  source: z.string().regex(/^[a-z0-9][a-z0-9._-]{0,59}$/, "must be 1 to 60 of a-z, 0-9, dot, hyphen and underscore"),
  notify: z.boolean("must be true or false").default(true),
  reports: z
    .array(z.unknown(), "must be a list")
    .min(1, "must have at least one report")
    .max(MOST_REPORTS, `must have at most ${MOST_REPORTS} reports`),
});
type Batch = z.infer<typeof batch>;

interface IngestSettings {
  readonly pool: pg.Pool;
  readonly token: string;
  readonly log: Logger;
}

export function createIngestApp({ pool, token, log }: IngestSettings): Hono<Env> {
  const app = new Hono<Env>({ strict: false });
  const expected = hashToken(`Bearer ${token}`);
  app.use("*", async (c, next) => {
    c.set("requestId", newId());
    await next();
    log.info({ requestId: c.get("requestId"), path: c.req.path.slice(0, 100), status: c.res.status }, "reports");
  });
  app.post("/ingest/reports", async (c) => {
    if (!timingSafeEqual(hashToken(c.req.header("Authorization") ?? ""), expected))
      throw new ApiError("UNAUTHORIZED", "the header Authorization must be Bearer and the INGEST_TOKEN", {
        [AUTHENTICATE_HEADER]: "Bearer",
      });
    const body = await readBytes(c, MOST_BYTES);
    const given = parseBodyText(new TextDecoder().decode(body), { request: batch });
    const header = c.req.header(IDEMPOTENCY_KEY_HEADER);
    const key = header === undefined ? undefined : parseIdempotencyKey(header);
    const data = await storeBatch(pool, given, body, key);
    return c.json({ success: true, data, meta: { requestId: c.get("requestId") } });
  });
  app.notFound(() => {
    throw new ApiError("NOT_FOUND", "there is only POST /ingest/reports here");
  });
  app.onError((error, c) => handleError(error, c, log));
  return app;
}

/** Stores a batch once, however often it is sent. What was said of it is found again in a batch that is sent again. */
async function storeBatch(
  pool: pg.Pool,
  { source, notify, reports }: Batch,
  body: Uint8Array,
  key: string | undefined,
) {
  const rows = reports.map(readReport);
  const formats = { dates: OWN_DATES, numbers: PLAIN_NUMBERS, rates: null, now: new Date() };
  const totals = noTotals();
  const problems = new Problems();
  const { id, known } = await importOnce(
    pool,
    rows,
    {
      source,
      file: "POST /ingest/reports",
      digest: hash("sha256", key ?? body, "buffer"),
      keyed: key === undefined ? undefined : hash("sha256", body),
      by: { person: null, channel: "HTTP" },
      map: null,
      formats,
      dryRun: false,
      notify,
      stopped: () => false,
      refused: ({ line, reason }) => problems.refuse(line, reason),
      dropped: (line, values) => problems.leaveOut(line, values),
      conflicting: ({ line, firstLine, ignored }) => {
        const reason = `Report ${firstLine - 1} states another value.`;
        const left = ignored.map((one) => ({ ...one, reason }));
        problems.leaveOut(line, left);
      },
    },
    totals,
  );
  if (known?.isAnother === true) throw keyOfAnotherRequest();
  if (known !== undefined) for (const row of rows) checkAgain(row, formats, problems);
  return { import: String(id), rows: (known?.totals ?? totals).rows, ...problems.listed };
}

/** Reports are numbered from 0, as they stand in the batch. */
class Problems {
  readonly listed = {
    refused: [] as { report: number; reason: string }[],
    leftOut: [] as (DroppedValue & { report: number })[],
  };

  refuse(line: number, reason: string): void {
    this.listed.refused.push({ report: line - 1, reason });
  }

  leaveOut(line: number, values: readonly DroppedValue[]): void {
    for (const { field, value, reason } of values) this.listed.leftOut.push({ report: line - 1, field, value, reason });
  }
}

function checkAgain(read: ReadRow, formats: RowFormats, problems: Problems): void {
  try {
    if ("reason" in read) problems.refuse(read.line, read.reason);
    else problems.leaveOut(read.line, checkRow(read.row, formats).dropped);
  } catch (error) {
    if (!(error instanceof RowError)) throw error;
    problems.refuse(read.line, error.message);
  }
}

function readReport(report: unknown, index: number): ReadRow {
  const line = index + 1;
  try {
    return { line, row: jsonlRow(JSON.stringify(report)) };
  } catch (error) {
    if (error instanceof RowError) return { line, reason: error.message };
    throw error;
  }
}
