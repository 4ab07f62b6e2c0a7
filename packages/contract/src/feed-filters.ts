/**
 * Every filter of the API is described here as data. Query schemas, SQL clauses, the predicate, the filter panel, chips
 * and the address bar are all derived from it.
 */
import type { Filter, ListName, QueryOf, TextFilter } from "./filters";

/** Selects records whose field of the same name has one of the values. */
const choice = <const Param extends string, const List extends ListName>(
  param: Param,
  list: List,
  label: string,
  help: string,
) => ({ kind: "many", param, list, unknown: false, label, help, facts: [param] }) as const satisfies Filter;

const text = <const Param extends string, const Form extends TextFilter["form"]>(
  param: Param,
  form: Form,
  label: string,
  help: string,
  ...facts: string[]
) => ({ kind: "text", param, form, label, help, facts }) as const satisfies Filter;

const announced = {
  kind: "dates",
  since: "since",
  until: "until",
  label: "Announced",
  help: "On or after and on or before an announcement date (YYYY-MM-DD), an ISO-8601 timestamp or a relative date (-6mo), both inclusive.",
  facts: ["announcedAt"],
} as const satisfies Filter;

const updated = (what: string) =>
  ({
    kind: "dates",
    since: "since",
    label: "Updated since",
    help: `${what} created or updated on or after this date (YYYY-MM-DD) or ISO-8601 timestamp.`,
    facts: ["updatedAt"],
  }) as const satisfies Filter;

/** This parameter selects the events of one company. */
export const COMPANY_ID_PARAMETER = "companyId";
/** This parameter selects the moves of one person. */
export const PERSON_ID_PARAMETER = "personId";

const companyId = (help: string, ...facts: string[]) => text(COMPANY_ID_PARAMETER, "id", "Company id", help, ...facts);

const domain = (help: string, ...facts: string[]) => text("domain", "domain", "Domain", help, ...facts);

const search = (help: string, ...facts: string[]) => text("search", "search", "Search", help, ...facts);

const naicsCode = (...facts: string[]) =>
  ({
    kind: "tree",
    param: "naicsCode",
    list: "naics",
    label: "NAICS",
    help: "NAICS 2022 code of 2 to 6 digits or a sector range such as 31-33; matches the code and every code beneath it.",
    facts,
  }) as const satisfies Filter;

const countries = (...facts: string[]) =>
  ({
    kind: "many",
    param: "countries",
    aliases: ["country"],
    list: "countries",
    unknown: true,
    label: "Country",
    help: "Headquarters country codes.",
    facts,
  }) as const satisfies Filter;

const industryGroups = <const Caseless extends boolean>(caseless: Caseless, ...facts: string[]) =>
  ({
    kind: "many",
    param: "industryGroups",
    aliases: ["industryGroup"],
    list: "industries",
    unknown: true,
    caseless,
    label: "Industry",
    help: caseless
      ? "Industry-group labels in any case; older names and common short forms also work."
      : "Industry-group labels, matched literally.",
    facts,
  }) as const satisfies Filter;

const verticals = (...facts: string[]) =>
  ({
    kind: "many",
    param: "verticals",
    list: "verticals",
    unknown: true,
    label: "Vertical",
    help: "Vertical tags of the company.",
    facts,
  }) as const satisfies Filter;

const employeeBuckets = <const Unknown extends boolean>(unknown: Unknown, fact: string) =>
  ({
    kind: "many",
    param: "employeeBuckets",
    aliases: ["employeeCountBucket", "employeeBucket"],
    list: "employeeBuckets",
    unknown,
    label: "Size",
    help: "Number of employees, in buckets.",
    facts: [fact],
  }) as const satisfies Filter;

const amount = (help: string, fact: string) =>
  ({
    kind: "range",
    min: "minAmountUsd",
    max: "maxAmountUsd",
    unit: "usd",
    label: "Amount",
    help,
    facts: [fact],
  }) as const satisfies Filter;

export const FUNDING_FILTERS = [
  announced,
  choice("round", "rounds", "Round", "Funding rounds."),
  countries("company.hqCountry.code"),
  naicsCode("company.naicsCode"),
  amount("Amount raised in US dollars; rounds with an undisclosed amount never match.", "amountUsd"),
  industryGroups(true, "company.industryGroup"),
  verticals("company.verticals"),
  employeeBuckets(false, "company.employeeCountBucket"),
  {
    kind: "flag",
    param: "enrichedOnly",
    either: false,
    titles: ["Resolved companies only", "All rounds"],
    label: "Resolved",
    help: "Only rounds whose company was resolved: domain, industry, country and description are known.",
    facts: ["company.domain", "company.industryGroup", "company.hqCountry", "company.description"],
  },
  companyId("Rounds of this company.", "company.id"),
  domain("Rounds of the company with this domain, now or formerly; a URL is reduced to its domain."),
] as const satisfies readonly Filter[];

