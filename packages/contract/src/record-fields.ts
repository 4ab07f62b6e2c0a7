/**
 * Every field of a record as data, as `feed-filters` has every filter. Sheets, the pages of companies and investors,
 * comparisons, columns and exports take label, path and format from here.
 */
import type { FeedName } from "./feeds";
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

type Own = Partial<Omit<RecordField, "id" | "label" | "path" | "format">>;

function field(id: string, label: string, path: string, format: FieldFormat = "text", own: Own = {}): RecordField {
  return { id, label, path, format, width: 140, ...own };
}

const date = (id: string, label: string, path: string, own: Own = {}) =>
  field(id, label, path, "date", { width: 108, ...own });
const choice = (id: string, label: string, path: string, titles: Titled, own: Own = {}) =>
  field(id, label, path, "choice", { titles, ...own });
const name = (id: string, label: string, owner: string, own: Own = {}) =>
  field(id, label, `${owner}name`, "text", { width: 160, name: true, ...own });

const ANNOUNCED = date("announced", "Announced", "announcedAt");
const DISCOVERED = date("discovered", "Discovered", "discoveredAt", { after: "announcedAt" });
const SOURCES = field("sources", "Sources", "sources.url", "text", { width: 76 });

/** Of a company, wherever it stands in a record. */
export const COMPANY_FIELDS: readonly RecordField[] = [
  name("company", "Name", "", { domain: "domain", width: 170 }),
  field("about", "Description", "description", "text", { width: 280 }),
  field("domain", "Domain", "domain", "domain"),
  field("industry", "Industry", "industryGroup", "text", { width: 160 }),
  field("tags", "Tags", "industrySubTags", "text", { width: 180 }),
  field("naics", "NAICS", "naicsCode", "naics", { width: 76 }),
  field("naics-level", "NAICS level", "naicsLevel", "year", { width: 92 }),
  choice("vertical", "Verticals", "verticals", VERTICALS, { width: 112 }),
  choice("size", "Size", "employeeCountBucket", EMPLOYEE_BUCKETS, { width: 104, unit: " people" }),
  field("city", "City", "hqCity"),
  field("country", "Country", "hqCountry", "country", { width: 68 }),
  field("founded", "Founded", "foundedYear", "year", { width: 76 }),
  field("model", "Model", "businessModel"),
  field("profile", "Profile", "socialHandle", "profile", { link: "socialUrl" }),
  date("created", "Added", "createdAt"),
  date("updated", "Updated", "updatedAt"),
  field("place-id", "Place id", "socialGeoId", "id"),
  field("profile-industry-id", "Industry id", "socialIndustryId", "id"),
  field("company-id", "Company id", "id", "id"),
];

export const FUNDING_FIELDS: readonly RecordField[] = [
  choice("round", "Round", "round", ROUNDS, { width: 92 }),
  field("amount", "Amount", "amountUsd", "usd", { width: 104 }),
  field("original", "Original amount", "amountOriginalCents", "original"),
  field("stated", "Stage source", "roundStated", "flag", { width: 84, yesNo: ["Stated", "Inferred"] }),
  ANNOUNCED,
  DISCOVERED,
  field("round-id", "Round id", "id", "id"),
];

export const ACQUISITION_FIELDS: readonly RecordField[] = [
  field("deal", "Deal", "isMerger", "flag", { width: 92, yesNo: ["Merger", "Acquisition"] }),
  field("amount", "Amount", "dealAmountUsd", "usd", { width: 108 }),
  field("original", "Original amount", "dealAmountOriginalCents", "original"),
  choice("payment", "Payment", "paymentType", PAYMENT_TYPES, { width: 116 }),
  ANNOUNCED,
  date("closing", "Closing", "closingAt"),
  DISCOVERED,
  field("deal-id", "Deal id", "id", "id"),
];

export const MOVE_FIELDS: readonly RecordField[] = [
  choice("move", "Move", "moveType", MOVE_TYPES, { width: 124 }),
  field("role", "Role", "role", "text", { width: 170 }),
  choice("seniority", "Seniority", "roleSeniority", ROLE_SENIORITIES, { width: 92 }),
  ANNOUNCED,
  date("effective", "Effective", "effectiveDate"),
  DISCOVERED,
  field("move-id", "Move id", "id", "id"),
];

export const PERSON_FIELDS: readonly RecordField[] = [
  name("person", "Person", "person."),
  field("person-profile", "Person's profile", "person.socialHandle", "profile", { link: "person.socialUrl" }),
  field("person-id", "Person id", "person.id", "id"),
];

export const INVESTOR_FIELDS: readonly RecordField[] = [
  name("investor", "Investor", "", { domain: "domain", width: 190 }),
  choice("type", "Type", "type", INVESTOR_TYPES, { width: 148 }),
  field("country", "Country", "hqCountry", "country", { width: 68 }),
  field("domain", "Domain", "domain", "domain"),
  date("first-seen", "First seen", "firstSeenAt"),
  date("last-seen", "Last seen", "lastSeenAt"),
  date("created", "Added", "createdAt"),
  date("updated", "Updated", "updatedAt"),
  field("investor-id", "Investor id", "id", "id"),
];

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
    name("company", "Company", "company.", { domain: "company.domain" }),
    field("investors", "Investors", "investors.name", "text", { width: 170 }),
    SOURCES,
    ...within("company", ABOUT_COMPANY),
  ],
  acquisitions: [
    ...ACQUISITION_FIELDS,
    name("target", "Target", "target.", { domain: "target.domain" }),
    name("acquirer", "Acquirer", "acquirer.", { domain: "acquirer.domain" }),
    SOURCES,
    ...within("target", ABOUT_COMPANY),
    field("by-domain", "Acquirer's domain", "acquirer.domain", "domain"),
    field("by-country", "Acquirer's country", "acquirer.hqCountry", "country", { width: 120 }),
    field("by-industry", "Acquirer's industry", "acquirer.industryGroup", "text", { width: 160 }),
  ],
  execMoves: [
    ...MOVE_FIELDS,
    ...PERSON_FIELDS,
    name("company", "Company", "company.", { domain: "company.domain" }),
    name("from", "From", "fromCompany.", { domain: "fromCompany.domain", width: 150 }),
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
