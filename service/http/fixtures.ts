/** Companies and events written straight into a test database, each with only the facts a test is about. */
import type pg from "pg";
import { FEEDS } from "@/lib/contract/feeds";
import type { Company } from "@/lib/contract/records";
import { type CompanyFacts, companyRecord, searchText, unresolvedCompanyRecord } from "@/service/records/company";
import { type AcquisitionFacts, acquisitionRecord, type FundingFacts, fundingRecord } from "@/service/records/events";
import { recordTokens } from "@/service/records/facets";
import { newId } from "@/service/store/new-id";

const DAY = new Date("2026-11-01T00:00:00.000Z");

export function companyFacts(facts: Partial<CompanyFacts> = {}): CompanyFacts {
  return {
    id: newId(),
    name: "Quorvane",
    domain: "quorvane.example",
    description: "Makes quiet engines.",
    socialHandle: null,
    socialUrl: null,
    socialGeoId: null,
    socialIndustryId: null,
    naicsCode: "5132",
    hqCity: "Berlin",
    hqCountry: "DE",
    industryGroup: "Software Development",
    industrySubTags: [],
    verticals: ["ai"],
    employeeCountBucket: "11-50",
    foundedYear: 2019,
    businessModel: null,
    createdAt: DAY,
    updatedAt: DAY,
    ...facts,
  };
}

export async function insertCompany(pool: pg.Pool, given: Partial<CompanyFacts> = {}): Promise<CompanyFacts> {
  const facts = companyFacts(given);
  const record = companyRecord(facts);
  await pool.query(
    `insert into companies (id, name, domain, created_at, updated_at, search_text, facets, record)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      facts.id,
      facts.name,
      facts.domain,
      facts.createdAt,
      facts.updatedAt,
      searchText(facts.name, facts.domain, facts.description),
      recordTokens(FEEDS.companies.filters, record),
      JSON.stringify(record),
    ],
  );
  if (facts.domain !== null)
    await pool.query("insert into company_domains values ($1, $2, $3)", [facts.domain, facts.id, facts.createdAt]);
  return facts;
}

/** A resolved company, or the name of one that was not resolved. */
type Party = CompanyFacts | string;

function party(given: Party): { id: string | null; stated: string | null; record: Company } {
  if (typeof given !== "string") return { id: given.id, stated: null, record: companyRecord(given) };
  const stated = { name: given, hqCity: null, foundedYear: null, socialHandle: null, socialUrl: null };
  return { id: null, stated: JSON.stringify(stated), record: unresolvedCompanyRecord(stated) };
}

export async function insertRound(
  pool: pg.Pool,
  company: Party,
  given: Partial<FundingFacts> = {},
): Promise<FundingFacts> {
  const facts: FundingFacts = {
    id: newId(),
    round: "seed",
    roundStated: true,
    amountUsdCents: 5_000_000_00,
    amountOriginalCurrency: "USD",
    amountOriginalCents: 5_000_000_00,
    announcedAt: DAY,
    discoveredAt: DAY,
    ...given,
  };
  const who = party(company);
  const record = fundingRecord(facts, who.record, [], []);
  await pool.query(
    `insert into funding_events (id, company_id, stated_company, round, round_stated, amount_usd_cents,
       amount_original_currency, amount_original_cents, announced_at, discovered_at, facets, record)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      facts.id,
      who.id,
      who.stated,
      facts.round,
      facts.roundStated,
      facts.amountUsdCents,
      facts.amountOriginalCurrency,
      facts.amountOriginalCents,
      facts.announcedAt,
      facts.discoveredAt,
      recordTokens(FEEDS.funding.filters, record),
      JSON.stringify(record),
    ],
  );
  return facts;
}

export async function insertDeal(
  pool: pg.Pool,
  acquirer: Party,
  target: Party,
  given: Partial<AcquisitionFacts> = {},
): Promise<AcquisitionFacts> {
  const facts: AcquisitionFacts = {
    id: newId(),
    amountUsdCents: null,
    amountOriginalCurrency: null,
    amountOriginalCents: null,
    paymentType: "undisclosed",
    isMerger: false,
    announcedAt: DAY,
    closingAt: null,
    discoveredAt: DAY,
    ...given,
  };
  const [buyer, bought] = [party(acquirer), party(target)];
  const record = acquisitionRecord(facts, buyer.record, bought.record, []);
  await pool.query(
    `insert into acquisitions (id, acquirer_id, stated_acquirer, target_id, stated_target, amount_usd_cents,
       payment_type, is_merger, announced_at, discovered_at, facets, record)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      facts.id,
      buyer.id,
      buyer.stated,
      bought.id,
      bought.stated,
      facts.amountUsdCents,
      facts.paymentType,
      facts.isMerger,
      facts.announcedAt,
      facts.discoveredAt,
      recordTokens(FEEDS.acquisitions.filters, record),
      JSON.stringify(record),
    ],
  );
  return facts;
}
