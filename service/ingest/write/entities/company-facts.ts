/** Merges what a row states of a company into what is known of it. */

import { company as companySchema } from "@dealflow/contract/records/schemas";
import type { CompanyFacts } from "@/service/records/company";
import type { CompanyStatement } from "../../statement";
import { differingFields, type IgnoredValue, mergeList, mergeValue } from "../update";

const FACTS = [
  ...(["name", "domain", "description", "socialHandle", "socialUrl", "socialGeoId", "socialIndustryId"] as const),
  ...(["naicsCode", "hqCity", "hqCountry", "industryGroup", "industrySubTags", "verticals"] as const),
  ...(["employeeCountBucket", "foundedYear", "businessModel"] as const),
];

/** A domain as a name says less than another spelling of it, and that less than a name. */
export function nameRank(name: string, domain: string | null): number {
  if (domain === null || name.toLowerCase() !== domain) return 2;
  return name === domain ? 0 : 1;
}

/** A later row of a run replaces a name only by one that says more, or two spellings would take turns in every run. */
function mergeName(before: CompanyFacts, stated: CompanyStatement, first: boolean): string {
  if (stated.name === null) return before.name;
  const domain = before.domain ?? stated.domain;
  const gain = nameRank(stated.name, domain) - nameRank(before.name, domain);
  return gain > 0 || (first && gain === 0) ? stated.name : before.name;
}

export function mergedFacts(before: CompanyFacts, stated: CompanyStatement, first: boolean): CompanyFacts {
  return {
    id: before.id,
    name: mergeName(before, stated, first),
    domain: mergeValue(before.domain, stated.domain, first),
    description: mergeValue(before.description, stated.description, first),
    socialHandle: mergeValue(before.socialHandle, stated.socialHandle, first),
    socialUrl: mergeValue(before.socialUrl, stated.socialUrl, first),
    socialGeoId: mergeValue(before.socialGeoId, stated.socialGeoId, first),
    socialIndustryId: mergeValue(before.socialIndustryId, stated.socialIndustryId, first),
    naicsCode: mergeValue(before.naicsCode, stated.naicsCode, first),
    hqCity: mergeValue(before.hqCity, stated.hqCity, first),
    hqCountry: mergeValue(before.hqCountry, stated.hqCountry, first),
    industryGroup: mergeValue(before.industryGroup, stated.industryGroup, first),
    industrySubTags: mergeList(before.industrySubTags, stated.industrySubTags, first),
    verticals: mergeList(before.verticals, stated.verticals, first),
    employeeCountBucket: mergeValue(before.employeeCountBucket, stated.employeeCountBucket, first),
    foundedYear: mergeValue(before.foundedYear, stated.foundedYear, first),
    businessModel: mergeValue(before.businessModel, stated.businessModel, first),
    createdAt: before.createdAt,
    updatedAt: before.updatedAt,
  };
}

export function sameFacts(a: CompanyFacts, b: CompanyFacts): boolean {
  return FACTS.every((fact) => {
    const [one, other] = [a[fact], b[fact]];
    return one === other || (Array.isArray(one) && Array.isArray(other) && sameList(one, other));
  });
}

export function ignoredFacts(kept: CompanyFacts, stated: CompanyFacts): IgnoredValue[] {
  return sameFacts(kept, stated) ? [] : differingFields(FACTS, kept, stated);
}

function sameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}

export function storedCompany(id: string, record: string): CompanyFacts {
  const { naicsLevel: _, hqCountry, ...stored } = companySchema.parse(JSON.parse(record));
  return {
    ...stored,
    id,
    name: stored.name ?? "",
    hqCountry: hqCountry?.code ?? null,
    createdAt: new Date(stored.createdAt ?? 0),
    updatedAt: new Date(stored.updatedAt ?? 0),
  };
}
