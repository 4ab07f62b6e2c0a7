/**
 * Summaries give numbers about the matches of a feed's query: total, amounts, counts by value and by period. They are
 * free, from our own service only, and never say who: they have no names and no ids.
 */
import * as z from "zod/mini";
import { accountEndpoints } from "./endpoint";

/** The parameter names the facet by whose values the series is split. */
export const SPLIT_PARAMETER = "split";

const SERIES_INTERVALS = ["day", "week", "month", "quarter", "year"] as const;
export type SeriesInterval = (typeof SERIES_INTERVALS)[number];

/**
 * It is true when a count is an estimate from a sample of the records, because the feed does not fit into the service's memory;
 * absent when it is exact. What is owned is always exact.
 */
const approximate = z.optional(z.boolean());

const counted = z.object({
  count: z.number(),
  approximate,
  /** The sum is null where no amount is known. */
  sumUsd: z.nullable(z.number()),
  /** It is true when the sum contains the middles of bands, for records that are not owned; then it has two digits. */
  about: z.boolean(),
  /** Owned records are counted, with their exact sum. */
  owned: z.number(),
  ownedSumUsd: z.number(),
});
export type Counted = z.infer<typeof counted>;

export const summary = z.object({
  total: z.number(),
  /** The total is exact where everything of a feed matches. */
  approximate,
  /** This many of them are owned. */
  owned: z.number(),
  /** It is true while an import is being counted: the numbers are those before it. */
  counting: z.boolean(),
  /** Amounts are null in feeds without them; `count` is the number of records with a known amount. */
  amounts: z.nullable(
    z.object({
      count: z.number(),
      approximate,
      sumUsd: z.nullable(z.number()),
      medianUsd: z.nullable(z.number()),
      about: z.boolean(),
    }),
  ),
  /**
   * Counts and sums are listed by parameter and value, under all filters but the parameter's own; values that do not
   * occur are left out.
   */
  facets: z.record(z.string(), z.record(z.string(), counted)),
  /** The series is null in feeds whose records have no date; empty periods are left out. */
  series: z.nullable(
    z.object({
      interval: z.enum(SERIES_INTERVALS),
      split: z.string(),
      periods: z.array(
        z.object({
          /** A period is named by its first day (YYYY-MM-DD); weeks begin on Mondays. */
          start: z.string(),
          ...counted.shape,
          /** Counts are listed by value of the facet that splits the series. */
          values: z.record(z.string(), counted),
        }),
      ),
    }),
  ),
});
export type Summary = z.infer<typeof summary>;

export const SUMMARIES = accountEndpoints({
  /** `:id` is the name of a feed; the query is the feed's, and `split`. */
  summary: { path: "/summaries/:id", response: summary },
});
