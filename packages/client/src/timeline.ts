import { isObject } from "@dealflow/contract/query/syntax";
import { ACQUISITION, COMPANY, EXEC_MOVE, FUNDING_EVENT, NAMED_INVESTOR } from "@dealflow/contract/records/shapes";
import type { SELECTORS } from "@dealflow/contract/timeline";
import { recordReader } from "./records";
import { list, number, object, text } from "./tolerant-reader";

type SelectorName = (typeof SELECTORS)[number]["param"];

/** Identifies a company by exactly one of the selectors. */
export type CompanySelector = {
  [S in SelectorName]: { readonly [K in S]: string } & { readonly [K in Exclude<SelectorName, S>]?: never };
}[SelectorName];

const timelineEvent = object({
  kind: text,
  date: text,
  funding: recordReader(FUNDING_EVENT),
  acquisition: recordReader(ACQUISITION),
  execMove: recordReader(EXEC_MOVE),
});

/** Returns null when the value is not a timeline. */
export const readTimeline = object({
  company: recordReader(COMPANY),
  investors: list(recordReader(NAMED_INVESTOR)),
  events: list(timelineEvent),
});

const batchItem = object({
  query: (value: unknown) => (isObject(value) ? value : {}),
  status: text,
  cost: number,
  timeline: readTimeline,
});

/** An event has only the record of its kind, the other two are null. */
export type TimelineRecord = NonNullable<ReturnType<typeof readTimeline>>;
/** `timeline` is null unless `status` is `served`; `cost` is in credits. */
export type BatchItem = NonNullable<ReturnType<typeof batchItem>>;

/** Returns undefined when it is not the response for a single timeline. */
export function readTimelineResponse(response: unknown) {
  if (!isObject(response) || response.success === false) return undefined;
  const read = readTimeline(response.data);
  if (read === null) return undefined;
  const meta = isObject(response.meta) ? response.meta : {};
  return { timeline: read, creditsUsed: number(meta.creditsUsed), creditsRemaining: number(meta.creditsRemaining) };
}

/** Returns undefined when it is not a batch response, which has no envelope. */
export function readBatchResponse(response: unknown) {
  if (!Array.isArray(response)) return undefined;
  const items = response.map(batchItem).filter((item) => item !== null);
  // Items are matched to companies by position.
  if (items.length < response.length) return undefined;
  // Unless every item has its price, only the header's total counts.
  const costs = items.map((item) => item.cost).filter((cost) => cost !== null);
  const creditsUsed = costs.length === items.length ? costs.reduce((sum, cost) => sum + cost, 0) : null;
  return { items, creditsUsed, creditsRemaining: null };
}
