/** Compares two investors that are stored: they stay two until a person merges them, also with one name. */
import type { InvestorFacts } from "@/service/records/investor";
import { type Contradiction, contradictions, leavesDoubt } from "./same-company";
import { judgeNames } from "./score";

export type NamedInvestor = Pick<InvestorFacts, "name" | "type" | "hqCountry" | "domain">;

const UNKNOWN = { hqCity: null, foundedYear: null, socialHandle: null, socialUrl: null } as const;

/** A person may find that two doubtful ones are one. */
export function compareInvestors(one: NamedInvestor, other: NamedInvestor) {
  const [left, right] = [one, other].map((facts) => ({ ...UNKNOWN, ...facts })) as [Known, Known];
  const names = judgeNames(one.name, other.name);
  const apart = [...contradictions(left, right), ...differentTypes(one.type, other.type)];
  return { contradictions: apart, names, isDoubtful: apart.length === 0 && leavesDoubt(left, right, names) };
}

type Known = NamedInvestor & typeof UNKNOWN;

/** Sources class one firm differently, but none calls it a person. */
function differentTypes(one: string | null, other: string | null): Contradiction[] {
  if (one === null || other === null || (one === "angel") === (other === "angel")) return [];
  return [{ fact: "type", known: one, stated: other }];
}
