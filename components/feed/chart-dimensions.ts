/** What a feed's loaded rows are drawn by: time, the filters of few or well-known values, and who invested. */
import { factsAt } from "@/lib/contract/facts";
import type { Feed } from "@/lib/contract/feeds";
import type { DatesFilter, Filter, ListName, ManyFilter, OneFilter } from "@/lib/contract/filters";
import { UNKNOWN } from "@/lib/contract/values/unknown";
import { isUnknown, spelled } from "@/lib/filters/facts";

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

const INVESTORS = "investors";

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

export interface Value {
  readonly value: string;
  readonly title: string;
}

/** The values of a record, as its filter takes them, with the titles that the record itself gives. */
export function valuesOf(record: unknown, dimension: ListDimension | InvestorsDimension): Value[] {
  if (dimension.kind === "investors")
    return factsAt(record, INVESTORS).flatMap((investor) => {
      const [name] = factsAt(investor, "name");
      const [id = name] = factsAt(investor, "id");
      return typeof name === "string" ? [{ value: String(id), title: name }] : [];
    });
  const { filter } = dimension;
  const [path = ""] = filter.facts;
  if (isUnknown(record, filter)) return [{ value: UNKNOWN, title: "Unknown" }];
  const names = filter.list === "countries" ? factsAt(record, path.replace(/code$/, "name")) : [];
  return factsAt(record, path).map((fact, index) => {
    const value = filter.list === "rounds" ? spelled(filter, String(fact)) : String(fact);
    return { value, title: String(names[index] ?? value) };
  });
}

/** Whether unknown values can be asked for: else there is nothing to click on. */
export function takesUnknown(filter: ListFilter): boolean {
  return filter.unknown === true;
}
