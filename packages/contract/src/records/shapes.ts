/**
 * This is the only description of every record: the name, type and meaning of each field, and its column. Types,
 * schemas, tolerant readers, the fields of `records/fields.ts` and every published document derive from it.
 */
import type { MOVE_TYPES, PAYMENT_TYPES, ROLE_SENIORITIES, ROUNDS } from "../values/events";
import type { EMPLOYEE_BUCKETS, INVESTOR_TYPES, VERTICALS } from "../values/organisations";

type ValueIn<List extends readonly { readonly value: string }[]> = List[number]["value"];

/** The type of a value follows from its kind. A kind with the name of a list of allowed values is one of these. */
interface Values {
  id: string;
  text: string;
  /** This is text with few distinct values, which readers share between records. */
  word: string;
  /** This is an id with few distinct values. */
  "word-id": string;
  domain: string;
  /** The value is the handle of a profile. */
  profile: string;
  naics: string;
  /** The time is ISO-8601 in UTC with milliseconds. */
  timestamp: string;
  integer: number;
  /** The amount is in US dollars. */
  usd: number;
  /** The amount is in the smallest unit of a currency. */
  minor: number;
  flag: boolean;
  rounds: ValueIn<typeof ROUNDS>;
  paymentTypes: ValueIn<typeof PAYMENT_TYPES>;
  moveTypes: ValueIn<typeof MOVE_TYPES>;
  roleSeniorities: ValueIn<typeof ROLE_SENIORITIES>;
  verticals: ValueIn<typeof VERTICALS>;
  employeeBuckets: ValueIn<typeof EMPLOYEE_BUCKETS>;
  investorTypes: ValueIn<typeof INVESTOR_TYPES>;
}

export type Kind = keyof Values;
/** A field holds values of a kind, or objects of a shape; with `?` it may be null, in a list of one it is a list. */
type Content = Kind | `${Kind}?` | Shape | readonly [Kind | Shape] | readonly [Shape, "?"];
export type Field = readonly [content: Content, meaning: string, column?: Column];
export interface Shape {
  readonly [field: string]: Field;
}

/**
 * The column tells how a field is shown in sheets, on the pages of companies and investors, in comparisons and exports;
 * the columns of tables state their own header and width.
 */
export interface Column {
  /** The id is unique in its record. */
  readonly id: string;
  readonly label: string;
  /** The format follows from the kind of value unless given: an id may be any text. */
  readonly format?: "id";
  /** These words stand for the values of a flag. */
  readonly yesNo?: readonly [yes: string, no: string];
  /** The unit follows the value of a choice, as in ` people`. */
  readonly unit?: string;
  /** The field with this name holds a profile's address. */
  readonly link?: string;
  /** This column follows the date in the field with this name. */
  readonly after?: string;
  /** The field with this name holds the domain that an export writes next to a name. */
  readonly domain?: string;
  /** It is true for the name of a company or person, which a sheet shows as its heading. */
  readonly name?: true;
}

const HANDLE = "Handle on a professional network.";
const PROFILE = "URL of the profile on that network.";
const HEADQUARTERS = "Country of the headquarters.";
const ORIGINAL_CURRENCY = "Currency of the amount as it was announced (ISO 4217).";
const IN_ORIGINAL = "Amount in the minor unit of that currency.";
const ORIGINAL = { id: "original", label: "Original amount" } as const satisfies Column;
const ANNOUNCED = [
  "timestamp",
  "When it was announced; lists are in this order, newest first.",
  { id: "announced", label: "Announced" },
] as const satisfies Field;
const DISCOVERED = [
  "timestamp",
  "When the service learned of it.",
  { id: "discovered", label: "Discovered", after: "announcedAt" },
] as const satisfies Field;
const SOURCES = "Where it was reported.";

export const COUNTRY = {
  code: ["word", "ISO 3166-1 alpha-2 code."],
  name: ["word", "English name."],
} as const satisfies Shape;

