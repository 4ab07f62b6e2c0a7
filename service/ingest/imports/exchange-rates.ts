/** Keeps exchange rates as data: an import of them is listed and undone as any other, and later imports convert by them. */
import type pg from "pg";
import { copyRows, type TableRows } from "../copy";
import type { ImportSettings } from "../import-rows";
import { createRates, type RateDay, type Rates } from "../values/rates";
import { COMMAND_LINE, endImport, noteProgress, type ReadSettings, releaseImport, startImport } from "./imports";
import type { ImportTotals } from "./totals";

const RATE_ROWS: TableRows<RateDay & { readonly importId: number }> = {
  table: "exchange_rates",
  columns: ["import_id", "day", "per_euro"],
  row: ({ importId, date, perEuro }) => [importId, date, JSON.stringify(Object.fromEntries(perEuro))],
};

/** The later of two imports that state a day counts. */
const STORED_DAYS = `select distinct on (day) to_char(day, 'YYYY-MM-DD') as date, per_euro as "perEuro"
  from exchange_rates order by day, import_id desc`;

async function readDays(db: pg.Pool | pg.ClientBase): Promise<RateDay[]> {
  const { rows } = await db.query<{ date: string; perEuro: Record<string, number> }>(STORED_DAYS);
  return rows.map(({ date, perEuro }) => ({ date, perEuro: new Map(Object.entries(perEuro)) }));
}

/** Reads one row of each import that has rates, because there are far more imports, and far more rates. */
const RATE_IMPORTS = `with recursive rated as (
  (select import_id from exchange_rates order by import_id limit 1)
  union all
  select (select import_id from exchange_rates where import_id > rated.import_id order by import_id limit 1)
  from rated where rated.import_id is not null)
select string_agg(import_id::text, ' ' order by import_id) as version from rated`;

/** Batches of reports come often, and rates rarely change. The version names the imports of which they are. */
const cached = new WeakMap<pg.Pool, { readonly version: string; readonly rates: Rates }>();

/** Returns the stored rates; null when there are none. */
export async function storedRates(pool: pg.Pool, client: pg.Pool | pg.ClientBase = pool): Promise<Rates | null> {
  const { rows } = await client.query<{ version: string | null }>(RATE_IMPORTS);
  const version = rows[0]?.version ?? null;
  if (version === null) return null;
  const known = cached.get(pool);
  if (known?.version === version) return known.rates;
  const rates = createRates(await readDays(client));
  cached.set(pool, { version, rates });
  return rates;
}

/** Rates are not read by a map, so nothing else says how. */
const READ_AS: ReadSettings = { dates: ["iso"], numbers: { grouping: "", decimal: "." }, strict: true, map: null };

/**
 * Stores the days of a file as one import. Every day of it is stored, also one that is known already, so that the file
 * alone still has all of its rates when an earlier import is undone. `totals` count days.
 */
export async function importRates(
  pool: pg.Pool,
  days: readonly RateDay[],
  { source, file, digest, by = COMMAND_LINE, dryRun, formats }: ImportSettings,
  totals: ImportTotals,
): Promise<{ readonly id: number; readonly complete: true }> {
  const client = await pool.connect();
  let isOpen = true;
  try {
    // An import that is stored starts in a transaction of its own.
    if (dryRun) await client.query("begin");
    const start = { source, file, digest, by, dryRun, settings: READ_AS };
    const { id, before } = await startImport(client, start, formats.now);
    if (!dryRun) await client.query("begin");
    const known = new Map((await readDays(client)).map(({ date, perEuro }) => [date, rateText(perEuro)] as const));
    const rows = { ...before.rows, read: days.length };
    for (const { date, perEuro } of days) {
      const text = known.get(date);
      rows[text === undefined ? "added" : text === rateText(perEuro) ? "unchanged" : "changed"]++;
    }
    Object.assign(totals, { ...before, rows, storedThroughLine: days.length + 1 });
    const rates = days.map((day) => ({ ...day, importId: id }));
    await copyRows(client, RATE_ROWS, rates);
    await noteProgress(client, id, totals);
    await endImport(client, id, new Date());
    await client.query(dryRun ? "rollback" : "commit");
    isOpen = false;
    await releaseImport(client, id);
    return { id, complete: true };
  } finally {
    if (isOpen) await client.query("rollback").catch(() => undefined);
    client.release(isOpen);
  }
}

function rateText(perEuro: ReadonlyMap<string, number>): string {
  return JSON.stringify([...perEuro].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
