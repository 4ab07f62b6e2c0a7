/** What a company's record says of itself as a whole. */
import type { CompanyRecord } from "@dealflow/client/records";

/** Of an unresolved company only the name is known: no id, domain, industry, country and description. */
export function isUnresolved(company: CompanyRecord | null): boolean {
  return !(company?.id || company?.domain || company?.industryGroup || company?.hqCountry || company?.description);
}

/** The title of a listed value; a value that no list knows is shown as it is. */
export function titleOf(list: readonly { readonly value: string; readonly title: string }[], value: string): string {
  return list.find((item) => item.value === value)?.title ?? value;
}
