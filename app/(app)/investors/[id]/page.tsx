import type { Metadata } from "next";
import { InvestorNotFound, InvestorPage } from "@/components/investors/investor-page";
import { investorIn } from "@/lib/client/timelines/addresses";
import { type PageSearch, toSearchParams } from "@/lib/server/pages/page-search";
import { shellState } from "@/lib/server/pages/shell-state";

export const metadata: Metadata = { title: "Investor" };

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<PageSearch>;
}

/** Shows what the workspace owns of an investor, which the browser fetches. Nothing is bought. */
export default async function Page({ params, searchParams }: Props) {
  const [{ id }, query, state] = await Promise.all([params, searchParams, shellState()]);
  const search = toSearchParams(query).toString();
  const note = state.demo ? "Demo data" : undefined;
  const investor = investorIn(id, new URLSearchParams(search));
  if (investor === undefined) return <InvestorNotFound name={null} note={note} />;
  return <InvestorPage key={`${id} ${investor.name}`} investor={investor} search={search} note={note} />;
}
