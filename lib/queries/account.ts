"use client";
import type { AccountEndpoint } from "@dealflow/contract/account-endpoint";
import { LIST_LIMIT, LIST_PARAMETERS, type ListPage } from "@dealflow/contract/account-lists";
/** What the account pages show: rendered by the server first, read again after each change. All of it is free. */
import {
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect } from "react";
import type * as z from "zod/mini";
import { requestAccount } from "@/lib/client/request-account";
import { asSentence } from "@/lib/client/sentence";
import { getQueryClient } from "./client";

/** An endpoint whose response is of that type, and which needs nothing but a query. */
type Readable<T> = AccountEndpoint & { readonly request?: never; readonly response: z.ZodMiniType<T> };

/** Throws an `Error` whose message is a sentence. */
export async function getAccount<T>(endpoint: Readable<T>, search?: URLSearchParams): Promise<T> {
  const reply = await requestAccount(endpoint, search === undefined ? {} : { search });
  if (!reply.ok) throw new Error(asSentence(reply.message));
  return reply.value;
}

function accountQuery<T>(endpoint: Readable<T>) {
  return queryOptions({ queryKey: ["account", endpoint.path], queryFn: () => getAccount(endpoint) });
}

function accountListQuery<Item>(endpoint: Readable<ListPage<Item>>) {
  return infiniteQueryOptions({
    queryKey: ["account", endpoint.path, "pages"],
    queryFn: ({ pageParam }) => {
      const search = new URLSearchParams({ [LIST_PARAMETERS.limit]: String(LIST_LIMIT.max) });
      if (pageParam !== null) search.set(LIST_PARAMETERS.cursor, pageParam);
      return getAccount(endpoint, search);
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

export interface AccountValue<T> {
  /** A sentence when it could not be read. */
  readonly value: T | string;
  /** Applies the value of a response. */
  set(value: T): void;
}

/** @param initialValue as the server rendered the page, or why it could not; a page that is rendered again has the newest */
export function useAccountValue<T>(initialValue: T | string, endpoint: Readable<T>): AccountValue<T> {
  const client = useQueryClient();
  const query = accountQuery(endpoint);
  const { queryKey } = query;
  const initial = typeof initialValue === "string" ? {} : { initialData: initialValue };
  const { data } = useQuery({ ...query, enabled: false, ...initial });
  useEffect(() => {
    if (typeof initialValue !== "string") client.setQueryData<T>(["account", endpoint.path], initialValue);
  }, [client, endpoint, initialValue]);
  return { value: data ?? initialValue, set: (value) => void client.setQueryData<T>(queryKey, value) };
}

export interface AccountList<Item> {
  /** A sentence when it could not be read. */
  readonly items: readonly Item[] | string;
  readonly hasMore: boolean;
  readonly loading: boolean;
  /** Why the latest read failed, as a sentence; what was there stays. */
  readonly problem: string | undefined;
  /** Loads the next page. */
  loadMore(): Promise<void>;
  /** Reads what is shown again, after a change. */
  refetch(): Promise<void>;
}

/** @param initialValue the first page of the list as the server rendered it, or why it could not */
export function useAccountList<Item extends { readonly id: string }>(
  initialValue: ListPage<Item> | string,
  endpoint: Readable<ListPage<Item>>,
): AccountList<Item> {
  const client = useQueryClient();
  const initial =
    typeof initialValue === "string" ? {} : { initialData: { pages: [initialValue], pageParams: [null] } };
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = useInfiniteQuery({
    ...accountListQuery(endpoint),
    ...initial,
    enabled: false,
  });
  useEffect(() => {
    if (typeof initialValue === "string") return;
    client.setQueryData(["account", endpoint.path, "pages"], { pages: [initialValue], pageParams: [null] });
  }, [client, endpoint, initialValue]);
  return {
    items: data === undefined ? String(initialValue) : lastOfEach(data.pages.flatMap(({ items }) => items)),
    hasMore: hasNextPage,
    loading: isFetching,
    problem: error?.message,
    loadMore: async () => void (await fetchNextPage()),
    refetch: async () => void (await refetch()),
  };
}

/** An item that moved between two pages is in both, and is shown at its last position. */
function lastOfEach<Item extends { readonly id: string }>(items: readonly Item[]): readonly Item[] {
  const last = new Map(items.map((item, index) => [item.id, index]));
  return items.filter(({ id }, index) => last.get(id) === index);
}

export interface AccountAction {
  readonly busy: boolean;
  /** Why the last one was rejected. */
  readonly problem: string | undefined;
  /** `action` returns a sentence when it was rejected. Never throws. */
  run(action: () => Promise<string | undefined>): Promise<void>;
}

export function useAccountAction(): AccountAction {
  // Forms outside of a workspace's pages have no provider around them.
  const { isPending, error, mutateAsync } = useMutation(
    {
      mutationFn: async (action: () => Promise<string | undefined>) => {
        const problem = await action();
        if (problem !== undefined) throw new Error(problem);
      },
    },
    getQueryClient(),
  );
  return { busy: isPending, problem: error?.message, run: (action) => mutateAsync(action).catch(() => undefined) };
}
