/** Queries the bulk purchases of the person, and starts and stops the one of a view. The service makes them. */
import { BULK_PURCHASES, type BulkPurchase } from "@dealflow/contract/account/spending/bulk-purchases";
import type { FeedName } from "@dealflow/contract/feeds";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { fetchBalance, updateMeter } from "@/lib/client/meter";
import { isOwnedOnly } from "@/lib/client/owned-only";
import { pageAddress } from "@/lib/filters/pages";
import { accountKey, callAccount } from "./account";
import { WHEN_ONLINE } from "./client";

/** The progress of a running purchase is read this often (ms). */
const POLL_MS = 500;

function bulkPurchasesQuery() {
  return queryOptions({
    queryKey: accountKey(BULK_PURCHASES.bulkPurchases),
    queryFn: async () => (await callAccount(BULK_PURCHASES.bulkPurchases)).purchases,
    refetchInterval: ({ state: { data } }) => (data?.some(isRunning) ? POLL_MS : false),
    staleTime: 0,
    ...WHEN_ONLINE,
  });
}

export const isRunning = ({ state }: BulkPurchase) => state === "running" || state === "stopping";

/** @param onBought is called with the credits once all of a purchase is bought, and the rows of the feed are read again */
export function useBulkPurchase(feed: FeedName, canonical: string, onBought: (credits: number) => void) {
  const client = useQueryClient();
  const { data: purchases = [] } = useQuery(bulkPurchasesQuery());
  const running = purchases.find(isRunning);
  const isOther = running !== undefined && (running.feed !== feed || running.query !== canonical);
  const [id, setId] = useState<string>();
  if (running !== undefined && !isOther && running.id !== id) setId(running.id);
  const purchase = purchases.find((one) => one.id === id);

  const change = useMutation({
    mutationFn: async (agreed: number | undefined) => {
      if (agreed === undefined)
        return id === undefined ? undefined : callAccount(BULK_PURCHASES.stopBulkPurchase, { id });
      if (isOwnedOnly()) throw new Error("Owned only is on. Nothing was requested or charged.");
      const body = { feed, query: canonical, agreed, view: pageAddress(feed, canonical) };
      return callAccount(BULK_PURCHASES.startBulkPurchase, { id: crypto.randomUUID(), body });
    },
    onSuccess: (changed) => setId(changed?.id),
    // It may have been started although its response was lost.
    onSettled: () => client.invalidateQueries(bulkPurchasesQuery()),
  });

  const { credits, state } = purchase ?? {};
  useEffect(() => {
    if (credits) void fetchBalance();
  }, [credits]);
  const end = useEffectEvent(async () => {
    if (purchase === undefined || isRunning(purchase)) return;
    updateMeter({ lastCost: purchase.credits, lastRequested: purchase.agreed });
    await client.invalidateQueries({ queryKey: ["feed", feed] });
    if (purchase.state === "done") onBought(purchase.credits);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it ends when its state changes
  useEffect(() => void end(), [state, id]);

  return {
    /** The purchase of this view that is running, or was while the caller was mounted. */
    purchase,
    isOtherRunning: isOther,
    isChanging: change.isPending,
    error: change.error,
    start: (agreed: number) => change.mutate(agreed),
    stop: () => change.mutate(undefined),
  };
}
