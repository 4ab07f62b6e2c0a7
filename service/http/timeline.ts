/** GET /v1/companies/timeline: one company with its investors and events, as many of the newest as the credits hold. */
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
    const { wanted, include } = readTimelineRequest(c);
    return async (payment) => {
      await payment.expectCredits(endpoint);
      const companyId = await findCompany(pools.fixed, wanted.by, wanted.value);
      const found = companyId === undefined ? undefined : await readTimeline(pools.fixed, companyId, include);
      if (found === undefined) {
        // Another process may have taken the last credit: then it is that which the caller must know.
        await payment.pay(endpoint, { records: 0, feed: "companies", version: undefined });
        throw new ApiError("NOT_FOUND", `no company has this ${wanted.by}; nothing was charged`);
      }
      const paid = await payment.pay(endpoint, {
        records: 1 + found.events.length,
        feed: "companies",
        version: undefined,
      });
      // The company is one record, the newest events are the others.
      const events = found.events.slice(found.events.length - (paid.records - 1));
      const meta = { endpoint, creditsUsed: paid.records, creditsRemaining: paid.balance };
      return {
        body: `{"success":true,"data":${timelineText(found, events)},"meta":${JSON.stringify(meta)}}`,
        headers: { [EVENTS_AVAILABLE_HEADER]: String(found.events.length) },
      };
    };
  };
}
