import { FEEDS } from "@dealflow/contract/feeds";
import type { Metadata } from "next";
import { MovesPage } from "@/components/moves/moves-page";
import type { PageSearch } from "@/lib/server/pages/page-search";
import { feedPage } from "../feed-page";

export const metadata: Metadata = { title: FEEDS.execMoves.title };

export default async function Page({ searchParams }: { searchParams: Promise<PageSearch> }) {
  return <MovesPage {...(await feedPage("execMoves", await searchParams))} />;
}
