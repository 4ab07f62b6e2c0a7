/** Generates the demo rounds: companies go through their stages in order, and rounds grow with stage. */
import { minorDigits } from "@dealflow/contract/records/currencies";
import type { FundingEvent, Source } from "@dealflow/contract/records/schemas";
import { ROUNDS } from "@dealflow/contract/values/events";
import type { StatedCompany } from "@/service/records/company";
import type { FundingFacts } from "@/service/records/events";
import { announcement, DAY_MS, discovery, pastInstant } from "./calendar";
import { type City, somewhere } from "./cities";
import { type DemoCompany, fullName, touch } from "./companies";
import { type DemoInvestor, investorsByStage } from "./investors";
import { type Names, slug } from "./names";
import { type Chance, Weighted } from "./random";
import { SECTORS, type Sector } from "./sectors";
import { headlineAmount, reports } from "./sources";

type Round = NonNullable<FundingEvent["round"]>;

const MILLION = 1_000_000;
/** The main stages are in order, with the usual size of a round in dollars. */
const STAGES: readonly { round: Round; usd: number; first: number }[] = [
  { round: "pre-seed", usd: 0.8 * MILLION, first: 16 },
  { round: "seed", usd: 3 * MILLION, first: 46 },
  { round: "series-a", usd: 12 * MILLION, first: 22 },
  { round: "series-b", usd: 28 * MILLION, first: 9 },
  { round: "series-c", usd: 55 * MILLION, first: 4 },
  { round: "series-d", usd: 95 * MILLION, first: 2 },
  { round: "series-e", usd: 150 * MILLION, first: 0.7 },
  { round: "series-f", usd: 220 * MILLION, first: 0.3 },
  { round: "series-g", usd: 300 * MILLION, first: 0 },
  { round: "series-h", usd: 380 * MILLION, first: 0 },
];
const FIRST_STAGE = new Weighted([...STAGES.keys()], (stage) => STAGES[stage]?.first ?? 0);

/** Each other round has a first stage, a frequency, and a size relative to the stage's own. */
const ASIDE: readonly { round: Round; from: number; to: number; weight: number; size: number }[] = [
  { round: "angel", from: 0, to: 1, weight: 22, size: 0.3 },
  { round: "extension", from: 1, to: 6, weight: 18, size: 0.5 },
  { round: "bridge", from: 1, to: 5, weight: 14, size: 0.35 },
  { round: "convertible", from: 0, to: 3, weight: 12, size: 0.3 },
  { round: "safe", from: 0, to: 1, weight: 9, size: 0.4 },
  { round: "debt", from: 2, to: 9, weight: 22, size: 0.8 },
  { round: "grant", from: 0, to: 3, weight: 14, size: 0.2 },
  { round: "growth", from: 4, to: 9, weight: 16, size: 1.3 },
  { round: "private-equity", from: 4, to: 9, weight: 12, size: 1.6 },
  { round: "secondary", from: 4, to: 9, weight: 4, size: 0.9 },
  { round: "pre-ipo", from: 6, to: 9, weight: 9, size: 1.5 },
  { round: "pipe", from: 5, to: 9, weight: 4, size: 0.7 },
  { round: "series-i", from: 9, to: 9, weight: 9, size: 1.1 },
  { round: "other", from: 0, to: 9, weight: 3, size: 0.5 },
];
const ASIDE_BY_STAGE = STAGES.map(
  (_, stage) =>
    new Weighted(
      ASIDE.filter(({ from, to }) => stage >= from && stage <= to),
      (one) => one.weight,
    ),
);
const TITLES: ReadonlyMap<string, string> = new Map(ROUNDS.map((round) => [round.value, round.title]));

/** Real feeds leave a fact out in these shares. */
const MISSING = { round: 0.33, amount: 0.11, company: 0.15, investors: 0.12 };

interface DemoRound extends FundingFacts {
  /** An unresolved company is as the report states it. */
  readonly company: DemoCompany | StatedCompany;
  readonly investors: readonly DemoInvestor[];
  readonly sources: readonly Source[];
}

export class RoundPlanner {
  readonly #investors: readonly Weighted<DemoInvestor>[];

  constructor(
    private readonly chance: Chance,
    private readonly names: Names,
    investors: readonly DemoInvestor[],
    private readonly now: number,
  ) {
    this.#investors = investorsByStage(investors);
  }

