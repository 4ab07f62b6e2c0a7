/** Generates the investors of the demo data set: a few take part in much, most in little. */
import type { Investor } from "@dealflow/contract/records/schemas";
import type { InvestorFacts } from "@/service/records/investor";
import { pastInstant } from "./calendar";
import { type City, somewhere } from "./cities";
import { type Names, slug } from "./names";
import { type Chance, Weighted } from "./random";

type InvestorType = NonNullable<Investor["type"]>;

/**
 * Each type has its share, endings of names, and the funding stages (0 pre-seed to 9 series H) in which it takes part.
 */
const TYPES: readonly { type: InvestorType; share: number; endings: readonly string[]; stages: [number, number] }[] = [
  { type: "vc", share: 0.5, endings: "Capital,Ventures,Partners,Venture Partners,Fund".split(","), stages: [0, 7] },
  { type: "angel", share: 0.17, endings: [], stages: [0, 2] },
  { type: "cvc", share: 0.08, endings: "Ventures,Strategic Ventures,Innovation Fund".split(","), stages: [1, 7] },
  { type: "pe", share: 0.06, endings: "Equity,Equity Partners,Holdings".split(","), stages: [4, 9] },
  { type: "growth", share: 0.05, endings: "Growth,Growth Partners".split(","), stages: [3, 9] },
  { type: "accelerator", share: 0.05, endings: "Accelerator,Launch,Foundry".split(","), stages: [0, 1] },
  { type: "family_office", share: 0.05, endings: "Family Office,Trust".split(","), stages: [1, 6] },
  { type: "syndicate", share: 0.04, endings: "Syndicate,Angels,Angel Network".split(","), stages: [0, 2] },
];

export interface DemoInvestor {
  readonly id: string;
  readonly name: string;
  readonly type: InvestorType;
  readonly stages: readonly [number, number];
  readonly location: City;
  readonly createdAt: number;
  firstSeenAt: number | null;
  lastSeenAt: number | null;
}

export type PersonName = () => string;

export function planInvestors(
  chance: Chance,
  names: Names,
  personName: PersonName,
  count: number,
  now: number,
): DemoInvestor[] {
  const types = new Weighted(TYPES, (type) => type.share);
  return Array.from({ length: count }, () => {
    const { type, endings, stages } = types.pick(chance);
    const createdAt = Math.floor(pastInstant(chance, now));
    return {
      id: chance.uuid(createdAt),
      name: type === "angel" ? personName() : names.investor(chance, endings),
      type,
      stages,
      location: somewhere(chance),
      createdAt,
      firstSeenAt: null,
      lastSeenAt: null,
    };
  });
}

/** Lists who may take part at each stage, the busiest first. */
export function investorsByStage(investors: readonly DemoInvestor[]): readonly Weighted<DemoInvestor>[] {
  return Array.from({ length: 10 }, (_, stage) => {
    const able = investors.filter(({ stages: [from, to] }) => stage >= from && stage <= to);
    return new Weighted(able, (_one, index) => 1 / (index + 12) ** 0.75);
  });
}

export function investorFacts(chance: Chance, investor: DemoInvestor, now: number): InvestorFacts & { demo: true } {
  const { firstSeenAt, lastSeenAt, createdAt } = investor;
  return {
    id: investor.id,
    name: investor.name,
    type: chance.known(investor.type, 0.08),
    hqCountry: chance.known(investor.location.country, 0.12),
    domain: investor.type === "angel" ? null : chance.known(`${slug(investor.name)}.example`, 0.12),
    firstSeenAt: firstSeenAt === null ? null : new Date(firstSeenAt),
    lastSeenAt: lastSeenAt === null ? null : new Date(lastSeenAt),
    demo: true,
    createdAt: new Date(createdAt),
    updatedAt: new Date(Math.min(now, Math.max(createdAt, lastSeenAt ?? createdAt))),
  };
}
