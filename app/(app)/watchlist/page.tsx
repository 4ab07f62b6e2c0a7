import { BATCH } from "@dealflow/contract/timeline";
import type { Metadata } from "next";
import { WatchlistPage } from "@/components/watchlist/watchlist-page";
import { loadCompaniesInitial } from "@/lib/server/pages/company-page";
import { watchedCompanies } from "@/lib/server/pages/saved";

export const metadata: Metadata = { title: "Watchlist" };

export default async function Page() {
  const initial = await watchedCompanies();
  const cached = await loadCompaniesInitial((initial ?? []).slice(0, BATCH.max).map(({ id }) => id));
  return <WatchlistPage initial={initial} cached={cached} />;
}
