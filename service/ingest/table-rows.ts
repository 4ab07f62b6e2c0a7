/** Converts records to rows of the feed's tables: the columns that SQL reads, the facet tokens, and the JSON text. */

import {
  ACQUISITION_FILTERS,
  COMPANY_FILTERS,
  EXEC_MOVE_FILTERS,
  FUNDING_FILTERS,
  INVESTOR_FILTERS,
} from "@dealflow/contract/feed-filters";
import { indexedTerms } from "@dealflow/contract/query/search-text";
import type { Acquisition, Company, ExecMove, FundingEvent, Source } from "@dealflow/contract/records/schemas";
import type { AnnouncedPrecision } from "@/service/records/announced";
import { type CompanyFacts, companyRecord, type StatedCompany, searchText } from "@/service/records/company";
import { recordTokens } from "@/service/records/facets";
import { type InvestorFacts, investorRecord } from "@/service/records/investor";
import type { TableRows } from "./copy";
import { nameKey, namePart } from "./resolve/names/company-name";

interface Marked {
  readonly demo: boolean;
}

export const COMPANY_ROWS: TableRows<CompanyFacts & Marked> = {
  table: "companies",
  columns: [
    ..."id name domain description social_handle social_url social_geo_id social_industry_id naics_code".split(" "),
    ..."hq_city hq_country industry_group industry_sub_tags verticals employee_count_bucket founded_year".split(" "),
    ..."business_model demo created_at updated_at name_key name_part search_text search_terms facets record".split(" "),
  ],
  row: (facts) => {
    const record = companyRecord(facts);
    const text = searchText(facts.name, facts.domain, facts.description);
    return [
      ...[
        facts.id,
        facts.name,
        facts.domain,
        facts.description,
        facts.socialHandle,
        facts.socialUrl,
        facts.socialGeoId,
      ],
      ...[facts.socialIndustryId, facts.naicsCode, facts.hqCity, facts.hqCountry, facts.industryGroup],
      ...[facts.industrySubTags, facts.verticals, facts.employeeCountBucket, facts.foundedYear, facts.businessModel],
      ...[facts.demo, facts.createdAt, facts.updatedAt, nameKey(facts.name), namePart(facts.name)],
      ...[text, indexedTerms(text)],
      ...[recordTokens(COMPANY_FILTERS, record), JSON.stringify(record)],
    ];
  },
};

export const INVESTOR_ROWS: TableRows<InvestorFacts & Marked> = {
  table: "investors",
  columns:
    "id name type hq_country domain first_seen_at last_seen_at demo created_at updated_at name_key search_text search_terms facets record".split(
      " ",
    ),
  row: (facts) => {
    const record = investorRecord(facts);
    const text = searchText(facts.name, facts.domain);
    return [
      ...[facts.id, facts.name, facts.type, facts.hqCountry, facts.domain, facts.firstSeenAt, facts.lastSeenAt],
      ...[facts.demo, facts.createdAt, facts.updatedAt, nameKey(facts.name), text, indexedTerms(text)],
      ...[recordTokens(INVESTOR_FILTERS, record), JSON.stringify(record)],
    ];
  },
};

export const PERSON_ROWS: TableRows<ExecMove["person"] & Marked> = {
  table: "people",
  columns: "id name social_handle social_url demo".split(" "),
  row: (person) => [person.id, person.name ?? "", person.socialHandle, person.socialUrl, person.demo],
};

export interface EventRow<Event> extends Marked {
  readonly record: Event;
  /** The period of which `announcedAt` is the first instant; a day unless stated. */
  readonly precision?: AnnouncedPrecision;
}