export const COMPANY = {
  id: ["id?", "Id of the resolved company; null when it was not resolved.", { id: "company-id", label: "Company id" }],
  name: ["text?", "Name.", { id: "company", label: "Name", name: true, domain: "domain" }],
  domain: ["domain?", "Primary domain.", { id: "domain", label: "Domain" }],
  description: ["text?", "What the company does.", { id: "about", label: "Description" }],
  socialHandle: ["profile?", HANDLE, { id: "profile", label: "Profile", link: "socialUrl" }],
  socialUrl: ["text?", PROFILE],
  socialGeoId: [
    "word?",
    "Location on that network, numeric text.",
    { id: "place-id", label: "Place id", format: "id" },
  ],
  socialIndustryId: [
    "word?",
    "Industry on that network, numeric text.",
    { id: "profile-industry-id", label: "Industry id", format: "id" },
  ],
  naicsCode: ["naics?", "NAICS 2022 code.", { id: "naics", label: "NAICS" }],
  naicsLevel: ["integer?", "Digits of the code; 2 for a sector range.", { id: "naics-level", label: "NAICS level" }],
  hqCity: ["word?", "City of the headquarters.", { id: "city", label: "City" }],
  hqCountry: [[COUNTRY, "?"], HEADQUARTERS, { id: "country", label: "Country" }],
  industryGroup: ["word?", "Industry-group label.", { id: "industry", label: "Industry" }],
  industrySubTags: [["word"], "Finer tags within the industry.", { id: "tags", label: "Tags" }],
  verticals: [["verticals"], "Vertical tags.", { id: "vertical", label: "Verticals" }],
  employeeCountBucket: [
    "employeeBuckets?",
    "Number of employees, in buckets.",
    { id: "size", label: "Size", unit: " people" },
  ],
  foundedYear: ["integer?", "Year founded.", { id: "founded", label: "Founded" }],
  businessModel: ["word?", "Free-form label.", { id: "model", label: "Model" }],
  createdAt: ["timestamp?", "When the company was first stored.", { id: "created", label: "Added" }],
  updatedAt: ["timestamp?", "When it last changed.", { id: "updated", label: "Updated" }],
} as const satisfies Shape;

export const SOURCE = {
  url: ["text", "URL of the report.", { id: "sources", label: "Sources" }],
  outlet: ["word?", "Publisher of the report."],
  title: ["text?", "Headline."],
} as const satisfies Shape;

/** There are 20,000 investors, each in several rounds. */
export const NAMED_INVESTOR = {
  id: ["word-id", "Id of the investor."],
  name: ["word", "Name.", { id: "investors", label: "Investors" }],
} as const satisfies Shape;

export const FUNDING_EVENT = {
  id: ["id", "Id of the round.", { id: "round-id", label: "Round id" }],
  round: ["rounds?", "Kind of round, hyphenated; null when not known.", { id: "round", label: "Round" }],
  roundStated: [
    "flag",
    "Whether the source stated the kind of round.",
    { id: "stated", label: "Stage source", yesNo: ["Stated", "Inferred"] },
  ],
  amountUsdCents: ["minor?", "Amount in US cents; null when undisclosed."],
  amountUsd: ["usd?", "Amount in US dollars; null when undisclosed.", { id: "amount", label: "Amount" }],
  amountOriginalCurrency: ["word?", ORIGINAL_CURRENCY],
  amountOriginalCents: ["minor?", IN_ORIGINAL, ORIGINAL],
  investors: [[NAMED_INVESTOR], "Investors in the round."],
  announcedAt: ANNOUNCED,
  discoveredAt: DISCOVERED,
  company: [COMPANY, "The company that raised; its id is null when it was not resolved."],
  sources: [[SOURCE], SOURCES],
} as const satisfies Shape;

export const ACQUISITION = {
  id: ["id", "Id of the deal.", { id: "deal-id", label: "Deal id" }],
  dealAmountUsdCents: ["minor?", "Deal amount in US cents; null when undisclosed."],
  dealAmountUsd: ["usd?", "Deal amount in US dollars; null when undisclosed.", { id: "amount", label: "Amount" }],
  dealAmountOriginalCurrency: ["word?", ORIGINAL_CURRENCY],
  dealAmountOriginalCents: ["minor?", IN_ORIGINAL, ORIGINAL],
  paymentType: [
    "paymentTypes",
    "How the deal is paid; `undisclosed` when not known.",
    { id: "payment", label: "Payment" },
  ],
  isMerger: ["flag", "Whether it is a merger.", { id: "deal", label: "Deal", yesNo: ["Merger", "Acquisition"] }],
  announcedAt: ANNOUNCED,
  closingAt: ["timestamp?", "When the deal closes or closed.", { id: "closing", label: "Closing" }],
  discoveredAt: DISCOVERED,
  acquirer: [COMPANY, "The company that buys."],
  target: [COMPANY, "The company that is bought."],
  sources: [[SOURCE], SOURCES],
} as const satisfies Shape;

