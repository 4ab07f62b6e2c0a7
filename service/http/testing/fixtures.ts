/** Companies, investors and events written into a test database as an import writes them, each with only the facts a test is about. */

import type { Company, ExecMove, NamedInvestor } from "@dealflow/contract/records/schemas";
import type pg from "pg";
import { copyRows, updateRows } from "@/service/ingest/copy";
import {
  ACQUISITION_ROWS,
  COMPANY_ROWS,
  DOMAIN_ROWS,
  EVENT_INVESTOR_ROWS,
  FUNDING_ROWS,
  INVESTOR_ROWS,
  MOVE_ROWS,
  PERSON_ROWS,
  placed,
} from "@/service/ingest/table-rows";
import { type CompanyFacts, companyRecord, unresolvedCompanyRecord } from "@/service/records/company";
import {
  type AcquisitionFacts,
  acquisitionRecord,
  type ExecMoveFacts,
  execMoveRecord,
  type FundingFacts,
  fundingRecord,
} from "@/service/records/events";
import type { InvestorFacts } from "@/service/records/investor";
import { takeChangeInstant } from "@/service/store/change-order";
import { newId } from "@/service/store/new-id";
import { inTransaction } from "@/service/store/transaction";

const DAY = new Date("2026-11-01T00:00:00.000Z");
const STORED = { demo: false } as const;

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

export async function insertCompany(pool: pg.Pool, overrides: Partial<CompanyFacts> = {}): Promise<CompanyFacts> {
  const [facts] = await insertCompanies(pool, [overrides]);
  if (facts === undefined) throw new Error("one company was requested");
  return facts;
}

/** Inserts them in one transaction, like one load. */
export async function insertCompanies(
  pool: pg.Pool,
  overrides: readonly Partial<CompanyFacts>[],
): Promise<CompanyFacts[]> {
  const all = overrides.map(companyFacts);
  const domains = all.flatMap(({ domain, id, createdAt }) =>
    domain === null ? [] : [{ domain, companyId: id, seenAt: createdAt, importId: null }],
  );
  await inTransaction(pool, async (client) => {
    await copyRows(
      client,
      COMPANY_ROWS,
      all.map((facts) => ({ ...facts, ...STORED })),
    );
    await copyRows(client, DOMAIN_ROWS, domains);
  });
  return all;
}

/** Changes a company as an import does: under an instant taken for the change. */
export async function updateCompany(
  pool: pg.Pool,
  facts: CompanyFacts,
  change: Partial<CompanyFacts>,
): Promise<CompanyFacts> {
  return inTransaction(pool, async (client) => {
    const changed = { ...facts, ...change, updatedAt: await takeChangeInstant(client, "companies", new Date()) };
    await updateRows(client, COMPANY_ROWS, [{ ...changed, ...STORED }]);
    return changed;
  });
}

export async function insertInvestor(pool: pg.Pool, overrides: Partial<InvestorFacts> = {}): Promise<InvestorFacts> {
  const facts: InvestorFacts = {
    id: newId(),
    name: "Northbeam Capital",
    type: "vc",
    hqCountry: "US",
    domain: "northbeam.example",
    firstSeenAt: DAY,
    lastSeenAt: DAY,
    createdAt: DAY,
    updatedAt: DAY,
    ...overrides,
  };
  await inTransaction(pool, (client) => copyRows(client, INVESTOR_ROWS, [{ ...facts, ...STORED }]));
  return facts;
}

/** A resolved company, or the name of one that was not resolved. */
type Party = CompanyFacts | string;

function partyRecord(party: Party): Company {
  if (typeof party !== "string") return companyRecord(party);
  return unresolvedCompanyRecord({
    name: party,
    hqCity: null,
    foundedYear: null,
    socialHandle: null,
    socialUrl: null,
  });
}

export async function insertRound(
  pool: pg.Pool,
  company: Party,
  overrides: Partial<FundingFacts> = {},
  investors: readonly NamedInvestor[] = [],
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
    ...overrides,
  };
  const record = fundingRecord(facts, partyRecord(company), investors, []);
  await inTransaction(pool, async (client) => {
    await copyRows(client, FUNDING_ROWS, [{ record, ...STORED }]);
    await copyRows(client, EVENT_INVESTOR_ROWS, placed([{ eventId: facts.id, parts: investors }]));
  });
  return facts;
}

export async function insertDeal(
  pool: pg.Pool,
  acquirer: Party,
  target: Party,
  overrides: Partial<AcquisitionFacts> = {},
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
    ...overrides,
  };
  const record = acquisitionRecord(facts, partyRecord(acquirer), partyRecord(target), []);
  await inTransaction(pool, (client) => copyRows(client, ACQUISITION_ROWS, [{ record, ...STORED }]));
  return facts;
}

export async function insertPerson(pool: pg.Pool, name = "Ada Quill"): Promise<ExecMove["person"]> {
  const person = { id: newId(), name, socialHandle: null, socialUrl: null };
  await inTransaction(pool, (client) => copyRows(client, PERSON_ROWS, [{ ...person, ...STORED }]));
  return person;
}

export async function insertMove(
  pool: pg.Pool,
  person: ExecMove["person"],
  company: Party,
  overrides: Partial<ExecMoveFacts> & { readonly fromCompany?: Party } = {},
): Promise<ExecMoveFacts> {
  const { fromCompany, ...own } = overrides;
  const facts: ExecMoveFacts = {
    id: newId(),
    role: "Chief Executive Officer",
    roleSeniority: "c_level",
    moveType: "appointment",
    announcedAt: DAY,
    effectiveDate: null,
    discoveredAt: DAY,
    ...own,
  };
  const from = fromCompany === undefined ? null : partyRecord(fromCompany);
  const record = execMoveRecord(facts, person, partyRecord(company), from, []);
  await inTransaction(pool, (client) => copyRows(client, MOVE_ROWS, [{ record, ...STORED }]));
  return facts;
}
