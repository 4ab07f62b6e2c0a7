/**
 * Finds titles for the values of a query, from the short lists, the page's seed, or a long list fetched for the
 * purpose.
 */

import type { Feed } from "@dealflow/contract/feeds";
import type { AnyQuery, TextFilter } from "@dealflow/contract/filters";
import { factsAt } from "@dealflow/contract/records/facts";
import { UNKNOWN } from "@dealflow/contract/values/unknown";
import { useEffect } from "react";
import { activeFilters } from "@/lib/filters/edit";
import type { LongList } from "@/lib/queries/lists";
import { useFilterSeed, useToday } from "./filter-seed";
import { useFilterState } from "./filter-state";
import { chosenValues, type Words } from "./filter-text";
import { fetchList, useLists } from "./lists/use-lists";

export function useWords(feed: Feed, query: AnyQuery, records: readonly unknown[]): Words {
  const getList = useLists(useFilterSeed().lists);
  const today = useToday();
  const untitled = (name: LongList, param: string) =>
    chosenValues(query, param).some(
      (value) => value !== UNKNOWN && !getList(name).values.some((item) => item.value === value),
    );
  // A single country has its name in the chip, a code has its title; several countries and industries need none.
  const lists = activeFilters(feed, query).flatMap((filter): LongList[] => {
    if (filter.kind === "tree") return untitled("naics", filter.param) ? ["naics"] : [];
    if (filter.kind !== "many" && filter.kind !== "one") return [];
    const alone = filter.list === "countries" && chosenValues(query, filter.param).length === 1;
    return alone && untitled("countries", filter.param) ? ["countries"] : [];
  });
  const key = lists.filter((name) => !getList(name).whole).join(" ");
  useEffect(() => {
    if (key.includes("countries")) void fetchList("countries");
    if (key.includes("naics")) void fetchList("naics");
  }, [key]);
  return {
    today,
    findTitle: (name, value) => getList(name).values.find((item) => item.value === value)?.title ?? value,
    findName: (filter, id) => nameInRecords(filter, id, records),
  };
}

/** Returns titles for the query of the view. */
export function useFilterWords(): Words {
  const { feed, query, records } = useFilterState();
  return useWords(feed, query, records);
}

/** Returns the name that an owned record has for an id. */
function nameInRecords(filter: TextFilter, id: string, records: readonly unknown[]): string | undefined {
  for (const record of records)
    for (const path of filter.facts) {
      if (!factsAt(record, path).includes(id)) continue;
      const names = factsAt(record, path.replace(/id$/, "name"));
      const name = names[factsAt(record, path).indexOf(id)];
      if (typeof name === "string") return name;
    }
  return undefined;
}
