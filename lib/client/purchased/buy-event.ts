/** Buys one event by its id, for one credit; nothing when the server has it cached. With our own service alone. */
import { type EventFeedName, eventPath } from "@/lib/contract/feeds";
import { consumePermit, grantPermit } from "../../spending/permits";
import { type RequestError, RequestFailure, requestPage } from "../send-request";
import { NOT_PRESSED } from "./refresh-record";
import { saveRecords } from "./store";

/** Called when the button with the price is pressed. */
export function permitEvent(feed: EventFeedName, id: string): void {
  grantPermit(eventPath(feed, id));
}

/** The result: the record is owned, the API no longer has it, or the request failed. @param view the page's address */
export async function buyEvent(
  feed: EventFeedName,
  id: string,
  view: string,
): Promise<"owned" | "gone" | RequestError> {
  const path = eventPath(feed, id);
  if (!consumePermit(path)) return NOT_PRESSED;
  try {
    const page = await requestPage(feed, { path, intent: "buy", records: 1 });
    if (page === null) return "gone";
    const { records, purchasedAt, requestId } = page;
    saveRecords(feed, records, { purchasedAt, requestId, view });
    return records.some((record) => record.id === id) ? "owned" : "gone";
  } catch (error) {
    if (error instanceof RequestFailure) return error.details;
    throw error;
  }
}
