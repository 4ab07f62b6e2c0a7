/** What a company's record says of itself as a whole. */
import type { CompanyRecord } from "@dealflow/client/records";

/** Of an unresolved company only the name is known, and nothing that a preview shows of a resolved one. */
export function isUnresolved(company: CompanyRecord | null): boolean {
  if (company === null) return true;
  const { id, domain, industryGroup, hqCountry, description, naicsCode, employeeCountBucket, verticals } = company;
  const known = id || domain || industryGroup || hqCountry || description || naicsCode || employeeCountBucket;
  return !known && verticals.length === 0;
}

/** The title of a listed value; a value that no list knows is shown as it is. */
export function titleOf(list: readonly { readonly value: string; readonly title: string }[], value: string): string {
  return list.find((item) => item.value === value)?.title ?? value;
}
