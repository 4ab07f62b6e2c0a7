/** Generates the companies of the demo data set and their facts. */
import { EMPLOYEE_BUCKETS } from "@dealflow/contract/values/organisations";
import type { CompanyFacts } from "@/service/records/company";
import { pastInstant, YEAR_MS } from "./calendar";
import { type City, somewhere } from "./cities";
import { type Names, slug } from "./names";
import type { Chance } from "./random";
import { SECTORS, type Sector } from "./sectors";

export interface DemoCompany {
  readonly id: string;
  readonly name: string;
  readonly location: City;
  readonly sector: Sector;
  /** The company is this often in the news. */
  readonly weight: number;
  readonly createdAt: number;
  /** Its funding reached this stage: 0 pre-seed to 9 series H; -1 none on record. */
  stage: number;
  firstEventAt: number;
  lastEventAt: number;
  acquired: boolean;
}

export function touch(company: DemoCompany, announcedAt: number, discoveredAt: number): void {
  company.firstEventAt = Math.min(company.firstEventAt, announcedAt);
  company.lastEventAt = Math.max(company.lastEventAt, discoveredAt);
}

export function planCompanies(chance: Chance, names: Names, count: number, now: number): DemoCompany[] {
  return Array.from({ length: count }, () => {
    const sector = SECTORS.pick(chance);
    const createdAt = Math.floor(pastInstant(chance, now));
    return {
      id: chance.uuid(createdAt),
      name: fullName(chance, names.company(chance), sector),
      location: somewhere(chance),
      sector,
      weight: Math.exp(chance.normal() * 0.9) * (0.6 + sector.size * 0.4),
      createdAt,
      stage: -1,
      firstEventAt: now,
      lastEventAt: createdAt,
      acquired: false,
    };
  });
}

export function fullName(chance: Chance, name: string, sector: Sector): string {
  return chance.happens(0.25) ? `${name} ${chance.pick(sector.words)}` : name;
}

/** Real feeds lack these facts of a resolved company in these shares. */
const MISSING = { employees: 0.72, country: 0.11, domain: 0.06, industry: 0.03, naics: 0.12, year: 0.2, social: 0.3 };
const BUCKETS = EMPLOYEE_BUCKETS.map((bucket) => bucket.value);

/** A company that is in the news as often as this always has a known domain, so that the guide's examples find it. */
const WELL_KNOWN_WEIGHT = 10;

/** Completes the facts of a company once all its events are planned. */
export function companyFacts(chance: Chance, company: DemoCompany, now: number): CompanyFacts & { demo: true } {
  const { sector, location, name } = company;
  const word = slug(name);
  const handle = chance.known(slug(name, "-"), MISSING.social);
  const country = chance.known(location.country, MISSING.country);
  const city =
    country === null || location.cities.length === 0 ? null : chance.known(chance.pick(location.cities), 0.05);
  const founded = new Date(Math.min(company.firstEventAt, company.createdAt) - (0.3 + chance.next() * 4) * YEAR_MS);
  const [verticals, tags] = [some(chance, sector.verticals, 0.7), some(chance, sector.tags, 0.45)];
  return {
    id: company.id,
    name,
    domain: chance.known(`${word}.example`, company.weight >= WELL_KNOWN_WEIGHT ? 0 : MISSING.domain),
    description: chance.known(sentence(chance, name, sector), 0.04),
    socialHandle: handle,
    socialUrl: handle === null ? null : `https://social.example/company/${handle}`,
    socialGeoId: handle === null ? null : String(100_000_000 + chance.between(0, 6_999_999)),
    socialIndustryId: handle === null ? null : String(chance.between(1, 3_252)),
    naicsCode: chance.known(chance.pick(sector.naics), MISSING.naics),
    hqCity: city,
    hqCountry: country,
    industryGroup: chance.known(chance.pick(sector.industries), MISSING.industry),
    industrySubTags: tags,
    verticals,
    employeeCountBucket: chance.known(bucket(chance, company.stage), MISSING.employees),
    foundedYear: chance.known(founded.getUTCFullYear(), MISSING.year),
    businessModel: chance.known(chance.pick(sector.models), 0.25),
    demo: true,
    createdAt: new Date(company.createdAt),
    updatedAt: new Date(Math.min(now, Math.max(company.createdAt, company.lastEventAt))),
  };
}

function some<T>(chance: Chance, values: readonly T[], share: number): T[] {
  return values.filter(() => chance.happens(share));
}

function bucket(chance: Chance, stage: number) {
  const size = Math.round(Math.max(0, stage) * 0.75 + chance.normal() * 0.7);
  return BUCKETS[Math.min(Math.max(size, 0), BUCKETS.length - 1)] ?? "1-10";
}

function sentence(chance: Chance, name: string, sector: Sector): string {
  const [what, whom] = [chance.pick(sector.what), chance.pick(sector.whom)];
  const forms = [
    `${name} makes ${what} for ${whom}.`,
    `${name} offers ${whom} ${what}.`,
    `${name} builds ${what} that ${whom} rely on.`,
    `${name} provides ${what}, used by ${whom}.`,
  ];
  return chance.pick(forms);
}
