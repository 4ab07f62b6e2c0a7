/** Compares a row with an event of another source: whether both tell of the same thing, and by which rule. */
import type { Company } from "@dealflow/contract/records/schemas";
import { nameKey } from "../../resolve/names/company-name";
import { differsByOneSlip } from "../../resolve/names/misspelled";
import { contradicts, isTelling, judgeAllNames } from "../../resolve/same-company";
import {
  daysApart,
  type RoundRule,
  sameDeal,
  sameMisspelledRound,
  sameMove,
  sameRound,
} from "../../resolve/same-event";
import type { NameVerdict } from "../../resolve/score";
import type { AcquisitionStatement, ExecMoveStatement, FundingStatement } from "../../statement";
import { normalName } from "../../values/text";
import type { AcquisitionState } from "./acquisitions";
import type { EventMatch } from "./events";
import type { FundingState } from "./funding";
import type { Amounts } from "./money";
import type { MoveState } from "./moves";
import { type Party, partyRecord } from "./parties";

/** Returns the names that sources state of a known company. */
export type NamesOf = (company: Company) => readonly string[];

/** @param companyId the known company of the row, if there is one */
export function matchFunding(
  state: FundingState,
  row: FundingStatement,
  companyId: string | undefined,
  namesOf: NamesOf,
) {
  const { facts } = state;
  const known = partyRecord(state.company);
  const verdict = compareCompanies(known, row.company, namesOf(known));
  if (verdict === null || !isNearly(verdict)) return null;
  const [amount, other] = comparableAmounts(facts, row.amount);
  const investors = state.investors.map(({ name }) => nameKey(name));
  const own = { ...facts, amount, investors };
  const reported = { ...row, amount: other, investors: row.investors.map(({ name }) => nameKey(name)) };
  const side = {
    known: known.id !== null && known.id === companyId,
    telling: isTellingName(verdict, known),
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

export function matchAcquisition(
  state: AcquisitionState,
  row: AcquisitionStatement,
  namesOf: NamesOf,
): EventMatch | null {
  const [sold, buyer] = [partyRecord(state.target), partyRecord(state.acquirer)];
  const target = compareCompanies(sold, row.target, namesOf(sold));
  const acquirer = compareCompanies(buyer, row.acquirer, namesOf(buyer));
  const days = daysApart(state.facts, row);
  if (target === null || acquirer === null || !sameDeal(target, acquirer, days)) return null;
  return { rule: "both companies and date", verdict: target.score <= acquirer.score ? target : acquirer, days };
}

export function matchMove(state: MoveState, row: ExecMoveStatement, namesOf: NamesOf): EventMatch | null {
  const known = partyRecord(state.company);
  const verdict = compareCompanies(known, row.company, namesOf(known));
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

/** Returns why two stored rounds are one round, or null. */
export function sameRounds(one: FundingState, other: FundingState): RoundRule | null {
  const [amount, otherAmount] = amountsOf(one, other);
  const facts = (state: FundingState, comparable: number | null) => ({
    ...state.facts,
    amount: comparable,
    investors: state.investors.map(({ id }) => id),
  });
  const [left, right] = [facts(one, amount), facts(other, otherAmount)];
  if (isOneCompany(one.company, other.company)) return sameRound(left, right, { known: true, telling: true });
  const verdict = compareParties(one.company, other.company);
  if (verdict === null || !isNearly(verdict)) return null;
  const side = { known: false, telling: isTellingName(verdict, partyRecord(one.company)) };
  return verdict.outcome === "same" ? sameRound(left, right, side) : sameMisspelledRound(left, right);
}

/** Returns why two stored deals are one deal, or null. */
export function sameDeals(one: AcquisitionState, other: AcquisitionState): string | null {
  const target = compareParties(one.target, other.target);
  const acquirer = compareParties(one.acquirer, other.acquirer);
  const days = daysApart(one.facts, other.facts);
  return target !== null && acquirer !== null && sameDeal(target, acquirer, days) ? "both companies and date" : null;
}

/** Returns why two stored moves are one move, or null. */
export function sameMoves(one: MoveState, other: MoveState): string | null {
  const verdict = compareParties(one.company, other.company);
  const isOne = isOneCompany(one.company, other.company);
  if (!isOne && (verdict === null || !isNearly(verdict))) return null;
  const [person, otherPerson] = [one.person(), other.person()];
  const [name, otherName] = [normalName(person.name ?? ""), normalName(otherPerson.name ?? "")];
  const mayBeMisspelled = isOne || verdict?.outcome === "same";
  const isSame = person.id === otherPerson.id || name === otherName;
  if (!isSame && !(mayBeMisspelled && differsByOneSlip(name, otherName))) return null;
  if (
    !isOne &&
    person.socialUrl !== null &&
    otherPerson.socialUrl !== null &&
    person.socialUrl !== otherPerson.socialUrl
  )
    return null;
  const days = daysApart(one.facts, other.facts);
  return sameMove(days, one.facts.moveType, other.facts.moveType) ? "person, company and date" : null;
}

function isOneCompany(one: Party, other: Party): boolean {
  const { id } = partyRecord(one);
  return id !== null && id === partyRecord(other).id;
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
  otherNames: readonly string[] = [],
): NameVerdict | null {
  if (known.name === null || row.name === null) return null;
  if (contradicts({ ...known, hqCountry: known.hqCountry?.code ?? null }, row)) return null;
  const verdict = judgeAllNames({ name: known.name, otherNames }, { name: row.name });
  return known.domain !== null && known.domain === row.domain ? { ...verdict, outcome: "same" } : verdict;
}

function isTellingName({ features }: NameVerdict, { name }: Company): boolean {
  return features.sameLetters === 1 && isTelling(name ?? "");
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
