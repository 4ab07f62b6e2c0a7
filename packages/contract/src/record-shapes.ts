/**
 * The fields of every record as plain data: schemas, tolerant readers, types and labels derive from these. Browsers load
 * them, so the schemas and the descriptions of the fields are in `records`.
 */
import type { MOVE_TYPES, PAYMENT_TYPES, ROLE_SENIORITIES, ROUNDS } from "./values/events";
import type { EMPLOYEE_BUCKETS, INVESTOR_TYPES, VERTICALS } from "./values/organisations";

type ValueIn<List extends readonly { readonly value: string }[]> = List[number]["value"];

/** The type of a value by its kind. A kind with the name of a list of allowed values is one of these. */
interface Values {
  id: string;
  text: string;
  /** Text with few distinct values, which readers share between records. */
  word: string;
  /** An id of few distinct ones. */
  "word-id": string;
  domain: string;
  /** The handle of a profile. */
  profile: string;
  naics: string;
  /** ISO-8601 in UTC with milliseconds. */
  timestamp: string;
  integer: number;
  /** US dollars. */
  usd: number;
  /** The smallest unit of a currency. */
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
type List = readonly [Kind | Shape];
type OrNull = readonly [Shape, "?"];
/** A kind of value (with `?` where it may be null), an object, an object or null, or a list of either. */
export type ShapeField = Kind | `${Kind}?` | Shape | List | OrNull;
export interface Shape {
  readonly [field: string]: ShapeField;
}

export const COUNTRY = { code: "word", name: "word" } as const satisfies Shape;

export const COMPANY = {
  id: "id?",
  name: "text?",
  domain: "domain?",
  description: "text?",
  socialHandle: "profile?",
  socialUrl: "text?",
  socialGeoId: "word?",
  socialIndustryId: "word?",
  naicsCode: "naics?",
  naicsLevel: "integer?",
  hqCity: "word?",
  hqCountry: [COUNTRY, "?"],
  industryGroup: "word?",
  industrySubTags: ["word"],
  verticals: ["verticals"],
  employeeCountBucket: "employeeBuckets?",
  foundedYear: "integer?",
  businessModel: "word?",
  createdAt: "timestamp?",
  updatedAt: "timestamp?",
} as const satisfies Shape;

export const SOURCE = { url: "text", outlet: "word?", title: "text?" } as const satisfies Shape;

/** One of 20,000 investors, each in several rounds. */
export const NAMED_INVESTOR = { id: "word-id", name: "word" } as const satisfies Shape;

export const FUNDING_EVENT = {
  id: "id",
  round: "rounds?",
  roundStated: "flag",
  amountUsdCents: "minor?",
  amountUsd: "usd?",
  amountOriginalCurrency: "word?",
  amountOriginalCents: "minor?",
  investors: [NAMED_INVESTOR],
  announcedAt: "timestamp",
  discoveredAt: "timestamp",
  company: COMPANY,
  sources: [SOURCE],
} as const satisfies Shape;

export const ACQUISITION = {
  id: "id",
  dealAmountUsdCents: "minor?",
  dealAmountUsd: "usd?",
  dealAmountOriginalCurrency: "word?",
  dealAmountOriginalCents: "minor?",
  paymentType: "paymentTypes",
  isMerger: "flag",
  announcedAt: "timestamp",
  closingAt: "timestamp?",
  discoveredAt: "timestamp",
  acquirer: COMPANY,
  target: COMPANY,
  sources: [SOURCE],
} as const satisfies Shape;

export const PERSON = {
  id: "id",
  name: "text?",
  socialHandle: "profile?",
  socialUrl: "text?",
} as const satisfies Shape;

export const EXEC_MOVE = {
  id: "id",
  person: PERSON,
  role: "word?",
  roleSeniority: "roleSeniorities?",
  moveType: "moveTypes",
  announcedAt: "timestamp",
  effectiveDate: "timestamp?",
  discoveredAt: "timestamp",
  company: COMPANY,
  fromCompany: [COMPANY, "?"],
  sources: [SOURCE],
} as const satisfies Shape;

export const INVESTOR = {
  id: "id",
  name: "text",
  type: "investorTypes?",
  hqCountry: [COUNTRY, "?"],
  domain: "domain?",
  firstSeenAt: "timestamp?",
  lastSeenAt: "timestamp?",
  createdAt: "timestamp",
  updatedAt: "timestamp",
} as const satisfies Shape;

/** The shape of a feed's records. */
export const FEED_SHAPES = {
  funding: FUNDING_EVENT,
  acquisitions: ACQUISITION,
  execMoves: EXEC_MOVE,
  companies: COMPANY,
  investors: INVESTOR,
} as const;

/** What our own service sends. */
export type Strict<F> = F extends Kind
  ? Values[F]
  : F extends `${infer K extends Kind}?`
    ? Values[K] | null
    : F extends readonly [infer Item]
      ? Strict<Item>[]
      : F extends readonly [infer S, "?"]
        ? Strict<S> | null
        : { -readonly [K in keyof F]: Strict<F[K]> };

/** What any host sends, after it has been read: any field may be null, a list may be empty, a value may be unlisted. */
export type Tolerant<F> = F extends Kind
  ? (Values[F] extends string ? string : Values[F]) | null
  : F extends `${infer K extends Kind}?`
    ? Tolerant<K>
    : F extends readonly [infer Item]
      ? NonNullable<Tolerant<Item>>[]
      : F extends readonly [infer S, "?"]
        ? Tolerant<S>
        : { [K in keyof F]: Tolerant<F[K]> } | null;

/** What a field contains: values of a kind, or objects of a shape. */
export interface FieldContent {
  readonly of: Kind | Shape;
  readonly list: boolean;
  readonly nullable: boolean;
}

export function contentOf(field: ShapeField): FieldContent {
  if (isTuple(field)) return { of: field[0], list: field.length === 1, nullable: field.length === 2 };
  if (typeof field === "object") return { of: field, list: false, nullable: false };
  return isRequired(field)
    ? { of: field, list: false, nullable: false }
    : // The type of the text without its last letter is the kind.
      { of: field.slice(0, -1) as Kind, list: false, nullable: true };
}

function isTuple(field: ShapeField): field is List | OrNull {
  return Array.isArray(field);
}

function isRequired(field: Kind | `${Kind}?`): field is Kind {
  return !field.endsWith("?");
}