export const FUNDING_ROWS: TableRows<EventRow<FundingEvent>> = {
  table: "funding_events",
  columns: [
    ..."id company_id stated_company round round_stated amount_usd_cents amount_original_currency".split(" "),
    ..."amount_original_cents announced_at announced_precision discovered_at demo facets record".split(" "),
  ],
  row: ({ record, precision = "day", demo }) => [
    ...[record.id, ...sides(record.company), record.round, record.roundStated],
    ...[record.amountUsdCents, record.amountOriginalCurrency, record.amountOriginalCents],
    ...[record.announcedAt, precision, record.discoveredAt, demo],
    ...[recordTokens(FUNDING_FILTERS, record), JSON.stringify(record)],
  ],
};

export const ACQUISITION_ROWS: TableRows<EventRow<Acquisition>> = {
  table: "acquisitions",
  columns: [
    ..."id acquirer_id stated_acquirer target_id stated_target amount_usd_cents amount_original_currency".split(" "),
    ..."amount_original_cents payment_type is_merger announced_at announced_precision closing_at".split(" "),
    ..."discovered_at demo facets record".split(" "),
  ],
  row: ({ record, precision = "day", demo }) => [
    ...[record.id, ...sides(record.acquirer), ...sides(record.target)],
    ...[record.dealAmountUsdCents, record.dealAmountOriginalCurrency, record.dealAmountOriginalCents],
    ...[record.paymentType, record.isMerger, record.announcedAt, precision, record.closingAt],
    ...[record.discoveredAt, demo],
    ...[recordTokens(ACQUISITION_FILTERS, record), JSON.stringify(record)],
  ],
};

export const MOVE_ROWS: TableRows<EventRow<ExecMove>> = {
  table: "exec_moves",
  columns: [
    ..."id person_id company_id stated_company from_company_id stated_from_company role role_seniority".split(" "),
    ..."move_type announced_at announced_precision effective_date discovered_at demo facets record".split(" "),
  ],
  row: ({ record, precision = "day", demo }) => [
    ...[record.id, record.person.id, ...sides(record.company)],
    ...(record.fromCompany === null ? [null, null] : sides(record.fromCompany)),
    ...[record.role, record.roleSeniority, record.moveType],
    ...[record.announcedAt, precision, record.effectiveDate, record.discoveredAt, demo],
    ...[recordTokens(EXEC_MOVE_FILTERS, record), JSON.stringify(record)],
  ],
};

/** Returns the id of a resolved company, or the statement of an unresolved one; the other is null. */
function sides(company: Company): [string | null, string | null] {
  if (company.id !== null) return [company.id, null];
  const { hqCity, foundedYear, socialHandle, socialUrl } = company;
  const stated: StatedCompany = { name: company.name ?? "", hqCity, foundedYear, socialHandle, socialUrl };
  return [null, JSON.stringify(stated)];
}

interface PlacedPart<Part> {
  readonly eventId: string;
  readonly position: number;
  readonly part: Part;
}

/** These parts of an event are in separate tables, each in its order. */
export function* placed<Part>(
  all: Iterable<{ readonly eventId: string; readonly parts: readonly Part[] }>,
): Generator<PlacedPart<Part>> {
  for (const { eventId, parts } of all)
    for (const [position, part] of parts.entries()) yield { eventId, position, part };
}

export const EVENT_INVESTOR_ROWS: TableRows<PlacedPart<{ readonly id: string }>> = {
  table: "funding_event_investors",
  columns: ["event_id", "position", "investor_id"],
  row: ({ eventId, position, part }) => [eventId, position, part.id],
};

export const SOURCE_ROWS: TableRows<PlacedPart<Source>> = {
  table: "event_sources",
  columns: ["event_id", "position", "url", "outlet", "title"],
  row: ({ eventId, position, part }) => [eventId, position, part.url, part.outlet, part.title],
};

interface CompanyDomain {
  readonly domain: string;
  readonly companyId: string;
  readonly seenAt: Date;
  readonly importId: number | null;
}

export const DOMAIN_ROWS: TableRows<CompanyDomain> = {
  table: "company_domains",
  columns: ["domain", "company_id", "seen_at", "import_id"],
  row: ({ domain, companyId, seenAt, importId }) => [domain, companyId, seenAt, importId],
};
