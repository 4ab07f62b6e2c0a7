/** A small market at random, in a test database: few enough values of each fact that random queries hit, unknown ones among them. */
import type pg from "pg";
import { Chance } from "@/service/ingest/demo/random";
import type { CompanyFacts } from "@/service/records/company";
import { insertCompany, insertDeal, insertInvestor, insertMove, insertPerson, insertRound } from "../testing/fixtures";

/** The pools that random facts are drawn from; queries draw from them too. */
export const POOLS = {
  names: [
    "Quorvane Labs",
    "Älder Søn",
    "한국 Robotics",
    "Robotics 한국",
    "Zürich AI",
    "Smile😀Co",
    "A b",
    "50% _Off\\",
    "İstanbul",
  ],
  descriptions: ["Quiet engines for ships.", "Labs for zürich; nothing else", "AI, but smaller", null],
  countries: ["US", "DE", "FR", "GB", null],
  industries: ["Software Development", "Biotechnology Research", "Law Practice", null],
  naicsCodes: ["5132", "5415", "51", "3254", "31-33", "44-45", "4451", "52", null],
  verticals: [["ai"], ["ai", "saas"], ["climate"], []],
  buckets: ["1-10", "11-50", "10001+", null],
  years: [1999, 2010, 2020, null],
  rounds: ["seed", "series-a", "grant", null],
  cents: [null, 0, 1, 99, 1_000_000_00, 5_000_000_00, 5_000_000_50, 123_456_789_01],
  paymentTypes: ["cash", "stock", "mixed", "undisclosed"],
  moveTypes: ["appointment", "promotion", "departure", "transition"],
  seniorities: ["founder", "c_level", "board", null],
  investorTypes: ["vc", "angel", "family_office", null],
  instants: [
    ...["2026-01-01T00:00:00.000Z", "2026-01-01T23:59:59.999Z", "2026-01-02T00:00:00.000Z"],
    ...["2026-03-05T12:00:00.000Z", "2026-03-05T12:00:00.001Z", "2024-02-29T10:00:00.000Z"],
  ],
} as const;

export interface RandomMarket {
  readonly companies: readonly CompanyFacts[];
  readonly people: readonly string[];
  /** Maps every domain that a company has or had to the company. */
  readonly domains: ReadonlyMap<string, string>;
}

/** Nothing is on one page of 100 records that is not in the market. */
const COUNT = { companies: 40, investors: 60, people: 12, events: 90 } as const;

export async function insertRandomMarket(pool: pg.Pool, seed: number): Promise<RandomMarket> {
  const chance = new Chance(seed);
  const date = () => new Date(chance.pick(POOLS.instants));
  // Changes are only taken in their order.
  const updates = (count: number) => Array.from({ length: count }, date).sort((a, b) => a.getTime() - b.getTime());
  const companies: CompanyFacts[] = [];
  for (const [index, updatedAt] of updates(COUNT.companies).entries())
    companies.push(
      await insertCompany(pool, {
        name: chance.pick(POOLS.names),
        domain: chance.known(`company${index}.example`, 0.2),
        description: chance.pick(POOLS.descriptions),
        hqCountry: chance.pick(POOLS.countries),
        industryGroup: chance.pick(POOLS.industries),
        naicsCode: chance.pick(POOLS.naicsCodes),
        verticals: chance.pick(POOLS.verticals),
        employeeCountBucket: chance.pick(POOLS.buckets),
        foundedYear: chance.pick(POOLS.years),
        updatedAt,
      }),
    );
  const party = () => (chance.happens(0.15) ? "Nobody knows" : chance.pick(companies));
  const people = [];
  for (let index = 0; index < COUNT.people; index++) people.push(await insertPerson(pool, `Person ${index}`));
  for (let index = 0; index < COUNT.events; index++) {
    const facts = { announcedAt: date(), amountUsdCents: chance.pick(POOLS.cents) };
    await insertRound(pool, party(), { ...facts, round: chance.pick(POOLS.rounds) });
    const [acquirer, target] = [party(), party()];
    const deal = { ...facts, paymentType: chance.pick(POOLS.paymentTypes), isMerger: chance.happens(0.3) };
    if (acquirer !== target || typeof acquirer === "string") await insertDeal(pool, acquirer, target, deal);
    await insertMove(pool, chance.pick(people), party(), {
      announcedAt: date(),
      moveType: chance.pick(POOLS.moveTypes),
      roleSeniority: chance.pick(POOLS.seniorities),
      ...(chance.happens(0.5) ? { fromCompany: party() } : {}),
    });
  }
  for (const [index, updatedAt] of updates(COUNT.investors).entries())
    await insertInvestor(pool, {
      name: chance.pick(POOLS.names),
      domain: chance.known(`investor${index}.example`, 0.3),
      type: chance.pick(POOLS.investorTypes),
      hqCountry: chance.pick(POOLS.countries),
      updatedAt,
    });
  const domains = new Map(companies.flatMap(({ domain, id }) => (domain === null ? [] : [[domain, id] as const])));
  for (const { id } of companies.slice(0, 10)) domains.set(`former-${domains.size}.example`, id);
  await pool.query(
    `insert into company_domains (domain, company_id, seen_at)
     select domain, id, now() from unnest($1::text[], $2::uuid[]) as had(domain, id) on conflict do nothing`,
    [[...domains.keys()], [...domains.values()]],
  );
  return { companies, people: people.map((person) => person.id), domains };
}
