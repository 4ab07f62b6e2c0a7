/** Describes the records of a feed as columns: its facets and numbers, and the select that reads them. */
import type { FeedName } from "@dealflow/contract/feeds";
import type { Filter } from "@dealflow/contract/filters";
import { LISTS } from "@dealflow/contract/values/lists";
import { SOURCES } from "@/service/feed/feeds";
import type { FeedSource } from "@/service/feed/sources/source";
import { bandMiddleCents } from "@/service/records/amount-bands";
import { tokenPrefix } from "@/service/records/facets";

interface FacetLayout {
  readonly param: string;
  /** The facet's tokens begin with this. */
  readonly prefix: string;
  readonly filter: Filter;
}

export interface Layout {
  readonly feed: FeedName;
  readonly source: FeedSource;
  /** Directories are listed in the order of their changes, events from the newest. */
  readonly isDirectory: boolean;
  readonly facets: readonly FacetLayout[];
  readonly numbers: readonly string[];
  /** Totals compare exact amounts, which summaries do not disclose. */
  readonly hasExactAmounts: boolean;
  /** A series can be split by these parameters, the default first; there are none in feeds without a series. */
  readonly splits: readonly string[];
  /**
   * Selects id, instant (ms), the numbers, the exact amount, and the tokens separated by `TOKEN_SEPARATOR`, in the order
   * of the columns.
   * In previews an amount is the middle of its band. The instant is exact: rows of a day are listed in its order, and
   * everything that is counted is counted by whole days.
   */
  readonly select: Readonly<Record<Precision, string>>;
  readonly from: string;
}

export const AMOUNT_COLUMN = "amount_usd_cents";
/** The rank of a company in the latest ranking snapshot; no filter uses it. */
export const RANK_COLUMN = "rank";
const RAISED_COLUMN = "raised_last_12m_usd_cents";
/**
 * Whether a company has a current founder follows from its moves, which change without its record: the filter has no
 * facts, and the token of this facet alone is not stored with the record but added when the columns are read.
 */
export const FOUNDER_PARAMETER = "hasFounder";
export const TOKEN_SEPARATOR = "\u001f";
/** A series is split by facets with at most this many values. */
const MOST_SPLIT_VALUES = 32;
const DIRECTORIES: readonly string[] = ["companies", "investors"];

/** Records are read as their previews show them, or exactly. */
export type Precision = "preview" | "exact";

const layouts = new Map<FeedName, Layout>();

export function getLayout(feed: FeedName): Layout {
  let layout = layouts.get(feed);
  if (layout === undefined) {
    layout = createLayout(feed, SOURCES[feed]);
    layouts.set(feed, layout);
  }
  return layout;
}

function createLayout(name: FeedName, source: FeedSource): Layout {
  const { table, feed } = source;
  const facets = feed.filters.flatMap((filter) => {
    const prefix = tokenPrefix(filter);
    return prefix === undefined || !("param" in filter) ? [] : [{ param: filter.param, prefix, filter }];
  });
  const directory = DIRECTORIES.includes(table);
  const companies = table === "companies";
  const numbers = [...Object.values(source.ranges).map(({ column }) => column), ...(companies ? [RANK_COLUMN] : [])];
  const hasExactAmounts = numbers.includes(AMOUNT_COLUMN);
  const at = directory ? "r.updated_at" : "r.announced_at";
  const founderToken = `${facets.find(({ param }) => param === FOUNDER_PARAMETER)?.prefix}true`;
  const tokens = companies
    ? `r.facets || case when f.has_founder then array['${founderToken}'] else array[]::text[] end`
    : "r.facets";
  const select = (precision: Precision) =>
    [
      "r.id",
      // To convert the exact number of `extract` took ten times as long.
      `round(date_part('epoch', ${at}) * 1e6) / 1e3`,
      ...numbers.map((column) => {
        // No record of a company holds the amount it raised, which therefore is a band for owned ones too.
        const isExact = column === AMOUNT_COLUMN ? precision === "exact" : column !== RAISED_COLUMN;
        return `${isExact ? column : bandMiddleCents(column)}::float8`;
      }),
      hasExactAmounts ? `${AMOUNT_COLUMN}::float8` : "null",
      `array_to_string(${tokens}, '${TOKEN_SEPARATOR}')`,
    ].join(", ");
  return {
    feed: name,
    source,
    isDirectory: directory,
    facets,
    numbers,
    hasExactAmounts,
    splits: directory ? [] : facets.filter(isSplit).map(({ param }) => param),
    select: { preview: select("preview"), exact: select("exact") },
    from: companies
      ? `companies r join company_figures f on f.company_id = r.id
         left join (select company_id as ranked_id, rank from company_ranks
           where generation = (select max(generation) from rank_generations)) k on k.ranked_id = r.id`
      : `${table} r`,
  };
}

function isSplit({ filter }: FacetLayout): boolean {
  return filter.kind === "many" && LISTS[filter.list].length <= MOST_SPLIT_VALUES;
}
