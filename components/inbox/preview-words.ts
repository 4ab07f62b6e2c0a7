import type { Preview } from "@dealflow/contract/account/explore";
import { type EventFeedName, FEEDS } from "@dealflow/contract/feeds";
import type { Filter } from "@dealflow/contract/filters";
import { isLong, shortList } from "@/components/filters/lists/value-lists";
import { bandUsd } from "@/lib/format/money";

/** The values of these parameters describe a preview, in this order. */
const SHOWN: readonly string[] = ["round", "moveType", "roleSeniority", "countries", "industryGroups"];
const COUNTRY_NAMES = new Intl.DisplayNames(["en"], { type: "region" });

/** Describes a record that is not owned, as in `Seed, Germany, Software Development, $1m–2.5m`. */
export function previewWords(feed: EventFeedName, { facets, amount }: Pick<Preview, "facets" | "amount">): string {
  const filters: readonly Filter[] = FEEDS[feed].filters;
  const words = filters
    .filter((filter) => filter.kind === "many" && SHOWN.includes(filter.param))
    .flatMap((filter) => (filter.kind === "many" ? (facets[filter.param] ?? []).map(titleIn(filter.list)) : []));
  return [...words, ...(amount === null ? [] : [bandUsd(amount.minUsd, amount.maxUsd)])].join(", ");
}

function titleIn(list: Extract<Filter, { kind: "many" }>["list"]): (value: string) => string {
  if (list === "countries") return (code) => COUNTRY_NAMES.of(code) ?? code;
  if (isLong(list)) return (label) => label;
  return (value) => shortList(list).find((item) => item.value === value)?.title ?? value;
}
