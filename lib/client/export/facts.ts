/** Describes an export: feed, filters, number of rows, cost. */
import { FEEDS, type FeedName } from "@dealflow/contract/feeds";
import { filterParameters } from "@dealflow/contract/filters";
import { parseAmount, shortAmount } from "@/lib/format/money";

const FORMATS = ["csv", "xlsx", "json", "parquet"] as const;
export type Format = (typeof FORMATS)[number];

export interface ExportFacts {
  readonly feed: string;
  readonly request: string;
  readonly filters: readonly (readonly [name: string, value: string])[];
  readonly rows: number;
  /** The number of matching rows is null where the interface does not return it. */
  readonly matching: number | null;
  /** This session has paid this much for rows of this view. */
  readonly creditsInView: number;
  /** Some of the rows were bought for this export. */
  readonly credits: number;
  readonly exportedAt: string;
}

export interface ExportPlan {
  readonly format: Format;
  readonly feed: FeedName;
  /** These columns of the table are exported in this order; without them every field is. */
  readonly columns: readonly string[] | undefined;
  /** A CSV file has the metadata in leading lines that start with `#`. */
  readonly factLines: boolean;
  readonly facts: ExportFacts;
}

/** A filter's values are a list, however many there are. */
export function factPairs(facts: ExportFacts): [name: string, value: string | number | readonly string[]][] {
  const filters = new Map<string, string[]>();
  for (const [name, value] of facts.filters) filters.set(name, [...(filters.get(name) ?? []), value]);
  return [
    ["Feed", facts.feed],
    ["Request", facts.request],
    ...[...filters].map(([name, values]): [string, readonly string[]] => [`Filter ${name}`, values]),
    ["Rows", facts.rows],
    ...(facts.matching === null ? [] : [["Matching", facts.matching] as [string, number]]),
    ["Credits in this view", facts.creditsInView],
    ["Credits for this export", facts.credits],
    ["Exported at", facts.exportedAt],
  ];
}

interface NamedFile extends Pick<ExportPlan, "feed"> {
  readonly format: Format | "png" | "svg";
  readonly facts: Pick<ExportFacts, "feed" | "filters" | "rows" | "exportedAt">;
}

/** Bytes of the part before the day: file systems take names of 255. */
const MOST_BYTES = 200;

/**
 * The name looks like `dealflow-funding-round-seed-amount-from-5m-2026-11-21-60-rows.csv`; values that do not fit are
 * counted.
 */
export function fileName({ format, feed, facts }: NamedFile): string {
  const values = facts.filters.map(([name, value], index) =>
    facts.filters[index - 1]?.[0] === name ? value : filterWords(feed, name, value),
  );
  const words = [facts.feed, ...values].map(slug);
  const day = facts.exportedAt.slice(0, 10);
  let fits = words.length;
  while (fits > 1 && new TextEncoder().encode(joined(words, fits)).length > MOST_BYTES) fits--;
  return `dealflow-${joined(words, fits)}-${day}-${facts.rows}-${facts.rows === 1 ? "row" : "rows"}.${format}`;
}

/** The result looks like `Round seed`, `Amount from 5m`, `Announced to 2026-03-31`. */
function filterWords(feed: FeedName, name: string, value: string): string {
  const filter = FEEDS[feed].filters.find((one) => filterParameters(one).includes(name));
  if (filter === undefined) return `${name} ${value}`;
  if (filter.kind === "range") {
    const amount = filter.unit === "usd" ? parseAmount(value) : undefined;
    const bound = amount === undefined ? value : shortAmount(amount);
    return `${filter.label} ${name === filter.min ? "from" : "to"} ${bound}`;
  }
  if (filter.kind === "dates") {
    const label = filter.label.replace(/ since$/, "");
    return `${label} ${name === filter.since ? "from" : "to"} ${value}`;
  }
  if (filter.kind === "flag") return value === "true" ? filter.label : `not ${filter.label}`;
  return `${filter.label} ${value}`;
}

function joined(words: readonly string[], fits: number): string {
  const more = words.length - fits;
  return [...words.slice(0, fits), ...(more > 0 ? [`and-${more}-more`] : [])].join("-");
}

/** Keeps the point of a number. */
function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/(?:[^\p{L}\p{N}.]|(?<!\p{N})\.|\.(?!\p{N}))+/gu, "-")
    .replace(/^-|-$/g, "");
}
