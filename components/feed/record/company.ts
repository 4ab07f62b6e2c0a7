import type { CompanyRecord } from "@dealflow/client/records";

/** Only the name of an unresolved company is known, and nothing that a preview shows of a resolved one. */
export function isUnresolved(company: CompanyRecord | null): boolean {
  if (company === null) return true;
  const { id, domain, industryGroup, hqCountry, description, naicsCode, employeeCountBucket, verticals } = company;
  const known = id || domain || industryGroup || hqCountry || description || naicsCode || employeeCountBucket;
  return !known && verticals.length === 0;
}
