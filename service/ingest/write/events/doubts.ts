/** Says why two stored events of one company that no rule joins may be one all the same, so that a person has to decide. */
import { differsByOneSlip } from "../../resolve/names/misspelled";
import { compatibleRounds, daysApart, isStage, sameDirection } from "../../resolve/same-event";
import { judgeNames } from "../../resolve/score";
import { jaroWinkler, trigramSimilarity } from "../../resolve/similarity";
import { normalName } from "../../values/text";
import type { AcquisitionState } from "./acquisitions";
import type { FundingState } from "./funding";
import { amountsInOneCurrency } from "./matches";
import type { MoveState } from "./moves";
import { isOneCompany, partyRecord } from "./parties";

/** Each value says how much two events agree in a fact that both state, from 0 to 1; people are shown the names. */
type EventFeatures = Readonly<
  Partial<Record<"date" | "stage" | "amount" | "investors" | "acquirer" | "person" | "role", number>>
>;

export interface EventDoubt {
  readonly rule: string;
  readonly features: EventFeatures;
}

/** Two events further apart are two (days). */
export const DOUBTFUL_DAYS = { funding: 92, acquisition: 1_096, exec_move: 183 } as const;
/** Two events that are near in time need less to agree (days). */
const NEAR = { date: 14, month: 31, twoMonths: 62 } as const;
/** Amounts of one event differ by a debt or a second closing that one source counts, but not by more than half. */
const [SAME_AMOUNT, LEAST_AMOUNT] = [0.9, 0.5];

/** Returns null for two rounds that are two. */
export function doubtfulRounds(one: FundingState, other: FundingState): EventDoubt | null {
  const days = daysApart(one.facts, other.facts);
  if (!isOneCompany(one.company, other.company) || days > DOUBTFUL_DAYS.funding) return null;
  const [stage, second] = [one.facts.round, other.facts.round];
  const amount = ratio(amountsInOneCurrency(one, other));
  const investors = shareAlike(one.investors, other.investors);
  const features = {
    date: 1 - days / DOUBTFUL_DAYS.funding,
    ...(stage !== null &&
      second !== null && { stage: stage === second ? 1 : compatibleRounds(stage, second) ? 0.5 : 0 }),
    ...(amount !== null && { amount }),
    ...(investors !== null && { investors }),
  };
  const rule = roundRule(days, { amount, backed: (investors ?? 0) > 0, stages: [stage, second] });
  return rule === null ? null : { rule, features };
}

interface RoundAgreement {
  readonly amount: number | null;
  /** They have an investor in common. */
  readonly backed: boolean;
  readonly stages: readonly [string | null, string | null];
}

function roundRule(days: number, { amount, backed, stages: [stage, second] }: RoundAgreement): string | null {
  const isOneStage = isStage(stage) && stage === second;
  if (amount !== null && amount >= SAME_AMOUNT) {
    if (compatibleRounds(stage, second)) return "company, stage and amount";
    return backed && days <= NEAR.month ? "company, amount and investor" : null;
  }
  if (!isOneStage || (amount !== null && amount < LEAST_AMOUNT)) return null;
  if (backed && days <= (amount === null ? NEAR.twoMonths : NEAR.month)) return "company, stage and investor";
  return amount !== null && days <= NEAR.date ? "company, stage and near date" : null;
}

/** Sources name the buyer or its parent, and a company is seldom sold twice within weeks. Returns null for two deals. */
export function doubtfulDeals(one: AcquisitionState, other: AcquisitionState): EventDoubt | null {
  const days = daysApart(one.facts, other.facts);
  if (!isOneCompany(one.target, other.target) || days > DOUBTFUL_DAYS.acquisition) return null;
  const [buyer, second] = [partyRecord(one.acquirer), partyRecord(other.acquirer)];
  const isOneBuyer = isOneCompany(one.acquirer, other.acquirer);
  const names = judgeNames(buyer.name ?? "", second.name ?? "");
  const amount = ratio(amountsInOneCurrency(one, other));
  const features = {
    date: 1 - days / DOUBTFUL_DAYS.acquisition,
    ...(amount !== null && { amount }),
    acquirer: isOneBuyer ? 1 : names.score,
  };
  const areAlike = names.outcome !== "different" || names.isShortForm || names.isMisspelling;
  if (isOneBuyer) return { rule: "both companies, another date", features };
  if (days <= NEAR.twoMonths && amount !== null && amount >= SAME_AMOUNT)
    return { rule: "target, price and date", features };
  if (days <= NEAR.twoMonths && areAlike) return { rule: "target, date and acquirers alike", features };
  return days <= NEAR.date && (amount === null || amount >= LEAST_AMOUNT)
    ? { rule: "target and date", features }
    : null;
}

/** Returns null for two moves that are two. */
export function doubtfulMoves(one: MoveState, other: MoveState): EventDoubt | null {
  const days = daysApart(one.facts, other.facts);
  const isOneMove = isOneCompany(one.company, other.company) && sameDirection(one.facts.moveType, other.facts.moveType);
  if (!isOneMove || days > DOUBTFUL_DAYS.exec_move) return null;
  const role = roleLikeness(one.facts, other.facts);
  const [person, second] = [one.person(), other.person()];
  const [name, otherName] = [normalName(person.name ?? ""), normalName(second.name ?? "")];
  const isOnePerson = person.id === second.id || name === otherName;
  if (role === 0 || !(isOnePerson || (areNameVariants(name, otherName) && days <= NEAR.twoMonths))) return null;
  return {
    rule: isOnePerson ? "person and company, another date" : "company, date and people alike",
    features: {
      date: 1 - days / DOUBTFUL_DAYS.exec_move,
      person: isOnePerson ? 1 : jaroWinkler(name, otherName),
      ...(role !== null && { role }),
    },
  };
}

/** Returns the smaller amount as a share of the larger one; null when they have no currency in common. */
function ratio([one, other]: readonly [number | null, number | null]): number | null {
  if (one === null || other === null || Math.max(one, other) === 0) return null;
  return Math.min(one, other) / Math.max(one, other);
}

type Named = FundingState["investors"];

/** Returns the share of the shorter list that the other one has too; null when one names nobody. */
function shareAlike(one: Named, other: Named): number | null {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length === 0) return null;
  const isAlike = (left: Named[number], right: Named[number]) =>
    left.id === right.id || judgeNames(left.name, right.name).outcome !== "different";
  return short.filter((investor) => long.some((second) => isAlike(investor, second))).length / short.length;
}

/** Two roles on one level that share few letters are still alike; those of two levels are two moves. */
const SAME_LEVEL = 0.5;

function roleLikeness(one: MoveState["facts"], other: MoveState["facts"]): number | null {
  if (one.role === null || other.role === null) return null;
  if (one.roleSeniority !== other.roleSeniority) return 0;
  return Math.max(SAME_LEVEL, trigramSimilarity(normalName(one.role), normalName(other.role)));
}

/** Tells whether two names may be one person's: with an initial, without a middle name, or with a slip of the pen. */
function areNameVariants(one: string, other: string): boolean {
  if (differsByOneSlip(one, other)) return true;
  const [words, others] = [one.split(" "), other.split(" ")];
  const [first = "", second = ""] = [words[0], others[0]];
  if (words.length < 2 || others.length < 2 || words.at(-1) !== others.at(-1)) return false;
  const isInitial = first.length === 1 || second.length === 1;
  return first === second || (isInitial && first[0] === second[0]);
}
