/** What a feed's loaded rows are drawn by: time, the filters of few or well-known values, and who invested. */
import type { Feed } from "@dealflow/contract/feeds";
import type { DatesFilter, Filter, ListName, ManyFilter, OneFilter } from "@dealflow/contract/filters";

type ListFilter = ManyFilter | OneFilter;

export interface TimeDimension {
  readonly kind: "time";
  readonly key: string;
  readonly title: string;
  readonly filter: DatesFilter & { readonly until: string };
  readonly path: string;
}

export interface ListDimension {
  readonly kind: "list";
  readonly key: string;
  readonly title: string;
  readonly filter: ListFilter;
}

/** There is no filter for it. */
export interface InvestorsDimension {
  readonly kind: "investors";
  readonly key: string;
  readonly title: string;
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

/** What columns over time are stacked by. */
const STACKS: readonly ListName[] = ["rounds", "paymentTypes", "moveTypes"];

export function isStack(dimension: Dimension): dimension is ListDimension {
  return dimension.kind === "list" && STACKS.includes(dimension.filter.list);
}

export const INVESTORS = "investors";

export function dimensionsOf(feed: Feed): Dimension[] {
  const found = feed.filters.flatMap((filter: Filter): Dimension[] => {
    const [path = ""] = filter.facts;
    if (filter.kind === "dates" && filter.until !== undefined)
      return [{ kind: "time", key: "time", title: "Time", filter: { ...filter, until: filter.until }, path }];
    if ((filter.kind !== "many" && filter.kind !== "one") || !LISTS.includes(filter.list)) return [];
    // Of a deal's two companies only the target is counted.
    const title = path.startsWith("target.") ? `Target ${filter.label.toLowerCase()}` : filter.label;
    return [{ kind: "list", key: filter.param, title, filter }];
  });
  // Investors are named in rounds alone.
  const rounds = found.some((one) => one.kind === "list" && one.filter.list === "rounds");
  return rounds ? [...found, { kind: "investors", key: INVESTORS, title: "Investors" }] : found;
}

/** The path of a record's amount in US dollars; undefined where records have none. */
export function amountPath(feed: Feed): string | undefined {
  return feed.filters.find((filter) => filter.kind === "range" && filter.unit === "usd" && filter.facts.length > 0)
    ?.facts[0];
}
