/** Metadata of an export: feed, filters, number of rows, cost. */
import type { FeedName } from "@/lib/contract/feeds";

export const FORMATS = ["csv", "xlsx", "json"] as const;
export type Format = (typeof FORMATS)[number];

export interface ExportFacts {
  /** Title of the feed. */
  readonly feed: string;
  /** Path and canonical query of the interface. */
  readonly request: string;
  /** Parameters and values of the filters, as in the address. */
  readonly filters: readonly (readonly [name: string, value: string])[];
  readonly rows: number;
  /** Number of matching rows; null where the interface does not return it. */
  readonly matching: number | null;
  /** What this session has paid for rows of this view. */
  readonly creditsInView: number;
  /** ISO timestamp. */
  readonly exportedAt: string;
}

export interface ExportPlan {
  readonly format: Format;
  readonly feed: FeedName;
  /** Ids of the table's columns in their order; undefined: every field. */
  readonly columns: readonly string[] | undefined;
  /** CSV: the metadata is in leading lines that start with `#`. */
  readonly factLines: boolean;
  readonly facts: ExportFacts;
}

export function factPairs(facts: ExportFacts): [name: string, value: string | number][] {
  return [
    ["Feed", facts.feed],
    ["Request", facts.request],
    ...facts.filters.map(([name, value]): [string, string] => [`Filter ${name}`, value]),
    ["Rows", facts.rows],
    ...(facts.matching === null ? [] : [["Matching", facts.matching] as [string, number]]),
    ["Credits in this view", facts.creditsInView],
    ["Credits for this export", 0],
    ["Exported at", facts.exportedAt],
  ];
}

/** Bytes of the part before the day: file systems take names of 255. */
const MOST_BYTES = 200;

/** `dealflow-funding-round-seed-series-a-2026-11-21-60-rows.csv`; values that do not fit are counted. */
export function fileName({ format, facts }: Pick<ExportPlan, "format" | "facts">): string {
  const values = facts.filters.map(([name, value], index) =>
    facts.filters[index - 1]?.[0] === name ? value : `${name} ${value}`,
  );
  const words = [facts.feed, ...values].map(slug);
  const day = facts.exportedAt.slice(0, 10);
  let fits = words.length;
  while (fits > 1 && new TextEncoder().encode(joined(words, fits)).length > MOST_BYTES) fits--;
  return `dealflow-${joined(words, fits)}-${day}-${facts.rows}-${facts.rows === 1 ? "row" : "rows"}.${format}`;
}

function joined(words: readonly string[], fits: number): string {
  const more = words.length - fits;
  return [...words.slice(0, fits), ...(more > 0 ? [`and-${more}-more`] : [])].join("-");
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}
