/** Makes the keys under which a source's company is stored. */
import { nameKey } from "../../resolve/names/company-name";
import type { CompanyStatement } from "../../statement";
import { bounded } from "../keys";

/**
 * Returns the keys of a company that its source names without key and domain: its name, and for a namesake in another
 * country also that.
 */
export function nameKeys({ name, hqCountry }: Pick<CompanyStatement, "name" | "hqCountry">): string[] {
  if (name === null) return [];
  const key = bareKey(name);
  return hqCountry === null ? [key] : [key, `${key}|${hqCountry}`];
}

/** Returns the key of a company that its source names without a country. */
export function bareKey(name: string): string {
  return bounded(`name:${nameKey(name)}`);
}

/** Returns the keys under which the source's company may be stored: its own one, or its name. */
export function ownKeys(statement: CompanyStatement): string[] {
  if (statement.key !== null) return [statement.key];
  return statement.domain === null ? nameKeys(statement) : [];
}

/** Returns the text by which people's decisions name the source's company. */
export function companyKey(statement: CompanyStatement): string {
  return statement.key ?? statement.domain ?? nameKeys(statement)[0] ?? "";
}

export function hasNameOnly({ key, domain }: CompanyStatement): boolean {
  return key === null && domain === null;
}
