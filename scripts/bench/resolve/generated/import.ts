/** Imports generated reports as a person would, and finds out which record each report ended in. */
import type pg from "pg";
import type { Chance } from "@/service/ingest/demo/random";
import { importLines } from "@/service/ingest/testing";
import { createRates } from "@/service/ingest/values/rates";
import { nameKeys } from "@/service/ingest/write/entities/company-keys";
import { groupBy } from "./group";
import { PER_DOLLAR } from "./noise";
import { type Report, type StatedCompany, shuffled } from "./tell";

const BATCH_ROWS = 4_000;
/** A shuffled order has so many files of each source, and mixes those of all sources. */
const FILES = 3;

/** A file has these rows. */
export type ReportFile = readonly Report[];

/** Returns one file a source. */
export function filesInOrder(reports: readonly Report[]): ReportFile[] {
  return [...groupBy(reports, ({ source }) => source).values()];
}

/** Returns several files a source, with the rows and the files in a random order. */
export function filesInRandomOrder(reports: readonly Report[], chance: Chance): ReportFile[] {
  const files = filesInOrder(reports).flatMap((rows) => {
    const mixed = shuffled(rows, chance);
    const size = Math.ceil(mixed.length / FILES);
    return Array.from({ length: FILES }, (_, index) => mixed.slice(index * size, (index + 1) * size));
  });
  return shuffled(files, chance);
}

/** Rates of each month from 2014, which vary by three hundredths, as dates and amounts of sources do not. */
const RATES = createRates(
  Array.from({ length: 160 }, (_, month) => ({
    date: new Date(Date.UTC(2014, month, 1)).toISOString().slice(0, 10),
    perEuro: new Map(
      Object.entries(PER_DOLLAR).map(([currency, units]) => [
        currency,
        (units / (PER_DOLLAR.EUR ?? 1)) * (currency === "USD" ? 1 + 0.03 * Math.sin(month) : 1),
      ]),
    ),
  })),
);

/** Imports the files one after another. Throws when a row is refused: the set has only good ones. */
export async function importReports(pool: pg.Pool, files: readonly ReportFile[]): Promise<void> {
  for (const [index, file] of files.entries()) {
    const lines = file.map(({ line }) => line);
    const now = new Date(Date.UTC(2026, 10, 20) + index * 60_000);
    const options = { source: file[0]?.source ?? "", batchRows: BATCH_ROWS, rates: RATES, now };
    const { rejections } = await importLines(pool, lines, options);
    const unexpected = rejections.find(({ reason }) => !reason.startsWith("Acquirer and target are the same"));
    if (unexpected !== undefined) throw new Error(`Line ${unexpected.line} of ${options.source}: ${unexpected.reason}`);
  }
}

/** Says where the reports are after an import. Records are named by their ids. */
export interface Placed {
  /** Has the company of each mention of each report; undefined for one that was not stored. */
  readonly companies: readonly (readonly (string | undefined)[])[];
  /** Has the event of each report; undefined for rows about companies, and for rows that were not stored. */
  readonly events: readonly (string | undefined)[];
  /** Pairs of companies that are listed as possible duplicates. */
  readonly listed: readonly { readonly left: string; readonly right: string }[];
}

/**
 * Asks the database for each report by what its source would name it by: its key or its address. Its companies are found by
 * key and domain; one that has only a name is the one that the event shows.
 */
export async function placeReports(pool: pg.Pool, reports: readonly Report[]): Promise<Placed> {
  const keys = new Map(
    (
      await pool.query<{ text: string; id: string }>(
        "select concat_ws(E'\\n', kind, source, key) as text, id from external_keys where source <> ''",
      )
    ).rows.map(({ text, id }) => [text, id] as const),
  );
  const urls = await loadMap(pool, "select url as key, event_id as id from event_sources");
  const domains = await loadMap(
    pool,
    `select domain as key, company_id as id from company_domains
     where domain not in (select host from shared_hosts)`,
  );
  const countries = await loadMap<string | null>(pool, "select id as key, hq_country as id from companies");
  const sides = await loadMap<string | null>(
    pool,
    `select id || ' 0' as key, company_id as id from funding_events union all select id || ' 0', company_id from exec_moves
     union all select id || ' 0', target_id from acquisitions union all select id || ' 1', acquirer_id from acquisitions`,
  );
  const company = (
    source: string,
    { id, name, domain, hqCountry }: StatedCompany,
    side: string | null | undefined,
  ): string | undefined => {
    const find = (key: string) => keys.get(`company\n${source}\n${key}`);
    const known = (id === undefined ? undefined : find(id)) ?? (domain === undefined ? undefined : domains.get(domain));
    // The event may leave open which company it names.
    if (known !== undefined || side !== undefined) return known ?? side ?? undefined;
    const named = nameKeys({ name, hqCountry: hqCountry ?? null }).flatMap((key) => find(key) ?? []);
    return named.find((one) => hqCountry === undefined || (countries.get(one) ?? hqCountry) === hqCountry);
  };
  const events = reports.map(({ source, kind, key, url }) =>
    kind === "company" ? undefined : key === null ? urls.get(url) : keys.get(`${kind}\n${source}\n${key}`),
  );
  const { rows: listed } = await pool.query<{ left: string; right: string }>(
    `select left_id as left, right_id as right from possible_duplicates
     where verdict is null and exists (select from companies where id = left_id)
       and exists (select from companies where id = right_id)`,
  );
  const companies = reports.map(({ source, mentions }, index) =>
    mentions.map(({ stated }, side) => company(source, stated, sides.get(`${events[index]} ${side}`))),
  );
  return { companies, events, listed };
}

async function loadMap<Id extends string | null = string>(
  pool: pg.Pool,
  statement: string,
): Promise<ReadonlyMap<string, Id>> {
  const { rows } = await pool.query<{ key: string; id: Id }>(statement);
  return new Map(rows.map(({ key, id }) => [key, id]));
}
