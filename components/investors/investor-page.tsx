"use client";
/** Shows the owned rounds of one investor. Opening the page never buys. */

import { FEEDS } from "@dealflow/contract/feeds";
import { INVESTOR_TYPES } from "@dealflow/contract/values/organisations";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { NotFoundPage, OwnedPage } from "@/components/feed/record/owned-page";
import { Heading, PageName } from "@/components/feed/record/page-parts";
import { PlaceLine } from "@/components/feed/sheet/company-fields";
import { buttonVariants } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Initials } from "@/components/ui/marks/initials";
import { useOpenRecord } from "@/lib/client/address";
import { useHost } from "@/lib/client/host";
import { investorPath, type NamedInvestor } from "@/lib/client/timelines/addresses";
import { buildAddress } from "@/lib/filters/address";
import { PAGES } from "@/lib/filters/pages";
import { count, formatCount } from "@/lib/format/counts";
import { listedTitle } from "@/lib/format/listed-title";
import { ownedInvestorQuery, usePaysOnce } from "@/lib/queries/owned/owned";
import { useSummary } from "@/lib/queries/summaries";
import { createPortfolio } from "./portfolio";
import { PortfolioView } from "./portfolio-view";

interface Props {
  investor: NamedInvestor;
  /** The query of the address has its parameters in order of name. */
  search: string;
}

export function InvestorPage({ investor, search }: Props) {
  const id = investor.id ?? "";
  // Only a foreign host has investors without an id, and nothing of them is owned.
  const isNamed = useHost().identity === null;
  const enabled = usePaysOnce() && investor.id !== null;
  const { data: owned, error, refetch } = useQuery({ ...ownedInvestorQuery(id), enabled });
  const portfolio = useMemo(() => createPortfolio(id, owned?.rounds ?? [], owned?.investor?.record), [id, owned]);
  const opened = useOpenRecord(investorPath(investor), search);
  const { rounds, investor: record } = portfolio;
  const name = portfolio.name ?? (isNamed ? investor.name : null);
  const total = owned?.total ?? 0;
  const read = owned !== undefined || !enabled;
  if (read && name === null) return <InvestorNotFound name={investor.name} />;
  return (
    <OwnedPage
      title={FEEDS.investors.title}
      head={
        <>
          <div className="flex min-h-7 flex-wrap items-center gap-x-3">
            {name !== null && (
              <>
                <Initials name={name} />
                <PageName>{name}</PageName>
              </>
            )}
            {record?.type && <p className="text-12 text-text-2">{listedTitle(INVESTOR_TYPES, record.type)}</p>}
          </div>
          {record && <PlaceLine country={record.hqCountry} domain={record.domain} />}
        </>
      }
      error={error}
      retry={() => void refetch()}
      records={read ? { feed: "funding", rows: rounds } : undefined}
      opened={opened}
    >
      {name !== null && (
        <>
          <p className="mt-1 max-w-measure text-text-2" data-testid="coverage">
            {total === 0
              ? "None of the funding rounds you own names this investor."
              : `Based on the ${formatCount(total, "funding round")} you own with this investor. There may be more.`}
          </p>
          {rounds.length > 0 && <PortfolioView name={name} portfolio={portfolio} opened={opened} />}
          <OtherRounds name={name} known={record !== undefined} />
        </>
      )}
    </OwnedPage>
  );
}

/** @param name the name in the address, if it has one */
export function InvestorNotFound({ name }: { name: string | null }) {
  return (
    <NotFoundPage
      title={FEEDS.investors.title}
      heading="Investor not found"
      text={
        name === null
          ? "No record you own names an investor with this id."
          : `Investors have their pages by id, and none is known for “${name}”.`
      }
      href={name === null ? PAGES.investors : buildAddress(FEEDS.investors, { search: name })}
      link={name === null ? "Search investors" : `Search investors for “${name}”`}
    />
  );
}

/** Says how many rounds are not owned: who invested in them is hidden, and the interface has no filter by investor. */
function OtherRounds({ name, known }: { name: string; known: boolean }) {
  const host = useHost();
  const isCounted = host.identity !== null && host.identity.freeExplore !== "off";
  const { data: summary } = useSummary(isCounted ? { feed: "funding", scope: "all" } : undefined, "");
  return (
    <section className="mt-6 border-t border-line-strong pt-4" aria-labelledby="investor-more">
      <Heading id="investor-more">Other rounds</Heading>
      <p className="max-w-measure text-text-2">
        {summary !== undefined && `You own ${count(summary.owned)} of ${formatCount(summary.total, "funding round")}. `}
        Funding can’t be filtered by investor: who invested shows when a round is revealed, and then it counts here.
      </p>
      <p className="mt-3 flex flex-wrap gap-2">
        <Link href={PAGES.funding} className={buttonVariants()}>
          Open funding
        </Link>
        {!known && (
          <Link href={buildAddress(FEEDS.investors, { search: name })} className={buttonVariants()}>
            Find in investors
          </Link>
        )}
      </p>
    </section>
  );
}
