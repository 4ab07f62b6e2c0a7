/** Decides whether two names mean one company: the logistic score of named features, and vetoes that no score outweighs. */
import { compareNames, FEATURES, type Features } from "./features";
import { wordWeight } from "./names/common-words";
import { type CompanyName, readCompanyName } from "./names/company-name";
import { isMisspelling } from "./names/misspelled";
import weights from "./weights.json" with { type: "json" };

export type Outcome = "same" | "unsure" | "different";

/** A veto says why two names of any likeness are not joined. */
export type Veto = "numbers" | "places" | "legal forms";

export interface NameVerdict {
  readonly outcome: Outcome;
  /** The probability that the names mean one company. */
  readonly score: number;
  readonly features: Features;
  readonly veto: Veto | null;
  /** One name may stand for the other where everything else agrees. */
  readonly isShortForm: boolean;
  /** The names differ by one letter, so that they mean one company where everything else agrees. */
  readonly isMisspelling: boolean;
}

/** Scores above join by themselves; scores above `unsure` are proposed to a person. `npm run bench -- resolve --fit` sets all. */
export const THRESHOLDS = { same: weights.same, unsure: weights.unsure } as const;

function nameScore(features: Features): number {
  const sum = FEATURES.reduce((total, name) => total + features[name] * weights.features[name], weights.intercept);
  return 1 / (1 + Math.exp(-sum));
}

function findVeto(one: CompanyName, other: CompanyName): Veto | null {
  if (one.numbers !== other.numbers) return "numbers";
  // A place may be written together with another word.
  if (one.places.codes !== other.places.codes && one.joined !== other.joined) return "places";
  if (one.forms.length > 0 && other.forms.length > 0 && !one.forms.some((form) => other.forms.includes(form)))
    return "legal forms";
  return null;
}

/** Two places or numbers are two companies; one that only one name states leaves it open. */
function isContradiction(veto: Veto, one: CompanyName, other: CompanyName): boolean {
  const [a, b] = veto === "numbers" ? [one.numbers, other.numbers] : [one.places.codes, other.places.codes];
  return veto !== "legal forms" && a !== "" && b !== "";
}

export function judgeNames(one: string, other: string): NameVerdict {
  return judge(readCompanyName(one), readCompanyName(other));
}

export function judge(one: CompanyName, other: CompanyName): NameVerdict {
  const features = compareNames(one, other);
  const score = nameScore(features);
  const veto = findVeto(one, other);
  return {
    ...{ outcome: decideOutcome(score, veto, one, other), score, features, veto },
    isShortForm: isShortForm(one, other),
    isMisspelling: isMisspelling(one, other),
  };
}

/** Tells whether one name is made of the initials of the other, or of some of its words, a telling one among them: `HP`, `Disney`. */
function isShortForm(one: CompanyName, other: CompanyName): boolean {
  const [short, long] = one.words.length <= other.words.length ? [one, other] : [other, one];
  const initials = () => long.words.map((word) => word[0]).join("");
  if (short.words.length === 1 && long.words.length > 1 && short.joined === initials()) return true;
  return short.words.every((word) => long.words.includes(word)) && short.words.some((word) => wordWeight(word) === 1);
}

function decideOutcome(score: number, veto: Veto | null, one: CompanyName, other: CompanyName): Outcome {
  if (score < THRESHOLDS.unsure || (veto !== null && isContradiction(veto, one, other))) return "different";
  return veto === null && score >= THRESHOLDS.same ? "same" : "unsure";
}
