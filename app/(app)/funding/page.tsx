import { FEEDS } from "@dealflow/contract/feeds";
import type { Metadata } from "next";
import { FundingPage } from "@/components/funding/funding-page";
import type { PageSearch } from "@/lib/server/pages/page-search";
import { feedPage } from "../feed-page";

export const metadata: Metadata = { title: FEEDS.funding.title };

export default async function Page({ searchParams }: { searchParams: Promise<PageSearch> }) {
  return <FundingPage {...(await feedPage("funding", await searchParams))} />;
}
