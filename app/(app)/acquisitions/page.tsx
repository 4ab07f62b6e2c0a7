import { FEEDS } from "@dealflow/contract/feeds";
import type { Metadata } from "next";
import { AcquisitionsPage } from "@/components/acquisitions/acquisitions-page";
import type { PageSearch } from "@/lib/server/pages/page-search";
import { feedPage } from "../feed-page";

export const metadata: Metadata = { title: FEEDS.acquisitions.title };

export default async function Page({ searchParams }: { searchParams: Promise<PageSearch> }) {
  return <AcquisitionsPage {...(await feedPage("acquisitions", await searchParams))} />;
}
