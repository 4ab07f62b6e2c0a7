import type { Metadata } from "next";
import { ComparePage } from "@/components/company/compare/compare-page";
import { comparedIn } from "@/lib/client/timelines/addresses";
import { loadCompaniesInitial } from "@/lib/server/pages/company-page";
import { type PageSearch, toSearchParams } from "@/lib/server/pages/page-search";

export const metadata: Metadata = { title: "Compare" };

export default async function Page({ searchParams }: { searchParams: Promise<PageSearch> }) {
  const search = toSearchParams(await searchParams).toString();
  const { ids } = comparedIn(new URLSearchParams(search));
  return <ComparePage search={search} initial={await loadCompaniesInitial(ids)} />;
}
