import type { PreviewedEvent } from "@dealflow/contract/account/explore";
import { type EventFeedName, FEEDS } from "@dealflow/contract/feeds";
import type { Filter } from "@dealflow/contract/filters";
import { factsAt } from "@dealflow/contract/records/facts";
import { isLong, shortList } from "@/components/filters/lists/value-lists";
import { listedTitle } from "@/lib/format/listed-title";
import { bandUsd, compactUsd } from "@/lib/format/money";

/** The values of these parameters describe a preview, before and after its amount, which a narrow list must not cut. */
const EVENT: readonly string[] = ["round", "moveType", "roleSeniority"];
const COMPANY: readonly string[] = ["countries", "industryGroups"];
const COUNTRY_NAMES = new Intl.DisplayNames(["en"], { type: "region" });

/**
 * Describes a record by its preview, as in `Seed, $1m–2.5m, Germany, Software Development`.
 * @param usd the amount of an owned record, which takes the place of its band
 */
export function previewWords(
  feed: EventFeedName,
  { record, amount }: Pick<PreviewedEvent, "record" | "amount">,
  usd: number | null = null,
): string {
  const filters: readonly Filter[] = FEEDS[feed].filters;
  const wordsIn = (shown: readonly string[]) =>
    filters.flatMap((filter) => {
      const [path] = filter.facts;
      if (filter.kind !== "many" || path === undefined || !shown.includes(filter.param)) return [];
      return factsAt(record, path).map((value) => titleIn(filter.list, String(value)));
    });
  const band = amount === null ? [] : [bandUsd(amount.minUsd, amount.maxUsd)];
  return [...wordsIn(EVENT), ...(usd === null ? band : [compactUsd(usd)]), ...wordsIn(COMPANY)].join(", ");
}

function titleIn(list: Extract<Filter, { kind: "many" }>["list"], value: string): string {
  if (list === "countries") return COUNTRY_NAMES.of(value) ?? value;
  return isLong(list) ? value : listedTitle(shortList(list), value);
}
