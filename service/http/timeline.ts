/** GET /v1/companies/timeline: one company with its investors and the newest events that the credits cover. */
import { ENDPOINTS } from "@/lib/contract/endpoints";
import { EVENTS_AVAILABLE_HEADER } from "@/lib/contract/headers";
import { findCompany } from "@/service/feed/find-company";
import { readTimeline, timelineText } from "@/service/feed/timeline";
import { ApiError } from "./api-error";
import type { Services } from "./context";
import type { Read } from "./metered";
import { readTimelineRequest } from "./read-request";

export function oneTimeline({ pools }: Services): Read {
  const endpoint = ENDPOINTS.timeline.name;
  return (c) => {
    const { wanted: selector, include } = readTimelineRequest(c);
    return async (payment) => {
      await payment.expectCredits(endpoint);
      const companyId = await findCompany(pools.fixed, selector.by, selector.value);
      const timeline = companyId === undefined ? undefined : await readTimeline(pools.fixed, companyId, include);
      if (timeline === undefined) {
        // Another process may have taken the last credit: then the caller must get that error.
        await payment.pay(endpoint, { records: 0, feed: "companies", version: undefined });
        throw new ApiError("NOT_FOUND", `no company has this ${selector.by}; nothing was charged`);
      }
      const charged = await payment.pay(endpoint, {
        records: 1 + timeline.events.length,
        feed: "companies",
        version: undefined,
      });
      // The company is one record, the newest events are the others.
      const events = timeline.events.slice(timeline.events.length - (charged.records - 1));
      const meta = { endpoint, creditsUsed: charged.records, creditsRemaining: charged.balance };
      return {
        body: `{"success":true,"data":${timelineText(timeline, events)},"meta":${JSON.stringify(meta)}}`,
        headers: { [EVENTS_AVAILABLE_HEADER]: String(timeline.events.length) },
      };
    };
  };
}
