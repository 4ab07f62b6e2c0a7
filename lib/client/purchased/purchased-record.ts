/** A record that was paid for, with when and by what it was bought. */
import { type FeedRecord, readRecord } from "@dealflow/client/records";
import { readTimeline, type TimelineRecord } from "@dealflow/client/timeline";
import { isObject, text } from "@dealflow/client/tolerant-reader";
import type { FeedName } from "@dealflow/contract/feeds";

export interface Receipt {
  /** Null where the host returned none. */
  readonly requestId: string | null;
  /** The dashboard's address by which it was bought, path and query. */
  readonly view: string;
}

/** How something was bought. */
export interface Purchase extends Receipt {
  /** ISO timestamp. */
  readonly purchasedAt: string;
}

export interface PurchasedRecord<F extends FeedName = FeedName> {
  readonly feed: F;
  /** The record's id, which is unique in its feed. */
  readonly key: string;
  readonly record: FeedRecord<F>;
  /** ISO timestamp of its newest purchase. */
  readonly purchasedAt: string;
  readonly receipt: Receipt;
}

export interface PurchasedTimeline {
  readonly companyId: string;
  readonly timeline: TimelineRecord;
  readonly purchasedAt: string;
  readonly receipt: Receipt;
}

/** Records of one purchase; one without an id cannot be identified and is not stored. */
export function createPurchasedRecords<F extends FeedName>(
  feed: F,
  records: readonly FeedRecord<F>[],
  { purchasedAt, requestId, view }: Purchase,
): PurchasedRecord<F>[] {
  const receipt = { requestId, view };
  return records.flatMap((record) => (record.id ? [{ feed, key: record.id, record, purchasedAt, receipt }] : []));
}

/** What another tab or an earlier version of the dashboard stored, parsed as tolerantly as a response. */
export function parsePurchasedRecord<F extends FeedName>(feed: F, value: unknown): PurchasedRecord<F> | undefined {
  if (!isObject(value) || value.feed !== feed) return undefined;
  const [key, purchasedAt] = [text(value.key), text(value.purchasedAt)];
  const record = readRecord(feed, value.record);
  if (!key || !purchasedAt || record === null) return undefined;
  const id = key === record.id ? record.id : key;
  return { feed, key: id, record, ...asBefore({ purchasedAt, receipt: readReceipt(value.receipt) }) };
}

interface When {
  readonly purchasedAt: string;
  readonly receipt: Receipt;
}

const last: { when?: When } = {};

/** What was bought together lies together, and shares one receipt in memory. */
function asBefore(when: When): When {
  const { requestId, view } = when.receipt;
  const before = last.when;
  const same =
    before?.purchasedAt === when.purchasedAt && before.receipt.requestId === requestId && before.receipt.view === view;
  if (before !== undefined && same) return before;
  last.when = when;
  return when;
}

export function parsePurchasedTimeline(value: unknown): PurchasedTimeline | undefined {
  if (!isObject(value)) return undefined;
  const [companyId, purchasedAt] = [text(value.companyId), text(value.purchasedAt)];
  const timeline = readTimeline(value.timeline);
  if (!companyId || !purchasedAt || timeline === null) return undefined;
  return { companyId, timeline, purchasedAt, receipt: readReceipt(value.receipt) };
}

function readReceipt(value: unknown): Receipt {
  const receipt = isObject(value) ? value : {};
  return { requestId: text(receipt.requestId), view: text(receipt.view) ?? "" };
}
