/** Every list of allowed values has the name that filter descriptors use for it. */
import { COUNTRIES } from "./countries";
import { INDUSTRIES } from "./industries";
import { NAICS } from "./naics";
import { SHORT_LISTS } from "./short-lists";

export interface AllowedValue {
  readonly value: string;
  readonly title: string;
}

export const LISTS = {
  ...SHORT_LISTS,
  countries: COUNTRIES,
  naics: NAICS,
  industries: INDUSTRIES.map((label) => ({ value: label, title: label })),
} as const satisfies Record<string, readonly AllowedValue[]>;
