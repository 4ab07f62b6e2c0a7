/** Derives strict schemas of every record from its shape: our service sends exactly these. */
import * as z from "zod";
import { MOVE_TYPES, PAYMENT_TYPES, ROLE_SENIORITIES, ROUNDS, TIMELINE_INCLUDES } from "../values/events";
import { EMPLOYEE_BUCKETS, INVESTOR_TYPES, VERTICALS } from "../values/organisations";
import {
  ACQUISITION,
  COMPANY,
  COUNTRY,
  EXEC_MOVE,
  type Field,
  FUNDING_EVENT,
  INVESTOR,
  type Kind,
  NAMED_INVESTOR,
  PERSON,
  readContent,
  type Shape,
  SOURCE,
  type Strict,
} from "./shapes";

const id = z.uuid();
const text = z.string();
const timestamp = z.iso.datetime({ precision: 3 });

function valueSchema(list: readonly { readonly value: string }[]) {
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
  rounds: valueSchema(ROUNDS),
  paymentTypes: valueSchema(PAYMENT_TYPES),
  moveTypes: valueSchema(MOVE_TYPES),
  roleSeniorities: valueSchema(ROLE_SENIORITIES),
  verticals: valueSchema(VERTICALS),
  employeeBuckets: valueSchema(EMPLOYEE_BUCKETS),
  investorTypes: valueSchema(INVESTOR_TYPES),
};

const schemas = new Map<Shape, z.ZodType>();

/** A shape has the same schema in everything that contains it. */
function shapeSchema(shape: Shape): z.ZodType {
  let schema = schemas.get(shape);
  if (schema === undefined) {
    schema = z.strictObject(
      Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, fieldSchema(field)])),
    );
    schemas.set(shape, schema);
  }
  return schema;
}

function fieldSchema(field: Field): z.ZodType {
  const { of, list, nullable } = readContent(field);
  const schema = typeof of === "string" ? VALUES[of] : shapeSchema(of);
  return (list ? z.array(schema) : nullable ? schema.nullable() : schema).describe(field[1]);
}

function record<const S extends Shape>(shape: S) {
  // Every field of the shape has the schema of its kind.
  return shapeSchema(shape) as z.ZodType<Strict<S>>;
}

export const country = record(COUNTRY);
export const company = record(COMPANY);
export const source = record(SOURCE);
export const namedInvestor = record(NAMED_INVESTOR);
export const fundingEvent = record(FUNDING_EVENT);
export const acquisition = record(ACQUISITION);
export const person = record(PERSON);
export const execMove = record(EXEC_MOVE);
export const investor = record(INVESTOR);

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
