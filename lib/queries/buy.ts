"use client";
/** Buys records with the only request of a feed that can spend, sent by a press of a control with a price. */

import type { FeedRecord } from "@dealflow/client/records";
import type { ExplorePageResponse } from "@dealflow/contract/account/explore";
import type { FeedName } from "@dealflow/contract/feeds";
import { mutationOptions, type QueryClient, useIsMutating, useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { FeedRow } from "@/lib/client/feed-view-state";
import { type RequestError, toRequestError } from "@/lib/client/requests/send-request";
import { feedQuery, replaceRows } from "./feed";

/** A purchase is of records by the references of their previews, or of the page of the view that begins at a cursor. */
export type Purchase = { readonly references: readonly string[] } | { readonly cursor: string | null };

interface Order {
  /** These are the query and the order of the view. */
  readonly canonical: string;
  readonly order: string;
  readonly purchase: Purchase;
}

export interface Bought<F extends FeedName = FeedName> {
  readonly rows: readonly FeedRow<FeedRecord<F>>[];
  readonly creditsUsed: number;
  /** This session used these credits in the view. */
  readonly creditsInView: number | undefined;
  /** The first page of a view has the total of matches. */
  readonly total: number | undefined;
  /** This page follows one that was bought. */
  readonly next: ExplorePageResponse["next"];
}

export interface Buying {
  readonly isPending: boolean;
  /** The last purchase in this view failed with this error. */
  readonly error: RequestError | undefined;
  /** Returns undefined when it failed, or when another purchase is pending: a second press does nothing. */
  buy(purchase: Purchase): Promise<Bought | undefined>;
}

const ALL = ["buy"] as const;

/** The query is part of the variables, because a changed mutation key would render its view once more. */
export function buyMutation(feed: FeedName) {
  return mutationOptions({
    mutationKey: [...ALL, feed],
    mutationFn: async ({ canonical, order, purchase }: Order, { client }) => {
      // The module is no part of the first load.
      const { buyRecords } = await import("@/lib/client/buy-records");
      const bought = await buyRecords(feed, canonical, purchase);
      await applyPurchase(client, feedQuery(feed, canonical, order).queryKey, purchase, bought);
      return bought;
    },
  });
}

export function useBuy(feed: FeedName, canonical: string, order: string): Buying {
  const client = useQueryClient();
  const { mutateAsync, error, isPending, variables } = useMutation(buyMutation(feed));
  const isAnyPending = useIsMutating({ mutationKey: ALL }) > 0;
  const buy = useCallback(
    async (purchase: Purchase) =>
      client.isMutating({ mutationKey: ALL }) > 0
        ? undefined
        : mutateAsync({ canonical, order, purchase }).catch(() => undefined),
    [canonical, client, mutateAsync, order],
  );
  return {
    isPending: isAnyPending,
    error: error === null || isPending || variables?.canonical !== canonical ? undefined : toRequestError(error),
    buy,
  };
}

/** Bought records replace their previews wherever these are listed, and a bought page continues its view. */
async function applyPurchase(
  client: QueryClient,
  queryKey: ReturnType<typeof feedQuery>["queryKey"],
  purchase: Purchase,
  { rows, next, total, creditsInView }: Bought,
): Promise<void> {
  const [, feed] = queryKey;
  const bought = new Map(rows.flatMap((row) => (row.reference === undefined ? [] : [[row.reference, row] as const])));
  await replaceRows(client, feed, bought);
  client.setQueryData(queryKey, (data) => {
    if (data === undefined) return data;
    const pages = [...data.pages];
    const last = pages.at(-1);
    if ("cursor" in purchase && last?.next?.cursor === purchase.cursor)
      pages[pages.length - 1] = { ...last, rows: [...last.rows, ...rows], next };
    const [first] = pages;
    if (first !== undefined)
      pages[0] = {
        ...first,
        pagination: { ...first.pagination, ...(total === undefined ? {} : { total }) },
        creditsInView: creditsInView ?? first.creditsInView ?? 0,
      };
    return { ...data, pages };
  });
  void client.invalidateQueries({ queryKey: ["feed", feed, "owned"] });
}
