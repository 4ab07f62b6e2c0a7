/**
 * Represents the companies of an event: resolved ones, of which the event shows what is known, and those only stated.
 */
import type { Company } from "@dealflow/contract/records/schemas";
import { companyRecord, type StatedCompany, unresolvedCompanyRecord } from "@/service/records/company";
import { hasOnlyShortName } from "../../resolve/same-company";
import type { CompanyStatement } from "../../statement";
import type { ResolvedCompany } from "../entities/companies";
import { mergeValue } from "../update";

export type Party = { readonly resolved: ResolvedCompany } | { readonly record: Company };

/** Returns the company at the time of the call: a later row of the batch may still add to a resolved one. */
export function partyRecord(party: Party): Company {
  return "resolved" in party ? companyRecord(party.resolved.facts) : party.record;
}

/** Returns what differs when an event changed its company: its id, or what is stated of one that is not resolved. */
export function partyIdentity(party: Party): unknown {
  if ("resolved" in party) return party.resolved.id;
  return party.record.id ?? party.record;
}

/** Tells whether two parties are the same resolved company. */
export function isOneCompany(one: Party, other: Party): boolean {
  const { id } = partyRecord(one);
  return id !== null && id === partyRecord(other).id;
}

/** Merges the party of a row: a resolved company stays resolved, unless a source named it by a short form. */
export function mergeParty(
  before: Party | null,
  stated: CompanyStatement,
  resolved: ResolvedCompany | null,
  leads: boolean,
): Party {
  if (resolved !== null)
    return before === null || leads || !isResolved(before) || isShortFor(before, resolved) ? { resolved } : before;
  if (before !== null && ("resolved" in before || before.record.id !== null)) return before;
  return { record: unresolvedCompanyRecord(mergeStatement(before?.record ?? null, stated, leads)) };
}

/** A company of which a source said nothing but a short name gives way to the one of the whole name in the same event. */
function isShortFor(before: Party, { id, facts }: ResolvedCompany): boolean {
  const known = partyRecord(before);
  return known.id !== id && hasOnlyShortName(known, facts.name);
}

function isResolved(party: Party): boolean {
  return "resolved" in party || party.record.id !== null;
}

function mergeStatement(before: Company | null, stated: CompanyStatement, leads: boolean): StatedCompany {
  return {
    name: mergeValue(before?.name ?? null, stated.name, leads) ?? "",
    hqCity: mergeValue(before?.hqCity ?? null, stated.hqCity, leads),
    foundedYear: mergeValue(before?.foundedYear ?? null, stated.foundedYear, leads),
    socialHandle: mergeValue(before?.socialHandle ?? null, stated.socialHandle, leads),
    socialUrl: mergeValue(before?.socialUrl ?? null, stated.socialUrl, leads),
  };
}