  plan(companies: readonly DemoCompany[], count: number): DemoRound[] {
    const unresolved = Math.round(count * MISSING.company);
    const rounds = Array.from({ length: unresolved }, () => this.#unresolved());
    for (const [company, share] of this.#shares(companies, count - unresolved))
      rounds.push(...this.#resolved(company, share));
    return rounds;
  }

  /** Chooses how many rounds each company has: most one, few many. */
  #shares(companies: readonly DemoCompany[], count: number): Map<DemoCompany, number> {
    const active = new Weighted(companies, (company) => company.weight);
    const shares = new Map<DemoCompany, number>();
    for (let given = 0; given < count; ) {
      const company = active.pick(this.chance);
      const had = shares.get(company) ?? 0;
      if (had >= 9) continue;
      shares.set(company, had + 1);
      given++;
    }
    return shares;
  }

  #resolved(company: DemoCompany, count: number): DemoRound[] {
    const { chance } = this;
    let stage = Math.min(FIRST_STAGE.pick(chance), STAGES.length - Math.min(count, STAGES.length - 1));
    let earlier: readonly DemoInvestor[] = [];
    const rounds: DemoRound[] = [];
    for (const [index, near] of this.#dates(count).entries()) {
      const aside = index > 0 && chance.happens(0.22);
      if (index > 0 && !aside) stage = Math.min(stage + 1, STAGES.length - 1);
      const round = this.#round({
        ...company,
        stage,
        near,
        aside: aside || (index === 0 && chance.happens(0.12)),
        earlier,
      });
      earlier = round.investors;
      rounds.push({ ...round, company });
      touch(company, round.announcedAt.getTime(), round.discoveredAt.getTime());
    }
    company.stage = stage;
    return rounds;
  }

  /** Returns days near which a company announces, oldest first, about a year and a half apart. */
  #dates(count: number): number[] {
    const dates: number[] = [];
    for (let at = pastInstant(this.chance, this.now); dates.length < count; ) {
      dates.unshift(at);
      at -= Math.max(90, 480 * Math.exp(this.chance.normal() * 0.4)) * DAY_MS;
    }
    return dates;
  }

  #unresolved(): DemoRound {
    const { chance } = this;
    const [sector, location] = [SECTORS.pick(chance), somewhere(chance)];
    const name = fullName(chance, this.names.company(chance), sector);
    const near = pastInstant(chance, this.now);
    const stage = FIRST_STAGE.pick(chance);
    const handle = chance.known(slug(name, "-"), 0.85);
    const stated: StatedCompany = {
      name,
      hqCity: location.cities.length === 0 ? null : chance.known(chance.pick(location.cities), 0.4),
      foundedYear: chance.known(new Date(near).getUTCFullYear() - chance.between(0, 6), 0.7),
      socialHandle: handle,
      socialUrl: handle === null ? null : `https://social.example/company/${handle}`,
    };
    return {
      ...this.#round({ name, sector, location, stage, near, aside: chance.happens(0.12), earlier: [] }),
      company: stated,
    };
  }

  #round(at: RoundPlan): Omit<DemoRound, "company"> {
    const { chance } = this;
    const aside = at.aside ? ASIDE_BY_STAGE[at.stage]?.pick(chance) : undefined;
    const main = STAGES[at.stage] ?? { round: "other", usd: MILLION };
    const round = aside?.round ?? main.round;
    const usd = main.usd * (aside?.size ?? 1) * at.sector.size * at.location.size * Math.exp(chance.normal() * 0.5);
    const money = chance.happens(MISSING.amount) ? null : amount(chance, usd, at.location);
    const announcedAt = announcement(chance, at.near, this.now);
    const discoveredAt = discovery(chance, announcedAt, this.now);
    const known = !chance.happens(MISSING.round);
    const investors = chance.happens(MISSING.investors) ? [] : this.#backers(at.stage, at.earlier);
    for (const investor of investors) {
      investor.firstSeenAt = Math.min(investor.firstSeenAt ?? announcedAt, announcedAt);
      investor.lastSeenAt = Math.max(investor.lastSeenAt ?? announcedAt, announcedAt);
    }
    const what = known ? (TITLES.get(round) ?? "funding") : "funding";
    const headline =
      money === null
        ? `${at.name} closes ${what} round`
        : `${at.name} raises ${headlineAmount(money.amountUsdCents / 100)} ${what}`;
    return {
      id: chance.uuid(discoveredAt),
      round: known ? round : null,
      roundStated: known && !chance.happens(0.06),
      ...(money ?? NO_AMOUNT),
      announcedAt: new Date(announcedAt),
      discoveredAt: new Date(discoveredAt),
      investors,
      sources: reports(chance, headline, announcedAt),
    };
  }

  /** Returns some of the earlier investors, and new ones; more at later stages. */
  #backers(stage: number, earlier: readonly DemoInvestor[]): DemoInvestor[] {
    const { chance } = this;
    const able = this.#investors[stage];
    const backers = new Set(earlier.filter(() => chance.happens(0.4)));
    const count = chance.between(1, Math.min(6, 2 + Math.ceil(stage / 2)));
    if (able === undefined || able.size === 0) return [...backers];
    // The same investor may be drawn twice, and a small market has few.
    for (let picked = 0; backers.size < count && picked < 12; picked++) backers.add(able.pick(chance));
    return [...backers].slice(0, 8);
  }
}

interface RoundPlan {
  readonly name: string;
  readonly sector: Sector;
  readonly location: City;
  readonly stage: number;
  readonly near: number;
  readonly aside: boolean;
  readonly earlier: readonly DemoInvestor[];
}

export const NO_AMOUNT = { amountUsdCents: null, amountOriginalCurrency: null, amountOriginalCents: null };

/** Returns a round number of dollars, or of local money where amounts are announced in it. */
export function amount(chance: Chance, usd: number, { money }: City) {
  const digits = chance.happens(0.7) ? 2 : 3;
  if (money === undefined || chance.happens(0.4)) {
    const cents = Math.round(Number(usd.toPrecision(digits)) * 100);
    return { amountUsdCents: cents, amountOriginalCurrency: "USD", amountOriginalCents: cents };
  }
  const units = Math.round(Number((usd / money.usd).toPrecision(digits)));
  const minor = units * 10 ** minorDigits(money.code);
  const usdCents = Math.round(units * money.usd * 100);
  return { amountUsdCents: usdCents, amountOriginalCurrency: money.code, amountOriginalCents: minor };
}
