import type { Metadata } from "next";
import { ComparePage } from "@/components/company/compare/compare-page";
import { comparedIn } from "@/lib/client/timelines/addresses";
import { loadCompaniesInitial } from "@/lib/server/pages/company-page";
import { type PageSearch, toSearchParams } from "@/lib/server/pages/page-search";
import { shellState } from "@/lib/server/pages/shell-state";

export const metadata: Metadata = { title: "Compare" };

export default async function Page({ searchParams }: { searchParams: Promise<PageSearch> }) {
  const search = toSearchParams(await searchParams).toString();
  const { ids } = comparedIn(new URLSearchParams(search));
  const [state, initial] = await Promise.all([shellState(), loadCompaniesInitial(ids)]);
  return <ComparePage search={search} initial={initial} note={state.demo ? "Demo data" : undefined} />;
}
