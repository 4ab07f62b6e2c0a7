/** Defines the free queries of the account pages: prefetched with the page, and read again after each change. */
import {
  type AccountEndpoint,
  type CallArguments,
  type ResponseOf,
  serializeCall,
} from "@dealflow/contract/account/endpoint";
import { LIST_LIMIT, LIST_PARAMETERS, type ListPage } from "@dealflow/contract/account/lists";
import { type InfiniteData, infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type * as z from "zod/mini";
import { type AccountError, requestAccount } from "@/lib/client/requests/request-account";
import { asSentence } from "@/lib/client/sentence";

/** The message says in a sentence why a request was rejected. */
export class AccountRequestError extends Error {
  override readonly name = "AccountRequestError";
  constructor(readonly reply: AccountError) {
    super(asSentence(reply.message));
  }
}

type CallAccount = <E extends AccountEndpoint>(endpoint: E, ...call: CallArguments<E>) => Promise<ResponseOf<E>>;

/** It is undefined in browsers, whose requests go through the dashboard's server. */
let callFromServer: CallAccount | undefined;

/** Pages that are rendered with the data of queries provide this function, which knows whose request that is. */
export function provideServerCalls(call: CallAccount): void {
  callFromServer = call;
}

/** Throws an `AccountRequestError`; on the server what the provided function throws. */
export async function callAccount<E extends AccountEndpoint>(
  endpoint: E,
  ...call: CallArguments<E>
): Promise<ResponseOf<E>> {
  if (callFromServer !== undefined) return callFromServer(endpoint, ...call);
  const reply = await requestAccount(endpoint, ...call);
  if (!reply.ok) throw new AccountRequestError(reply);
  return reply.value;
}

/** The endpoint's response is of that type, and its request has no body. */
type Readable<T> = AccountEndpoint & { readonly request?: never; readonly response: z.ZodMiniType<T> };

/** Returns the start of the key of every query of an endpoint. */
export function accountKey({ path }: Pick<AccountEndpoint, "path">) {
  return ["account", path] as const;
}

/** The key has all of the call. */
export function accountQuery<E extends AccountEndpoint>(endpoint: E, ...call: CallArguments<E>) {
  const { pathAndSearch } = serializeCall(endpoint, call[0]);
  return queryOptions({
    queryKey: [...accountKey(endpoint), pathAndSearch],
    queryFn: () => callAccount(endpoint, ...call),
  });
}

/** The first page is a full one: all active keys are in it. */
export function accountListQuery<Item extends { readonly id: string }>(endpoint: Readable<ListPage<Item>>) {
  return infiniteQueryOptions({
    queryKey: [...accountKey(endpoint), "pages"],
    queryFn: ({ pageParam }): Promise<ListPage<Item>> =>
      callAccount<Readable<ListPage<Item>>>(endpoint, { search: listSearch(pageParam) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: selectItems<Item>,
  });
}

function listSearch(cursor: string | null): URLSearchParams {
  const search = new URLSearchParams({ [LIST_PARAMETERS.limit]: String(LIST_LIMIT.max) });
  if (cursor !== null) search.set(LIST_PARAMETERS.cursor, cursor);
  return search;
}

/** An item that moved between two pages is in both, and is shown at its last position. */
function selectItems<Item extends { readonly id: string }>({
  pages,
}: InfiniteData<ListPage<Item>, string | null>): readonly Item[] {
  const items = pages.flatMap((page) => page.items);
  const last = new Map(items.map((item, index) => [item.id, index]));
  return items.filter(({ id }, index) => last.get(id) === index);
}
