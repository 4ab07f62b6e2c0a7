/** Sends purchases of timelines. */

import { parseJson } from "@dealflow/client/list-page";
import { readCount } from "@dealflow/client/response-headers";
import { type BatchItem, readBatchResponse, readTimelineResponse } from "@dealflow/client/timeline";
import { EVENTS_AVAILABLE_HEADER, REQUEST_ID_HEADER } from "@dealflow/contract/headers";
import { CACHED_AT_HEADER } from "@/lib/api/dashboard";
import type { TimelinePart } from "@/lib/api/timeline-part";
import { type DashboardResponse, parseError, RequestFailure, sendRequest } from "../requests/send-request";
import type { TimelineRequest } from "./request";

/** Throws `RequestFailure`. */
export async function fetchTimeline(request: TimelineRequest, intent: PurchaseIntent): Promise<TimelinePart> {
  const reply = await sendRequest({ path: request.path, body: request.body, intent, records: undefined });
  const body = parseJson(reply.text);
  const read = reply.status === 200 ? readTimelineResponse(body) : undefined;
  if (read === undefined) throw new RequestFailure(parseError(reply, body));
  const available = readCount(reply.headers, EVENTS_AVAILABLE_HEADER) ?? null;
  return {
    kinds: request.kinds,
    timeline: read.timeline,
    ...parsePurchase(reply),
    creditsUsed: read.creditsUsed,
    available,
    // A host that does not return the total may have stopped where the balance did.
    cut: available === null ? read.creditsRemaining === 0 : available > read.timeline.events.length,
  };
}

/** `refresh`: also when the dashboard's server has it cached, as it does for another host. */
export type PurchaseIntent = "buy" | "refresh";

/** How one company of a batch fared; `part` when it was served. */
interface BatchOutcome {
  readonly status: BatchItem["status"];
  readonly part: TimelinePart | undefined;
}

/** In the requested order. Throws `RequestFailure`. */
export async function fetchBatch(request: TimelineRequest, intent: PurchaseIntent): Promise<readonly BatchOutcome[]> {
  const reply = await sendRequest({ path: request.path, body: request.body, intent, records: undefined });
  const body = parseJson(reply.text);
  const read = reply.status === 200 ? readBatchResponse(body) : undefined;
  if (read === undefined) throw new RequestFailure(parseError(reply, body));
  return read.items.map(({ status, cost, timeline }) => ({
    status,
    part:
      timeline === null
        ? undefined
        : {
            kinds: request.kinds,
            timeline,
            ...parsePurchase(reply),
            creditsUsed: cost,
            available: timeline.events.length,
            cut: false,
          },
  }));
}

function parsePurchase({ headers }: DashboardResponse): Pick<TimelinePart, "purchasedAt" | "requestId"> {
  return {
    purchasedAt: headers.get(CACHED_AT_HEADER) ?? new Date().toISOString(),
    requestId: headers.get(REQUEST_ID_HEADER),
  };
}
