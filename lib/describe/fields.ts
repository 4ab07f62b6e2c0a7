/** Descriptions of every response field, by the name of its schema in the OpenAPI document. */
import { BATCH_STATUSES } from "@dealflow/contract/values/events";

const IN_ORIGINAL = "Amount in the minor unit of that currency.";
const ORIGINAL = "Currency of the amount as it was announced (ISO 4217).";
const SOURCES = "Where it was reported.";
const DISCOVERED = "When the service learned of it.";
const ANNOUNCED = "When it was announced; lists are in this order, newest first.";

const META = {
  success: "Always true.",
  meta: "The operation and its price.",
};

const COMPANY = "Company";

export const FIELDS = {
  Country: { code: "ISO 3166-1 alpha-2 code.", name: "English name." },
  Company: {
    id: "Id of the resolved company; null when it was not resolved.",
    name: "Name.",
    domain: "Primary domain.",
    description: "What the company does.",
    socialHandle: "Handle on a professional network.",
    socialUrl: "URL of the profile on that network.",
    socialGeoId: "Location on that network, numeric text.",
    socialIndustryId: "Industry on that network, numeric text.",
    naicsCode: "NAICS 2022 code.",
    naicsLevel: "Digits of the code; 2 for a sector range.",
    hqCity: "City of the headquarters.",
    hqCountry: "Country of the headquarters.",
    industryGroup: "Industry-group label.",
    industrySubTags: "Finer tags within the industry.",
    verticals: "Vertical tags.",
    employeeCountBucket: "Number of employees, in buckets.",
    foundedYear: "Year founded.",
    businessModel: "Free-form label.",
    createdAt: "When the company was first stored.",
    updatedAt: "When it last changed.",
  },
  Source: { url: "URL of the report.", outlet: "Publisher of the report.", title: "Headline." },
  NamedInvestor: { id: "Id of the investor.", name: "Name." },
  FundingEvent: {
    id: "Id of the round.",
    round: "Kind of round, hyphenated; null when not known.",
    roundStated: "Whether the source stated the kind of round.",
    amountUsdCents: "Amount in US cents; null when undisclosed.",
    amountUsd: "Amount in US dollars; null when undisclosed.",
    amountOriginalCurrency: ORIGINAL,
    amountOriginalCents: IN_ORIGINAL,
    investors: "Investors in the round.",
    announcedAt: ANNOUNCED,
    discoveredAt: DISCOVERED,
    company: "The company that raised; its id is null when it was not resolved.",
    sources: SOURCES,
  },
  Acquisition: {
    id: "Id of the deal.",
    dealAmountUsdCents: "Deal amount in US cents; null when undisclosed.",
    dealAmountUsd: "Deal amount in US dollars; null when undisclosed.",
    dealAmountOriginalCurrency: ORIGINAL,
    dealAmountOriginalCents: IN_ORIGINAL,
    paymentType: "How the deal is paid; `undisclosed` when not known.",
    isMerger: "Whether it is a merger.",
    announcedAt: ANNOUNCED,
    closingAt: "When the deal closes or closed.",
    discoveredAt: DISCOVERED,
    acquirer: "The company that buys.",
    target: "The company that is bought.",
    sources: SOURCES,
  },
  Person: {
    id: "Id of the person.",
    name: "Name.",
    socialHandle: "Handle on a professional network.",
    socialUrl: "URL of the profile on that network.",
  },
  ExecMove: {
    id: "Id of the move.",
    person: "The person who moves.",
    role: "Job title.",
    roleSeniority: "Seniority of the role.",
    moveType: "Kind of move.",
    announcedAt: ANNOUNCED,
    effectiveDate: "When the move takes effect.",
    discoveredAt: DISCOVERED,
    company: "Where the person acts; of a departure, the company that is left.",
    fromCompany: "Where the person comes from.",
    sources: SOURCES,
  },
  Investor: {
    id: "Id of the investor.",
    name: "Name.",
    type: "Kind of investor; null when not known.",
    hqCountry: "Country of the headquarters.",
    domain: "Primary domain.",
    firstSeenAt: "When its first known round was announced.",
    lastSeenAt: "When its latest known round was announced.",
    createdAt: "When the investor was first stored.",
    updatedAt: "When it last changed.",
  },
  FundingTimelineEvent: {
    kind: "Kind of event.",
    date: "When the round was announced.",
    funding: "The round.",
  },
  AcquisitionTimelineEvent: {
    kind: "Kind of event.",
    date: "When the deal was announced.",
    acquisition: "The deal.",
  },
  ExecMoveTimelineEvent: {
    kind: "Kind of event.",
    date: "When the move was announced.",
    execMove: "The move.",
  },
  Timeline: {
    company: COMPANY,
    investors: "All known investors in the company, regardless of `include`.",
    events: "Every event in which the company has a role, once each, oldest first.",
  },
  Meta: {
    endpoint: "Name of the operation.",
    creditsUsed: "Cost of this request, in credits.",
    creditsRemaining: "Balance of the workspace.",
  },
  Pagination: {
    hasMore: "Whether another page follows.",
    nextCursor: "The `cursor` of the next page; null when there is none.",
    total: "Number of matching records over all pages, if requested with `includeTotal`.",
  },
  FundingEventList: { ...META, data: "Funding rounds.", pagination: "Pagination." },
  AcquisitionList: { ...META, data: "Acquisitions and mergers.", pagination: "Pagination." },
  ExecMoveList: { ...META, data: "Executive moves.", pagination: "Pagination." },
  CompanyList: { ...META, data: "Companies.", pagination: "Pagination." },
  InvestorList: { ...META, data: "Investors.", pagination: "Pagination." },
  TimelineAnswer: { ...META, data: "The timeline." },
  BatchItem: {
    query: "The requested item as it was sent.",
    status: `\`${BATCH_STATUSES.join("`, `")}\`.`,
    cost: "Credits charged for this company.",
    timeline: "The timeline; only when served.",
  },
  ErrorDetail: { code: "Error code, for programs.", message: "Error message, in one sentence, for people." },
  ErrorMeta: { requestId: "Id of this request in the service's log; also in X-Request-Id." },
  ErrorEnvelope: { success: "Always false.", error: "What is wrong.", meta: "The request." },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;
