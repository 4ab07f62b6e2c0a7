/** Sends purchases of timelines to the private API. Each throws `RequestFailure`. */

import { readCount } from "@dealflow/client/response-headers";
import { type BatchItem, readBatchResponse, readTimelineResponse } from "@dealflow/client/timeline";
import { TIMELINE_PURCHASE_PATH, TIMELINES_PURCHASE_PATH } from "@dealflow/contract/account/free-explore";
import { EVENTS_AVAILABLE_HEADER, REQUEST_ID_HEADER } from "@dealflow/contract/headers";
import { INCLUDE } from "@dealflow/contract/timeline";
import { CACHED_AT_HEADER } from "@/lib/api/dashboard";
import type { IncludeName, TimelinePart } from "@/lib/api/timeline-part";
import { requestPurchase } from "../requests/send-request";
import { batchBody, type CompanyReference, someKinds } from "./request";

/** `refresh` requests it even when the dashboard's server has it cached, as it does for another host. */
export type PurchaseIntent = "buy" | "refresh";

export async function fetchTimeline(
  { by, value }: CompanyReference,
  kinds: readonly IncludeName[],
  intent: PurchaseIntent,
): Promise<TimelinePart> {
  const query = new URLSearchParams([[by, value], ...someKinds(kinds).map((kind) => [INCLUDE.param, kind])]);
  const request = { path: `${TIMELINE_PURCHASE_PATH}?${query}`, body: "", intent, records: undefined };
  const { value: read, headers } = await requestPurchase(request, readTimelineResponse);
  const available = readCount(headers, EVENTS_AVAILABLE_HEADER) ?? null;
  return {
    kinds,
    timeline: read.timeline,
    ...parsePurchase(headers),
    creditsUsed: read.creditsUsed,
    available,
    // A host that does not return the total may have stopped where the balance did.
    cut: available === null ? read.creditsRemaining === 0 : available > read.timeline.events.length,
  };
}

/** Says how one company of a batch fared; it has a `part` when it was served. */
interface BatchOutcome {
  readonly status: BatchItem["status"];
  readonly part: TimelinePart | undefined;
}

/**
 * Returns the companies in the requested order. It is always sent: a cached response may be one in which the credits did
 * not reach them.
 */
export async function fetchTimelines(
  ids: readonly string[],
  kinds: readonly IncludeName[],
): Promise<readonly BatchOutcome[]> {
  const body = JSON.stringify(batchBody(ids, kinds));
  const request = { path: TIMELINES_PURCHASE_PATH, body, intent: "refresh", records: undefined } as const;
  const { value, headers } = await requestPurchase(request, readBatchResponse);
  return value.items.map(({ status, cost, timeline }) => ({
    status,
    part:
      timeline === null
        ? undefined
        : {
            kinds,
            timeline,
            ...parsePurchase(headers),
            creditsUsed: cost,
            available: timeline.events.length,
            cut: false,
          },
  }));
}

function parsePurchase(headers: Headers): Pick<TimelinePart, "purchasedAt" | "requestId"> {
  return {
    purchasedAt: headers.get(CACHED_AT_HEADER) ?? new Date().toISOString(),
    requestId: headers.get(REQUEST_ID_HEADER),
  };
}
