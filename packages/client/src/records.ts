/** Tolerant readers for the records of the feeds: any field may be missing, none makes a page unreadable. */
import type { FeedName } from "@dealflow/contract/feeds";
import { flag, list, number, object, text, word } from "./tolerant-reader";

const country = object({ code: word, name: word });

export const company = object({
  id: text,
  name: text,
  domain: text,
  description: text,
  socialHandle: text,
  socialUrl: text,
  socialGeoId: word,
  socialIndustryId: word,
  naicsCode: word,
  naicsLevel: number,
  hqCity: word,
  hqCountry: country,
  industryGroup: word,
  industrySubTags: list(word),
  verticals: list(word),
  employeeCountBucket: word,
  foundedYear: number,
  businessModel: word,
  createdAt: text,
  updatedAt: text,
});

const source = object({ url: text, outlet: word, title: text });
/** One of 20,000 investors, each in several rounds. */
export const namedInvestor = object({ id: word, name: word });

/** The API has two spellings of a round; the filter's is used. */
const round = (value: unknown) => word(text(value)?.replaceAll("_", "-"));

export const fundingEvent = object({
  id: text,
  round,
  roundStated: flag,
  amountUsdCents: number,
  amountUsd: number,
  amountOriginalCurrency: word,
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
  dealAmountOriginalCurrency: word,
  dealAmountOriginalCents: number,
  paymentType: word,
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
  role: word,
  roleSeniority: word,
  moveType: word,
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
  type: word,
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

/** The record type of a feed; of any feed when it is unknown. */
export type FeedRecord<F extends FeedName = FeedName> = Records[F];

const READERS: { readonly [F in FeedName]: (value: unknown) => Records[F] | null } = {
  funding: fundingEvent,
  acquisitions: acquisition,
  execMoves: execMove,
  companies: company,
  investors: investor,
};

/** A record of a feed, or null when it is not one. */
export function readRecord<F extends FeedName>(feed: F, value: unknown): FeedRecord<F> | null {
  return READERS[feed](value);
}
