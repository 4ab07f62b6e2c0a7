/** Schemas of every record with descriptions of its fields, strict: our service sends exactly these. */
import { z } from "zod";
import {
  ACQUISITION,
  COMPANY,
  COUNTRY,
  contentOf,
  EXEC_MOVE,
  FUNDING_EVENT,
  INVESTOR,
  type Kind,
  NAMED_INVESTOR,
  PERSON,
  type Shape,
  type ShapeField,
  SOURCE,
  type Strict,
} from "./record-shapes";
import { MOVE_TYPES, PAYMENT_TYPES, ROLE_SENIORITIES, ROUNDS, TIMELINE_INCLUDES } from "./values/events";
import { EMPLOYEE_BUCKETS, INVESTOR_TYPES, VERTICALS } from "./values/organisations";

const id = z.uuid();
const text = z.string();
const timestamp = z.iso.datetime({ precision: 3 });

function valuesOf(list: readonly { readonly value: string }[]) {
  return z.enum(list.map(({ value }) => value));
}

const VALUES: Readonly<Record<Kind, z.ZodType>> = {
  id,
  text,
  word: text,
  "word-id": id,
  domain: text,
  profile: text,
  naics: text,
  timestamp,
  integer: z.int(),
  usd: z.number(),
  minor: z.int(),
  flag: z.boolean(),
  rounds: valuesOf(ROUNDS),
  paymentTypes: valuesOf(PAYMENT_TYPES),
  moveTypes: valuesOf(MOVE_TYPES),
  roleSeniorities: valuesOf(ROLE_SENIORITIES),
  verticals: valuesOf(VERTICALS),
  employeeBuckets: valuesOf(EMPLOYEE_BUCKETS),
  investorTypes: valuesOf(INVESTOR_TYPES),
};

/** The schemas of the shapes that records contain. */
const schemas = new Map<Shape, z.ZodType>();

function schemaOf(field: ShapeField): z.ZodType {
  const { of, list, nullable } = contentOf(field);
  const schema = typeof of === "string" ? VALUES[of] : schemas.get(of);
  if (schema === undefined) throw new Error(`The shape ${Object.keys(Object(of)).join(", ")} has no schema yet.`);
  return list ? z.array(schema) : nullable ? schema.nullable() : schema;
}

function record<const S extends Shape>(shape: S, descriptions: { readonly [K in keyof S]: string }) {
  const words: Readonly<Record<string, string>> = descriptions;
  const fields = Object.entries(shape).map(([name, field]) => [name, schemaOf(field).describe(words[name] ?? "")]);
  const schema = z.strictObject(Object.fromEntries(fields));
  schemas.set(shape, schema);
  // Every field of the shape has just been given the schema of its kind.
  return schema as z.ZodType as z.ZodType<Strict<S>>;
}

const IN_ORIGINAL = "Amount in the minor unit of that currency.";
const ORIGINAL = "Currency of the amount as it was announced (ISO 4217).";
const SOURCES = "Where it was reported.";
const DISCOVERED = "When the service learned of it.";
const ANNOUNCED = "When it was announced; lists are in this order, newest first.";

export const country = record(COUNTRY, { code: "ISO 3166-1 alpha-2 code.", name: "English name." });

export const company = record(COMPANY, {
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
});

export const source = record(SOURCE, {
  url: "URL of the report.",
  outlet: "Publisher of the report.",
  title: "Headline.",
});

export const namedInvestor = record(NAMED_INVESTOR, { id: "Id of the investor.", name: "Name." });

export const fundingEvent = record(FUNDING_EVENT, {
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
});

export const acquisition = record(ACQUISITION, {
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
});

export const person = record(PERSON, {
  id: "Id of the person.",
  name: "Name.",
  socialHandle: "Handle on a professional network.",
  socialUrl: "URL of the profile on that network.",
});

export const execMove = record(EXEC_MOVE, {
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
});

export const investor = record(INVESTOR, {
  id: "Id of the investor.",
  name: "Name.",
  type: "Kind of investor; null when not known.",
  hqCountry: "Country of the headquarters.",
  domain: "Primary domain.",
  firstSeenAt: "When its first known round was announced.",
  lastSeenAt: "When its latest known round was announced.",
  createdAt: "When the investor was first stored.",
  updatedAt: "When it last changed.",
});

const [fundingKind, acquisitionKind, execMoveKind] = TIMELINE_INCLUDES;

const KIND = "Kind of event.";

export const fundingTimelineEvent = z.strictObject({
  kind: z.literal(fundingKind.kind).describe(KIND),
  date: timestamp.describe("When the round was announced."),
  [fundingKind.field]: fundingEvent.describe("The round."),
});

export const acquisitionTimelineEvent = z.strictObject({
  kind: z.literal(acquisitionKind.kind).describe(KIND),
  date: timestamp.describe("When the deal was announced."),
  [acquisitionKind.field]: acquisition.describe("The deal."),
});

export const execMoveTimelineEvent = z.strictObject({
  kind: z.literal(execMoveKind.kind).describe(KIND),
  date: timestamp.describe("When the move was announced."),
  [execMoveKind.field]: execMove.describe("The move."),
});

export const timelineEvent = z.discriminatedUnion("kind", [
  fundingTimelineEvent,
  acquisitionTimelineEvent,
  execMoveTimelineEvent,
]);

export const timeline = z.strictObject({
  company: company.describe("Company"),
  investors: z.array(namedInvestor).describe("All known investors in the company, regardless of `include`."),
  events: z.array(timelineEvent).describe("Every event in which the company has a role, once each, oldest first."),
});

export type Company = Strict<typeof COMPANY>;
export type Source = Strict<typeof SOURCE>;
export type NamedInvestor = Strict<typeof NAMED_INVESTOR>;
export type FundingEvent = Strict<typeof FUNDING_EVENT>;
export type Acquisition = Strict<typeof ACQUISITION>;
export type ExecMove = Strict<typeof EXEC_MOVE>;
export type Investor = Strict<typeof INVESTOR>;
