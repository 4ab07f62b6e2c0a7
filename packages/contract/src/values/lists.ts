/** Every list of allowed values has the name that filter descriptors use for it. */
import { COUNTRIES } from "./countries";
import { MOVE_TYPES, PAYMENT_TYPES, ROLE_SENIORITIES, ROUNDS, TIMELINE_INCLUDES } from "./events";
import { INDUSTRIES } from "./industries";
import { NAICS } from "./naics";
import { COMPANY_SORTS, EMPLOYEE_BUCKETS, INVESTOR_TYPES, SORT_DIRECTIONS, VERTICALS } from "./organisations";

export interface AllowedValue {
  readonly value: string;
  readonly title: string;
}

export const LISTS = {
  rounds: ROUNDS,
  paymentTypes: PAYMENT_TYPES,
  roleSeniorities: ROLE_SENIORITIES,
  moveTypes: MOVE_TYPES,
  timelineIncludes: TIMELINE_INCLUDES,
  verticals: VERTICALS,
  employeeBuckets: EMPLOYEE_BUCKETS,
  investorTypes: INVESTOR_TYPES,
  countries: COUNTRIES,
  naics: NAICS,
  industries: INDUSTRIES.map((label) => ({ value: label, title: label })),
  companySorts: COMPANY_SORTS,
  sortDirections: SORT_DIRECTIONS,
} as const satisfies Record<string, readonly AllowedValue[]>;
