/** POST /v1/companies/timeline: up to 25 companies, each complete or not at all, in request order until credits run out. */
import { ENDPOINTS } from "@/lib/contract/endpoints";
import { BATCH_FIELD } from "@/lib/contract/timeline";
import { findCompany } from "@/service/feed/find-company";
import { type CompanyTimeline, readTimeline, timelineText } from "@/service/feed/timeline";
import type { Pools } from "@/service/store/pools";
import type { Services } from "./context";
import type { Read } from "./metered";
import { type CompanySelector, parseSelector, readBatchRequest } from "./read-request";

export function batchOfTimelines({ pools }: Services): Read {
  const endpoint = ENDPOINTS.timelines.name;
  return (c, body) => {
    const { values, requested } = readBatchRequest(c, body);
    const selectors = values[BATCH_FIELD].map(parseSelector);
    return async (payment) => {
      await payment.expectCredits(endpoint);
      const timelines = await readAll(pools, selectors, values.include);
      const costs = timelines.map((timeline) => (timeline === undefined ? 0 : 1 + timeline.events.length));
      const sums = runningSums(costs);
      const charged = await payment.pay(endpoint, {
        records: sums.at(-1) ?? 0,
        steps: [...new Set(sums)],
        feed: "companies",
        version: undefined,
      });
      const items = timelines.map((timeline, index) => {
        const query = JSON.stringify(requested[index]);
        // The first whose timeline is too expensive is skipped, and so is every later one (decisions).
        if ((sums[index] ?? 0) > charged.records) return `{"query":${query},"status":"skipped","cost":0}`;
        if (timeline === undefined) return `{"query":${query},"status":"not_found","cost":0}`;
        return `{"query":${query},"status":"served","cost":${costs[index]},"timeline":${timelineText(timeline, timeline.events)}}`;
      });
      return { body: `[${items.join(",")}]` };
    };
  };
}

/** Cost of each company together with all before it. */
function runningSums(costs: readonly number[]): number[] {
  let sum = 0;
  return costs.map((cost) => {
    sum += cost;
    return sum;
  });
}

/** A few at a time, so that one batch does not take every connection. */
const MAX_CONCURRENT = 3;

async function readAll(
  { fixed }: Pools,
  selectors: readonly CompanySelector[],
  include: readonly string[],
): Promise<(CompanyTimeline | undefined)[]> {
  const timelines: (CompanyTimeline | undefined)[] = [];
  for (let from = 0; from < selectors.length; from += MAX_CONCURRENT) {
    const batch = selectors.slice(from, from + MAX_CONCURRENT).map(async ({ by, value }) => {
      const companyId = await findCompany(fixed, by, value);
      return companyId === undefined ? undefined : readTimeline(fixed, companyId, include);
    });
    timelines.push(...(await Promise.all(batch)));
  }
  return timelines;
}
