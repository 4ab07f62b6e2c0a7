/**
 * Reads saved views and the watchlist for a page's first paint. They are null when not available in time, or stored by
 * the browser.
 */
import "server-only";
import { ACCOUNT } from "@dealflow/contract/account/account";
import type { AccountEndpoint, CallArguments, ResponseOf } from "@dealflow/contract/account/endpoint";
import {
  type SavedSummary,
  type SavedView,
  type ShelfView,
  VIEWS_AT,
  type WatchedCompany,
} from "@dealflow/contract/account/saved";
import type { FeedName } from "@dealflow/contract/feeds";
import { cookies } from "next/headers";
import { cache } from "react";
import { readSavedCookie, SAVED_COOKIE } from "@/lib/api/saved-cookie";
import { getDashboardContext } from "../dashboard-context";
import { requestOptional } from "../proxy/account";
import { currentCaller, pageUpstream } from "./identity";
import { withTimeout } from "./with-timeout";

/** Sends one request to the service per page. */
export const savedSummary = cache(async (waitMs: number): Promise<SavedSummary | null> => {
  const host = await pageUpstream();
  if (!host.own) {
    const jar = await cookies();
    return { shelf: [], inbox: null, ...readSavedCookie(jar.get(SAVED_COOKIE)?.value, host.account) };
  }
  return (await withTimeout(fetchSaved(ACCOUNT.saved), waitMs)) ?? null;
});

export async function savedViews(): Promise<readonly SavedView[] | null> {
  return (await fetchSaved(ACCOUNT.views))?.views ?? null;
}

export async function watchedCompanies(): Promise<readonly WatchedCompany[] | null> {
  return (await fetchSaved(ACCOUNT.watchlist))?.companies ?? null;
}

/** Returns the saved view of an address, because the first paint needs its columns and order. The page of a feed is nobody's. */
export async function savedViewAt(feed: FeedName, query: string, waitMs: number): Promise<ShelfView | null> {
  if (query === "") return null;
  const search = new URLSearchParams({ [VIEWS_AT.feed]: feed, [VIEWS_AT.query]: query });
  return (await withTimeout(fetchSaved(ACCOUNT.views, { search }), waitMs))?.views[0] ?? null;
}

async function fetchSaved<E extends AccountEndpoint>(
  endpoint: E,
  ...call: CallArguments<E>
): Promise<ResponseOf<E> | undefined> {
  await pageUpstream();
  return requestOptional(getDashboardContext(), await currentCaller(), endpoint, ...call);
}
