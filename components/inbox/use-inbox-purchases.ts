import type { InboxItem } from "@dealflow/contract/account/inbox";
import { useState } from "react";
import type { RequestError } from "@/lib/client/requests/send-request";
import { setItemOwned } from "@/lib/queries/inbox";
import { buyEvent } from "@/lib/queries/owned";

interface InboxPurchase {
  /** The position is that of the item. */
  readonly position: number;
  readonly outcome: "pending" | "gone" | RequestError;
}

interface InboxPurchases {
  /** The purchase is in progress or failed. */
  readonly purchase: InboxPurchase | undefined;
  /** Buys the record for 1 credit if it is not owned, and opens it. */
  open(item: InboxItem): Promise<void>;
}

/** Calls `onOpen` with the id of a record that is owned. */
export function useInboxPurchases(onOpen: (recordId: string) => void): InboxPurchases {
  const [purchase, setPurchase] = useState<InboxPurchase>();
  async function open(item: InboxItem): Promise<void> {
    const { feed, position, preview } = item;
    if (item.owned && item.record !== null) return onOpen(item.record.id);
    if (preview === null) return setPurchase({ position, outcome: "gone" });
    if (purchase?.outcome === "pending") return;
    setPurchase({ position, outcome: "pending" });
    const outcome = await buyEvent(feed, preview.reference);
    if (outcome === "gone" || "status" in outcome) return setPurchase({ position, outcome });
    setPurchase(undefined);
    setItemOwned(position, outcome);
    onOpen(outcome.key);
  }

  return { purchase, open };
}
