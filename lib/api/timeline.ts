/** Timelines, read from answers as tolerantly as the records of the feeds. */
import type { SELECTORS } from "@/lib/contract/timeline";
import { acquisition, company, execMove, fundingEvent, namedInvestor } from "./records";
import { isObject, list, number, object, text } from "./tolerant-reader";

type SelectorName = (typeof SELECTORS)[number]["param"];

/** How a company is named: by exactly one of the selectors. */
export type CompanySelector = {
  [S in SelectorName]: { readonly [K in S]: string } & { readonly [K in Exclude<SelectorName, S>]?: never };
}[SelectorName];

const timelineEvent = object({
  kind: text,
  date: text,
  funding: fundingEvent,
  acquisition,
  execMove,
});

/** Null when the value is no timeline. */
export const readTimeline = object({ company, investors: list(namedInvestor), events: list(timelineEvent) });

const batchItem = object({
  query: (value: unknown) => (isObject(value) ? value : {}),
  status: text,
  cost: number,
  timeline: readTimeline,
});

/** Of an event only the record of its kind is there, the other two are null. */
export type TimelineRecord = NonNullable<ReturnType<typeof readTimeline>>;
/** `timeline` is null unless `status` is `served`; `cost` is in credits. */
export type BatchItem = NonNullable<ReturnType<typeof batchItem>>;

/** Undefined when the answer is not that of a single timeline. */
export function readTimelineResponse(response: unknown) {
  if (!isObject(response) || response.success === false) return undefined;
  const read = readTimeline(response.data);
  if (read === null) return undefined;
  const meta = isObject(response.meta) ? response.meta : {};
  return {
    timeline: read,
    creditsUsed: number(meta.creditsUsed),
    creditsRemaining: number(meta.creditsRemaining),
  };
}

/** Undefined when the answer is not that of a batch, which has no envelope. */
export function readBatchResponse(response: unknown) {
  if (!Array.isArray(response)) return undefined;
  const items = response.map(batchItem).filter((item) => item !== null);
  // The items answer to the companies by their place.
  if (items.length < response.length) return undefined;
  // Without its price on every item the header has to say it.
  const costs = items.map((item) => item.cost).filter((cost) => cost !== null);
  const creditsUsed = costs.length === items.length ? costs.reduce((sum, cost) => sum + cost, 0) : null;
  return { items, creditsUsed, creditsRemaining: null };
}
