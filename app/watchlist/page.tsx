import type { Metadata } from "next";
import { WatchlistPage } from "@/components/watchlist/watchlist-page";
import { watchedCompanies } from "@/lib/server/saved";
import { shellState } from "@/lib/server/shell-state";

export const metadata: Metadata = { title: "Watchlist" };

export default async function Page() {
  const [initial, state] = await Promise.all([watchedCompanies(), shellState()]);
  return <WatchlistPage initial={initial} note={state.demo ? "Demo data" : undefined} />;
}
