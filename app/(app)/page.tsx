import { OVERLAP_DAYS } from "@dealflow/contract/account/saved-counts";
import { CREDITS_PAGES } from "@dealflow/contract/account/spending/credits";
import { dehydrate, HydrationBoundary, type QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { StartPage } from "@/components/start/start-page";
import { accountQuery, provideServerCalls } from "@/lib/queries/account";
import { getQueryClient } from "@/lib/queries/client";
import { ledgerQuery } from "@/lib/queries/credits";
import { inboxQuery } from "@/lib/queries/inbox";
import { newInViewsQuery } from "@/lib/queries/saved";
import { readAccountData } from "@/lib/server/pages/account-data";
import { pageUpstream } from "@/lib/server/pages/identity";
import { savedViews, watchedCompanies } from "@/lib/server/pages/saved";

provideServerCalls(readAccountData);

export const metadata: Metadata = { title: "Start" };

export default async function Page() {
  const [views, companies, { own }] = await Promise.all([savedViews(), watchedCompanies(), pageUpstream()]);
  const client = getQueryClient();
  if (own) await prefetch(client);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <StartPage views={views} companies={companies} />
    </HydrationBoundary>
  );
}

/** The browser requests what could not be read. */
async function prefetch(client: QueryClient): Promise<void> {
  await Promise.all([
    client.prefetchQuery(accountQuery(CREDITS_PAGES.credits)),
    client.prefetchQuery(accountQuery(CREDITS_PAGES.usage)),
    client.prefetchInfiniteQuery(ledgerQuery()),
    client.prefetchInfiniteQuery(inboxQuery()),
    client.prefetchQuery(newInViewsQuery(OVERLAP_DAYS.default)),
  ]);
}
