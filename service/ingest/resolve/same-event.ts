/** Decides whether two reports tell of one event: the same sides, near in time, with amounts that agree. */
import type { Announced, AnnouncedPrecision } from "@/service/records/announced";
import { type NameVerdict, THRESHOLDS } from "./score";

const DAY_MS = 86_400_000;
/** A deal is reported when it is announced and when it closes, up to a year later; its price is revised meanwhile. */
const DEAL_DAYS = 396;
/** Sources date one announcement within two months of each other when one side's name leaves doubt. */
export const DOUBTFUL_DEAL_DAYS = 62;

const MONTHS: Readonly<Record<AnnouncedPrecision, number>> = { day: 0, month: 1, quarter: 3, year: 12 };

/** Returns how many days lie between two dates at least, given how precisely they are stated. */
export function daysApart(one: Announced, other: Announced): number {
  const [first, last] = one.announcedAt <= other.announcedAt ? [one, other] : [other, one];
  return Math.max(0, (last.announcedAt.getTime() - lastDay(first)) / DAY_MS);
}

function lastDay({ announcedAt: at, announcedPrecision }: Announced): number {
  const months = MONTHS[announcedPrecision];
  return months === 0 ? at.getTime() : Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 0);
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
function mayBeSame({ outcome, score, veto, isShortForm, isMisspelling }: NameVerdict): boolean {
  if (outcome === "same" || isMisspelling) return true;
  return veto !== "numbers" && (score >= THRESHOLDS.unsure || isShortForm);
}

/** A round is announced once and repeated for weeks; without amounts or days there is more doubt, and a longer span. */
const ROUND_DAYS = { stated: 30, withoutAmount: 45, withoutDay: 62 } as const;
const AMOUNT_TOLERANCE = 0.1;

export interface RoundFacts extends Announced {
  readonly round: string | null;
  /** The amount in one currency of both; null when one is missing. */
  readonly amount: number | null;
  readonly investors: readonly string[];
}

/** Names the fact that makes two rounds of one company's name one round. */
type RoundRule =
  | "company and amount"
  | "company and investor"
  | "company and date"
  | "name, stage and date"
  | "misspelled name and amount"
  | "misspelled name and investor";

/** Says what is known of the companies of two rounds besides their names, which mean the same. */
interface SameSide {
  /** They are known to be one, so that the date suffices. */
  readonly known: boolean;
  /** They have one telling name, so that the date and the stage suffice: a namesake seldom raises the same at that time. */
  readonly telling: boolean;
}

/** Returns why two rounds of companies with one name are one round. */
export function sameRound(one: RoundFacts, other: RoundFacts, { known, telling }: SameSide): RoundRule | null {
  if (!compatibleRounds(one.round, other.round)) return null;
  const amounts = compareAmounts(one.amount, other.amount);
  if (amounts === "different") return null;
  const vague = one.announcedPrecision !== "day" || other.announcedPrecision !== "day";
  const most = vague ? ROUND_DAYS.withoutDay : amounts === "same" ? ROUND_DAYS.stated : ROUND_DAYS.withoutAmount;
  if (daysApart(one, other) > most) return null;
  if (amounts === "same") return "company and amount";
  if (one.investors.some((investor) => other.investors.includes(investor))) return "company and investor";
  if (known) return "company and date";
  return telling && one.round === other.round && !VAGUE.has(one.round) ? "name, stage and date" : null;
}

/** These name no stage. */
const VAGUE: ReadonlySet<string | null> = new Set([null, "other"]);
/** These contradict no stage at which shares are issued. */
const ANY_STAGE: ReadonlySet<string | null> = new Set(["growth", "private-equity", "extension", "bridge"]);
const WITHOUT_SHARES: ReadonlySet<string | null> = new Set(["debt", "grant", "secondary"]);

export function isStage(round: string | null): boolean {
  return !VAGUE.has(round);
}

/** Tells whether two stages may be those of one round; null states none. */
export function compatibleRounds(one: string | null, other: string | null): boolean {
  if (one === other || VAGUE.has(one) || VAGUE.has(other)) return true;
  return (ANY_STAGE.has(one) || ANY_STAGE.has(other)) && !WITHOUT_SHARES.has(one) && !WITHOUT_SHARES.has(other);
}

/** Compares amounts of one currency; null states none. */
export function compareAmounts(one: number | null, other: number | null): "same" | "different" | "unknown" {
  if (one === null || other === null) return "unknown";
  return Math.abs(one - other) <= AMOUNT_TOLERANCE * Math.max(one, other) ? "same" : "different";
}

/** Returns why two rounds of names that differ by one letter are one round: the stage, the date, and an amount or investor. */
export function sameMisspelledRound(one: RoundFacts, other: RoundFacts): RoundRule | null {
  if (one.round !== other.round || VAGUE.has(one.round)) return null;
  const rule = sameRound(one, other, { known: false, telling: false });
  if (rule === "company and amount") return "misspelled name and amount";
  return rule === "company and investor" ? "misspelled name and investor" : null;
}

const MOVE_DAYS = 60;

/** Tells whether two moves of one person at one company are one: the same direction, within two months. */
export function sameMove(days: number, oneType: string, otherType: string): boolean {
  return days <= MOVE_DAYS && sameDirection(oneType, otherType);
}

export function sameDirection(oneType: string, otherType: string): boolean {
  return (oneType === "departure") === (otherType === "departure");
}
