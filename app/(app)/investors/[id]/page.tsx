import type { Metadata } from "next";
import { InvestorNotFound, InvestorPage } from "@/components/investors/investor-page";
import { investorIn } from "@/lib/client/timelines/addresses";
import { type PageSearch, toSearchParams } from "@/lib/server/pages/page-search";

export const metadata: Metadata = { title: "Investor" };

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<PageSearch>;
}

/** Shows what the workspace owns of an investor, which the browser fetches. Nothing is bought. */
export default async function Page({ params, searchParams }: Props) {
  const [{ id }, query] = await Promise.all([params, searchParams]);
  const search = toSearchParams(query).toString();
  const investor = investorIn(id, new URLSearchParams(search));
  if (investor === undefined) return <InvestorNotFound name={null} />;
  return <InvestorPage key={`${id} ${investor.name}`} investor={investor} search={search} />;
}
