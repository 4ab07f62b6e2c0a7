/**
 * What a feed's query matches, in numbers: total, amounts, counts by value and by period. Free, from our own service
 * only, and never who: no names and no ids.
 */
import * as z from "zod/mini";

/** Parameter that names the facet by whose values the series is split. */
export const SPLIT_PARAMETER = "split";

export const SERIES_INTERVALS = ["day", "week", "month", "quarter", "year"] as const;
export type SeriesInterval = (typeof SERIES_INTERVALS)[number];

const counted = z.object({
  count: z.number(),
  /** Null where no amount is known. */
  sumUsd: z.nullable(z.number()),
  /** Whether the sum contains the middles of bands, for records that are not owned; then it has two digits. */
  about: z.boolean(),
  /** How many of them are owned, and the exact sum of these. */
  owned: z.number(),
  ownedSumUsd: z.number(),
});
export type Counted = z.infer<typeof counted>;

export const summary = z.object({
  total: z.number(),
  /** How many of them are owned. */
  owned: z.number(),
  /** Whether an import is being counted: the numbers are those before it. */
  counting: z.boolean(),
  /** Null in feeds without amounts; `count` is the number of records with a known amount. */
  amounts: z.nullable(
    z.object({
      count: z.number(),
      sumUsd: z.nullable(z.number()),
      medianUsd: z.nullable(z.number()),
      about: z.boolean(),
    }),
  ),
  /** By parameter and value, under all filters but the parameter's own; values that do not occur are left out. */
  facets: z.record(z.string(), z.record(z.string(), z.number())),
  /** By country code, under all filters. */
  countries: z.record(z.string(), counted),
  /** Null in feeds whose records have no date of their own; empty periods are left out. */
  series: z.nullable(
    z.object({
      interval: z.enum(SERIES_INTERVALS),
      split: z.string(),
      periods: z.array(
        z.object({
          /** First day (YYYY-MM-DD); weeks begin on Mondays. */
          start: z.string(),
          ...counted.shape,
          /** By value of the facet that splits the series. */
          values: z.record(z.string(), counted),
        }),
      ),
    }),
  ),
});
export type Summary = z.infer<typeof summary>;

export const SUMMARIES = {
  /** `:id` is the name of a feed; the query is the feed's, and `split`. */
  summary: { method: "GET", path: "/account/v1/summaries/:id", response: summary },
} as const;
