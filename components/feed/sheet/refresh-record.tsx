"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { PriceTag } from "@/components/ui/prices/price-tag";
import { useOffline } from "@/lib/client/online";
import { FREE } from "@/lib/format/price";
import { replaceRows } from "@/lib/queries/feed";
import { ownedRecordQuery, usePaysOnce } from "@/lib/queries/owned";
import type { PurchasedRow } from "./sheet-row";

/** Fetches the current version of one owned record, which is free where records are paid for once. */
export function RefreshRecord({ row: { key, feed } }: { row: PurchasedRow }) {
  const client = useQueryClient();
  const offline = useOffline();
  const paysOnce = usePaysOnce();
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: async () => {
      const row = await client.fetchQuery({ ...ownedRecordQuery(feed, key), staleTime: 0 });
      if (row !== null) await replaceRows(client, feed, new Map([[key, row]]));
      return row;
    },
  });
  if (!paysOnce) return null;
  const message =
    error !== null
      ? `Not refreshed: ${error.message}`
      : data === null
        ? "This record is no longer in the feed. You still own this version."
        : undefined;
  return (
    <>
      <PriceTag price={FREE} busy={isPending} disabled={offline} onClick={() => mutate()}>
        Refresh
      </PriceTag>
      <p
        role="status"
        className={message === undefined ? "sr-only" : "basis-full text-text-1"}
        data-testid={message === undefined ? undefined : "refresh-message"}
      >
        {message}
      </p>
    </>
  );
}
