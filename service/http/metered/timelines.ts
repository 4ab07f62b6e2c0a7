/** Serves up to 25 companies, each complete or not at all, until credits run out (POST /v1/companies/timeline). */
import { ENDPOINTS } from "@dealflow/contract/endpoints";
import type { TimelineBatch } from "@dealflow/contract/query/timeline-requests";
import { BATCH_FIELD } from "@dealflow/contract/timeline";
import { findCompany } from "@/service/feed/find-company";
import { type CompanyTimeline, readTimeline, type TimelineReader, timelineText } from "@/service/feed/timeline";
import type { Pools } from "@/service/store/pools/pools";
import type { Services } from "../context";
import { type CompanySelector, parseSelector, readBatchRequest } from "../read-request";
import type { Read } from "./metered";
import type { Payment } from "./payment";

export function batchOfTimelines(services: Services, reader: TimelineReader): Read {
  return (c, body) => {
    const batch = { ...readBatchRequest(c, body), reader };
    return async (payment) => ({ body: `[${(await buyTimelines(services, batch, payment)).items.join(",")}]` });
  };
}

/** A requested company has a timeline unless it is unknown. */
export interface BatchEntry {
  readonly query: Readonly<Record<string, unknown>>;
  readonly timeline: CompanyTimeline | undefined;
  /** This company and all before it cost this much. */
  readonly costSum: number;
}

/** @param servable how many companies, from the first, may be served at most; all of them by default */
export async function buyTimelines(
  { pools }: Services,
  { values, requested, reader }: TimelineBatch & { readonly reader: TimelineReader },
  payment: Payment,
  servable: (entries: readonly BatchEntry[]) => number = (entries) => entries.length,
) {
  const endpoint = ENDPOINTS.timelines.name;
  await payment.expectCredits(endpoint);
  const selectors = values[BATCH_FIELD].map(parseSelector);
  if (selectors.some(({ by }) => by !== "id")) await payment.expectRoom(1);
  const timelines = await readAll(pools, selectors, values.include, reader);
  const sums = runningSums(timelines.map(timelineCost));
  const entries = requested.map((query, index) => ({ query, timeline: timelines[index], costSum: sums[index] ?? 0 }));
  const served = sums.slice(0, servable(entries));
  const records = served.at(-1) ?? 0;
  const charged = await payment.pay(endpoint, {
    records,
    items: () => timelines.flatMap((timeline) => timeline?.keys ?? []).slice(0, records),
    steps: served.length === 0 ? undefined : [...new Set(served)],
    feed: "companies",
  });
  return {
    /** Each requested company has one JSON text. */
    items: entries.map(({ query, timeline, costSum }, index) => {
      // The first whose timeline is too expensive is skipped, and so is every later one (decisions).
      const isServed = index < served.length && costSum <= charged.records;
      const from = costSum - timelineCost(timeline);
      const cost = charged.paid?.filter((position) => position > from && position <= costSum).length;
      return batchItemText(query, isServed ? "served" : "skipped", timeline, cost);
    }),
    meta: { endpoint, creditsUsed: charged.credits, creditsRemaining: charged.balance },
    /** The connection of an MCP client may still use this many credits today. */
    allowance: charged.allowance,
  };
}

/**
 * Writes an item as JSON text; one that was served without a timeline has the status `not_found`.
 *
 * @param cost when not each of the records was charged
 */
export function batchItemText(
  query: Readonly<Record<string, unknown>>,
  status: "served" | "skipped",
  timeline: CompanyTimeline | undefined,
  cost = timelineCost(timeline),
): string {
  const text = JSON.stringify(query);
  if (status === "skipped") return `{"query":${text},"status":"skipped","cost":0}`;
  if (timeline === undefined) return `{"query":${text},"status":"not_found","cost":0}`;
  return `{"query":${text},"status":"served","cost":${cost},"timeline":${timelineText(timeline, timeline.events)}}`;
}

function timelineCost(timeline: CompanyTimeline | undefined): number {
  return timeline === undefined ? 0 : 1 + timeline.events.length;
}

/** Adds to the cost of each company that of all before it. */
function runningSums(costs: readonly number[]): number[] {
  let sum = 0;
  return costs.map((cost) => {
    sum += cost;
    return sum;
  });
}

/** A few are read at a time, so that one batch does not take every connection. */
const MAX_CONCURRENT = 3;

async function readAll(
  { fixed }: Pools,
  selectors: readonly CompanySelector[],
  include: readonly string[],
  reader: TimelineReader,
): Promise<(CompanyTimeline | undefined)[]> {
  const timelines: (CompanyTimeline | undefined)[] = [];
  for (let from = 0; from < selectors.length; from += MAX_CONCURRENT) {
    const batch = selectors.slice(from, from + MAX_CONCURRENT).map(async ({ by, value }) => {
      const companyId = (await findCompany(fixed, by, value))?.id;
      return companyId === undefined ? undefined : readTimeline(fixed, companyId, include, reader);
    });
    timelines.push(...(await Promise.all(batch)));
  }
  return timelines;
}
