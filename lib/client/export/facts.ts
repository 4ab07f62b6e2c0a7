/** Metadata of an export: feed, filters, number of rows, cost. */

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

const LONGEST_NAME = 60;

/** `dealflow-funding-round-seed-2026-11-21-60-rows.csv`: the facts where even a plain file has room for them. */
export function fileName({ format, facts }: ExportPlan): string {
  const words = [facts.feed, ...facts.filters.flat()].join("-").toLowerCase();
  const slug = words
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .slice(0, LONGEST_NAME)
    .replace(/^-|-$/g, "");
  const rows = `${facts.rows}-${facts.rows === 1 ? "row" : "rows"}`;
  return `dealflow-${slug}-${facts.exportedAt.slice(0, 10)}-${rows}.${format}`;
}
