/** The lists of values that are too long for a page's first load: fetched on demand, once for a document. */
import { queryOptions } from "@tanstack/react-query";
import type { AllowedValue } from "@/lib/contract/values/lists";

export interface ListedValue extends AllowedValue {
  /** Of a country. */
  readonly continent?: string;
  /** A code that only others are listed under; the interface takes it too. */
  readonly parent?: true;
}

const IMPORT = {
  countries: async (): Promise<readonly ListedValue[]> => (await import("@/lib/contract/values/countries")).COUNTRIES,
  industries: async (): Promise<readonly ListedValue[]> =>
    (await import("@/lib/contract/values/industries")).INDUSTRIES.map((label) => ({ value: label, title: label })),
  naics: async (): Promise<readonly ListedValue[]> => {
    const { NAICS, NAICS_PARENTS } = await import("@/lib/contract/values/naics");
    return [...NAICS, ...NAICS_PARENTS.map((code): ListedValue => ({ ...code, parent: true }))];
  },
};

export type LongList = keyof typeof IMPORT;

/** In the order of the contract; cached for as long as the document lives. */
export function listQuery(name: LongList) {
  return queryOptions({
    queryKey: ["list", name],
    queryFn: IMPORT[name],
    gcTime: Number.POSITIVE_INFINITY,
  });
}
