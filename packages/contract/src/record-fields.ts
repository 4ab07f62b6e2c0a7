/**
 * Every field of a record as data, as `feed-filters` has every filter. Sheets, the pages of companies and investors,
 * comparisons, columns and exports take label, path and format from here.
 */
import type { FeedName } from "./feeds";
import {
  ACQUISITION,
  COMPANY,
  contentOf,
  EXEC_MOVE,
  FUNDING_EVENT,
  INVESTOR,
  type Kind,
  NAMED_INVESTOR,
  PERSON,
  type ShapeField,
  SOURCE,
} from "./record-shapes";
import { MOVE_TYPES, PAYMENT_TYPES, ROLE_SENIORITIES, ROUNDS } from "./values/events";
import { EMPLOYEE_BUCKETS, INVESTOR_TYPES, VERTICALS } from "./values/organisations";

export type Titled = readonly { readonly value: string; readonly title: string }[];

export type FieldFormat =
  | "text"
  /** A number without separators. */
  | "year"
  /** One of `titles`, or several of them. */
  | "choice"
  /** `yesNo[0]` where true. */
  | "flag"
  /** Whole US dollars; the exact cents are at the path with `Cents`. */
  | "usd"
  /** The smallest unit of the currency, which is at the same path with `Currency` for `Cents`. */
  | "original"
  /** ISO-8601. */
  | "date"
  /** `{ code, name }`. */
  | "country"
  /** A company's domain. */
  | "domain"
  /** A handle; its address is at `link`. */
  | "profile"
  | "naics"
  | "id";

export interface RecordField {
  /** Unique in its record; also the id of its column. */
  readonly id: string;
  readonly label: string;
  /** Of the fact in the record. */
  readonly path: string;
  readonly format: FieldFormat;
  /** Width of its column in px. */
  readonly width: number;
  /** Words for the values of a choice, in their natural order. */
  readonly titles?: Titled;
  /** Words of a flag. */
  readonly yesNo?: readonly [yes: string, no: string];
  /** After the value of a choice: ` people`. */
  readonly unit?: string;
  /** Path of a profile's address. */
  readonly link?: string;
  /** Path of the date that this one follows. */
  readonly after?: string;
  /** Path of the domain that an export writes beside a name. */
  readonly domain?: string;
  /** What one company or person is called; a sheet says it in its head. */
  readonly name?: true;
}

type Own = Partial<Omit<RecordField, "id" | "label" | "path">>;

const TITLES: Partial<Record<Kind, Titled>> = {
  rounds: ROUNDS,
  paymentTypes: PAYMENT_TYPES,
  moveTypes: MOVE_TYPES,
  roleSeniorities: ROLE_SENIORITIES,
  verticals: VERTICALS,
  employeeBuckets: EMPLOYEE_BUCKETS,
  investorTypes: INVESTOR_TYPES,
};

/** Text unless another is named. */
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

/** Describes the fields of records of a shape: what a value is follows from its kind. @param prefix of their paths */
function labelsFor<S extends { readonly [K in keyof S]: ShapeField }>(shape: S, prefix = "") {
  return (id: string, label: string, name: keyof S & string, own: Own = {}): RecordField => {
    const { of } = contentOf(shape[name]);
    const titles = typeof of === "string" ? TITLES[of] : undefined;
    const format = typeof of === "object" ? "country" : titles ? "choice" : (FORMATS[of] ?? "text");
    const width = format === "date" ? 108 : 140;
    return { id, label, path: prefix + name, format, width, ...(titles && { titles }), ...own };
  };
}

const ofCompany = labelsFor(COMPANY);
const ofRound = labelsFor(FUNDING_EVENT);
const ofDeal = labelsFor(ACQUISITION);
const ofMove = labelsFor(EXEC_MOVE);
const ofPerson = labelsFor(PERSON, "person.");
const ofInvestor = labelsFor(INVESTOR);

const ANNOUNCED = ofRound("announced", "Announced", "announcedAt");
const DISCOVERED = ofRound("discovered", "Discovered", "discoveredAt", { after: "announcedAt" });

/** Of a company, wherever it stands in a record. */
export const COMPANY_FIELDS: readonly RecordField[] = [
  ofCompany("company", "Name", "name", { width: 170, name: true, domain: "domain" }),
  ofCompany("about", "Description", "description", { width: 280 }),
  ofCompany("domain", "Domain", "domain"),
  ofCompany("industry", "Industry", "industryGroup", { width: 160 }),
  ofCompany("tags", "Tags", "industrySubTags", { width: 180 }),
  ofCompany("naics", "NAICS", "naicsCode", { width: 76 }),
  ofCompany("naics-level", "NAICS level", "naicsLevel", { width: 92 }),
  ofCompany("vertical", "Verticals", "verticals", { width: 112 }),
  ofCompany("size", "Size", "employeeCountBucket", { width: 104, unit: " people" }),
  ofCompany("city", "City", "hqCity"),
  ofCompany("country", "Country", "hqCountry", { width: 68 }),
  ofCompany("founded", "Founded", "foundedYear", { width: 76 }),
  ofCompany("model", "Model", "businessModel"),
  ofCompany("profile", "Profile", "socialHandle", { link: "socialUrl" }),
  ofCompany("created", "Added", "createdAt"),
  ofCompany("updated", "Updated", "updatedAt"),
  ofCompany("place-id", "Place id", "socialGeoId", { format: "id" }),
  ofCompany("profile-industry-id", "Industry id", "socialIndustryId", { format: "id" }),
  ofCompany("company-id", "Company id", "id"),
];

