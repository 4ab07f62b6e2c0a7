/** Fetches the lists of values that are too long for a page's first load, on demand and once for a document. */

import type { AllowedValue } from "@dealflow/contract/values/lists";
import { queryOptions } from "@tanstack/react-query";

export interface ListedValue extends AllowedValue {
  /** A country has its continent. */
  readonly continent?: string;
  /** This code only groups others; the interface accepts it too. */
  readonly parent?: true;
}

const IMPORT = {
  countries: async (): Promise<readonly ListedValue[]> =>
    (await import("@dealflow/contract/values/countries")).COUNTRIES,
  industries: async (): Promise<readonly ListedValue[]> =>
    (await import("@dealflow/contract/values/industries")).INDUSTRIES.map((label) => ({ value: label, title: label })),
  naics: async (): Promise<readonly ListedValue[]> => {
    const { NAICS, NAICS_PARENTS } = await import("@dealflow/contract/values/naics");
    return [...NAICS, ...NAICS_PARENTS.map((code): ListedValue => ({ ...code, parent: true }))];
  },
};

export type LongList = keyof typeof IMPORT;

/** The values come in the order of the contract and stay cached while the document lives. */
export function listQuery(name: LongList) {
  return queryOptions({ queryKey: ["list", name], queryFn: IMPORT[name], gcTime: Number.POSITIVE_INFINITY });
}
