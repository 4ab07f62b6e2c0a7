/** Says in SQL which records of each kind have a value for the fields that people filter by. */
import type { QUALITY_FIELDS, QualityKind } from "@dealflow/contract/account/import-quality";
import { UNKNOWN } from "@dealflow/contract/values/unknown";

type Field<Kind extends QualityKind> = keyof (typeof QUALITY_FIELDS)[Kind];

/** A field is filled when its condition holds for the row `t`, or when the event has a row in its table. */
type Condition = string | { readonly table: "event_sources" | "funding_event_investors" };

/** Facts of companies are in the facet tokens of their event, where a missing one has a token too. */
const COUNTRY = `'c:${UNKNOWN}' <> all (t.facets)`;
const INDUSTRY = `'i:${UNKNOWN}' <> all (t.facets)`;
const SOURCES = { table: "event_sources" } as const;

export const FILL: { readonly [Kind in QualityKind]: Readonly<Record<Field<Kind>, Condition>> } = {
  funding: {
    companyPage: "t.company_id is not null",
    round: "t.round is not null",
    amount: "t.amount_usd_cents is not null",
    investors: { table: "funding_event_investors" },
    country: COUNTRY,
    industry: INDUSTRY,
    sourceAddress: SOURCES,
  },
  acquisition: {
    targetPage: "t.target_id is not null",
    acquirerPage: "t.acquirer_id is not null",
    amount: "t.amount_usd_cents is not null",
    payment: "t.payment_type <> 'undisclosed'",
    country: COUNTRY,
    industry: INDUSTRY,
    sourceAddress: SOURCES,
  },
  exec_move: {
    companyPage: "t.company_id is not null",
    role: "t.role is not null",
    seniority: "t.role_seniority is not null",
    fromCompany: "coalesce(t.from_company_id::text, t.stated_from_company::text) is not null",
    country: COUNTRY,
    sourceAddress: SOURCES,
  },
  company: {
    domain: "t.domain is not null",
    country: "t.hq_country is not null",
    industry: "t.industry_group is not null",
    naics: "t.naics_code is not null",
    size: "t.employee_count_bucket is not null",
    founded: "t.founded_year is not null",
    description: "t.description is not null",
  },
  investor: {
    type: "t.type is not null",
    country: "t.hq_country is not null",
    domain: "t.domain is not null",
  },
};
