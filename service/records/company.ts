/** Assembles the company of a record from its known facts, and its text for keyword search. */

import { foldText } from "@dealflow/contract/query/fold-text";
import { naicsLevel } from "@dealflow/contract/query/naics";
import type { Company } from "@dealflow/contract/records/schemas";
import { COUNTRIES } from "@dealflow/contract/values/countries";
import type { EMPLOYEE_BUCKETS, VERTICALS } from "@dealflow/contract/values/organisations";

export type Vertical = (typeof VERTICALS)[number]["value"];
export type EmployeeBucket = (typeof EMPLOYEE_BUCKETS)[number]["value"];

export interface CompanyFacts {
  readonly id: string;
  readonly name: string;
  readonly domain: string | null;
  readonly description: string | null;
  readonly socialHandle: string | null;
  readonly socialUrl: string | null;
  readonly socialGeoId: string | null;
  readonly socialIndustryId: string | null;
  readonly naicsCode: string | null;
  readonly hqCity: string | null;
  /** The code is ISO 3166-1 alpha-2. */
  readonly hqCountry: string | null;
  readonly industryGroup: string | null;
  readonly industrySubTags: readonly string[];
  readonly verticals: readonly Vertical[];
  readonly employeeCountBucket: EmployeeBucket | null;
  readonly foundedYear: number | null;
  readonly businessModel: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A source states this of a company that was not resolved. */
export interface StatedCompany {
  readonly name: string;
  readonly hqCity: string | null;
  readonly foundedYear: number | null;
  readonly socialHandle: string | null;
  readonly socialUrl: string | null;
}

const COUNTRY_NAMES: ReadonlyMap<string, string> = new Map(COUNTRIES.map((item) => [item.value, item.title]));

export function countryRecord(code: string | null): { code: string; name: string } | null {
  return code === null ? null : { code, name: COUNTRY_NAMES.get(code) ?? code };
}

export function companyRecord(facts: CompanyFacts): Company {
  return {
    id: facts.id,
    name: facts.name,
    domain: facts.domain,
    description: facts.description,
    socialHandle: facts.socialHandle,
    socialUrl: facts.socialUrl,
    socialGeoId: facts.socialGeoId,
    socialIndustryId: facts.socialIndustryId,
    naicsCode: facts.naicsCode,
    naicsLevel: facts.naicsCode === null ? null : naicsLevel(facts.naicsCode),
    hqCity: facts.hqCity,
    hqCountry: countryRecord(facts.hqCountry),
    industryGroup: facts.industryGroup,
    industrySubTags: [...facts.industrySubTags],
    verticals: [...facts.verticals],
    employeeCountBucket: facts.employeeCountBucket,
    foundedYear: facts.foundedYear,
    businessModel: facts.businessModel,
    createdAt: facts.createdAt.toISOString(),
    updatedAt: facts.updatedAt.toISOString(),
  };
}

/** Assembles an unresolved company from the source's statement alone (decisions, Nulls). */
export function unresolvedCompanyRecord(stated: StatedCompany): Company {
  return {
    id: null,
    name: stated.name,
    domain: null,
    description: null,
    socialHandle: stated.socialHandle,
    socialUrl: stated.socialUrl,
    socialGeoId: null,
    socialIndustryId: null,
    naicsCode: null,
    naicsLevel: null,
    hqCity: stated.hqCity,
    hqCountry: null,
    industryGroup: null,
    industrySubTags: [],
    verticals: [],
    employeeCountBucket: null,
    foundedYear: stated.foundedYear,
    businessModel: null,
    createdAt: null,
    updatedAt: null,
  };
}

/** Returns the text of keyword search: the words of all parts, beginning with the name. */
export function searchText(...parts: readonly (string | null)[]): string {
  return foldText(parts.filter((part) => part !== null).join(" "));
}
