/** Saved views and the watchlist for a page's first paint. Null: not available in time, or stored by the browser. */
import "server-only";
import { parseJson } from "@dealflow/client/list-page";
import { cookies } from "next/headers";
import { cache } from "react";
import { readAll, readCompany, readSummary, readView } from "@/lib/api/saved";
import { readSavedCookie, SAVED_COOKIE } from "@/lib/api/saved-cookie";
import { ACCOUNT, type AccountEndpoint } from "@/lib/contract/account";
import type { FeedName } from "@/lib/contract/feeds";
import { type SavedSummary, type SavedView, type ShelfView, VIEWS_AT, type WatchedCompany } from "@/lib/contract/saved";
import { callAccountApi } from "./account";
import { getDashboardContext } from "./dashboard-context";
import { pageUpstream } from "./identity";

/** Requested once per page. */
export const savedSummary = cache(async (waitMs: number): Promise<SavedSummary | null> => {
  const host = await pageUpstream();
  if (!host.own) {
    const jar = await cookies();
    return { shelf: [], ...readSavedCookie(jar.get(SAVED_COOKIE)?.value, host.account) };
  }
  return Promise.race([timeout(waitMs), fetchAccountData(ACCOUNT.saved).then((json) => readSummary(json) ?? null)]);
});

export async function savedViews(): Promise<readonly SavedView[] | null> {
  const json = await fetchAccountData(ACCOUNT.views);
  return json === undefined ? null : readAll(json, "views", readView);
}

export async function watchedCompanies(): Promise<readonly WatchedCompany[] | null> {
  const json = await fetchAccountData(ACCOUNT.watchlist);
  return json === undefined ? null : readAll(json, "companies", readCompany);
}

/** The saved view of an address: the first paint needs its columns and order. */
export async function savedViewAt(feed: FeedName, query: string, waitMs: number): Promise<ShelfView | null> {
  const json = await Promise.race([
    timeout(waitMs),
    fetchAccountData(ACCOUNT.views, `?${new URLSearchParams({ [VIEWS_AT.feed]: feed, [VIEWS_AT.query]: query })}`),
  ]);
  return readAll(json, "views", readView)[0] ?? null;
}

function timeout(waitMs: number): Promise<null> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(null), waitMs).unref();
  });
}

async function fetchAccountData({ method, path }: AccountEndpoint, search = ""): Promise<unknown> {
  const { caller } = await pageUpstream();
  const response = await callAccountApi(getDashboardContext(), caller, method, `${path}${search}`);
  return "failure" in response || response.status !== 200 ? undefined : parseJson(response.text);
}
