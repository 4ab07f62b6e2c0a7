/** Decides whether two reports tell of one event: the same sides, near in time, with amounts that agree (decisions 82). */
import { type NameVerdict, THRESHOLDS } from "./score";

const DAY_MS = 86_400_000;
/** A deal is reported when it is announced and when it closes, up to a year later; its price is revised meanwhile. */
const DEAL_DAYS = 396;
/** Sources date one announcement within two months of each other when one side's name leaves doubt. */
const DOUBTFUL_DEAL_DAYS = 62;

export interface DatedSides {
  readonly at: Date;
  /** `month` when the day is not stated. */
  readonly precision: "day" | "month" | "year";
}

/** Returns how many days lie between two dates at least, given how precisely they are stated. */
export function daysApart(one: DatedSides, other: DatedSides): number {
  const [first, last] = one.at <= other.at ? [one, other] : [other, one];
  return Math.max(0, (last.at.getTime() - endOf(first)) / DAY_MS);
}

function endOf({ at, precision }: DatedSides): number {
  if (precision === "day") return at.getTime();
  return precision === "month"
    ? Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)
    : Date.UTC(at.getUTCFullYear(), 11, 31);
}

/**
 * Tells whether two acquisitions are one deal. The price never decides: sources state other parts of it. A target is sold
 * once within the span, so its buyer may be named doubtfully (`HP`, `Disney`); a doubtful target needs a near date.
 * Days are null when one date is not known.
 */
export function sameDeal(target: NameVerdict, acquirer: NameVerdict, days: number | null): boolean {
  if (target.outcome === "same") return mayBeSame(acquirer) && (days === null || days <= DEAL_DAYS);
  return acquirer.outcome === "same" && mayBeSame(target) && days !== null && days <= DOUBTFUL_DEAL_DAYS;
}

/** Tells whether a name may mean the company of the other, given that everything else agrees. */
function mayBeSame({ outcome, score, veto, isShortForm }: NameVerdict): boolean {
  if (outcome === "same") return true;
  return veto !== "numbers" && (score >= THRESHOLDS.unsure || isShortForm);
}
