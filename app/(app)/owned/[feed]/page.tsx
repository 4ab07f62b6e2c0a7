import { ACCOUNT } from "@dealflow/contract/account/account";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { AcquisitionsPage } from "@/components/acquisitions/acquisitions-page";
import { CompaniesPage } from "@/components/companies/companies-page";
import { FundingPage } from "@/components/funding/funding-page";
import { InvestorsPage } from "@/components/investors/investors-page";
import { MovesPage } from "@/components/moves/moves-page";
import { OwnedTabs } from "@/components/owned/owned-tabs";
import { feedAtPage } from "@/lib/filters/pages";
import { getDashboardContext } from "@/lib/server/dashboard-context";
import { currentCaller, currentIdentity } from "@/lib/server/pages/identity";
import type { PageSearch } from "@/lib/server/pages/page-search";
import { requestOptional } from "@/lib/server/proxy/account";
import { feedPage } from "../../feed-page";

const FEED_PAGES = {
  funding: FundingPage,
  acquisitions: AcquisitionsPage,
  execMoves: MovesPage,
  companies: CompaniesPage,
  investors: InvestorsPage,
} as const;

export const metadata: Metadata = { title: "Owned records" };

interface Props {
  params: Promise<{ feed: string }>;
  searchParams: Promise<PageSearch>;
}

export default async function Page({ params, searchParams }: Props) {
  const feed = feedAtPage(`/${(await params).feed}`);
  if (feed === undefined || (await currentIdentity())?.payOnce !== true) notFound();
  const [page, purchased] = await Promise.all([
    feedPage(feed, await searchParams, "owned"),
    requestOptional(getDashboardContext(), await currentCaller(), ACCOUNT.purchasedCounts),
  ]);
  const FeedPage = FEED_PAGES[feed];
  return (
    <div className="grid h-full grid-rows-[auto_minmax(0,1fr)] print:block">
      <OwnedTabs current={feed} counts={purchased?.counts} />
      <FeedPage {...page} />
    </div>
  );
}
