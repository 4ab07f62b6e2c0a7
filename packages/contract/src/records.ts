/** Schemas of every record, strict: our service sends exactly these fields. */
import { z } from "zod";
import { MOVE_TYPES, PAYMENT_TYPES, ROLE_SENIORITIES, ROUNDS, TIMELINE_INCLUDES } from "./values/events";
import { EMPLOYEE_BUCKETS, INVESTOR_TYPES, VERTICALS } from "./values/organisations";

export const id = z.uuid();
/** ISO-8601 in UTC with milliseconds. */
export const timestamp = z.iso.datetime({ precision: 3 });

export function valuesOf<const V extends readonly { readonly value: string }[]>(list: V) {
  return z.enum(list.map((item) => item.value) as [V[number]["value"], ...V[number]["value"][]]);
}

const country = z.strictObject({ code: z.string(), name: z.string() });

export const company = z.strictObject({
  id: id.nullable(),
  name: z.string().nullable(),
  domain: z.string().nullable(),
  description: z.string().nullable(),
  socialHandle: z.string().nullable(),
  socialUrl: z.string().nullable(),
  socialGeoId: z.string().nullable(),
  socialIndustryId: z.string().nullable(),
  naicsCode: z.string().nullable(),
  naicsLevel: z.int().nullable(),
  hqCity: z.string().nullable(),
  hqCountry: country.nullable(),
  industryGroup: z.string().nullable(),
  industrySubTags: z.array(z.string()),
  verticals: z.array(valuesOf(VERTICALS)),
  employeeCountBucket: valuesOf(EMPLOYEE_BUCKETS).nullable(),
  foundedYear: z.int().nullable(),
  businessModel: z.string().nullable(),
  createdAt: timestamp.nullable(),
  updatedAt: timestamp.nullable(),
});

export const source = z.strictObject({ url: z.string(), outlet: z.string().nullable(), title: z.string().nullable() });

export const namedInvestor = z.strictObject({ id, name: z.string() });

export const fundingEvent = z.strictObject({
  id,
  round: valuesOf(ROUNDS).nullable(),
  roundStated: z.boolean(),
  amountUsdCents: z.int().nullable(),
  amountUsd: z.number().nullable(),
  amountOriginalCurrency: z.string().nullable(),
  amountOriginalCents: z.int().nullable(),
  investors: z.array(namedInvestor),
  announcedAt: timestamp,
  discoveredAt: timestamp,
  company,
  sources: z.array(source),
});

export const acquisition = z.strictObject({
  id,
  dealAmountUsdCents: z.int().nullable(),
  dealAmountUsd: z.number().nullable(),
  dealAmountOriginalCurrency: z.string().nullable(),
  dealAmountOriginalCents: z.int().nullable(),
  paymentType: valuesOf(PAYMENT_TYPES),
  isMerger: z.boolean(),
  announcedAt: timestamp,
  closingAt: timestamp.nullable(),
  discoveredAt: timestamp,
  acquirer: company,
  target: company,
  sources: z.array(source),
});

export const execMove = z.strictObject({
  id,
  person: z.strictObject({
    id,
    name: z.string().nullable(),
    socialHandle: z.string().nullable(),
    socialUrl: z.string().nullable(),
  }),
  role: z.string().nullable(),
  roleSeniority: valuesOf(ROLE_SENIORITIES).nullable(),
  moveType: valuesOf(MOVE_TYPES),
  announcedAt: timestamp,
  effectiveDate: timestamp.nullable(),
  discoveredAt: timestamp,
  company,
  fromCompany: company.nullable(),
  sources: z.array(source),
});

export const investor = z.strictObject({
  id,
  name: z.string(),
  type: valuesOf(INVESTOR_TYPES).nullable(),
  hqCountry: country.nullable(),
  domain: z.string().nullable(),
  firstSeenAt: timestamp.nullable(),
  lastSeenAt: timestamp.nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

const [fundingKind, acquisitionKind, execMoveKind] = TIMELINE_INCLUDES;

export const timelineEvent = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal(fundingKind.kind), date: timestamp, [fundingKind.field]: fundingEvent }),
  z.strictObject({ kind: z.literal(acquisitionKind.kind), date: timestamp, [acquisitionKind.field]: acquisition }),
  z.strictObject({ kind: z.literal(execMoveKind.kind), date: timestamp, [execMoveKind.field]: execMove }),
]);

export const timeline = z.strictObject({
  company,
  investors: z.array(namedInvestor),
  events: z.array(timelineEvent),
});

export type Company = z.infer<typeof company>;
export type Source = z.infer<typeof source>;
export type NamedInvestor = z.infer<typeof namedInvestor>;
export type FundingEvent = z.infer<typeof fundingEvent>;
export type Acquisition = z.infer<typeof acquisition>;
export type ExecMove = z.infer<typeof execMove>;
export type Investor = z.infer<typeof investor>;
