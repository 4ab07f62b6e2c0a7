/** Buys one event by the reference of its preview, for one credit; nothing when it is owned. With our own service alone. */
import { parseJson } from "@dealflow/client/list-page";
import { readRecord } from "@dealflow/client/records";
import { isObject } from "@dealflow/client/tolerant-reader";
import type { EventFeedName } from "@dealflow/contract/feeds";
import { recordsPath } from "@dealflow/contract/free-explore";
import { REQUEST_ID_HEADER } from "@dealflow/contract/headers";
import { CACHED_AT_HEADER } from "@/lib/api/dashboard";
import { consumePermit, grantPermit } from "../../spending/permits";
import { parseError, type RequestError, RequestFailure, sendRequest } from "../send-request";
import { NOT_PRESSED } from "./refresh-record";
import { saveRecords } from "./store";

function permitKey(reference: string): string {
  return `event ${reference}`;
}

/** Called when the button with the price is pressed. */
export function permitEvent(reference: string): void {
  grantPermit(permitKey(reference));
}

/** The id of the record that is owned now; otherwise the service no longer has it, or the request failed. @param view the page's address */
export async function buyEvent(
  feed: EventFeedName,
  reference: string,
  view: string,
): Promise<{ readonly id: string } | "gone" | RequestError> {
  if (!consumePermit(permitKey(reference))) return NOT_PRESSED;
  try {
    const body = JSON.stringify({ references: [reference] });
    const response = await sendRequest({ path: recordsPath(feed), body, intent: "buy", records: 1 });
    const json = parseJson(response.text);
    if (response.status !== 200 || !isObject(json) || !Array.isArray(json.data))
      throw new RequestFailure(parseError(response, json, "buy"));
    const [bought]: unknown[] = json.data;
    const record = isObject(bought) ? readRecord(feed, bought.record) : null;
    if (!record?.id) return "gone";
    const { headers } = response;
    const purchasedAt = headers.get(CACHED_AT_HEADER) ?? new Date().toISOString();
    saveRecords(feed, [record], { purchasedAt, requestId: headers.get(REQUEST_ID_HEADER), view });
    return { id: record.id };
  } catch (error) {
    if (error instanceof RequestFailure) return error.details;
    throw error;
  }
}
