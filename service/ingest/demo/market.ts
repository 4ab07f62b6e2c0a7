/** Generates a whole demo market as records to write: the same for the same seed and instant. */

import type { Acquisition, ExecMove, FundingEvent, NamedInvestor, Source } from "@dealflow/contract/records/schemas";
import { companyRecord, type StatedCompany, unresolvedCompanyRecord } from "@/service/records/company";
import { acquisitionRecord, execMoveRecord, fundingRecord } from "@/service/records/events";
import type { EventRow } from "../table-rows";
import { companyFacts, type DemoCompany, planCompanies } from "./companies";
import { planDeals, stateName } from "./deals";
import { investorFacts, type PersonName, planInvestors } from "./investors";
import { planMoves } from "./moves";
import { Names } from "./names";
import { Chance } from "./random";
import { RoundPlanner } from "./rounds";

export type MarketSize = Readonly<Record<"companies" | "rounds" | "acquisitions" | "moves" | "investors", number>>;

export const FULL_MARKET: MarketSize = {
  companies: 20_000,
  rounds: 30_000,
  acquisitions: 6_000,
  moves: 12_000,
  investors: 3_000,
};

export type Market = Awaited<ReturnType<typeof createMarket>>;

/** All companies and investors changed last at this instant; when undefined, each when it was last in the news. */
export interface ChangeInstants {
  readonly companies: Date | undefined;
  readonly investors: Date | undefined;
}

const OWN_HISTORY: ChangeInstants = { companies: undefined, investors: undefined };

export async function createMarket(
  seed: number,
  now: Date,
  size: MarketSize = FULL_MARKET,
  changed: ChangeInstants = OWN_HISTORY,
) {
  const [chance, names, at] = [new Chance(seed), new Names(), now.getTime()];
  const personName = await personNames(seed);
  const companies = planCompanies(chance, names, size.companies, at);
  const investors = planInvestors(chance, names, personName, size.investors, at);
  const rounds = new RoundPlanner(chance, names, investors, at).plan(companies, size.rounds);
  const deals = planDeals(chance, names, companies, size.acquisitions, at);
  const moves = planMoves(chance, personName, companies, size.moves, at);
  const facts = companies.map((company) => changedAt(companyFacts(chance, company, at), changed.companies));
  const records = new Map(facts.map((one) => [one.id, companyRecord(one)] as const));

  const getCompanyRecord = (company: DemoCompany | StatedCompany) =>
    ("id" in company ? records.get(company.id) : undefined) ??
    unresolvedCompanyRecord("id" in company ? stateName(company.name) : company);
  return {
    companies: facts,
    investors: investors.map((investor) => changedAt(investorFacts(chance, investor, at), changed.investors)),
    people: [...new Set(moves.map((move) => move.person))].map((person) => ({ ...person, demo: true })),
    /** Rounds are generated while they are iterated, so that the records of a whole market are never in memory together. */
    *rounds(): Iterable<EventRow<FundingEvent>> {
      for (const round of rounds) {
        const investors = round.investors.map(({ id, name }) => ({ id, name }));
        yield { record: fundingRecord(round, getCompanyRecord(round.company), investors, round.sources), demo: true };
      }
    },
    *acquisitions(): Iterable<EventRow<Acquisition>> {
      for (const deal of deals) {
        const [acquirer, target] = [getCompanyRecord(deal.acquirer), getCompanyRecord(deal.target)];
        yield { record: acquisitionRecord(deal, acquirer, target, deal.sources), demo: true };
      }
    },
    *moves(): Iterable<EventRow<ExecMove>> {
      for (const move of moves) {
        const from = move.fromCompany && getCompanyRecord(move.fromCompany);
        yield {
          record: execMoveRecord(move, move.person, getCompanyRecord(move.company), from, move.sources),
          demo: true,
        };
      }
    },
    *parts(): Iterable<{ eventId: string; investors: readonly NamedInvestor[]; sources: readonly Source[] }> {
      for (const { id, investors, sources } of rounds) yield { eventId: id, investors, sources };
      for (const { id, sources } of [...deals, ...moves]) yield { eventId: id, investors: [], sources };
    },
  };
}

function changedAt<T extends { readonly updatedAt: Date }>(facts: T, instant: Date | undefined): T {
  return instant === undefined ? facts : { ...facts, updatedAt: instant };
}

/** Generates names as they occur in the countries of the demo data set. */
async function personNames(seed: number): Promise<PersonName> {
  const locales = await Promise.all([
    import("@faker-js/faker/locale/en"),
    import("@faker-js/faker/locale/en_IN"),
    import("@faker-js/faker/locale/de"),
    import("@faker-js/faker/locale/fr"),
    import("@faker-js/faker/locale/es"),
    import("@faker-js/faker/locale/it"),
    import("@faker-js/faker/locale/sv"),
    import("@faker-js/faker/locale/pt_BR"),
  ]);
  const chance = new Chance(seed);
  const fakers = locales.map(({ faker }) => faker);
  for (const faker of fakers) faker.seed(seed);
  const [english, ...others] = fakers;
  return () => {
    const faker = chance.happens(0.5) || others.length === 0 ? english : chance.pick(others);
    return `${faker?.person.firstName()} ${faker?.person.lastName()}`;
  };
}
