/** Runs imports of small invented files in tests. */
import { Readable } from "node:stream";
import type pg from "pg";
import { readArguments } from "./arguments/arguments";
import { openFile } from "./commands/open-file";
import { type ConflictingRow, type ImportSettings, importRows, type RejectedRow } from "./import-rows";
import { importRates } from "./imports/exchange-rates";
import { type ImportTotals, noTotals } from "./imports/totals";
import { ValueNotes } from "./imports/value-notes";
import type { Member, Source } from "./read/files/source";
import { readOwnLines } from "./read/jsonl-row";
import { type ImportMap, loadMap } from "./read/map";
import { openMapped } from "./read/read-mapped";
import type { DroppedValue, ReadRow } from "./statement";
import { PLAIN_NUMBERS } from "./values/amounts";
import { OWN_DATES } from "./values/dates";
import type { RateDay, Rates } from "./values/rates";

/** The tests' imports run at this instant, unless a test sets another. */
const NOW = new Date("2026-11-20T12:00:00.000Z");
/** Nothing is remembered here. */
const NO_FOLDER = "/nonexistent";

interface TestImport {
  readonly id: number;
  readonly totals: ImportTotals;
  readonly rejections: readonly RejectedRow[];
  readonly conflicts: readonly ConflictingRow[];
  readonly dropped: readonly (DroppedValue & { readonly line: number })[];
  readonly values: ValueNotes;
  readonly complete: boolean;
}

interface Options {
  readonly source?: string;
  readonly now?: Date;
  readonly dryRun?: boolean;
  readonly notify?: boolean;
  readonly batchRows?: number;
  readonly rates?: Rates;
  readonly strict?: boolean;
  readonly full?: boolean;
  readonly yes?: boolean;
  readonly stopped?: () => boolean;
  readonly digest?: Buffer | null;
  readonly map?: ImportMap | null;
  readonly by?: NonNullable<ImportSettings["by"]>;
}

/** Holds a file in memory. */
function createSource(content: string): Source {
  const member: Member = {
    ...{ name: "test.csv", label: "test.csv", format: "csv", path: null, size: content.length },
    position: () => 0,
    chunks: () => Readable.from([Buffer.from(content)]),
    checkUnchanged: () => undefined,
  };
  return { path: "test.csv", members: [member], leftOut: [] };
}

export async function importCsv(
  pool: pg.Pool,
  mapName: string,
  content: string,
  options: Options = {},
): Promise<TestImport> {
  const map = loadMap(mapName);
  const formats = { dates: map.dates, numbers: map.numbers, ...commonFormats(options) };
  const { rows } = await openMapped(createSource(content), map);
  return run(pool, rows, { source: map.source, formats }, options);
}

export async function importLines(
  pool: pg.Pool,
  lines: readonly unknown[],
  options: Options = {},
): Promise<TestImport> {
  const content = lines.map((line) => JSON.stringify(line)).join("\n");
  const formats = { dates: OWN_DATES, numbers: PLAIN_NUMBERS, ...commonFormats(options) };
  return run(
    pool,
    readOwnLines(Readable.from([Buffer.from(content)]), "test.jsonl"),
    { source: options.source ?? "test", formats },
    options,
  );
}

/** Imports a file as the program does: all parts of a public source, or by a map that is proposed. */
export async function importFile(
  pool: pg.Pool,
  args: readonly string[],
  options: Options = {},
): Promise<(TestImport & { readonly name: string; readonly leftOut: number; readonly notes: readonly string[] })[]> {
  const parsed = readArguments(args);
  if (parsed === undefined || !("file" in parsed)) throw new Error("no import");
  const imports = [];
  for (const open of await openFile(parsed, NO_FOLDER)) {
    const part = await open();
    const formats = { ...part.formats, ...commonFormats(options) };
    const { name, source, digest } = part;
    const done = await run(
      pool,
      part.rates ?? part.rows,
      { source, formats, digest },
      { batchRows: 4_000, ...options },
    );
    imports.push({ ...done, name, leftOut: part.leftOut() + done.totals.leftOut, notes: part.notes() });
  }
  return imports;
}

