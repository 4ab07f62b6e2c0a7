/** Selects on the server what the first paint needs of the long lists, so that nothing moves when they arrive. */
import type { Summary } from "@dealflow/contract/account/summaries";
import type { Feed } from "@dealflow/contract/feeds";
import { type AnyQuery, type Filter, filterParameters } from "@dealflow/contract/filters";
import { COUNTRIES } from "@dealflow/contract/values/countries";
import { INDUSTRIES } from "@dealflow/contract/values/industries";
import { NAICS, NAICS_PARENTS } from "@dealflow/contract/values/naics";
import type { LongList } from "@/lib/queries/lists";
import type { FilterSeed } from "./filter-seed";
import { chosenValues } from "./filter-text";
import { arrangeCountries, arrangeIndustries } from "./lists/arrange-lists";
import { arrangeCodes, firstCodes, firstOpen, visibleRows } from "./lists/naics-tree";
import { firstValues, rankValues } from "./lists/top-values";
import type { Listed } from "./lists/value-lists";

const LONG: Readonly<Record<LongList, readonly Listed[]>> = {
  countries: arrangeCountries(COUNTRIES),
  industries: arrangeIndustries(INDUSTRIES),
  naics: arrangeCodes([...NAICS, ...NAICS_PARENTS]),
};

/** The browser makes the same choice of values without the lists, by the same summary. */
export function filterSeed(feed: Feed, query: AnyQuery, now: Date, summary?: Pick<Summary, "facets">): FilterSeed {
  const lists: Partial<Record<LongList, readonly Listed[]>> = {};
  for (const filter of feed.filters) {
    const shown = shownAtFirst(filter, query, summary);
    if (shown !== undefined) Object.assign(lists, shown);
  }
  return { today: now.toISOString().slice(0, 10), lists };
}

function shownAtFirst(filter: Filter, query: AnyQuery, summary: Pick<Summary, "facets"> | undefined) {
  const chosen = filterParameters(filter).flatMap((name) => chosenValues(query, name));
  if (filter.kind === "tree") {
    const codes = LONG.naics;
    const top = firstCodes(codes, chosen[0]);
    const open = firstOpen(codes, chosen[0], top);
    return { naics: visibleRows(codes, open).map(({ level: _level, open: _open, ...code }) => code) };
  }
  if ((filter.kind !== "many" && filter.kind !== "one") || filter.list !== "countries") return undefined;
  const counts = summary?.facets[filter.param];
  const ranked = counts && rankValues("countries", LONG.countries, (value) => counts[value]?.count ?? 0);
  const first = firstValues("countries", LONG.countries, chosen, ranked);
  return { countries: LONG.countries.filter((item) => first.has(item.value)) };
}
