/** Says in sentences what keeps two stored events of one kind apart. */
import type { Announced } from "@/service/records/announced";
import { compareAmounts, compatibleRounds, daysApart, sameDirection } from "../../resolve/same-event";
import type { AcquisitionState } from "./acquisitions";
import type { FundingState } from "./funding";
import { amountsInOneCurrency } from "./matches";
import type { MoveState } from "./moves";
import { type Party, partyRecord } from "./parties";

export interface EventDifferences {
  /** Two companies in one part; events of two companies are never one. */
  readonly companies: readonly string[];
  readonly facts: readonly string[];
}

export function roundDifferences(one: FundingState, other: FundingState): EventDifferences {
  const [amount, otherAmount] = amountsInOneCurrency(one, other);
  const [stage, second] = [one.facts.round, other.facts.round];
  return {
    companies: differentCompanies("companies", one.company, other.company),
    facts: [
      ...(compatibleRounds(stage, second) ? [] : [`the stages do not go together: ${stage} and ${second}`]),
      ...(compareAmounts(amount, otherAmount) === "different" ? ["the amounts differ by more than 10 %"] : []),
      ...differentDays(one.facts, other.facts),
    ],
  };
}

export function dealDifferences(one: AcquisitionState, other: AcquisitionState): EventDifferences {
  return {
    companies: [
      ...differentCompanies("targets", one.target, other.target),
      ...differentCompanies("acquirers", one.acquirer, other.acquirer),
    ],
    facts: differentDays(one.facts, other.facts),
  };
}

export function moveDifferences(one: MoveState, other: MoveState): EventDifferences {
  const [person, second] = [one.person(), other.person()];
  return {
    companies: differentCompanies("companies", one.company, other.company),
    facts: [
      ...(person.id === second.id ? [] : [`the people are two: ${person.name} and ${second.name}`]),
      ...(sameDirection(one.facts.moveType, other.facts.moveType) ? [] : ["one is an arrival, the other a departure"]),
      ...differentDays(one.facts, other.facts),
    ],
  };
}

function differentCompanies(what: string, one: Party, other: Party): string[] {
  const [first, second] = [partyRecord(one), partyRecord(other)];
  return first.id !== null && first.id === second.id ? [] : [`the ${what} are two: ${first.name} and ${second.name}`];
}

function differentDays(one: Announced, other: Announced): string[] {
  const days = daysApart(one, other);
  return days === 0 ? [] : [`the dates lie ${days === 1 ? "1 day" : `${days.toLocaleString("en-US")} days`} apart`];
}
