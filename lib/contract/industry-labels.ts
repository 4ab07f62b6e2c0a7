/** Which current label an industry group's name means, whatever its case and edition (convention 12). */
import { INDUSTRIES } from "./values/industries";
import { INDUSTRY_SHORT_FORMS, OLDER_INDUSTRY_NAMES } from "./values/industry-names";

/** Labels, older names and short forms, all in lower case, with the label each of them means; a label means itself. */
export const INDUSTRY_SPELLINGS: ReadonlyMap<string, string> = new Map([
  ...[...INDUSTRY_SHORT_FORMS, ...OLDER_INDUSTRY_NAMES].map(({ name, label }) => [name.toLowerCase(), label] as const),
  ...INDUSTRIES.map((label) => [label.toLowerCase(), label] as const),
]);
