/** The records of the feeds as the dashboard reads them: any field may be missing, none makes a page unreadable. */
import type { FeedName } from "@/lib/contract/feeds";
import { flag, list, number, object, text } from "./shape";

const country = object({ code: text, name: text });

export const company = object({
  id: text,
  name: text,
  domain: text,
  description: text,
  socialHandle: text,
  socialUrl: text,
  socialGeoId: text,
  socialIndustryId: text,
  naicsCode: text,
  naicsLevel: number,
  hqCity: text,
  hqCountry: country,
  industryGroup: text,
  industrySubTags: list(text),
  verticals: list(text),
  employeeCountBucket: text,
  foundedYear: number,
  businessModel: text,
  createdAt: text,
  updatedAt: text,
});

const source = object({ url: text, outlet: text, title: text });
export const namedInvestor = object({ id: text, name: text });

/** The interface shows rounds in two spellings; the one of the filter is kept. */
const round = (value: unknown) => text(value)?.replaceAll("_", "-") ?? null;

export const fundingEvent = object({
  id: text,
  round,
  roundStated: flag,
  amountUsdCents: number,
  amountUsd: number,
  amountOriginalCurrency: text,
  amountOriginalCents: number,
  investors: list(namedInvestor),
  announcedAt: text,
  discoveredAt: text,
  company,
  sources: list(source),
});

export const acquisition = object({
  id: text,
  dealAmountUsdCents: number,
  dealAmountUsd: number,
  dealAmountOriginalCurrency: text,
  dealAmountOriginalCents: number,
  paymentType: text,
  isMerger: flag,
  announcedAt: text,
  closingAt: text,
  discoveredAt: text,
  acquirer: company,
  target: company,
  sources: list(source),
});

export const execMove = object({
  id: text,
  person: object({ id: text, name: text, socialHandle: text, socialUrl: text }),
  role: text,
  roleSeniority: text,
  moveType: text,
  announcedAt: text,
  effectiveDate: text,
  discoveredAt: text,
  company,
  fromCompany: company,
  sources: list(source),
});

const investor = object({
  id: text,
  name: text,
  type: text,
  hqCountry: country,
  domain: text,
  firstSeenAt: text,
  lastSeenAt: text,
  createdAt: text,
  updatedAt: text,
});

export type CompanyRecord = NonNullable<ReturnType<typeof company>>;
export type FundingRecord = NonNullable<ReturnType<typeof fundingEvent>>;
export type AcquisitionRecord = NonNullable<ReturnType<typeof acquisition>>;
export type ExecMoveRecord = NonNullable<ReturnType<typeof execMove>>;
export type InvestorRecord = NonNullable<ReturnType<typeof investor>>;
export type SourceRecord = NonNullable<ReturnType<typeof source>>;

interface Records {
  readonly funding: FundingRecord;
  readonly acquisitions: AcquisitionRecord;
  readonly execMoves: ExecMoveRecord;
  readonly companies: CompanyRecord;
  readonly investors: InvestorRecord;
}

/** The records of a feed; of any feed when it is not known which. */
export type FeedRecord<F extends FeedName = FeedName> = Records[F];

const READERS: { readonly [F in FeedName]: (value: unknown) => Records[F] | null } = {
  funding: fundingEvent,
  acquisitions: acquisition,
  execMoves: execMove,
  companies: company,
  investors: investor,
};

/** A record of a feed, or null when it is none at all. */
export function readRecord<F extends FeedName>(feed: F, value: unknown): FeedRecord<F> | null {
  return READERS[feed](value);
}
