import type { PreviewedEvent } from "@dealflow/contract/account/explore";
import { type EventFeedName, FEEDS } from "@dealflow/contract/feeds";
import type { Filter } from "@dealflow/contract/filters";
import { factsAt } from "@dealflow/contract/records/facts";
import { isLong, shortList } from "@/components/filters/lists/value-lists";
import { listedTitle } from "@/lib/format/listed-title";
import { bandUsd } from "@/lib/format/money";

/** The values of these parameters describe a preview, in this order. */
const SHOWN: readonly string[] = ["round", "moveType", "roleSeniority", "countries", "industryGroups"];
const COUNTRY_NAMES = new Intl.DisplayNames(["en"], { type: "region" });

/** Describes a record that is not owned, as in `Seed, Germany, Software Development, $1m–2.5m`. */
export function previewWords(
  feed: EventFeedName,
  { record, amount }: Pick<PreviewedEvent, "record" | "amount">,
): string {
  const filters: readonly Filter[] = FEEDS[feed].filters;
  const words = filters.flatMap((filter) => {
    const [path] = filter.facts;
    if (filter.kind !== "many" || path === undefined || !SHOWN.includes(filter.param)) return [];
    return factsAt(record, path).map((value) => titleIn(filter.list, String(value)));
  });
  return [...words, ...(amount === null ? [] : [bandUsd(amount.minUsd, amount.maxUsd)])].join(", ");
}

function titleIn(list: Extract<Filter, { kind: "many" }>["list"], value: string): string {
  if (list === "countries") return COUNTRY_NAMES.of(value) ?? value;
  return isLong(list) ? value : listedTitle(shortList(list), value);
}
