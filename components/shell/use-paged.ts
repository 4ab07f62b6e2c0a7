"use client";

import { useState } from "react";
import { requestAccount } from "@/lib/client/request-account";
import { asSentence } from "@/lib/client/sentence";
import type { AccountEndpoint } from "@/lib/contract/account";
import { LIST_LIMIT, LIST_PARAMETERS, type ListPage } from "@/lib/contract/account-lists";

export interface Paged<Item> {
  /** A sentence when it could not be read. */
  readonly items: readonly Item[] | string;
  /** There are more than these. */
  readonly hasMore: boolean;
  readonly loading: boolean;
  /** Why the latest read failed, as a sentence; what was there stays. */
  readonly problem: string | undefined;
  /** Loads the next page. */
  more(): Promise<void>;
  /** Reads anew what is shown, after a change. */
  again(): Promise<void>;
}

/** A list of the account pages: its first page as the page was rendered with, then what was loaded besides. */
export function usePaged<Item extends { readonly id: string }>(
  served: ListPage<Item> | string,
  endpoint: AccountEndpoint,
  read: (json: unknown) => ListPage<Item> | undefined,
): Paged<Item> {
  const [kept, setKept] = useState<{ over: ListPage<Item> | string; page: ListPage<Item> }>();
  const [loading, setLoading] = useState(false);
  const [problem, setProblem] = useState<string>();
  // A page that is rendered anew has the newest.
  const page = kept !== undefined && kept.over === served ? kept.page : served;

  async function pageAfter(cursor: string | null): Promise<ListPage<Item> | undefined> {
    const search = new URLSearchParams({ [LIST_PARAMETERS.limit]: String(LIST_LIMIT.max) });
    if (cursor !== null) search.set(LIST_PARAMETERS.cursor, cursor);
    const reply = await requestAccount(endpoint, { search });
    const next = reply.ok ? read(reply.json) : undefined;
    setProblem(next !== undefined ? undefined : reply.ok ? "The answer could not be read." : asSentence(reply.message));
    return next;
  }

  async function load(from: ListPage<Item>, enough: (loaded: ListPage<Item>) => boolean): Promise<void> {
    setLoading(true);
    let loaded: ListPage<Item> | undefined = from;
    do {
      const next: ListPage<Item> | undefined = await pageAfter(loaded.nextCursor);
      loaded = next && joined(loaded, next);
    } while (loaded !== undefined && loaded.nextCursor !== null && !enough(loaded));
    if (loaded !== undefined) setKept({ over: served, page: loaded });
    setLoading(false);
  }

  return {
    items: typeof page === "string" ? page : page.items,
    hasMore: typeof page !== "string" && page.nextCursor !== null,
    loading,
    problem,
    more: async () => {
      if (typeof page !== "string" && page.nextCursor !== null) await load(page, () => true);
    },
    again: () => {
      const shown = typeof page === "string" ? 0 : page.items.length;
      return load({ items: [], nextCursor: null }, ({ items }) => items.length >= shown);
    },
  };
}

/** What has changed its place meanwhile is met twice, and stands where it was met last. */
function joined<Item extends { readonly id: string }>(before: ListPage<Item>, next: ListPage<Item>): ListPage<Item> {
  const met = new Set(next.items.map(({ id }) => id));
  return { items: [...before.items.filter(({ id }) => !met.has(id)), ...next.items], nextCursor: next.nextCursor };
}
