/** Sends purchases of timelines to the private API. */

import { readCount } from "@dealflow/client/response-headers";
import { type BatchItem, readBatchResponse, readTimelineResponse } from "@dealflow/client/timeline";
import { TIMELINE_PURCHASE_PATH, TIMELINES_PURCHASE_PATH } from "@dealflow/contract/account/free-explore";
import { EVENTS_AVAILABLE_HEADER, REQUEST_ID_HEADER } from "@dealflow/contract/headers";
import { BATCH_FIELD, INCLUDE, type Selector } from "@dealflow/contract/timeline";
import { CACHED_AT_HEADER } from "@/lib/api/dashboard";
import { ALL_KINDS, type IncludeName, type TimelinePart } from "@/lib/api/timeline-part";
import { requestPurchase } from "../requests/send-request";

export interface CompanyReference {
  readonly by: Selector["param"];
  readonly value: string;
}

/** `refresh` requests it even when the dashboard's server has it cached, as it does for another host. */
export type PurchaseIntent = "buy" | "refresh";

/** Throws `RequestFailure`. */
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

/**
 * Returns the companies in the requested order, each of which has a `part` when it was served. The request is always sent: a
 * cached response may be one in which the credits did not reach them. Throws `RequestFailure`.
 */
export async function fetchTimelines(
  ids: readonly string[],
  kinds: readonly IncludeName[],
): Promise<readonly { readonly status: BatchItem["status"]; readonly part: TimelinePart | undefined }[]> {
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

export function batchBody(ids: readonly string[], kinds: readonly IncludeName[]): Readonly<Record<string, unknown>> {
  const some = someKinds(kinds);
  return { [BATCH_FIELD]: ids.map((id) => ({ id })), ...(some.length === 0 ? {} : { [INCLUDE.param]: some }) };
}

/** It is empty for all kinds, which is the default. */
export function someKinds(kinds: readonly IncludeName[]): readonly IncludeName[] {
  return kinds.length === ALL_KINDS.length ? [] : kinds;
}

function parsePurchase(headers: Headers): Pick<TimelinePart, "purchasedAt" | "requestId"> {
  return {
    purchasedAt: headers.get(CACHED_AT_HEADER) ?? new Date().toISOString(),
    requestId: headers.get(REQUEST_ID_HEADER),
  };
}
