/** Which of the inbox's records are owned, and the purchase of one that is not. */

import type { InboxItem } from "@dealflow/contract/account-inbox";
import { EVENT_FEED_NAMES, type EventFeedName } from "@dealflow/contract/feeds";
import { useState } from "react";
import { INBOX_PAGE } from "@/components/shell/pages";
import { buyEvent, permitEvent } from "@/lib/client/purchased/buy-event";
import type { PurchasedRecord } from "@/lib/client/purchased/purchased-record";
import { usePurchased, usePurchasedLoaded } from "@/lib/client/purchased/use-purchased";
import type { RequestError } from "@/lib/client/send-request";

export interface InboxPurchase {
  /** Of the item. */
  readonly position: number;
  readonly outcome: "pending" | "gone" | RequestError;
}

interface InboxPurchases {
  /** Undefined: not in this browser. */
  getPurchased(item: InboxItem): PurchasedRecord<EventFeedName> | undefined;
  /** False until it is known which records are owned: before that one of them would have a price. */
  readonly loaded: boolean;
  /** In progress, or failed. */
  readonly purchase: InboxPurchase | undefined;
  /** Buys the record for 1 credit if it is not owned, and opens it. */
  open(item: InboxItem): Promise<void>;
}

/** @param onOpen with the id of a record that is owned */
export function useInboxPurchases(onOpen: (recordId: string) => void): InboxPurchases {
  const [purchase, setPurchase] = useState<InboxPurchase>();
  /** Ids of records that were bought here, by position: the list named them by reference only. */
  const [bought, setBought] = useState<ReadonlyMap<number, string>>(new Map());
  const purchased = usePurchasedEvents();
  const loaded = EVENT_FEED_NAMES.map(usePurchasedLoaded).every(Boolean);
  const getPurchased = ({ feed, position, record }: InboxItem) =>
    purchased[feed].get(record?.id ?? bought.get(position) ?? "");

  async function open(item: InboxItem): Promise<void> {
    const { feed, position, preview } = item;
    const owned = getPurchased(item);
    if (owned !== undefined) return onOpen(owned.key);
    if (preview === null) return setPurchase({ position, outcome: "gone" });
    permitEvent(preview.reference);
    setPurchase({ position, outcome: "pending" });
    const outcome = await buyEvent(feed, preview.reference, INBOX_PAGE);
    if (outcome === "gone" || "status" in outcome) return setPurchase({ position, outcome });
    setPurchase(undefined);
    setBought((before) => new Map(before).set(position, outcome.id));
    onOpen(outcome.id);
  }

  return { getPurchased, loaded, purchase, open };
}

type Purchased = ReadonlyMap<string, PurchasedRecord<EventFeedName>>;

function usePurchasedEvents(): Readonly<Record<EventFeedName, Purchased>> {
  const byKey = (records: readonly PurchasedRecord<EventFeedName>[]): Purchased =>
    new Map(records.map((record) => [record.key, record]));
  return {
    funding: byKey(usePurchased("funding")),
    acquisitions: byKey(usePurchased("acquisitions")),
    execMoves: byKey(usePurchased("execMoves")),
  };
}
