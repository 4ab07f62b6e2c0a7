import type { InboxItem } from "@dealflow/contract/account/inbox";
import { useMutation } from "@tanstack/react-query";
import { setItemOwned } from "./inbox";
import { buyEvent } from "./owned/owned";

/** Buys the record of an item of the inbox for 1 credit, one at a time. Calls `onOwned` with the id of the record. */
export function useItemPurchase(onOwned: (recordId: string) => void) {
  const { isPending, variables, data, mutate } = useMutation({
    mutationFn: async ({ feed, preview }: InboxItem) =>
      preview === null ? "gone" : await buyEvent(feed, preview.reference),
    onSuccess: (bought, { position }) => {
      if (bought === "gone" || "status" in bought) return;
      setItemOwned(position, bought);
      onOwned(bought.key);
    },
  });
  return {
    isPending,
    /** The position is that of the item that was bought last. */
    position: variables?.position,
    /** Says why it was not bought; `gone` when the record is no longer in the feed. */
    failure: data === "gone" || (data !== undefined && "status" in data) ? data : undefined,
    buy: (item: InboxItem) => {
      if (!isPending) mutate(item);
    },
  };
}
