/** Compares a row with an event of another source: whether both tell of the same thing, and by which rule. */
import type { Company } from "@dealflow/contract/records/schemas";
import { nameKey } from "../../resolve/names/company-name";
import { differsByOneSlip } from "../../resolve/names/misspelled";
import { contradicts, isTelling } from "../../resolve/same-company";
import {
  daysApart,
  type RoundRule,
  sameDeal,
  sameMisspelledRound,
  sameMove,
  sameRound,
} from "../../resolve/same-event";
import { judgeNames, type NameVerdict } from "../../resolve/score";
import type { AcquisitionStatement, ExecMoveStatement, FundingStatement } from "../../statement";
import { normalName } from "../../values/text";
import type { AcquisitionState } from "./acquisitions";
import type { EventMatch } from "./events";
import type { FundingState } from "./funding";
import type { Amounts } from "./money";
import type { MoveState } from "./moves";
import { type Party, partyRecord } from "./parties";

/** @param companyId the known company of the row, if there is one */
export function matchFunding(state: FundingState, row: FundingStatement, companyId: string | undefined) {
  const { facts } = state;
  const known = partyRecord(state.company);
  const verdict = compareCompanies(known, row.company);
  if (verdict === null || !isNearly(verdict)) return null;
  const [amount, other] = comparableAmounts(facts, row.amount);
  const investors = state.investors.map(({ name }) => nameKey(name));
  const own = { ...facts, amount, investors };
  const reported = { ...row, amount: other, investors: row.investors.map(({ name }) => nameKey(name)) };
  const side = {
    known: known.id !== null && known.id === companyId,
    telling: verdict.features.sameLetters === 1 && isTelling(known.name ?? ""),
  };
  const rule = verdict.outcome === "same" ? sameRound(own, reported, side) : sameMisspelledRound(own, reported);
  return rule === null ? null : { rule, verdict, days: daysApart(own, reported) };
}

/** Amounts are compared in dollars, or in their own currency when it is one; otherwise they tell nothing. */
function comparableAmounts(
  facts: Amounts,
  row: { readonly usdCents: number | null; readonly currency: string | null; readonly minor: number | null } | null,
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
  if (verdict === null || !isNearly(verdict)) return null;
  const [one, other] = [normalName(person.name ?? ""), normalName(row.person.name)];
  if (one !== other && !(verdict.outcome === "same" && differsByOneSlip(one, other))) return null;
  if (person.socialUrl !== null && row.person.socialUrl !== null && person.socialUrl !== row.person.socialUrl)
    return null;
  const days = daysApart(state.facts, row);
  if (!sameMove(days, state.facts.moveType, row.moveType)) return null;
  return { rule: "person, company and date", verdict, days };
}

interface Priced {
  readonly facts: Amounts;
}

/** Returns the amounts of two stored events in one currency; null for both when they have none in common. */
export function amountsOf(one: Priced, other: Priced): readonly [number | null, number | null] {
  const { amountUsdCents: usdCents, amountOriginalCurrency: currency, amountOriginalCents: minor } = other.facts;
  return comparableAmounts(one.facts, { usdCents, currency, minor });
}

/** Returns why two stored rounds of one company are one round, or null. */
export function sameRounds(one: FundingState, other: FundingState): RoundRule | null {
  const [amount, otherAmount] = amountsOf(one, other);
  const facts = (state: FundingState, comparable: number | null) => ({
    ...state.facts,
    amount: comparable,
    investors: state.investors.map(({ id }) => id),
  });
  return sameRound(facts(one, amount), facts(other, otherAmount), { known: true, telling: true });
}

/** Returns why two stored deals are one deal, or null. */
export function sameDeals(one: AcquisitionState, other: AcquisitionState): string | null {
  const target = compareParties(one.target, other.target);
  const acquirer = compareParties(one.acquirer, other.acquirer);
  const days = daysApart(one.facts, other.facts);
  return target !== null && acquirer !== null && sameDeal(target, acquirer, days) ? "both companies and date" : null;
}

/** Returns why two stored moves at one company are one move, or null. */
export function sameMoves(one: MoveState, other: MoveState): string | null {
  const [person, otherPerson] = [one.person(), other.person()];
  const [name, otherName] = [normalName(person.name ?? ""), normalName(otherPerson.name ?? "")];
  const isSame = person.id === otherPerson.id || name === otherName || differsByOneSlip(name, otherName);
  const days = daysApart(one.facts, other.facts);
  return isSame && sameMove(days, one.facts.moveType, other.facts.moveType) ? "person, company and date" : null;
}

function compareParties(one: Party, other: Party): NameVerdict | null {
  const [known, second] = [partyRecord(one), partyRecord(other)];
  const verdict = compareCompanies(known, { ...second, hqCountry: second.hqCountry?.code ?? null });
  return verdict !== null && known.id !== null && known.id === second.id ? { ...verdict, outcome: "same" } : verdict;
}

/** Returns null when a fact keeps them apart, or one has no name. One domain is one company under any name. */
function compareCompanies(
  known: Company,
  row: Parameters<typeof contradicts>[1] & { readonly name: string | null },
): NameVerdict | null {
  if (known.name === null || row.name === null) return null;
  if (contradicts({ ...known, hqCountry: known.hqCountry?.code ?? null }, row)) return null;
  const verdict = judgeNames(known.name, row.name);
  return known.domain !== null && known.domain === row.domain ? { ...verdict, outcome: "same" } : verdict;
}

/** One letter may be wrong where the rest of the event agrees. */
function isNearly({ outcome, isMisspelling }: NameVerdict): boolean {
  return outcome === "same" || isMisspelling;
}

/** Returns the ids of known companies of an event. */
export function companyIds(parties: readonly (Party | null)[]): string[] {
  return parties.flatMap((party) => {
    const id = party === null ? null : partyRecord(party).id;
    return id === null ? [] : [id];
  });
}
