/** The companies of an event: resolved ones, of which the event shows what is known, and those only stated. */
import type { Company } from "@/lib/contract/records";
import { companyRecord, type StatedCompany, unresolvedCompanyRecord } from "@/service/records/company";
import type { CompanyStatement } from "../statement";
import type { ResolvedCompany } from "./companies";
import { believed } from "./run";

export type Party = { readonly resolved: ResolvedCompany } | { readonly record: Company };

/** As it is when this is called: a later row of the batch may still add to a resolved company. */
export function partyRecord(party: Party): Company {
  return "resolved" in party ? companyRecord(party.resolved.facts) : party.record;
}

/** Tells whether an event changed its company, whatever is known of that. */
export function partyText(party: Party): string {
  if ("resolved" in party) return party.resolved.id;
  return party.record.id ?? JSON.stringify(party.record);
}

/** Who it is after a row: once resolved it stays so. */
export function believedParty(
  before: Party | null,
  stated: CompanyStatement,
  resolved: ResolvedCompany | null,
  first: boolean,
): Party {
  if (resolved !== null) return before === null || first || !isResolved(before) ? { resolved } : before;
  if (before !== null && ("resolved" in before || before.record.id !== null)) return before;
  return { record: unresolvedCompanyRecord(believedStatement(before?.record ?? null, stated, first)) };
}

function isResolved(party: Party): boolean {
  return "resolved" in party || party.record.id !== null;
}

function believedStatement(before: Company | null, stated: CompanyStatement, first: boolean): StatedCompany {
  return {
    name: believed(before?.name ?? null, stated.name, first) ?? "",
    hqCity: believed(before?.hqCity ?? null, stated.hqCity, first),
    foundedYear: believed(before?.foundedYear ?? null, stated.foundedYear, first),
    socialHandle: believed(before?.socialHandle ?? null, stated.socialHandle, first),
    socialUrl: believed(before?.socialUrl ?? null, stated.socialUrl, first),
  };
}
