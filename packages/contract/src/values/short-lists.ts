/** The lists of few values, which every page of the dashboard has; the long ones are loaded when they are shown. */
import { MOVE_TYPES, PAYMENT_TYPES, ROLE_SENIORITIES, ROUNDS, TIMELINE_INCLUDES } from "./events";
import { COMPANY_SORTS, EMPLOYEE_BUCKETS, INVESTOR_TYPES, SORT_DIRECTIONS, VERTICALS } from "./organisations";

export const SHORT_LISTS = {
  rounds: ROUNDS,
  paymentTypes: PAYMENT_TYPES,
  roleSeniorities: ROLE_SENIORITIES,
  moveTypes: MOVE_TYPES,
  timelineIncludes: TIMELINE_INCLUDES,
  verticals: VERTICALS,
  employeeBuckets: EMPLOYEE_BUCKETS,
  investorTypes: INVESTOR_TYPES,
  companySorts: COMPANY_SORTS,
  sortDirections: SORT_DIRECTIONS,
} as const;
