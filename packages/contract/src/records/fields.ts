/**
 * The fields of records are in the order in which people read them. Sheets, the pages of companies and investors,
 * comparisons and exports take label, path and format from here; the columns of tables state their own header and width.
 */
import type { FeedName } from "../feeds";
import { MOVE_TYPES, PAYMENT_TYPES, ROLE_SENIORITIES, ROUNDS } from "../values/events";
import { EMPLOYEE_BUCKETS, INVESTOR_TYPES, VERTICALS } from "../values/organisations";
import {
  ACQUISITION,
  COMPANY,
  type Column,
  EXEC_MOVE,
  type Field,
  FUNDING_EVENT,
  INVESTOR,
  type Kind,
  NAMED_INVESTOR,
  PERSON,
  readContent,
  SOURCE,
} from "./shapes";

export type Titled = readonly { readonly value: string; readonly title: string }[];

type FieldFormat =
  | "text"
  /** The number has no separators. */
  | "year"
  /** The value is one of `titles`, or several of them. */
  | "choice"
  /** The value is `yesNo[0]` where true. */
  | "flag"
  /** The value is in whole US dollars; the exact cents are at the path with `Cents`. */
  | "usd"
  /** The value is in the smallest unit of the currency, which is at the same path with `Currency` for `Cents`. */
  | "original"
  /** The date is ISO-8601. */
  | "date"
  /** The value is `{ code, name }`. */
  | "country"
  | "domain"
  /** The address of the handle is at `link`. */
  | "profile"
  | "naics"
  | "id";

/** A column of a record has paths from the record, as have the fields it names. */
export interface RecordField extends Omit<Column, "format"> {
  readonly path: string;
  readonly format: FieldFormat;
  /** The titles of a choice are in their natural order. */
  readonly titles?: Titled;
}

const TITLES: Partial<Record<Kind, Titled>> = {
  rounds: ROUNDS,
  paymentTypes: PAYMENT_TYPES,
  moveTypes: MOVE_TYPES,
  roleSeniorities: ROLE_SENIORITIES,
  verticals: VERTICALS,
  employeeBuckets: EMPLOYEE_BUCKETS,
  investorTypes: INVESTOR_TYPES,
};

/** Other kinds are shown as text. */
const FORMATS: Partial<Record<Kind, FieldFormat>> = {
  id: "id",
  domain: "domain",
  profile: "profile",
  naics: "naics",
  timestamp: "date",
  integer: "year",
  usd: "usd",
  minor: "original",
  flag: "flag",
};

/** Selects fields of a shape that have columns. `owner` is the path of the object within the record. */
function columns<S extends { readonly [K in keyof S]: Field }>(
  shape: S,
  names: readonly (keyof S & string)[],
  owner?: string,
): RecordField[] {
  return names.map((name) => {
    const [, , column] = shape[name];
    if (column === undefined) throw new Error(`The field ${name} has no column.`);
    const { of } = readContent(shape[name]);
    const titles = typeof of === "string" ? TITLES[of] : undefined;
    const format = typeof of === "object" ? "country" : titles ? "choice" : (FORMATS[of] ?? "text");
    const field = { path: name, format, ...(titles && { titles }), ...column };
    return owner === undefined ? field : within(owner, field);
  });
}

function within(owner: string, { path, link, domain, ...field }: RecordField): RecordField {
  return {
    ...field,
    path: `${owner}.${path}`,
    ...(link !== undefined && { link: `${owner}.${link}` }),
    ...(domain !== undefined && { domain: `${owner}.${domain}` }),
  };
}

/** These fields describe a company, in any place of a record. */
export const COMPANY_FIELDS: readonly RecordField[] = columns(COMPANY, [
  "name",
  "description",
  "domain",
  "industryGroup",
  "industrySubTags",
  "naicsCode",
  "naicsLevel",
  "verticals",
  "employeeCountBucket",
  "hqCity",
  "hqCountry",
  "foundedYear",
  "businessModel",
  "socialHandle",
  "createdAt",
  "updatedAt",
  "socialGeoId",
  "socialIndustryId",
  "id",
]);

export const FUNDING_FIELDS: readonly RecordField[] = columns(FUNDING_EVENT, [
  "round",
  "amountUsd",
  "amountOriginalCents",
  "roundStated",
  "announcedAt",
  "discoveredAt",
  "id",
]);

export const ACQUISITION_FIELDS: readonly RecordField[] = columns(ACQUISITION, [
  "isMerger",
  "dealAmountUsd",
  "dealAmountOriginalCents",
  "paymentType",
  "announcedAt",
  "closingAt",
  "discoveredAt",
  "id",
]);

export const MOVE_FIELDS: readonly RecordField[] = columns(EXEC_MOVE, [
  "moveType",
  "role",
  "roleSeniority",
  "announcedAt",
  "effectiveDate",
  "discoveredAt",
  "id",
]);

export const PERSON_FIELDS: readonly RecordField[] = columns(PERSON, ["name", "socialHandle", "id"], "person");

export const INVESTOR_FIELDS: readonly RecordField[] = columns(INVESTOR, [
  "name",
  "type",
  "hqCountry",
  "domain",
  "firstSeenAt",
  "lastSeenAt",
  "createdAt",
  "updatedAt",
  "id",
]);

const SOURCES = columns(SOURCE, ["url"], "sources");

/** A feed names a company by its role. */
function companyName(id: string, label: string, owner: string): RecordField[] {
  return columns(COMPANY, ["name"], owner).map((field) => ({ ...field, id, label }));
}

/** Returns all fields of a company but its name. */
function aboutCompany(owner: string): RecordField[] {
  return COMPANY_FIELDS.filter(({ name }) => name !== true).map((field) => within(owner, field));
}

const OF_ACQUIRER = [
  { id: "by-domain", label: "Acquirer's domain" },
  { id: "by-country", label: "Acquirer's country" },
  { id: "by-industry", label: "Acquirer's industry" },
];

const ALL: Readonly<Record<FeedName, readonly RecordField[]>> = {
  funding: [
    ...FUNDING_FIELDS,
    ...companyName("company", "Company", "company"),
    ...columns(NAMED_INVESTOR, ["name"], "investors"),
    ...SOURCES,
    ...aboutCompany("company"),
  ],
  acquisitions: [
    ...ACQUISITION_FIELDS,
    ...companyName("target", "Target", "target"),
    ...companyName("acquirer", "Acquirer", "acquirer"),
    ...SOURCES,
    ...aboutCompany("target"),
    ...columns(COMPANY, ["domain", "hqCountry", "industryGroup"], "acquirer").map((field, at) => ({
      ...field,
      ...OF_ACQUIRER[at],
    })),
  ],
  execMoves: [
    ...MOVE_FIELDS,
    ...PERSON_FIELDS,
    ...companyName("company", "Company", "company"),
    ...companyName("from", "From", "fromCompany"),
    ...SOURCES,
    ...aboutCompany("company"),
  ],
  companies: COMPANY_FIELDS.map((field) => (field.id === "company" ? { ...field, label: "Company" } : field)),
  investors: INVESTOR_FIELDS,
};

/** Returns every field of a feed's records, with the companies that are part of them. */
export function recordFields(feed: FeedName): readonly RecordField[] {
  return ALL[feed];
}

/** The id and times of storing, also the times of a company within an event, do not tell whether two records are one. */
const OWN = /^(id|discoveredAt)$|(^|\.)(createdAt|updatedAt)$/;

/** Returns the fields that tell whether two records are one. */
export function comparedFields(feed: FeedName): readonly RecordField[] {
  return ALL[feed].filter(({ path }) => !OWN.test(path));
}