export const ACQUISITION_FILTERS = [
  announced,
  amount("Deal amount in US dollars; deals with an undisclosed amount never match.", "dealAmountUsd"),
  choice("paymentType", "paymentTypes", "Payment", "How the deal is paid."),
  {
    kind: "flag",
    param: "isMerger",
    either: true,
    titles: ["Mergers only", "Acquisitions only"],
    label: "Mergers",
    help: "true: mergers only; false: acquisitions that are not mergers.",
    facts: ["isMerger"],
  },
  countries("target.hqCountry.code", "acquirer.hqCountry.code"),
  industryGroups(true, "target.industryGroup", "acquirer.industryGroup"),
  naicsCode("target.naicsCode"),
  verticals("target.verticals"),
  companyId("Deals in which this company is acquirer or target.", "target.id", "acquirer.id"),
  domain("Deals in which the company with this domain, now or formerly, is acquirer or target."),
] as const satisfies readonly Filter[];

export const EXEC_MOVE_FILTERS = [
  announced,
  choice("moveType", "moveTypes", "Move", "Kinds of move."),
  choice("roleSeniority", "roleSeniorities", "Seniority", "Seniority of the role."),
  countries("company.hqCountry.code"),
  text(PERSON_ID_PARAMETER, "id", "Person id", "Moves of this person.", "person.id"),
  companyId("Moves to or from this company.", "company.id", "fromCompany.id"),
  domain("Moves to or from the company with this domain, now or formerly."),
] as const satisfies readonly Filter[];

export const COMPANY_FILTERS = [
  search(
    "Every word occurs, ignoring case and accents, in a name that it has or had, its domain or its description.",
    ...["name", "domain", "description"],
  ),
  updated("Companies"),
  countries("hqCountry.code"),
  industryGroups(false, "industryGroup"),
  naicsCode("naicsCode"),
  employeeBuckets(true, "employeeCountBucket"),
  {
    kind: "range",
    min: "minFoundedYear",
    max: "maxFoundedYear",
    unit: "year",
    label: "Founded",
    help: "Year founded.",
    facts: ["foundedYear"],
  },
  {
    kind: "range",
    min: "minRaisedLast12mUsd",
    unit: "usd",
    label: "Raised, 12 months",
    help: "At least this many US dollars raised in the last 12 months; refreshed nightly.",
    facts: [],
  },
  {
    kind: "range",
    min: "minKnownPeople",
    unit: "people",
    label: "Known people",
    help: "At least this many people whose latest move at the company is not a departure.",
    facts: [],
  },
  {
    kind: "flag",
    param: "hasFounder",
    either: false,
    titles: ["With a current founder", "All companies"],
    label: "Founder",
    help: "Only companies with a current founder on record.",
    facts: [],
  },
  domain("Exact primary domain; a URL is reduced to its domain.", "domain"),
] as const satisfies readonly Filter[];

export const INVESTOR_FILTERS = [
  search("Every word occurs, ignoring case and accents, in name or domain.", "name", "domain"),
  updated("Investors"),
  {
    kind: "many",
    param: "type",
    list: "investorTypes",
    unknown: true,
    commas: true,
    label: "Type",
    help: "Investor types.",
    facts: ["type"],
  },
  {
    kind: "one",
    param: "country",
    list: "countries",
    unknown: true,
    label: "Country",
    help: "Headquarters country code.",
    facts: ["hqCountry.code"],
  },
  domain("Exact investor domain; a URL is reduced to its domain.", "domain"),
] as const satisfies readonly Filter[];

export type FundingQuery = QueryOf<typeof FUNDING_FILTERS>;
export type AcquisitionQuery = QueryOf<typeof ACQUISITION_FILTERS>;
export type ExecMoveQuery = QueryOf<typeof EXEC_MOVE_FILTERS>;
export type CompanyQuery = QueryOf<typeof COMPANY_FILTERS>;
export type InvestorQuery = QueryOf<typeof INVESTOR_FILTERS>;
