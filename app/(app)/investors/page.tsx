import { FEEDS } from "@dealflow/contract/feeds";
import type { Metadata } from "next";
import { InvestorsPage } from "@/components/investors/investors-page";
import type { PageSearch } from "@/lib/server/pages/page-search";
import { feedPage } from "../feed-page";

export const metadata: Metadata = { title: FEEDS.investors.title };

export default async function Page({ searchParams }: { searchParams: Promise<PageSearch> }) {
  return <InvestorsPage {...(await feedPage("investors", await searchParams))} />;
}
