/** Reads the records of the feeds tolerantly: any field may be missing, none makes a page unreadable. */
import type { FeedName } from "@dealflow/contract/feeds";
import {
  type ACQUISITION,
  type COMPANY,
  type EXEC_MOVE,
  FEED_SHAPES,
  type Field,
  type FUNDING_EVENT,
  type INVESTOR,
  readContent,
  type Shape,
  type SOURCE,
  type Tolerant,
} from "@dealflow/contract/records/shapes";
import { flag, list, number, object, type Reader, text, word } from "./tolerant-reader";

/** Readers are selected by kind; words and listed values are read as words. */
const VALUES: Readonly<Record<string, Reader<unknown>>> = {
  id: text,
  text,
  domain: text,
  profile: text,
  timestamp: text,
  integer: number,
  usd: number,
  minor: number,
  flag,
  // The API has two spellings of a round; the filter's is used.
  rounds: (value) => word(text(value)?.replaceAll("_", "-")),
};

function fieldReader(field: Field): Reader<unknown> {
  const content = readContent(field);
  const read = typeof content.of === "string" ? (VALUES[content.of] ?? word) : recordReader(content.of);
  return content.list ? list(read) : read;
}

/** The reader returns null when the value is not an object. */
export function recordReader<const S extends Shape>(shape: S): Reader<Tolerant<S> | null> {
  const read = object(Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, fieldReader(field)])));
  // Every field is read by the reader of its kind.
  return read as Reader<Tolerant<S> | null>;
}

export type CompanyRecord = Tolerant<typeof COMPANY>;
export type FundingRecord = Tolerant<typeof FUNDING_EVENT>;
export type AcquisitionRecord = Tolerant<typeof ACQUISITION>;
export type ExecMoveRecord = Tolerant<typeof EXEC_MOVE>;
export type InvestorRecord = Tolerant<typeof INVESTOR>;
export type SourceRecord = Tolerant<typeof SOURCE>;

interface Records {
  readonly funding: FundingRecord;
  readonly acquisitions: AcquisitionRecord;
  readonly execMoves: ExecMoveRecord;
  readonly companies: CompanyRecord;
  readonly investors: InvestorRecord;
}

/** This is the record type of a feed, or of any feed when it is unknown. */
export type FeedRecord<F extends FeedName = FeedName> = Records[F];

const READERS: { readonly [F in FeedName]: Reader<Records[F] | null> } = {
  funding: recordReader(FEED_SHAPES.funding),
  acquisitions: recordReader(FEED_SHAPES.acquisitions),
  execMoves: recordReader(FEED_SHAPES.execMoves),
  companies: recordReader(FEED_SHAPES.companies),
  investors: recordReader(FEED_SHAPES.investors),
};

/** Returns a record of a feed, or null when the value is not one. */
export function readRecord<F extends FeedName>(feed: F, value: unknown): FeedRecord<F> | null {
  return READERS[feed](value);
}
