/** Lists the dimensions of a feed's charts: time, the filters of few or well-known values, and investors. */

import type { Feed } from "@dealflow/contract/feeds";
import type { DatesFilter, Filter, ListName } from "@dealflow/contract/filters";
import type { Series } from "@/components/charts/series";
import type { ListFilter } from "@/components/filters/lists/top-values";

export interface TimeDimension extends Series {
  readonly kind: "time";
  readonly filter: DatesFilter & { readonly until: string };
  readonly path: string;
}

export interface ListDimension extends Series {
  readonly kind: "list";
  readonly filter: ListFilter;
}

/** The interface has no filter by investor. */
export interface InvestorsDimension extends Series {
  readonly kind: "investors";
}

export type Dimension = TimeDimension | ListDimension | InvestorsDimension;

const LISTS: readonly ListName[] = [
  "rounds",
  "paymentTypes",
  "moveTypes",
  "roleSeniorities",
  "investorTypes",
  "industries",
  "countries",
];

/** Columns over time are stacked by one of these lists. */
const STACKS: readonly ListName[] = ["rounds", "paymentTypes", "moveTypes"];

export function isStack(dimension: Dimension): dimension is ListDimension {
  return dimension.kind === "list" && STACKS.includes(dimension.filter.list);
}

export const INVESTORS = "investors";

export function listDimensions(feed: Feed): Dimension[] {
  const found = feed.filters.flatMap((filter: Filter): Dimension[] => {
    const [path = ""] = filter.facts;
    if (filter.kind === "dates" && filter.until !== undefined)
      return [{ kind: "time", key: "time", title: "Time", filter: { ...filter, until: filter.until }, path }];
    if ((filter.kind !== "many" && filter.kind !== "one") || !LISTS.includes(filter.list)) return [];
    // Only the target of a deal's two companies is counted.
    const title = path.startsWith("target.") ? `Target ${filter.label.toLowerCase()}` : filter.label;
    return [{ kind: "list", key: filter.param, title, filter }];
  });
  // Only rounds name investors.
  const rounds = found.some((one) => one.kind === "list" && one.filter.list === "rounds");
  return rounds ? [...found, { kind: "investors", key: INVESTORS, title: "Investors" }] : found;
}

/** Returns the path of a record's amount in US dollars; undefined where records have none. */
export function amountPath(feed: Feed): string | undefined {
  return feed.filters.find((filter) => filter.kind === "range" && filter.unit === "usd" && filter.facts.length > 0)
    ?.facts[0];
}
