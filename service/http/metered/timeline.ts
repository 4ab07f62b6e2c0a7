/** Serves one company with its investors and the newest events that the credits cover (GET /v1/companies/timeline). */
import { ENDPOINTS } from "@dealflow/contract/endpoints";
import { EVENTS_AVAILABLE_HEADER } from "@dealflow/contract/headers";
import { findCompany } from "@/service/feed/find-company";
import { type CompanyTimeline, readTimeline, type TimelineReader, timelineText } from "@/service/feed/timeline";
import { ApiError } from "../api-error";
import type { Services } from "../context";
import { type CompanySelector, readTimelineRequest } from "../read-request";
import type { Read } from "./metered";
import type { Payment } from "./payment";

export function oneTimeline(services: Services, reader: TimelineReader): Read {
  return (c) => {
    const { wanted: selector, include } = readTimelineRequest(c);
    return async (payment) => {
      const { timeline, events, meta } = await buyTimeline(services, selector, { include, reader }, payment);
      return {
        body: `{"success":true,"data":${timelineText(timeline, events)},"meta":${JSON.stringify(meta)}}`,
        headers: { [EVENTS_AVAILABLE_HEADER]: String(timeline.events.length) },
      };
    };
  };
}

/** @param servable how many events, from the newest, may be served at most; all of them by default */
export async function buyTimeline(
  { pools }: Services,
  selector: CompanySelector,
  { include, reader }: { readonly include: readonly string[]; readonly reader: TimelineReader },
  payment: Payment,
  servable: (timeline: CompanyTimeline) => number = ({ events }) => events.length,
) {
  const endpoint = ENDPOINTS.timeline.name;
  await payment.expectCredits(endpoint);
  if (selector.by !== "id") await payment.expectRoom(1);
  const companyId = (await findCompany(pools.fixed, selector.by, selector.value))?.id;
  const timeline = companyId === undefined ? undefined : await readTimeline(pools.fixed, companyId, include, reader);
  if (timeline === undefined) {
    // Another process may have taken the last credit: then the caller must get that error.
    await payment.pay(endpoint, { records: 0, items: () => [], feed: "companies" });
    throw new ApiError("NOT_FOUND", `no company has this ${selector.by}; nothing was charged`);
  }
  const records = 1 + servable(timeline);
  const charged = await payment.pay(endpoint, {
    records,
    items: () => timeline.keys.slice(0, records),
    feed: "companies",
  });
  return {
    timeline,
    // The company is one record, the newest events are the others.
    events: timeline.events.slice(timeline.events.length - (charged.records - 1)),
    meta: { endpoint, creditsUsed: charged.credits, creditsRemaining: charged.balance },
    /** The connection of an MCP client may still use this many credits today. */
    allowance: charged.allowance,
  };
}
