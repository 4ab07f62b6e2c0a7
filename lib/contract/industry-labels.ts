/** Maps an industry group's name to its current label, ignoring case and edition (convention 12). */
import { INDUSTRIES } from "./values/industries";
import { INDUSTRY_SHORT_FORMS, OLDER_INDUSTRY_NAMES } from "./values/industry-names";

/** Labels, older names and short forms, in lower case, with their current labels; a label maps to itself. */
export const INDUSTRY_SPELLINGS: ReadonlyMap<string, string> = new Map([
  ...[...INDUSTRY_SHORT_FORMS, ...OLDER_INDUSTRY_NAMES].map(({ name, label }) => [name.toLowerCase(), label] as const),
  ...INDUSTRIES.map((label) => [label.toLowerCase(), label] as const),
]);
