/**
 * Calls the private API, which is free apart from purchases, and defines the queries of the account pages: prefetched with
 * the page, and read again after each change.
 */
import { parseJson, readErrorResponse } from "@dealflow/client/list-page";
import {
  type AccountEndpoint,
  type CallArguments,
  parseAccountResponse,
  type ResponseOf,
  serializeCall,
  violationMessage,
} from "@dealflow/contract/account/endpoint";
import { LIST_LIMIT, LIST_PARAMETERS, type ListPage } from "@dealflow/contract/account/lists";
import { REQUEST_ID_HEADER, RETRY_AFTER_HEADER } from "@dealflow/contract/headers";
import { parseRetryAfter } from "@dealflow/contract/retry-after";
import { type InfiniteData, infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type * as z from "zod/mini";
import { AUTH_PAGE_HEADER } from "@/lib/api/dashboard";
import { fetchDashboard } from "@/lib/client/requests/fetch-dashboard";
import { asSentence } from "@/lib/client/sentence";

/** The message says in a sentence why a request was rejected. */
export class AccountRequestError extends Error {
  override readonly name = "AccountRequestError";
  constructor(
    message: string,
    /** The status is 0 when the dashboard's server did not respond. */
    readonly status: number,
    readonly retryAfterMs?: number,
  ) {
    super(asSentence(message));
  }
}

/** It was done, but its response violates the schema. */
export function isUnread({ status }: AccountRequestError): boolean {
  return status >= 200 && status < 300;
}

/** A page with text in a form stays when its session has ended. */
const SIGNED_OUT = "You’re signed out. Sign in in another tab, then try again here.";

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
  const { method, pathAndSearch, body } = serializeCall(endpoint, call[0]);
  const response = await fetchDashboard(pathAndSearch, {
    method,
    ...(body === undefined ? {} : { body, headers: { "Content-Type": "application/json" } }),
  }).catch(unreachable);
  const { status, headers, ok } = response;
  const json = parseJson(await response.text().catch(unreachable));
  const parsed = ok ? parseAccountResponse(endpoint, json) : undefined;
  if (parsed !== undefined && "value" in parsed) return parsed.value;
  const unread = violationMessage(headers.get(REQUEST_ID_HEADER) ?? undefined);
  if (ok) throw new AccountRequestError(unread, status);
  const message = headers.has(AUTH_PAGE_HEADER) ? SIGNED_OUT : (readErrorResponse(json)?.message ?? unread);
  throw new AccountRequestError(message, status, parseRetryAfter(headers.get(RETRY_AFTER_HEADER), Date.now()));
}

function unreachable(): never {
  const message = navigator.onLine
    ? "The dashboard's server did not respond. Nothing was charged."
    : "You're offline. Try again when you're connected.";
  throw new AccountRequestError(message, 0);
}

/**
 * Returns the field of a form that an error is about, and undefined for an error about all of it or none. A message
 * about an entry names its parameter, and the first one named counts.
 */
export function findRejectedField<Field extends string>(
  { status, message }: Pick<AccountRequestError, "status" | "message">,
  fields: readonly Field[],
): Field | undefined {
  // Other refusals are of the act and not of what was typed.
  if (status !== 400 && status !== 409) return undefined;
  const words = message.toLowerCase().match(/[a-z]+/g) ?? [];
  return words.map((word) => fields.find((field) => field === word)).find((field) => field !== undefined);
}

/** The endpoint's response is of that type, and its request has no body. */
type Readable<T> = AccountEndpoint & { readonly request?: never; readonly response: z.ZodMiniType<T> };

/** Returns the start of the key of every query of an endpoint. */
export function accountKey({ path }: Pick<AccountEndpoint, "path">) {
  return ["account", path] as const;
}

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
    queryFn: ({ pageParam }): Promise<ListPage<Item>> => {
      const search = pageSearch(pageParam, { [LIST_PARAMETERS.limit]: String(LIST_LIMIT.max) });
      return callAccount<Readable<ListPage<Item>>>(endpoint, { search });
    },
    ...FOLLOW_CURSORS,
    select: selectItems<Item>,
  });
}

/** An infinite query with these options reads a list from its beginning, a page at each cursor. */
export const FOLLOW_CURSORS = {
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }: { readonly nextCursor: string | null }) => nextCursor,
};

/** Returns the parameters of the page at a cursor; null is the first page. */
export function pageSearch(cursor: string | null, filters: Readonly<Record<string, string>> = {}): URLSearchParams {
  return new URLSearchParams({ ...filters, ...(cursor !== null && { [LIST_PARAMETERS.cursor]: cursor }) });
}

/** An item that moved between two pages is in both, and is shown at its last position. */
function selectItems<Item extends { readonly id: string }>({
  pages,
}: InfiniteData<ListPage<Item>, string | null>): readonly Item[] {
  const items = pages.flatMap((page) => page.items);
  const last = new Map(items.map((item, index) => [item.id, index]));
  return items.filter(({ id }, index) => last.get(id) === index);
}