export const PERSON = {
  id: ["id", "Id of the person.", { id: "person-id", label: "Person id" }],
  name: ["text?", "Name.", { id: "person", label: "Person", name: true }],
  socialHandle: ["profile?", HANDLE, { id: "person-profile", label: "Person's profile", link: "socialUrl" }],
  socialUrl: ["text?", PROFILE],
} as const satisfies Shape;

export const EXEC_MOVE = {
  id: ["id", "Id of the move.", { id: "move-id", label: "Move id" }],
  person: [PERSON, "The person who moves."],
  role: ["word?", "Job title.", { id: "role", label: "Role" }],
  roleSeniority: ["roleSeniorities?", "Seniority of the role.", { id: "seniority", label: "Seniority" }],
  moveType: ["moveTypes", "Kind of move.", { id: "move", label: "Move" }],
  announcedAt: ANNOUNCED,
  effectiveDate: ["timestamp?", "When the move takes effect.", { id: "effective", label: "Effective" }],
  discoveredAt: DISCOVERED,
  company: [COMPANY, "Where the person acts; of a departure, the company that is left."],
  fromCompany: [[COMPANY, "?"], "Where the person comes from."],
  sources: [[SOURCE], SOURCES],
} as const satisfies Shape;

export const INVESTOR = {
  id: ["id", "Id of the investor.", { id: "investor-id", label: "Investor id" }],
  name: ["text", "Name.", { id: "investor", label: "Investor", name: true, domain: "domain" }],
  type: ["investorTypes?", "Kind of investor; null when not known.", { id: "type", label: "Type" }],
  hqCountry: [[COUNTRY, "?"], HEADQUARTERS, { id: "country", label: "Country" }],
  domain: ["domain?", "Primary domain.", { id: "domain", label: "Domain" }],
  firstSeenAt: ["timestamp?", "When its first known round was announced.", { id: "first-seen", label: "First seen" }],
  lastSeenAt: ["timestamp?", "When its latest known round was announced.", { id: "last-seen", label: "Last seen" }],
  createdAt: ["timestamp", "When the investor was first stored.", { id: "created", label: "Added" }],
  updatedAt: ["timestamp", "When it last changed.", { id: "updated", label: "Updated" }],
} as const satisfies Shape;

/** The records of a feed have this shape. */
export const FEED_SHAPES = {
  funding: FUNDING_EVENT,
  acquisitions: ACQUISITION,
  execMoves: EXEC_MOVE,
  companies: COMPANY,
  investors: INVESTOR,
} as const;

/** Our own service sends records of this type. */
export type Strict<S> = { -readonly [K in keyof S]: S[K] extends Field ? StrictContent<S[K][0]> : never };

type StrictContent<C> = C extends Kind
  ? Values[C]
  : C extends `${infer K extends Kind}?`
    ? Values[K] | null
    : C extends readonly [infer Item]
      ? StrictContent<Item>[]
      : C extends readonly [infer S, "?"]
        ? Strict<S> | null
        : Strict<C>;

/**
 * A record of any host has this type after it has been read: any field may be null, a list may be empty, a value may be
 * unlisted.
 */
export type Tolerant<S> = { [K in keyof S]: S[K] extends Field ? TolerantContent<S[K][0]> : never };

type TolerantContent<C> = C extends Kind
  ? (Values[C] extends string ? string : Values[C]) | null
  : C extends `${infer K extends Kind}?`
    ? TolerantContent<K>
    : C extends readonly [infer Item]
      ? NonNullable<TolerantContent<Item>>[]
      : C extends readonly [infer S, "?"]
        ? Tolerant<S> | null
        : Tolerant<C> | null;

/** Returns the kind of a field's values or the shape of its objects, and whether there may be none or several. */
export function readContent([content]: Field): {
  readonly of: Kind | Shape;
  readonly list: boolean;
  readonly nullable: boolean;
} {
  if (isTuple(content)) return { of: content[0], list: content.length === 1, nullable: content.length === 2 };
  if (typeof content === "object") return { of: content, list: false, nullable: false };
  return isRequired(content)
    ? { of: content, list: false, nullable: false }
    : // The kind is the text without its last letter.
      { of: content.slice(0, -1) as Kind, list: false, nullable: true };
}

function isTuple(content: Content): content is Extract<Content, readonly unknown[]> {
  return Array.isArray(content);
}

function isRequired(content: Kind | `${Kind}?`): content is Kind {
  return !content.endsWith("?");
}
