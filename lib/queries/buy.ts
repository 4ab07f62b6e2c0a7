"use client";
/** Buys records with the only request of a feed that can spend, sent by a press of a control with a price. */

import type { FeedRecord } from "@dealflow/client/records";
import { readCount } from "@dealflow/client/response-headers";
import type { ResponseOf } from "@dealflow/contract/account/endpoint";
import type { BUY_RECORDS, ExplorePageResponse } from "@dealflow/contract/account/explore";
import { RECORDS_PATH } from "@dealflow/contract/account/free-explore";
import { FEEDS, type FeedName, LIMIT, LIMIT_PARAMETER } from "@dealflow/contract/feeds";
import { CREDITS_USED_HEADER, REQUEST_ID_HEADER, VIEW_USED_HEADER } from "@dealflow/contract/headers";
import { isObject } from "@dealflow/contract/query/syntax";
import { mutationOptions, type QueryClient, useIsMutating, useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { FeedRow } from "@/lib/client/feed-row";
import { computeSessionLeft, meterState } from "@/lib/client/meter";
import { requestPurchase, toRequestError } from "@/lib/client/requests/send-request";
import { pageSearch, type RowList } from "@/lib/filters/address";
import { pageAddress } from "@/lib/filters/pages";
import { invalidateRows } from "./client";
import { feedQuery, replaceRows } from "./feed";

/** A purchase is of records by the references of their previews, or of the page of the view that begins at a cursor. */
export type Purchase = { readonly references: readonly string[] } | { readonly cursor: string | null };

interface Order extends Pick<RowList, "canonical" | "order"> {
  readonly purchase: Purchase;
}

export interface Bought<F extends FeedName = FeedName> {
  readonly rows: readonly FeedRow<FeedRecord<F>>[];
  readonly creditsUsed: number;
  readonly creditsInView: number | undefined;
  /** The first page of a view has the total of matches. */
  readonly total: number | undefined;
  /** This page follows one that was bought. */
  readonly next: ExplorePageResponse["next"];
}

export type Buying = ReturnType<typeof useBuy>;

const ALL = ["buy"] as const;

/** The query is part of the variables, because a changed mutation key would render its view once more. */
export function buyMutation(feed: FeedName) {
  return mutationOptions({
    mutationKey: [...ALL, feed],
    mutationFn: async ({ canonical, order, purchase }: Order, { client }) => {
      const bought = await buyRecords(feed, canonical, purchase);
      await applyPurchase(client, { feed, canonical, order, scope: "all" }, purchase, bought);
      // Others had bought some of them since these rows were read, and perhaps more.
      if ("references" in purchase && bought.creditsUsed < bought.rows.length) void invalidateRows(client);
      return bought;
    },
  });
}

export function useBuy({ feed, canonical, order }: Omit<RowList, "scope">) {
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
    /** The last purchase in this view failed with this error. */
    error: error === null || isPending || variables?.canonical !== canonical ? undefined : toRequestError(error),
    /** Returns undefined when it failed, or when another purchase is pending: a second press does nothing. */
    buy,
  };
}

/**
 * Sends one purchase of a feed's records, of the first that the budgets cover: the service rejects as a whole
 * what exceeds a budget. Throws `RequestFailure`.
 */
export async function buyRecords<F extends FeedName>(
  feed: F,
  canonical: string,
  purchase: Purchase,
): Promise<Bought<F>> {
  const byReference = "references" in purchase;
  const wanted = byReference ? purchase.references.length : LIMIT.default;
  // With nothing left, the sentence of the rejection names the budget.
  const records = Math.min(wanted, computeSessionLeft(meterState()) || wanted);
  const search = byReference ? new URLSearchParams() : pageSearch(FEEDS[feed], canonical, purchase.cursor);
  if (!byReference && records < wanted) search.set(LIMIT_PARAMETER, String(records));
  const request = {
    path: `${RECORDS_PATH.replace(":id", feed)}${search.size === 0 ? "" : `?${search}`}`,
    body: JSON.stringify(byReference ? { references: purchase.references.slice(0, records) } : {}),
    intent: "buy",
    page: pageAddress(feed, canonical),
    records,
  } as const;
  const { value, headers } = await requestPurchase(request, (json) => (isAnswer<F>(json) ? json : undefined));
  const requestId = headers.get(REQUEST_ID_HEADER);
  const { data, pagination } = value;
  return {
    rows: requestId === null ? data : data.map((row) => ({ ...row, requestId })),
    creditsUsed: readCount(headers, CREDITS_USED_HEADER) ?? data.length,
    creditsInView: readCount(headers, VIEW_USED_HEADER),
    total: pagination?.total,
    next:
      pagination?.hasMore === true && pagination.nextCursor !== null
        ? { cursor: pagination.nextCursor, limit: LIMIT.default }
        : undefined,
  };
}

interface Answer<F extends FeedName> extends Pick<ResponseOf<typeof BUY_RECORDS>, "pagination"> {
  readonly data: readonly FeedRow<FeedRecord<F>>[];
}

/** The records are those of the feed that the request named. */
function isAnswer<F extends FeedName>(json: unknown): json is Answer<F> {
  return isObject(json) && Array.isArray(json.data);
}

/** Bought records replace their previews wherever these are listed, and a bought page continues its view. */
async function applyPurchase(
  client: QueryClient,
  list: RowList,
  purchase: Purchase,
  { rows, next, total, creditsInView }: Bought,
): Promise<void> {
  const bought = new Map(rows.flatMap((row) => (row.reference === undefined ? [] : [[row.reference, row] as const])));
  await replaceRows(client, list.feed, bought);
  client.setQueryData(feedQuery(list).queryKey, (data) => {
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
  void client.invalidateQueries({ queryKey: ["feed", list.feed, "owned"] });
}
