/** Reads the labelled sets of a folder by the names of their files. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import * as z from "zod";

const companyPair = z.object({ domain: z.string(), name1: z.string(), name2: z.string() });
const brand = z.object({ brand_name: z.string(), registry_no: z.string(), legal_name: z.string() });
const deal = z.object({
  target_2021: z.string(),
  acquirer_2021: z.string(),
  year_2021: z.string(),
  month_2021: z.string(),
  price_2021: z.string(),
  target_2015: z.string(),
  acquirer_2015: z.string(),
  date_2015: z.string(),
  price_2015: z.string(),
  permalink_2015: z.string(),
});
const roundName = z.object({ raw: z.string(), count: z.coerce.number(), expected: z.string() });
const registrant = z.object({ cik: z.string(), registrant_name: z.string() });
const namePair = z.object({ name1: z.string(), name2: z.string(), is_match: z.stringbool() });

export type CompanyPair = z.infer<typeof companyPair>;
export type Brand = z.infer<typeof brand>;
export type DealPair = z.infer<typeof deal>;
export type RoundName = z.infer<typeof roundName>;
export type NamePair = z.infer<typeof namePair>;

type Registrant = z.infer<typeof registrant>;

export interface Sets {
  readonly companyPairs: readonly CompanyPair[];
  readonly brands: readonly Brand[];
  readonly deals: readonly DealPair[];
  readonly roundNames: readonly RoundName[];
  readonly namePairs: readonly NamePair[];
  /** Companies of one register, each of which is another one; only the fit uses them. */
  readonly registrants: readonly Registrant[];
}

/** Files that the folder lacks yield no rows. Throws when a file has other columns. */
export function readSets(folder: string): Sets {
  const files = readdirSync(folder).filter((name) => /\.csv(\.gz)?$/.test(name));
  const rows = <T>(prefix: string, schema: z.ZodType<T>): T[] =>
    files
      .filter((name) => name.startsWith(prefix))
      .flatMap((name) => z.array(schema).parse(readCsv(join(folder, name))));
  return {
    companyPairs: rows("company_pairs", companyPair),
    brands: rows("brand_to_legal_name", brand),
    deals: rows("same_deal_pairs", deal),
    roundNames: rows("round_names", roundName),
    namePairs: rows("company_name_pairs", namePair),
    registrants: rows("public_registrants", registrant),
  };
}

function readCsv(path: string): unknown {
  const bytes = readFileSync(path);
  return parse(path.endsWith(".gz") ? gunzipSync(bytes) : bytes, {
    columns: true,
    bom: true,
    relax_column_count: true,
  });
}
