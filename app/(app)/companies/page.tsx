import { FEEDS } from "@dealflow/contract/feeds";
import type { Metadata } from "next";
import { CompaniesPage } from "@/components/companies/companies-page";
import type { PageSearch } from "@/lib/server/pages/page-search";
import { feedPage } from "../feed-page";

export const metadata: Metadata = { title: FEEDS.companies.title };

export default async function Page({ searchParams }: { searchParams: Promise<PageSearch> }) {
  return <CompaniesPage {...(await feedPage("companies", await searchParams))} />;
}
