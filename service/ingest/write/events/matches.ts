/** Compares a row with an event of another source: whether both tell of the same thing, and by which rule. */
import type { Company } from "@dealflow/contract/records/schemas";
import { nameKey } from "../../resolve/names/company-name";
import { contradicts } from "../../resolve/same-company";
import { daysApart, sameDeal, sameMove, sameRound } from "../../resolve/same-event";
import { judgeNames, type NameVerdict } from "../../resolve/score";
import type { AcquisitionStatement, CompanyStatement, ExecMoveStatement, FundingStatement } from "../../statement";
import { normalName } from "../../values/text";
import type { AcquisitionState } from "./acquisitions";
import type { EventMatch } from "./events";
import type { FundingState } from "./funding";
import type { MoveState } from "./moves";
import { type Party, partyRecord } from "./parties";

/** @param companyId the known company of the row, if there is one */
export function matchFunding(state: FundingState, row: FundingStatement, companyId: string | undefined) {
  const { facts } = state;
  const known = partyRecord(state.company);
  const verdict = compareCompanies(known, row.company);
  if (verdict?.outcome !== "same") return null;
  const [amount, other] = comparableAmounts(facts, row.amount);
  const investors = state.investors.map(({ name }) => nameKey(name));
  const own = { ...facts, amount, investors };
  const reported = { ...row, amount: other, investors: row.investors.map(({ name }) => nameKey(name)) };
  const rule = sameRound(own, reported, known.id !== null && known.id === companyId);
  return rule === null ? null : { rule, verdict, days: daysApart(own, reported) };
}

/** Amounts are compared in dollars, or in their own currency when it is one; otherwise they tell nothing. */
function comparableAmounts(
  facts: FundingState["facts"],
  row: FundingStatement["amount"],
): readonly [number | null, number | null] {
  if (row === null) return [null, null];
  if (facts.amountUsdCents !== null && row.usdCents !== null) return [facts.amountUsdCents, row.usdCents];
  const sameCurrency = facts.amountOriginalCurrency !== null && facts.amountOriginalCurrency === row.currency;
  return sameCurrency ? [facts.amountOriginalCents, row.minor] : [null, null];
}

export function matchAcquisition(state: AcquisitionState, row: AcquisitionStatement): EventMatch | null {
  const target = compareCompanies(partyRecord(state.target), row.target);
  const acquirer = compareCompanies(partyRecord(state.acquirer), row.acquirer);
  const days = daysApart(state.facts, row);
  if (target === null || acquirer === null || !sameDeal(target, acquirer, days)) return null;
  return { rule: "both companies and date", verdict: target.score <= acquirer.score ? target : acquirer, days };
}

export function matchMove(state: MoveState, row: ExecMoveStatement): EventMatch | null {
  const verdict = compareCompanies(partyRecord(state.company), row.company);
  const person = state.person();
  if (verdict?.outcome !== "same" || normalName(person.name ?? "") !== normalName(row.person.name)) return null;
  if (person.socialUrl !== null && row.person.socialUrl !== null && person.socialUrl !== row.person.socialUrl)
    return null;
  const days = daysApart(state.facts, row);
  if (!sameMove(days, state.facts.moveType, row.moveType)) return null;
  return { rule: "person, company and date", verdict, days };
}

/** Returns null when a fact keeps them apart, or one has no name. One domain is one company under any name. */
function compareCompanies(known: Company, row: CompanyStatement): NameVerdict | null {
  if (known.name === null || row.name === null) return null;
  if (contradicts({ ...known, hqCountry: known.hqCountry?.code ?? null }, row)) return null;
  const verdict = judgeNames(known.name, row.name);
  return known.domain !== null && known.domain === row.domain ? { ...verdict, outcome: "same" } : verdict;
}

/** Returns the ids of known companies of an event. */
export function companyIds(parties: readonly (Party | null)[]): string[] {
  return parties.flatMap((party) => {
    const id = party === null ? null : partyRecord(party).id;
    return id === null ? [] : [id];
  });
}
