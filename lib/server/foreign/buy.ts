/** The purchases of the private API (`BUY`) for another host: they are requests to its public API. */
import "server-only";
import { RECORDS_PATH, TIMELINE_PURCHASE_PATH, TIMELINES_PURCHASE_PATH } from "@dealflow/contract/account/free-explore";
import { ENDPOINTS } from "@dealflow/contract/endpoints";
import { FEED_NAMES } from "@dealflow/contract/feeds";
import { INTENT_HEADER } from "@/lib/api/dashboard";
import { parseApiRequest, parseRecordsRequest } from "../api-request";
import type { Caller } from "../caller";
import { errorResponse, failure, invalidInput } from "../error-responses";
import type { ForeignHost } from "./foreign-host";
import { respondToRequest } from "./respond";

interface Purchase {
  /** That of the private API (`/account/v1/records/funding`). */
  readonly path: string;
  readonly search: URLSearchParams;
  readonly body: string;
  readonly headers: Headers;
}

export async function buyForeign(
  foreign: ForeignHost,
  caller: Caller,
  { path, search, body, headers }: Purchase,
): Promise<Response> {
  const requested = parsePurchase(path, search, body);
  if (requested === undefined) return errorResponse(failure(404, "NOT_FOUND", `no endpoint at ${path.slice(0, 100)}`));
  if ("issues" in requested) return errorResponse(invalidInput(requested.issues));
  const intent = headers.get(INTENT_HEADER) === "refresh" ? "refresh" : "buy";
  return respondToRequest(foreign, caller, requested, intent, headers);
}

function parsePurchase(path: string, search: URLSearchParams, body: string) {
  if (path === TIMELINE_PURCHASE_PATH) return parseApiRequest(ENDPOINTS.timeline, search, body);
  if (path === TIMELINES_PURCHASE_PATH) return parseApiRequest(ENDPOINTS.timelines, search, body);
  const feed = FEED_NAMES.find((name) => path === RECORDS_PATH.replace(":id", name));
  return feed && parseRecordsRequest(feed, search, body);
}