export const FUNDING_FIELDS: readonly RecordField[] = [
  ofRound("round", "Round", "round", { width: 92 }),
  ofRound("amount", "Amount", "amountUsd", { width: 104 }),
  ofRound("original", "Original amount", "amountOriginalCents"),
  ofRound("stated", "Stage source", "roundStated", { width: 84, yesNo: ["Stated", "Inferred"] }),
  ANNOUNCED,
  DISCOVERED,
  ofRound("round-id", "Round id", "id"),
];

export const ACQUISITION_FIELDS: readonly RecordField[] = [
  ofDeal("deal", "Deal", "isMerger", { width: 92, yesNo: ["Merger", "Acquisition"] }),
  ofDeal("amount", "Amount", "dealAmountUsd", { width: 108 }),
  ofDeal("original", "Original amount", "dealAmountOriginalCents"),
  ofDeal("payment", "Payment", "paymentType", { width: 116 }),
  ANNOUNCED,
  ofDeal("closing", "Closing", "closingAt"),
  DISCOVERED,
  ofDeal("deal-id", "Deal id", "id"),
];

export const MOVE_FIELDS: readonly RecordField[] = [
  ofMove("move", "Move", "moveType", { width: 124 }),
  ofMove("role", "Role", "role", { width: 170 }),
  ofMove("seniority", "Seniority", "roleSeniority", { width: 92 }),
  ANNOUNCED,
  ofMove("effective", "Effective", "effectiveDate"),
  DISCOVERED,
  ofMove("move-id", "Move id", "id"),
];

export const PERSON_FIELDS: readonly RecordField[] = [
  ofPerson("person", "Person", "name", { width: 160, name: true }),
  ofPerson("person-profile", "Person's profile", "socialHandle", { link: "person.socialUrl" }),
  ofPerson("person-id", "Person id", "id"),
];

export const INVESTOR_FIELDS: readonly RecordField[] = [
  ofInvestor("investor", "Investor", "name", { width: 190, name: true, domain: "domain" }),
  ofInvestor("type", "Type", "type", { width: 148 }),
  ofInvestor("country", "Country", "hqCountry", { width: 68 }),
  ofInvestor("domain", "Domain", "domain"),
  ofInvestor("first-seen", "First seen", "firstSeenAt"),
  ofInvestor("last-seen", "Last seen", "lastSeenAt"),
  ofInvestor("created", "Added", "createdAt"),
  ofInvestor("updated", "Updated", "updatedAt"),
  ofInvestor("investor-id", "Investor id", "id"),
];

const SOURCES = labelsFor(SOURCE, "sources.")("sources", "Sources", "url", { width: 76 });

/** What a feed calls a company by its role. */
function companyName(id: string, label: string, owner: string, width = 160): RecordField {
  return labelsFor(COMPANY, `${owner}.`)(id, label, "name", { width, name: true, domain: `${owner}.domain` });
}

const ofAcquirer = labelsFor(COMPANY, "acquirer.");

/** The fields of a company that is a part of the record. @param owner its path */
function within(owner: string, fields: readonly RecordField[]): RecordField[] {
  const at = (path: string) => `${owner}.${path}`;
  return fields.map((one) => ({
    ...one,
    path: at(one.path),
    ...(one.link !== undefined && { link: at(one.link) }),
    ...(one.domain !== undefined && { domain: at(one.domain) }),
  }));
}

/** A company's fields beside its name, which each feed calls by its role. */
const ABOUT_COMPANY = COMPANY_FIELDS.filter((one) => one.name !== true);

const ALL: Readonly<Record<FeedName, readonly RecordField[]>> = {
  funding: [
    ...FUNDING_FIELDS,
    companyName("company", "Company", "company"),
    labelsFor(NAMED_INVESTOR, "investors.")("investors", "Investors", "name", { width: 170 }),
    SOURCES,
    ...within("company", ABOUT_COMPANY),
  ],
  acquisitions: [
    ...ACQUISITION_FIELDS,
    companyName("target", "Target", "target"),
    companyName("acquirer", "Acquirer", "acquirer"),
    SOURCES,
    ...within("target", ABOUT_COMPANY),
    ofAcquirer("by-domain", "Acquirer's domain", "domain"),
    ofAcquirer("by-country", "Acquirer's country", "hqCountry", { width: 120 }),
    ofAcquirer("by-industry", "Acquirer's industry", "industryGroup", { width: 160 }),
  ],
  execMoves: [
    ...MOVE_FIELDS,
    ...PERSON_FIELDS,
    companyName("company", "Company", "company"),
    companyName("from", "From", "fromCompany", 150),
    SOURCES,
    ...within("company", ABOUT_COMPANY),
  ],
  companies: COMPANY_FIELDS.map((one) => (one.id === "company" ? { ...one, label: "Company" } : one)),
  investors: INVESTOR_FIELDS,
};

/** Every field of a feed's records, with the companies that are part of them. */
export function fieldsOf(feed: FeedName): readonly RecordField[] {
  return ALL[feed];
}
