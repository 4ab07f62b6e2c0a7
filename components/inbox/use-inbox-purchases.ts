/** Which of the inbox's records are owned, and the purchase of one that is not. */
import { useState } from "react";
import { INBOX_PAGE } from "@/components/shell/pages";
import { buyEvent, permitEvent } from "@/lib/client/purchased/buy-event";
import type { PurchasedRecord } from "@/lib/client/purchased/purchased-record";
import { usePurchased, usePurchasedLoaded } from "@/lib/client/purchased/use-purchased";
import type { RequestError } from "@/lib/client/send-request";
import { EVENT_FEED_NAMES, type EventFeedName } from "@/lib/contract/feeds";

interface RecordKey {
  readonly feed: EventFeedName;
  readonly recordId: string;
}

export interface InboxPurchase extends RecordKey {
  readonly outcome: "pending" | "gone" | RequestError;
}

interface InboxPurchases {
  /** Undefined: not owned in this browser. */
  getOwned(key: RecordKey): PurchasedRecord<EventFeedName> | undefined;
  /** False until it is known which records are owned: before that one of them would have a price. */
  readonly loaded: boolean;
  /** In progress, or failed. */
  readonly purchase: InboxPurchase | undefined;
  /** Buys the record for 1 credit if it is not owned, and opens it. */
  open(key: RecordKey): Promise<void>;
}

/** @param onOpen with the id of a record that is owned */
export function useInboxPurchases(onOpen: (recordId: string) => void): InboxPurchases {
  const [purchase, setPurchase] = useState<InboxPurchase>();
  const owned = useOwnedEvents();
  const loaded = EVENT_FEED_NAMES.map(usePurchasedLoaded).every(Boolean);
  const getOwned = ({ feed, recordId }: RecordKey) => owned[feed].get(recordId);

  async function open({ feed, recordId }: RecordKey): Promise<void> {
    if (getOwned({ feed, recordId }) !== undefined) return onOpen(recordId);
    permitEvent(feed, recordId);
    setPurchase({ feed, recordId, outcome: "pending" });
    const outcome = await buyEvent(feed, recordId, INBOX_PAGE);
    setPurchase(outcome === "owned" ? undefined : { feed, recordId, outcome });
    if (outcome === "owned") onOpen(recordId);
  }

  return { getOwned, loaded, purchase, open };
}

type Owned = ReadonlyMap<string, PurchasedRecord<EventFeedName>>;

function useOwnedEvents(): Readonly<Record<EventFeedName, Owned>> {
  const byKey = (records: readonly PurchasedRecord<EventFeedName>[]): Owned =>
    new Map(records.map((record) => [record.key, record]));
  return {
    funding: byKey(usePurchased("funding")),
    acquisitions: byKey(usePurchased("acquisitions")),
    execMoves: byKey(usePurchased("execMoves")),
  };
}
