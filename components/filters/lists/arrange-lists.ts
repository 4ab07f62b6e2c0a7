/** Arranges long lists as the facets show them; this module is loaded with the first of them. */
import type { AllowedValue } from "@dealflow/contract/values/lists";
import type { ListedValue, LongList } from "@/lib/queries/lists";
import { arrangeCodes } from "./naics-tree";
import { CONTINENTS, type Listed } from "./value-lists";

const byTitle = new Intl.Collator("en");

/** Sorts countries by continent and name; the continents that share a landmass and a name are one group. */
export function arrangeCountries(countries: readonly (AllowedValue & { continent?: string })[]): Listed[] {
  const order = [...CONTINENTS.keys()];
  return countries
    .map(({ value, title, continent = "" }) => ({
      value,
      title,
      group: continent.replace(/^(North|South) America$/, "Americas"),
    }))
    .sort((a, b) => order.indexOf(a.group) - order.indexOf(b.group) || byTitle.compare(a.title, b.title));
}

export function arrangeIndustries(labels: readonly string[]): Listed[] {
  return labels.map((label) => ({ value: label, title: label })).sort((a, b) => byTitle.compare(a.title, b.title));
}

export const ARRANGE: Readonly<Record<LongList, (values: readonly ListedValue[]) => readonly Listed[]>> = {
  countries: arrangeCountries,
  industries: (values) => arrangeIndustries(values.map(({ value }) => value)),
  naics: arrangeCodes,
};
