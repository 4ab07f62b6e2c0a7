/** Compares a row with an event of another source: whether both tell of the same thing, and by which rule. */
import type { Company } from "@dealflow/contract/records/schemas";
import type { Announced } from "@/service/records/announced";
import { nameKey } from "../../resolve/names/company-name";
import { differsByOneSlip } from "../../resolve/names/misspelled";
import { contradicts, differs, isTelling, judgeAllNames } from "../../resolve/same-company";
import {
  daysApart,
  type RoundFacts,
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
import { isOneCompany, type Party, partyRecord } from "./parties";

export type ListNames = (company: Company) => readonly string[];

/** @param companyId the known company of the row, if there is one */
export function matchFunding(
  state: FundingState,
  row: FundingStatement,
  companyId: string | undefined,
  listNames: ListNames,
): EventMatch | null {
  const known = partyRecord(state.company);
  const verdict = compareCompanies(known, row.company, listNames(known));
  const [amount, other] = comparableAmounts(state.facts, row.amount);
  const own = { ...state.facts, amount, investors: state.investors.map(({ name }) => nameKey(name)) };
  const reported = { ...row, amount: other, investors: row.investors.map(({ name }) => nameKey(name)) };
  return matchRounds(verdict, known, known.id !== null && known.id === companyId, own, reported);
}

/** Returns why two stored rounds are one round, or null. */
export function sameRounds(one: FundingState, other: FundingState, listNames?: ListNames): string | null {
  const verdict = compareParties(one.company, other.company, listNames);
  const [left, right] = amountsInOneCurrency(one, other);
  const facts = (round: FundingState, amount: number | null) => ({
    ...round.facts,
    ...{ amount, investors: round.investors.map(({ id }) => id) },
  });
  const isOne = isOneCompany(one.company, other.company);
  return matchRounds(verdict, partyRecord(one.company), isOne, facts(one, left), facts(other, right))?.rule ?? null;
}

/** @param isOne the rounds are those of one known company */
function matchRounds(
  verdict: NameVerdict | null,
  company: Company,
  isOne: boolean,
  one: RoundFacts,
  other: RoundFacts,
): EventMatch | null {
  if (verdict === null || !isNearly(verdict)) return null;
  const side = { known: isOne, telling: isTellingName(verdict, company) };
  const rule = verdict.outcome === "same" ? sameRound(one, other, side) : sameMisspelledRound(one, other);
  return rule === null ? null : { rule, verdict, days: daysApart(one, other) };
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

interface Priced {
  readonly facts: Amounts;
}

/** Returns the amounts of two stored events in one currency; null for both when they have none in common. */
export function amountsInOneCurrency(one: Priced, other: Priced): readonly [number | null, number | null] {
  const { amountUsdCents: usdCents, amountOriginalCurrency: currency, amountOriginalCents: minor } = other.facts;
  return comparableAmounts(one.facts, { usdCents, currency, minor });
}

export function matchAcquisition(
  state: AcquisitionState,
  row: AcquisitionStatement,
  listNames: ListNames,
): EventMatch | null {
  const [sold, buyer] = [partyRecord(state.target), partyRecord(state.acquirer)];
  const target = compareCompanies(sold, row.target, listNames(sold));
  const acquirer = compareCompanies(buyer, row.acquirer, listNames(buyer));
  return matchDeals(target, acquirer, daysApart(state.facts, row));
}

/** Returns why two stored deals are one deal, or null. */
export function sameDeals(one: AcquisitionState, other: AcquisitionState, listNames?: ListNames): string | null {
  const target = compareParties(one.target, other.target, listNames);
  const acquirer = compareParties(one.acquirer, other.acquirer, listNames);
  return matchDeals(target, acquirer, daysApart(one.facts, other.facts))?.rule ?? null;
}

function matchDeals(target: NameVerdict | null, acquirer: NameVerdict | null, days: number): EventMatch | null {
  if (target === null || acquirer === null || !sameDeal(target, acquirer, days)) return null;
  return { rule: "both companies and date", verdict: target.score <= acquirer.score ? target : acquirer, days };
}

export function matchMove(state: MoveState, row: ExecMoveStatement, listNames: ListNames): EventMatch | null {
  const known = partyRecord(state.company);
  const verdict = compareCompanies(known, row.company, listNames(known));
  return matchMoves(verdict, false, { ...state.facts, person: state.person() }, row);
}

/** Returns why two stored moves are one move, or null. */
export function sameMoves(one: MoveState, other: MoveState, listNames?: ListNames): string | null {
  const verdict = compareParties(one.company, other.company, listNames);
  const move = ({ facts, person }: MoveState) => ({ ...facts, person: person() });
  return matchMoves(verdict, isOneCompany(one.company, other.company), move(one), move(other))?.rule ?? null;
}

interface Move extends Announced {
  readonly moveType: string;
  /** A row states no id. */
  readonly person: { readonly id?: string; readonly name: string | null; readonly socialUrl: string | null };
}

/** @param isOne the moves are at one known company */
function matchMoves(verdict: NameVerdict | null, isOne: boolean, one: Move, other: Move): EventMatch | null {
  if (verdict === null || !isNearly(verdict)) return null;
  const [name, second] = [normalName(one.person.name ?? ""), normalName(other.person.name ?? "")];
  const isSame = one.person.id === other.person.id || name === second;
  if (!isSame && !(verdict.outcome === "same" && differsByOneSlip(name, second))) return null;
  if (!isOne && differs(one.person.socialUrl, other.person.socialUrl)) return null;
  const days = daysApart(one, other);
  return sameMove(days, one.moveType, other.moveType) ? { rule: "person, company and date", verdict, days } : null;
}

function compareParties(one: Party, other: Party, listNames: ListNames = () => []): NameVerdict | null {
  const [known, second] = [partyRecord(one), partyRecord(other)];
  const stated = { ...second, hqCountry: second.hqCountry?.code ?? null, otherNames: listNames(second) };
  const verdict = compareCompanies(known, stated, listNames(known));
  return verdict !== null && known.id !== null && known.id === second.id ? { ...verdict, outcome: "same" } : verdict;
}

/** Returns null when a fact keeps them apart, or one has no name. One domain is one company under any name. */
function compareCompanies(
  known: Company,
  row: Parameters<typeof contradicts>[1] & { readonly name: string | null; readonly otherNames?: readonly string[] },
  otherNames: readonly string[],
): NameVerdict | null {
  if (known.name === null || row.name === null) return null;
  if (contradicts({ ...known, hqCountry: known.hqCountry?.code ?? null }, row)) return null;
  const verdict = judgeAllNames({ name: known.name, otherNames }, { ...row, name: row.name });
  return known.domain !== null && known.domain === row.domain ? { ...verdict, outcome: "same" } : verdict;
}

function isTellingName({ features }: NameVerdict, { name }: Company): boolean {
  return features.sameLetters === 1 && isTelling(name ?? "");
}

/** One letter may be wrong where the rest of the event agrees. */
function isNearly({ outcome, isMisspelling }: NameVerdict): boolean {
  return outcome === "same" || isMisspelling;
}

export function companyIds(parties: readonly (Party | null)[]): string[] {
  return parties.flatMap((party) => {
    const id = party === null ? null : partyRecord(party).id;
    return id === null ? [] : [id];
  });
}