function commonFormats({ rates, now = NOW, strict = false }: Options) {
  return { rates: rates ?? null, now, strict };
}

async function run(
  pool: pg.Pool,
  rows: AsyncIterable<ReadRow> | readonly RateDay[],
  settings: Pick<ImportSettings, "source" | "formats"> & Partial<Pick<ImportSettings, "digest">>,
  {
    dryRun = false,
    notify = false,
    batchRows = 3,
    stopped = () => false,
    digest = null,
    map = null,
    full,
    yes,
    by,
  }: Options,
): Promise<TestImport> {
  const [totals, rejections, conflicts]: [ImportTotals, RejectedRow[], ConflictingRow[]] = [noTotals(), [], []];
  const dropped: (DroppedValue & { readonly line: number })[] = [];
  const values = new ValueNotes();
  const all: ImportSettings = {
    digest,
    map,
    ...(by && { by }),
    ...settings,
    file: "test",
    dryRun,
    ...(full && { full }),
    ...(yes && { yes }),
    notify,
    batchRows,
    stopped,
    refused: ({ line, reason }) => void rejections.push({ line, reason }),
    dropped: (line, values) => void dropped.push(...values.map((value) => ({ line, ...value }))),
    conflicting: (conflict) => void conflicts.push(conflict),
    stored: (line, checked) => values.add(line, checked),
  };
  const { id, complete } = await ("length" in rows
    ? importRates(pool, rows, all, totals)
    : importRows(pool, rows, all, totals));
  return { id, totals, rejections, conflicts, dropped, values, complete };
}

/** Returns the records of a table, in the order of these columns. */
export async function storedRecords<T>(
  pool: pg.Pool,
  table: string,
  schema: { parse(value: unknown): T },
  order = "id",
): Promise<T[]> {
  const { rows } = await pool.query<{ record: string }>(`select record from ${table} order by ${order}`);
  return rows.map(({ record }) => schema.parse(JSON.parse(record)));
}

/** Imports write these, and what refers to them. */
const WRITTEN_TABLES = [
  ..."companies investors people funding_events acquisitions exec_moves event_sources external_keys".split(" "),
  ..."imports import_reports import_records retractions corrections erasures judgements shared_hosts exchange_rates".split(
    " ",
  ),
  ..."merges merged_records possible_duplicates company_names".split(" "),
];

/** Empties every table that imports write and that has rows: truncating takes as long without them. */
export async function emptyRecords(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    WRITTEN_TABLES.map((table) => `(select '${table}' as name from ${table} limit 1)`).join(" union all "),
  );
  if (rows.length > 0) await pool.query(`truncate ${rows.map(({ name }) => name).join(", ")} cascade`);
}

/** Returns everything that an import may write except its time, in a fixed order, so that two runs can be compared. */
export async function contents(pool: pg.Pool): Promise<unknown> {
  const tables: Record<string, unknown> = {};
  for (const table of CONTENT_TABLES) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${table} t order by 1`);
    tables[table] = rows.map(({ row }) => row);
  }
  return tables;
}

/** Leaves out what no answer shows: the keys, the names for imports, and the versions of feeds. */
export async function readAnswers(pool: pg.Pool): Promise<unknown> {
  const { feeds: _, external_keys: __, company_names: ___, ...tables } = Object(await contents(pool));
  const { rows } = await pool.query("select feed, total from feeds order by feed");
  const ranks = await pool.query("select * from company_ranks order by generation, rank");
  return { ...tables, totals: rows, ranks: ranks.rows };
}

const CONTENT_TABLES = [
  ..."companies company_domains company_former_names investors people funding_events funding_event_investors".split(
    " ",
  ),
  ..."acquisitions exec_moves event_sources external_keys company_names feeds".split(" "),
];

export function getRows({ totals }: TestImport): string {
  const { added, changed, merged, conflicting, unchanged, refused } = totals.rows;
  const repeated = `${merged} merged${conflicting === 0 ? "" : `, ${conflicting} conflicting`}`;
  return `${added} added, ${changed} changed, ${repeated}, ${unchanged} unchanged, ${refused} refused`;
}
